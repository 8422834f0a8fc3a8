package dev.flamegate.doctor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one check found.
 *
 * @param message what is the case, in words
 * @param remedy what to do about it; empty exactly when there is nothing to do: status {@code OK} or {@code SKIP}
 * @param values the numbers behind the message by name, in base units
 */
public record CheckResult(Status status, String message, String remedy, Map<String, Double> values) {
    public CheckResult {
        boolean bad = status == Status.WARN || status == Status.FAIL;
        if (bad == remedy.isBlank()) {
            throw new IllegalArgumentException(
                    status + ": \"" + remedy + "\": a remedy belongs to what is not right, and to nothing else");
        }
        if (message.isBlank()) {
            throw new IllegalArgumentException("a check says what it found");
        }
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    static CheckResult ok(String message) {
        return new CheckResult(Status.OK, message, "", Map.of());
    }

    static CheckResult warn(String message, String remedy) {
        return new CheckResult(Status.WARN, message, remedy, Map.of());
    }

    static CheckResult fail(String message, String remedy) {
        return new CheckResult(Status.FAIL, message, remedy, Map.of());
    }

    static CheckResult skip(String message) {
        return new CheckResult(Status.SKIP, message, "", Map.of());
    }

    /** With one more number; one that is not finite is left out. */
    CheckResult with(String name, double value) {
        if (!Double.isFinite(value)) {
            return this;
        }
        Map<String, Double> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new CheckResult(status, message, remedy, more);
    }
}
