package dev.flamegate.load.log;

import java.util.List;

/** One record of Gatling's log. Times are milliseconds since the epoch. */
public sealed interface LogRecord {
    /**
     * The first record, which describes the simulation.
     *
     * @param version of Gatling
     * @param simulation class name
     * @param start when the run began
     * @param scenarios names, by the index used in user records
     */
    record Run(String version, String simulation, long start, List<String> scenarios) implements LogRecord {
        public Run {
            scenarios = List.copyOf(scenarios);
        }
    }

    /**
     * A request that ended.
     *
     * @param groups it is in, outermost first
     * @param message why it failed; empty when it did not
     */
    record Request(List<String> groups, String name, long start, long end, boolean ok, String message)
            implements LogRecord {
        public Request {
            groups = List.copyOf(groups);
        }

        /** Groups and name joined by {@code " / "}. */
        public String fullName() {
            return groups.isEmpty() ? name : String.join(" / ", groups) + " / " + name;
        }
    }

    /**
     * A virtual user began or ended.
     *
     * @param scenario index into {@link Run#scenarios}
     */
    record User(int scenario, boolean begins, long time) implements LogRecord {}

    /**
     * A group of requests ended.
     *
     * @param cumulatedMillis response times of its requests together
     */
    record Group(List<String> groups, long start, long end, int cumulatedMillis, boolean ok) implements LogRecord {
        public Group {
            groups = List.copyOf(groups);
        }
    }

    /** Something went wrong outside of a request. */
    record Problem(String message, long time) implements LogRecord {}
}
