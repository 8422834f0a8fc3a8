package dev.flamegate.check;

import dev.flamegate.model.message.Message;
import java.time.Duration;

/**
 * One question about the machine or the plan. Checks run in parallel, so none may take much CPU.
 *
 * @param id stable name: letters, digits and dashes; of its {@link Message}
 * @param limit longest time it may take; after that it is abandoned and reported as such
 * @param look does the work
 */
public record Check(String id, Group group, Duration limit, Look look) {
    /** The time limit for all checks that run in parallel. */
    public static final Duration LONGEST = Duration.ofMillis(7500);

    private static final Duration USUAL_LIMIT = Duration.ofSeconds(4);

    /** The subjects of checks, in the order they are shown. */
    public enum Group {
        JAVA("Java and profiler"),
        MACHINE("This machine"),
        PLAN("The plan"),
        CONTAINERS("Containers"),
        SERVERS("Servers"),
        NOISE("Noise"),
        SERVICE("The service under load");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /** The work of a check. */
    public interface Look {
        /** Performs the check. An exception is a bug, unless it says that something is unavailable. */
        CheckResult look() throws Exception;
    }

    /**
     * The outcome of a check.
     *
     * @param id stable name of the check
     */
    public record Report(String id, Group group, CheckResult result) {
        public boolean is(CheckResult.Status status) {
            return result.status() == status;
        }
    }

    /** A check with the usual time limit of four seconds. */
    public static Check of(Message message, Group group, Look look) {
        return new Check(message.id(), group, USUAL_LIMIT, look);
    }

    /** One of several checks with the same message, which differ by a name. */
    public static Check of(Message message, String name, Group group, Look look) {
        return new Check(message.id() + "-" + name, group, USUAL_LIMIT, look);
    }

    public Check within(Duration other) {
        return new Check(id, group, other, look);
    }

    public Report report(CheckResult result) {
        return new Report(id, group, result);
    }
}
