package dev.flamegate.cli;

/** The command line, or a file it names, is wrong in a way that has no position. */
final class UsageProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageProblem(String message) {
        super(message);
    }
}
