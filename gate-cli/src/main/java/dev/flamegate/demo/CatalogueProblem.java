package dev.flamegate.demo;

/** The catalogue's own files are not as they should be, or not there. */
public final class CatalogueProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    CatalogueProblem(String message) {
        super(message);
    }

    CatalogueProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
