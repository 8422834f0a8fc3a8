package dev.flamegate.judge.attribution;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.rule.NamePatterns;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.IdleStacks;
import dev.flamegate.profile.names.MachinePools;
import java.util.Arrays;
import java.util.List;

/**
 * The call trees of all trials of both arms laid over each other, with the cost per request in each trial at each
 * node. The machine's own threads are one node each, under the name of their bucket.
 */
final class CostTree {
    private final CallTree shape;
    private final double[][] self;
    private final double[][] total;
    private final boolean[] outermost;

    private CostTree(CallTree shape, double[][] self, boolean[] outermost) {
        this.shape = shape;
        this.self = self;
        this.outermost = outermost;
        total = new double[self.length][];
        for (int trial = 0; trial < self.length; trial++) {
            total[trial] = self[trial].clone();
            for (int node = shape.size() - 1; node > CallTree.ROOT; node--) {
                total[trial][shape.parent(node)] += total[trial][node];
            }
        }
    }

    /**
     * Lays trees over each other.
     *
     * @param trials of both arms
     * @param selector which samples count; with a frame, those in it or below it
     */
    static CostTree of(List<TrialCost> trials, ProfileEvent event, Selector selector) {
        CallTree.Builder union = new CallTree.Builder();
        int[][] nodes = new int[trials.size()][];
        for (int trial = 0; trial < nodes.length; trial++) {
            nodes[trial] = place(trials.get(trial).tree(), union, event, selector);
        }
        CallTree shape = union.build();
        double[][] self = new double[nodes.length][shape.size()];
        for (int trial = 0; trial < nodes.length; trial++) {
            TrialCost cost = trials.get(trial);
            for (int sample = 0; sample < nodes[trial].length; sample++) {
                if (nodes[trial][sample] >= 0) {
                    self[trial][nodes[trial][sample]] += cost.tree().sampleWeight(sample) * cost.scale();
                }
            }
        }
        return new CostTree(shape, self, shape.outermost());
    }

    /** The union's node of every sample of a tree; -1 where the sample does not count. */
    private static int[] place(CallTree tree, CallTree.Builder union, ProfileEvent event, Selector selector) {
        boolean[] inside = inside(tree, selector);
        boolean[] idle = event.isWaiting() ? IdleStacks.of(tree) : new boolean[tree.size()];
        int[] mapped = new int[tree.size()];
        for (int node = 1; node < tree.size(); node++) {
            mapped[node] = union.child(mapped[tree.parent(node)], tree.name(node), tree.line(node));
        }
        int[] nodes = new int[tree.sampleCount()];
        for (int sample = 0; sample < nodes.length; sample++) {
            Facet facet = tree.sampleFacet(sample);
            int node = tree.sampleNode(sample);
            boolean counts = inside[node] && !idle[node] && isOf(facet, selector);
            int at = facet.isMachine() ? machine(union, facet, selector) : mapped[node];
            nodes[sample] = counts ? at : -1;
        }
        return nodes;
    }

    private static int machine(CallTree.Builder union, Facet facet, Selector selector) {
        boolean narrowed = selector.frame() != null || selector.pool() != null || selector.request() != null;
        return narrowed ? -1 : union.child(CallTree.ROOT, facet.pool(), 0);
    }

    private static boolean isOf(Facet facet, Selector selector) {
        return (selector.pool() == null || NamePatterns.matches(selector.pool(), facet.pool()))
                && (selector.request() == null || NamePatterns.matches(selector.request(), facet.request()));
    }

    private static boolean[] inside(CallTree tree, Selector selector) {
        boolean[] inside = new boolean[tree.size()];
        String frame = selector.frame();
        inside[CallTree.ROOT] = frame == null;
        for (int node = 1; node < tree.size(); node++) {
            inside[node] =
                    inside[tree.parent(node)] || (frame != null && NamePatterns.frameMatches(frame, tree.name(node)));
        }
        return inside;
    }

    /** This tree without the samples that have a frame on their stack. */
    CostTree without(int frame) {
        boolean[] below = below(frame);
        double[][] left = new double[self.length][];
        for (int trial = 0; trial < self.length; trial++) {
            left[trial] = self[trial].clone();
            for (int node = 0; node < below.length; node++) {
                left[trial][node] = below[node] ? 0 : left[trial][node];
            }
        }
        return new CostTree(shape, left, outermost);
    }

    /** Tells by node whether a frame is at it or above it. */
    boolean[] below(int frame) {
        boolean[] below = new boolean[shape.size()];
        for (int node = 1; node < below.length; node++) {
            below[node] = frameOf(node) == frame || below[shape.parent(node)];
        }
        return below;
    }

    /** Cost by trial of the samples that have one frame on their stack and another at or below it. */
    double[] through(int above, int frame) {
        boolean[] in = below(above);
        boolean[] both = new boolean[shape.size()];
        double[] sums = new double[self.length];
        for (int node = 1; node < both.length; node++) {
            both[node] = both[shape.parent(node)] || (in[node] && frameOf(node) == frame);
            for (int trial = 0; both[node] && trial < sums.length; trial++) {
                sums[trial] += self[trial][node];
            }
        }
        return sums;
    }

    /** Cost by frame and trial in the frame itself, or in it and below with each sample counted once. */
    double[][] byFrame(boolean inclusive) {
        double[][] sums = new double[shape.nameCount()][self.length];
        for (int node = 1; node < shape.size(); node++) {
            if (!inclusive || outermost[node]) {
                for (int trial = 0; trial < self.length; trial++) {
                    sums[frameOf(node)][trial] += (inclusive ? total : self)[trial][node];
                }
            }
        }
        return sums;
    }

    /** Cost of everything by trial. */
    double[] whole() {
        return Arrays.stream(total).mapToDouble(trial -> trial[CallTree.ROOT]).toArray();
    }

    /** Cost at each node and below it, over all trials together. */
    double[] totals() {
        double[] sums = new double[shape.size()];
        for (double[] trial : total) {
            for (int node = 0; node < sums.length; node++) {
                sums[node] += trial[node];
            }
        }
        return sums;
    }

    /** The change of the cost at each node and below it. */
    double[] changes(Trials trials) {
        double[] changes = new double[shape.size()];
        for (int node = 0; node < changes.length; node++) {
            changes[node] = trials.change(total(node));
        }
        return changes;
    }

    CallTree shape() {
        return shape;
    }

    /** Cost at a node and below it by trial. */
    double[] total(int node) {
        return Arrays.stream(total).mapToDouble(trial -> trial[node]).toArray();
    }

    /** Cost of the samples that end at a node, by trial. */
    double[] self(int node) {
        return Arrays.stream(self).mapToDouble(trial -> trial[node]).toArray();
    }

    /** Number of a node's frame; -1 for the root. */
    int frameOf(int node) {
        return shape.nameOf(node);
    }

    boolean isOutermost(int node) {
        return outermost[node];
    }

    /** Number of frames; they are numbered from 0. */
    int frames() {
        return shape.nameCount();
    }

    String frame(int frame) {
        return shape.nameAt(frame);
    }

    /** The frame of this name; -1 if it is unknown. */
    int find(String name) {
        for (int frame = 0; frame < frames(); frame++) {
            if (frame(frame).equals(name)) {
                return frame;
            }
        }
        return -1;
    }

    /** True if a frame stands for the profiler's own threads. */
    boolean isProfiler(int frame) {
        return frame(frame).equals(MachinePools.PROFILER);
    }
}
