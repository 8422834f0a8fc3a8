package dev.flamegate.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time that a host takes for a fixed piece of work on one thread: hosts that share the name of a CPU need not share
 * its speed.
 *
 * @param millis CPU time of the fastest repetition, above 0
 * @param noise how much longer the usual repetition took, relative, not negative
 */
public record HostSpeed(double millis, double noise) {
    /** Less than this is the same host on another day: its clock and its caches are not always the same either. */
    private static final double LEAST = 0.1;

    private static final Pattern TEXT = Pattern.compile("([0-9.]+) ms \\+([0-9.]+) %");

    public HostSpeed {
        if (!(millis > 0) || !(noise >= 0)) {
            throw new IllegalArgumentException(
                    millis + ", " + noise + ": work takes time, and never less than the least");
        }
    }

    /** The speed as a fact of a run: {@code 4.12 ms +1.3 %}. */
    public String text() {
        return rounded(millis, 3) + " ms +" + rounded(noise * 100, 1) + " %";
    }

    private static String rounded(double value, int decimals) {
        return BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_UP)
                .toPlainString();
    }

    /** Reads {@link #text}; empty for anything else. */
    static Optional<HostSpeed> of(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        new HostSpeed(Double.parseDouble(matcher.group(1)), Double.parseDouble(matcher.group(2)) / 100))
                : Optional.empty();
    }

    /** True if the other host is faster or slower by more than a tenth and more than the noise of both explains. */
    public boolean isOther(HostSpeed other) {
        return Math.abs(Math.log(millis / other.millis)) > Math.log1p(LEAST + noise + other.noise);
    }
}
