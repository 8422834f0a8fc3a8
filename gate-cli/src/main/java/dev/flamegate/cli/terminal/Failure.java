package dev.flamegate.cli.terminal;

import dev.flamegate.ci.CommentFailed;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.demo.CatalogueProblem;
import dev.flamegate.gate.Builds;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.Unmeasured;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.runtime.Installation;
import dev.flamegate.store.StoreFailed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine.ExecutionException;

/**
 * Why a command could not do what it was asked.
 *
 * @param code one of {@link ExitCode}
 * @param message for people; may quote anything
 */
public record Failure(int code, String message) {
    /** Failures that people can fix: not bugs. */
    private static final List<Class<? extends RuntimeException>> CANNOT_GO_ON = List.of(
            Builds.BuildFailed.class,
            StoreFailed.class,
            CommentFailed.class,
            ReportFolder.ReportFailed.class,
            Installation.IncompleteInstallation.class);

    /** Tells a mistake of the command line, and what people can fix, from a bug. */
    public static Failure of(Throwable thrown) {
        Throwable exception = meant(thrown);
        int code = code(exception);
        return new Failure(code, message(exception, code) + afterwards(exception));
    }

    /** Picocli wraps what a method throws; too little memory is no bug. */
    private static Throwable meant(Throwable thrown) {
        Throwable cause = thrown.getCause();
        Throwable meant = thrown instanceof ExecutionException && cause != null ? cause : thrown;
        return meant instanceof OutOfMemoryError
                ? new CollectionFailed("the memory of " + (Runtime.getRuntime().maxMemory() >> 20)
                        + " MiB is too small for this: give more with FLAMEGATE_JAVA_OPTIONS=-Xmx2g")
                : meant;
    }

    private static int code(Throwable exception) {
        if (exception instanceof PlanProblems
                || exception instanceof UsageProblem
                || exception instanceof CatalogueProblem) {
            return ExitCode.USAGE;
        } else if (exception instanceof InterruptedException || exception instanceof CloseableRegistry.Closed) {
            return ExitCode.INTERRUPTED;
        }
        return (exception instanceof Exception known && Unmeasured.is(known))
                        || CANNOT_GO_ON.stream().anyMatch(kind -> kind.isInstance(exception))
                ? ExitCode.NOT_MEASURED
                : ExitCode.BUG;
    }

    private static String message(Throwable exception, int code) {
        if (code == ExitCode.INTERRUPTED) {
            return "interrupted";
        } else if (code != ExitCode.BUG) {
            return String.valueOf(exception.getMessage());
        }
        StringWriter trace = new StringWriter();
        exception.printStackTrace(new PrintWriter(trace));
        return "this is a bug in flamegate, please report it with these lines:\n" + trace;
    }

    /** What failed while it was cleaned up after a failure, which that must not hide. */
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
