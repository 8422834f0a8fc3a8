package dev.flamegate.stats;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The possible error of an estimate: Student's t around it, or a weighted mixture of several if it is not known which
 * noise applies.
 *
 * @param parts their weights sum to 1; empty when the spread is unknown, and then nothing is significant
 */
public record Spread(List<Part> parts) {
    public static final Spread UNKNOWN = new Spread(List.of());

    /** Bisection steps in the search for a quantile: enough for the digits of a double. */
    private static final int HALVINGS = 60;

    /**
     * One distribution of the mixture.
     *
     * @param weight in (0, 1]
     * @param error standard error, not negative
     * @param degrees degrees of freedom behind {@code error}, above 0
     */
    public record Part(double weight, double error, double degrees) {
        public Part {
            if (!(weight > 0 && weight <= 1 + 1e-9) || !(error >= 0) || !(degrees > 0)) {
                throw new IllegalArgumentException(weight + " of ±" + error + ", " + degrees
                        + " df: a part has a weight, and its error is not negative");
            }
        }

        private double beyond(double distance) {
            if (error == 0) {
                return distance > 0 ? 0 : 1;
            }
            return TDistribution.of(degrees).survivalProbability(distance / error);
        }

        private double quantile(double level) {
            return TDistribution.of(degrees).inverseSurvivalProbability(level) * error;
        }
    }

    public Spread {
        parts = List.copyOf(parts);
    }

    /**
     * Student's t.
     *
     * @param error standard error, not negative
     * @param degrees of freedom behind it, not negative; 0 when the spread is unknown
     */
    public static Spread student(double error, double degrees) {
        return degrees == 0 ? UNKNOWN : new Spread(List.of(new Part(1, error, degrees)));
    }

    public boolean isKnown() {
        return !parts.isEmpty();
    }

    /** Standard error, over all parts; 0 when the spread is unknown. */
    public double error() {
        return parts.size() == 1
                ? parts.get(0).error()
                : Math.sqrt(parts.stream()
                        .mapToDouble(part -> part.weight() * part.error() * part.error())
                        .sum());
    }

    /** Degrees of freedom, averaged over the parts; 0 when the spread is unknown. */
    public double degrees() {
        return parts.size() == 1
                ? parts.get(0).degrees()
                : parts.stream()
                        .mapToDouble(part -> part.weight() * part.degrees())
                        .sum();
    }

    /** Probability that an estimate is larger than the truth by this distance or more; 1 when the spread is unknown. */
    public double beyond(double distance) {
        double sum = isKnown() ? 0 : 1;
        for (Part part : parts) {
            sum += part.weight() * part.beyond(distance);
        }
        return Math.min(1, sum);
    }

    /**
     * The distance that is exceeded with a probability; infinite when the spread is unknown.
     *
     * @param level in (0, 1)
     */
    public double quantile(double level) {
        if (!isKnown()) {
            return Double.POSITIVE_INFINITY;
        }
        double low =
                parts.stream().mapToDouble(part -> part.quantile(level)).min().orElseThrow();
        double high =
                parts.stream().mapToDouble(part -> part.quantile(level)).max().orElseThrow();
        for (int i = 0; i < HALVINGS && low < high; i++) {
            double middle = (low + high) / 2;
            if (beyond(middle) > level) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** This spread with another, independent error, whose variance is added to that of every part. */
    public Spread plus(double variance) {
        return variance == 0
                ? this
                : new Spread(parts.stream()
                        .map(part -> new Part(
                                part.weight(), Math.sqrt(part.error() * part.error() + variance), part.degrees()))
                        .toList());
    }

    /**
     * The probable spread with more pairs of the same kind.
     *
     * @param n pairs it is based on
     * @param later pairs it will be based on, at least {@code n}
     */
    Spread after(int n, int later) {
        double factor = Math.sqrt((double) n / later);
        return new Spread(parts.stream()
                .map(part -> new Part(part.weight(), part.error() * factor, part.degrees() + later - n))
                .toList());
    }
}
