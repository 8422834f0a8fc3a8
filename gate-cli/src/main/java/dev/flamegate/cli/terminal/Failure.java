package dev.flamegate.cli.terminal;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.gate.Builds;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.model.message.FailureKind;
import dev.flamegate.model.message.KnownFailure;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.runtime.Installation;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.targets.TargetFailed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import picocli.CommandLine.ExecutionException;

/**
 * A failure of a command, with its message.
 *
 * @param kind what people can look up
 * @param message for people; may quote anything
 */
public record Failure(FailureKind kind, String message) {
    /** The exceptions that end commands and are no bugs. */
    private static final Map<Class<? extends Exception>, FailureKind> KINDS = Map.ofEntries(
            Map.entry(UsageProblem.class, FailureKind.COMMAND_LINE),
            Map.entry(PlanProblems.class, FailureKind.PLAN_PROBLEMS),
            Map.entry(TargetFailed.class, FailureKind.TARGET_FAILED),
            Map.entry(Hooks.Failed.class, FailureKind.HOOK_FAILED),
            Map.entry(LoadFailed.class, FailureKind.LOAD_FAILED),
            Map.entry(CollectionFailed.class, FailureKind.COLLECTION_FAILED),
            Map.entry(Builds.BuildFailed.class, FailureKind.BUILD_FAILED),
            Map.entry(StoreFailed.class, FailureKind.STORE_FAILED),
            Map.entry(ReportFolder.ReportFailed.class, FailureKind.REPORT_FAILED),
            Map.entry(Installation.IncompleteInstallation.class, FailureKind.INCOMPLETE_INSTALLATION),
            Map.entry(InterruptedException.class, FailureKind.INTERRUPTED),
            Map.entry(CloseableRegistry.Closed.class, FailureKind.INTERRUPTED));

    /** Distinguishes mistakes in the command line, and problems that people can fix, from bugs. */
    public static Failure of(Throwable thrown) {
        Throwable cause = thrown.getCause();
        Throwable meant = thrown instanceof ExecutionException && cause != null ? cause : thrown; // picocli wraps
        FailureKind kind = kind(meant);
        return new Failure(kind, message(meant, kind) + afterwards(meant));
    }

    /** The exit code, one of {@link ExitCode}. */
    public int code() {
        return switch (kind) {
            case COMMAND_LINE, PLAN_PROBLEMS, CATALOGUE_PROBLEM -> ExitCode.USAGE;
            case INTERRUPTED -> ExitCode.INTERRUPTED;
            case BUG -> ExitCode.BUG;
            default -> ExitCode.NOT_MEASURED;
        };
    }

    /** True if an exception of this class has a documented message; otherwise it is a bug if it ends a command. */
    static boolean isKnown(Class<?> exception) {
        return exception == ArmFailed.class
                || KnownFailure.class.isAssignableFrom(exception)
                || KINDS.containsKey(exception);
    }

    /** The kind of a failure: an arm fails as its target, its load or its hook does; too little memory is no bug. */
    private static FailureKind kind(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError) {
            return FailureKind.OUT_OF_MEMORY;
        } else if (thrown instanceof ArmFailed && thrown.getCause() != null) {
            return KINDS.getOrDefault(thrown.getCause().getClass(), FailureKind.TARGET_FAILED);
        }
        return thrown instanceof KnownFailure known
                ? known.kind()
                : KINDS.getOrDefault(thrown.getClass(), FailureKind.BUG);
    }

    private static String message(Throwable thrown, FailureKind kind) {
        return switch (kind) {
            case INTERRUPTED -> "interrupted";
            case OUT_OF_MEMORY ->
                "the memory of " + (Runtime.getRuntime().maxMemory() >> 20)
                        + " MiB is too small for this: give more with FLAMEGATE_JAVA_OPTIONS=-Xmx2g";
            case BUG -> {
                StringWriter trace = new StringWriter();
                thrown.printStackTrace(new PrintWriter(trace));
                yield "this is a bug in flamegate, please report it with these lines:\n" + trace;
            }
            default -> String.valueOf(thrown.getMessage());
        };
    }

    /** The failures of the cleanup after a failure, which must not hide the first one. */
    private static String afterwards(Throwable failure) {
        StringBuilder more = new StringBuilder();
        for (Throwable one = failure; one != null; one = one.getCause()) {
            for (Throwable later : one.getSuppressed()) {
                if (later instanceof Hooks.Failed) {
                    more.append("\nAfter that, ").append(later.getMessage());
                }
            }
        }
        return more.toString();
    }
}
