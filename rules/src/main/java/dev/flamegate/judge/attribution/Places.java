package dev.flamegate.judge.attribution;

import dev.flamegate.model.finding.Culprit.Kind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The places in a call tree at which the cost that a frame explains begins.
 *
 * @param counts by node, whether the samples that end there are part of it
 * @param costs by outermost node of the frame, the cost by trial of these samples at it and below
 */
record Places(boolean[] counts, Map<Integer, double[]> costs) {
    static Places of(CostTree tree, GrownFrames.Explanation found) {
        boolean[] counts = counts(tree, found);
        int[] places = new int[counts.length];
        Map<Integer, double[]> costs = new HashMap<>();
        for (int node = 1; node < places.length; node++) {
            boolean begins = tree.frameOf(node) == found.frame() && tree.isOutermost(node);
            places[node] = begins ? node : places[tree.shape().parent(node)];
            if (counts[node]) {
                add(costs, places[node], tree.self(node));
            }
        }
        return new Places(counts, costs);
    }

    private static boolean[] counts(CostTree tree, GrownFrames.Explanation found) {
        boolean[] counts = tree.below(found.frame());
        boolean[] within = found.explains() == found.frame() ? counts : tree.below(found.explains());
        for (int node = 1; node < counts.length; node++) {
            boolean own = found.kind() == Kind.INCLUSIVE || tree.frameOf(node) == found.frame();
            counts[node] = counts[node] && within[node] && own;
        }
        return counts;
    }

    /** Adds costs by trial to those of a key. */
    static void add(Map<Integer, double[]> sums, int key, double[] values) {
        double[] sum = sums.computeIfAbsent(key, unknown -> new double[values.length]);
        Arrays.setAll(sum, trial -> sum[trial] + values[trial]);
    }
}
