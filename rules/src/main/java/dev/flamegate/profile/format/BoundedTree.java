package dev.flamegate.profile.format;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;

/** Builds a call tree, refusing to grow past a bound, and refusing weights that no profile has. */
final class BoundedTree {
    private final ProfileLimits limits;
    private final CallTree.Builder tree = new CallTree.Builder();
    private long steps;
    private long weight;

    BoundedTree(ProfileLimits limits) {
        this.limits = limits;
    }

    int child(int parent, String name, int line) {
        if (++steps > limits.steps()) {
            throw new IllegalArgumentException("stacks of more than " + limits.steps() + " frames in all");
        }
        int node = tree.child(parent, name, line);
        limits.checkCount(node, "different frames in their places");
        return node;
    }

    void add(int node, Facet facet, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(
                    value + ": a negative value: this is the difference of two profiles; give both profiles instead");
        }
        weight += value;
        if (weight < 0) {
            throw new IllegalArgumentException("its values add up to more than 63 bits");
        }
        if (value > 0) {
            tree.addAt(node, facet, value);
        }
    }

    /** Sum of all values so far. */
    long weight() {
        return weight;
    }

    CallTree build() {
        return tree.build();
    }
}
