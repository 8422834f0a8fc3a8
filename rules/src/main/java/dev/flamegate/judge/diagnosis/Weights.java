package dev.flamegate.judge.diagnosis;

import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.IdleStacks;
import dev.flamegate.profile.names.MachinePools;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** The samples of one event, added up in the ways that diagnoses need. Idle threads are kept apart. */
final class Weights {
    @FunctionalInterface
    interface Meant {
        boolean test(int node, Facet facet);
    }

    private final CallTree tree;
    private final boolean[] idle;

    Weights(CallTree tree) {
        this.tree = tree;
        this.idle = IdleStacks.of(tree);
    }

    CallTree tree() {
        return tree;
    }

    boolean isIdle(int node) {
        return idle[node];
    }

    boolean isEmpty() {
        return tree.weight() == 0;
    }

    double sum(Meant meant) {
        double sum = 0;
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            if (meant.test(tree.sampleNode(sample), tree.sampleFacet(sample))) {
                sum += tree.sampleWeight(sample);
            }
        }
        return sum;
    }

    /** Weight of all samples except the profiler's. */
    double all() {
        return sum((node, facet) -> !facet.pool().equals(MachinePools.PROFILER));
    }

    /** Weight of the application's threads while they had work. */
    double working() {
        return sum((node, facet) -> isWorking(node, facet));
    }

    boolean isWorking(int node, Facet facet) {
        return !facet.isMachine() && !idle[node];
    }

    /** Tells by node whether such a frame is at the node or above it. */
    boolean[] below(Predicate<String> frame) {
        boolean[] below = new boolean[tree.size()];
        for (int node = 1; node < below.length; node++) {
            below[node] = below[tree.parent(node)] || frame.test(tree.name(node));
        }
        return below;
    }

    /** Tells by node what a thread that sleeps there waits for: the outermost frame that shows a reason decides. */
    LatencyPart.Kind[] waits() {
        LatencyPart.Kind[] waits = new LatencyPart.Kind[tree.size()];
        Arrays.fill(waits, LatencyPart.Kind.OTHER_WAIT);
        for (int node = 1; node < waits.length; node++) {
            LatencyPart.Kind above = waits[tree.parent(node)];
            waits[node] = above == LatencyPart.Kind.OTHER_WAIT
                    ? Waits.kind(tree.name(node)).orElse(above)
                    : above;
        }
        return waits;
    }

    /**
     * Weight of the samples meant, by the frame responsible for them: the nearest caller whose code can be changed,
     * outside of what was recognised and of its library; or else the outermost frame.
     *
     * @param inside by node, whether it is part of what was recognised
     */
    Map<String, Double> byCaller(Meant meant, boolean[] inside) {
        Map<String, Double> sums = new HashMap<>();
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            int node = tree.sampleNode(sample);
            if (meant.test(node, tree.sampleFacet(sample)) && node != CallTree.ROOT) {
                sums.merge(caller(node, inside), (double) tree.sampleWeight(sample), Double::sum);
            }
        }
        return sums;
    }

    private String caller(int node, boolean[] inside) {
        String name = tree.name(node);
        for (int at = node; at != CallTree.ROOT; at = tree.parent(at)) {
            name = tree.name(at);
            if (!inside[at] && SourceCode.isChangeable(name) && !Waits.isOfPool(name)) {
                return name;
            }
        }
        return name;
    }

    /** The key of the largest value; empty for none. */
    static String largest(Map<String, Double> sums) {
        return sums.entrySet().stream()
                .max(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
    }
}
