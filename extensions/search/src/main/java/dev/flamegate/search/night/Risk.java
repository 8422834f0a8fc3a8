package dev.flamegate.search.night;

/**
 * The order of services: first the one where most can have gone wrong, and for longest. Only the order of the numbers
 * means anything. {@code bench/nightly} measures what it is worth.
 */
public final class Risk {
    /** Assumed failures of a service that was never measured: one in ten comparisons. */
    private static final double USUAL_FAILURES = 1;

    private static final double USUAL_COMPARISONS = 10;

    /** The most days that count; a service that waits is at the front some day, however small its changes are. */
    private static final double MOST_DAYS = 365;

    /** Priority of a service that was never measured: same as one week's wait. */
    private static final double NEVER_MEASURED_DAYS = 7;

    private Risk() {}

    /**
     * The size of the change, times how often its service failed, times the days that it waits.
     *
     * @param lines changed since the last good commit, in files that are built
     * @param days since the service was last measured, at least 0; negative for never
     * @param failures among {@code comparisons} of earlier nights
     * @return 0 where nothing changed, above it otherwise
     */
    public static double of(long lines, double days, int failures, int comparisons) {
        double size = Math.log1p(lines) / Math.log(2);
        double rate = (failures + USUAL_FAILURES) / (comparisons + USUAL_COMPARISONS);
        double waits = 1 + Math.min(days < 0 ? NEVER_MEASURED_DAYS : days, MOST_DAYS);
        return size * rate * waits;
    }
}
