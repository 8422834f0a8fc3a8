package dev.flamegate.profile.format;

import dev.flamegate.profile.CallTree;
import org.jspecify.annotations.Nullable;

/**
 * The content of a flame graph of Pyroscope. Weights are in whatever unit its profile type says; what the graph itself
 * says of units is not to be relied on.
 *
 * @param left the tree of a single graph, or the baseline's of a difference
 * @param right the tree compared with it; {@code null} in a single graph
 */
public record Flamebearer(CallTree left, @Nullable CallTree right) {
    /** Name of the node that a server folds small ones into. */
    private static final String FOLDED = "other";

    /**
     * The tree of a single graph.
     *
     * @throws IllegalArgumentException for a difference
     */
    public CallTree single() {
        if (right != null) {
            throw new IllegalArgumentException("a difference of two profiles where one profile was expected");
        }
        return left;
    }

    /**
     * Weight of what a server folded away in a tree of its making: to keep a graph small it puts the smallest nodes into
     * one leaf named {@code other} beside their larger siblings. No method is named so: methods have a class.
     */
    public static long folded(CallTree tree) {
        long folded = 0;
        for (int node = 1; node < tree.size(); node++) {
            if (tree.name(node).equals(FOLDED)) {
                folded += tree.self(node);
            }
        }
        return folded;
    }
}
