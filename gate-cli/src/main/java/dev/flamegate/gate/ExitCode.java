package dev.flamegate.gate;

import dev.flamegate.model.finding.Verdict;

/** The exit codes of the command line: part of its public interface. */
public final class ExitCode {
    public static final int OK = 0;
    public static final int FAIL = 1;
    public static final int USAGE = 2;
    public static final int NOT_MEASURED = 3;
    public static final int INCONCLUSIVE = 4;
    public static final int BUG = 70;
    public static final int INTERRUPTED = 130;

    private ExitCode() {}

    /**
     * The exit code of a verdict.
     *
     * @param failOnInconclusive whether doubt breaks the build
     */
    public static int of(Verdict verdict, boolean failOnInconclusive) {
        return switch (verdict) {
            case PASS, WARN -> OK;
            case FAIL -> FAIL;
            case INCONCLUSIVE -> failOnInconclusive ? INCONCLUSIVE : OK;
            case INVALID -> NOT_MEASURED;
        };
    }
}
