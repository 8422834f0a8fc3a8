package dev.flamegate.stats;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The evidence of several values for how loud one comparison is, beside what is usual. What makes a machine loud makes
 * all values of time loud that are measured on it in the same minutes, so each says something about the others: three
 * pairs of one value can hardly tell a loud night from a usual one, three of each of four values can
 * (docs/internals/decisions/0029).
 */
public final class Loudness {
    private final List<? extends List<? extends Witness>> kinds;
    private final Map<Integer, double[]> known = new ConcurrentHashMap<>();

    /** One value of the comparison. */
    public interface Witness {
        /**
         * Returns the evidence of the first {@code n} pairs of this value.
         *
         * @return the logarithm of their probability by how loud the comparison is, from quiet to loudest, up to a
         *     common summand
         */
        double[] evidence(int n);
    }

    private Loudness(List<? extends List<? extends Witness>> kinds) {
        this.kinds = kinds;
    }

    /**
     * The loudness that some values show.
     *
     * @param kinds values of one comparison: those of one kind say about the same, so together they count as one
     */
    public static Loudness of(List<? extends List<? extends Witness>> kinds) {
        return new Loudness(kinds);
    }

    /** The evidence of the first {@code n} pairs of all values together, as in {@link Witness#evidence}. */
    double[] after(int n) {
        return known.computeIfAbsent(n, this::sum).clone();
    }

    private double[] sum(int n) {
        double[] sum = new double[NoiseState.values().length];
        for (List<? extends Witness> kind : kinds) {
            for (Witness value : kind) {
                double[] evidence = value.evidence(n);
                for (int state = 0; state < sum.length; state++) {
                    sum[state] += evidence[state] / kind.size();
                }
            }
        }
        return sum;
    }
}
