package dev.flamegate.judge.attribution;

import dev.flamegate.stats.Moments;

/**
 * The arrangement of the trials of two arms. Values by trial are the baseline's first, then the candidate's.
 *
 * @param baseline number of the baseline's trials, at least 1
 * @param candidate of the candidate's, equal to it where they are pairs
 * @param paired whether trials of equal place are pairs
 */
record Trials(int baseline, int candidate, boolean paired) {
    /** Relative difference that sums of equal numbers may have by the order of their terms. */
    private static final double ROUNDING = 1e-12;

    Trials {
        if (baseline < 1 || candidate < 1 || (paired && baseline != candidate)) {
            throw new IllegalArgumentException(
                    baseline + ", " + candidate + ": each arm has trials, and pairs one of each");
        }
    }

    /** Degrees of freedom of {@link #spread}. */
    int degrees() {
        return paired ? baseline - 1 : baseline + candidate - 2;
    }

    /** The variance of the estimate, as a part of that of one pair's difference or of one trial. */
    double perEstimate() {
        return paired ? 1.0 / baseline : 1.0 / baseline + 1.0 / candidate;
    }

    double meanBaseline(double[] values) {
        return mean(values, 0, baseline);
    }

    double meanCandidate(double[] values) {
        return mean(values, baseline, values.length);
    }

    /** The estimate: mean of the candidate less mean of the baseline; 0 where only rounding tells them apart. */
    double change(double[] values) {
        double before = meanBaseline(values);
        double after = meanCandidate(values);
        return Math.abs(after - before) <= ROUNDING * Math.abs(before) ? 0 : after - before;
    }

    /** Variance of one pair's difference, or of one trial around its arm's mean; 0 without degrees of freedom. */
    double spread(double[] values) {
        if (degrees() == 0) {
            return 0;
        }
        if (paired) {
            double[] differences = new double[baseline];
            for (int i = 0; i < baseline; i++) {
                differences[i] = values[baseline + i] - values[i];
            }
            return Moments.of(differences).variance();
        }
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            double mean = i < baseline ? meanBaseline(values) : meanCandidate(values);
            squares += (values[i] - mean) * (values[i] - mean);
        }
        return squares / degrees();
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }
}
