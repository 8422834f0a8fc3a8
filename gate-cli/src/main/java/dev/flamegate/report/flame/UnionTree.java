package dev.flamegate.report.flame;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.StackTrie;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Both arms of one event in one tree, so that a frame is in the same place in every view. Depth first; of siblings the
 * one that costs more over both arms comes first. The work of the JVM's own threads is below a frame with the name of
 * their pool.
 */
final class UnionTree {
    /** Index of the baseline in arrays with one value per arm. */
    static final int BASELINE = 0;

    static final int CANDIDATE = 1;

    /** The costs of both arms in one node under one facet. */
    record Sample(int node, int facet, long baseline, long candidate) {}

    private final CallTree shape;
    private final int[] order;
    private final int[] parents;
    private final int[] depths;
    private final List<Facet> facets;
    private final List<Sample> samples;

    private UnionTree(CallTree shape, int[] order, List<Facet> facets, List<Sample> samples) {
        this.shape = shape;
        this.order = order;
        this.facets = facets;
        this.samples = samples;
        parents = new int[order.length];
        depths = new int[order.length];
        int[] place = places(order);
        parents[CallTree.ROOT] = -1;
        for (int node = 1; node < order.length; node++) {
            parents[node] = place[shape.parent(order[node])];
            depths[node] = depths[parents[node]] + 1;
        }
    }

    static UnionTree of(FlameEvent event) {
        Merger merger = new Merger();
        // The candidate first: where the arms differ in a frame's line, that of the current source is shown.
        event.candidate().ifPresent(side -> merger.add(side.tree(), CANDIDATE));
        event.baseline().ifPresent(side -> merger.add(side.tree(), BASELINE));
        double[] factors = {
            event.baseline().map(FlameEvent.Side::factor).orElse(0.0),
            event.candidate().map(FlameEvent.Side::factor).orElse(0.0)
        };
        return merger.build(factors);
    }

    private static int[] places(int[] order) {
        int[] places = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            places[order[i]] = i;
        }
        return places;
    }

    /** Number of nodes, the root included. Node 0 is the root, and a node's descendants follow it. */
    int size() {
        return order.length;
    }

    /** The parent of a node, which comes before it; -1 for the root. */
    int parent(int node) {
        return parents[node];
    }

    /** Frames above a node; 0 for the root. */
    int depth(int node) {
        return depths[node];
    }

    /** Canonical name; empty for the root. */
    String name(int node) {
        return shape.name(order[node]);
    }

    /** The node's line in its source; 0 when unknown. */
    int line(int node) {
        return shape.line(order[node]);
    }

    List<Facet> facets() {
        return facets;
    }

    /** The samples by rising node. */
    List<Sample> samples() {
        return samples;
    }

    private static final class Merger {
        private final CallTree.Builder shape = new CallTree.Builder();
        private final Map<Facet, Integer> facets = new LinkedHashMap<>();
        private final Map<Long, long[]> weights = new HashMap<>();

        void add(CallTree tree, int side) {
            Map<String, StackTrie.Copy> copies = new HashMap<>();
            for (int i = 0; i < tree.sampleCount(); i++) {
                Facet facet = tree.sampleFacet(i);
                String pool = facet.isMachine() ? facet.pool() : "";
                int node = copies.computeIfAbsent(pool, key -> copy(tree, key)).node(tree.sampleNode(i));
                int facetId = facets.computeIfAbsent(facet, key -> facets.size());
                weights.computeIfAbsent(((long) node << 32) | facetId, key -> new long[2])[side] +=
                        tree.sampleWeight(i);
            }
        }

        /** Copies a tree below the frame of a pool, if there is one. */
        private StackTrie.Copy copy(CallTree tree, String pool) {
            int root = pool.isEmpty() ? CallTree.ROOT : shape.child(CallTree.ROOT, pool, 0);
            return shape.trie().copyOf(tree, root);
        }

        UnionTree build(double[] factors) {
            CallTree built = shape.build();
            double[] costs = costs(built, factors);
            int[] order = built.depthFirst(
                    Comparator.comparingDouble((Integer node) -> -costs[node]).thenComparing(built::name));
            int[] place = places(order);
            List<Sample> samples = new ArrayList<>(weights.size());
            weights.forEach((key, both) -> samples.add(
                    new Sample(place[(int) (key >> 32)], (int) (long) key, both[BASELINE], both[CANDIDATE])));
            samples.sort(Comparator.comparingInt(Sample::node).thenComparingInt(Sample::facet));
            return new UnionTree(built, order, List.copyOf(facets.keySet()), samples);
        }

        /** The cost of each node including its descendants, both arms together. */
        private double[] costs(CallTree tree, double[] factors) {
            double[] costs = new double[tree.size()];
            weights.forEach((key, both) -> costs[(int) (key >> 32)] +=
                    both[BASELINE] * factors[BASELINE] + both[CANDIDATE] * factors[CANDIDATE]);
            for (int node = costs.length - 1; node > CallTree.ROOT; node--) {
                costs[tree.parent(node)] += costs[node];
            }
            return costs;
        }
    }
}
