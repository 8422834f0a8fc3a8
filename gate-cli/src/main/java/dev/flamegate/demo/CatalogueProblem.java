package dev.flamegate.demo;

/** The catalogue's own files are missing or invalid. */
public final class CatalogueProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    CatalogueProblem(String message) {
        super(message);
    }

    CatalogueProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
