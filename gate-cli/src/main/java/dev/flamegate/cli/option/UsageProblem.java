package dev.flamegate.cli.option;

/** The command line, or a file it names, is wrong in a way that has no position. */
public final class UsageProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A problem, with a message that says what to do. */
    public UsageProblem(String message) {
        super(message);
    }
}
