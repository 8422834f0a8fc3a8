package dev.flamegate.model.finding;

/**
 * A recognised cause with its remedy.
 *
 * @param id stable name, such as {@code lock-contention}
 * @param severity how bad it is
 * @param evidence what shows it, a sentence with numbers, without the full stop
 * @param remedy what to do, a sentence without the full stop
 * @param reference URL of a public page with more about it
 * @param value what was measured, in the unit of {@code threshold}
 * @param threshold the value from which it is diagnosed
 */
public record Diagnosis(
        String id,
        Severity severity,
        String evidence,
        String remedy,
        String reference,
        double value,
        double threshold) {
    public Diagnosis {
        if (id.isBlank() || evidence.isBlank() || remedy.isBlank()) {
            throw new IllegalArgumentException(id + ": a diagnosis needs an id, evidence and a remedy");
        }
    }

    /** The severity of a cause, in ascending order. */
    public enum Severity {
        /** A remark that adds to another diagnosis. */
        HINT,
        WARN,
        FAIL;

        /** Name in files: {@code warn}. */
        public String key() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** The measured value as a multiple of the threshold. */
    public double excess() {
        return threshold > 0 ? value / threshold : value;
    }
}
