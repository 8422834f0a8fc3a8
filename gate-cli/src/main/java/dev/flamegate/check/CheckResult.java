package dev.flamegate.check;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of a check.
 *
 * @param message the facts, for people
 * @param remedy what to do about it; empty exactly when there is nothing to do: status {@code OK} or {@code SKIP}
 * @param values the numbers behind the message by name, in base units
 */
public record CheckResult(Status status, String message, String remedy, Map<String, Double> values) {
    /** The meaning of a result for a run here. */
    public enum Status {
        /** No obstacle. */
        OK,
        /** A run works, but its figures are less precise. */
        WARN,
        /** A run would fail. */
        FAIL,
        /** The check did not run: it is not needed, or its subject is not visible here. */
        SKIP
    }

    public CheckResult {
        boolean bad = status == Status.WARN || status == Status.FAIL;
        if (bad == remedy.isBlank()) {
            throw new IllegalArgumentException(
                    status + ": \"" + remedy + "\": warnings and failures have a remedy, other results have none");
        }
        if (message.isBlank()) {
            throw new IllegalArgumentException("a result needs a message");
        }
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    public static CheckResult ok(String message) {
        return new CheckResult(Status.OK, message, "", Map.of());
    }

    public static CheckResult warn(String message, String remedy) {
        return new CheckResult(Status.WARN, message, remedy, Map.of());
    }

    public static CheckResult fail(String message, String remedy) {
        return new CheckResult(Status.FAIL, message, remedy, Map.of());
    }

    public static CheckResult skip(String message) {
        return new CheckResult(Status.SKIP, message, "", Map.of());
    }

    /** Adds a number; one that is not finite is left out. */
    public CheckResult with(String name, double value) {
        if (!Double.isFinite(value)) {
            return this;
        }
        Map<String, Double> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new CheckResult(status, message, remedy, more);
    }
}
