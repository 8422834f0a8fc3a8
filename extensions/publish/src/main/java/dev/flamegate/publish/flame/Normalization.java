package dev.flamegate.publish.flame;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The divisor that makes the costs of two profiles comparable.
 *
 * @param kind by what
 * @param baseline requests of the baseline, where they are given, above 0; else NaN
 * @param candidate requests of the candidate, or of the only profile, likewise
 */
public record Normalization(Kind kind, double baseline, double candidate) {
    /** Kinds of divisors. */
    public enum Kind {
        /** The whole of each profile: costs are shares. */
        TOTAL,
        /** The time that was recorded: costs are per second. */
        TIME,
        /** Requests: costs are per request. */
        REQUESTS,
        /** Undivided costs. */
        NONE
    }

    /** Costs as shares of each whole profile. */
    public static final Normalization TOTAL = new Normalization(Kind.TOTAL, Double.NaN, Double.NaN);

    /** Raw sample weights. */
    public static final Normalization NONE = new Normalization(Kind.NONE, Double.NaN, Double.NaN);

    private static final Pattern REQUESTS =
            Pattern.compile("requests=([0-9]+(?:\\.[0-9]+)?)(?::([0-9]+(?:\\.[0-9]+)?))?");

    public Normalization {
        if (baseline <= 0 || candidate <= 0 || Double.isInfinite(baseline) || Double.isInfinite(candidate)) {
            throw new IllegalArgumentException(
                    baseline + ":" + candidate + ": the number of requests must be above 0 on both sides");
        }
    }

    /** True if costs are per request that each stored run served itself. */
    boolean isPerOwnRequest() {
        return kind == Kind.REQUESTS && Double.isNaN(baseline) && Double.isNaN(candidate);
    }

    /**
     * Parses a normalization as written on the command line: {@code total}, {@code time}, {@code requests=N:M} with N
     * of the first profile and M of the second, {@code requests=N} for one profile, {@code requests} where the numbers
     * are known, {@code none}.
     *
     * @throws IllegalArgumentException when it is invalid
     */
    public static Normalization parse(String text) {
        Matcher requests = REQUESTS.matcher(text);
        if (requests.matches()) {
            double first = Double.parseDouble(requests.group(1));
            String second = requests.group(2);
            return second == null
                    ? new Normalization(Kind.REQUESTS, Double.NaN, first)
                    : new Normalization(Kind.REQUESTS, first, Double.parseDouble(second));
        }
        Kind kind = switch (text) {
            case "total" -> Kind.TOTAL;
            case "time" -> Kind.TIME;
            case "requests" -> Kind.REQUESTS;
            case "none" -> Kind.NONE;
            default ->
                throw new IllegalArgumentException(
                        text + ": costs can be divided by total, time, requests=N:M or none");
        };
        return new Normalization(kind, Double.NaN, Double.NaN);
    }
}
