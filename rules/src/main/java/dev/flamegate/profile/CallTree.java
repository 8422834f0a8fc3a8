package dev.flamegate.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * A tree of calls with weighted samples: node 0 is the root without a frame, and every node comes after its parent.
 * Immutable. Nothing is folded or cut.
 *
 * <p>Stored as columns because a profile has up to some hundred thousand nodes.
 */
public final class CallTree {
    /** The root's index. */
    public static final int ROOT = 0;

    private final String[] names;
    private final int[] parents;
    private final int[] nameOfNode;
    private final int[] lines;
    private final Facet[] facets;
    private final int[] sampleNodes;
    private final int[] sampleFacets;
    private final long[] sampleWeights;
    private final long[] self;
    private final long[] total;

    private CallTree(
            String[] names,
            int[] parents,
            int[] nameOfNode,
            int[] lines,
            Facet[] facets,
            int[] sampleNodes,
            int[] sampleFacets,
            long[] sampleWeights) {
        this.names = names;
        this.parents = parents;
        this.nameOfNode = nameOfNode;
        this.lines = lines;
        this.facets = facets;
        this.sampleNodes = sampleNodes;
        this.sampleFacets = sampleFacets;
        this.sampleWeights = sampleWeights;
        self = new long[parents.length];
        for (int i = 0; i < sampleNodes.length; i++) {
            self[sampleNodes[i]] += sampleWeights[i];
        }
        total = self.clone();
        for (int node = parents.length - 1; node > ROOT; node--) {
            total[parents[node]] += total[node];
        }
    }

    /** A tree without samples. */
    public static CallTree empty() {
        return new Builder().build();
    }

    /** All samples of the given trees in one. */
    public static CallTree merge(Collection<CallTree> trees) {
        Builder builder = new Builder();
        trees.forEach(tree -> builder.addAll(tree, facet -> true));
        return builder.build();
    }

    /** The samples whose facet is wanted, on their own. */
    public CallTree filter(Predicate<Facet> wanted) {
        Builder builder = new Builder();
        builder.addAll(this, wanted);
        return builder.build();
    }

    /**
     * The same samples, each weight multiplied by a factor of its facet and rounded.
     *
     * @param factor not negative
     */
    public CallTree scaled(ToDoubleFunction<Facet> factor) {
        double[] byFacet = new double[facets.length];
        for (int i = 0; i < facets.length; i++) {
            byFacet[i] = factor.applyAsDouble(facets[i]);
        }
        long[] weights = new long[sampleWeights.length];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = Math.round(sampleWeights[i] * byFacet[sampleFacets[i]]);
        }
        return new CallTree(names, parents, nameOfNode, lines, facets, sampleNodes, sampleFacets, weights);
    }

    /** Number of nodes, the root included. */
    public int size() {
        return parents.length;
    }

    /** Parent of a node; -1 for the root. */
    public int parent(int node) {
        return parents[node];
    }

    /** Canonical name of a node's frame; empty for the root. */
    public String name(int node) {
        return node == ROOT ? "" : names[nameOfNode[node]];
    }

    /** Line first seen at a node; 0 when unknown. */
    public int line(int node) {
        return lines[node];
    }

    /** Weight of the samples that end in a node. */
    public long self(int node) {
        return self[node];
    }

    /** Weight of the samples in a node or below it. */
    public long total(int node) {
        return total[node];
    }

    /** Weight of all samples. */
    public long weight() {
        return total[ROOT];
    }

    /** Number of distinct pairs of a node and a facet that have samples. */
    public int sampleCount() {
        return sampleNodes.length;
    }

    public int sampleNode(int sample) {
        return sampleNodes[sample];
    }

    public Facet sampleFacet(int sample) {
        return facets[sampleFacets[sample]];
    }

    public long sampleWeight(int sample) {
        return sampleWeights[sample];
    }

    /** The frames from the root's child down to a node. */
    public List<Frame> stack(int node) {
        List<Frame> stack = new ArrayList<>();
        for (int at = node; at != ROOT; at = parents[at]) {
            stack.add(new Frame(name(at), lines[at]));
        }
        Collections.reverse(stack);
        return stack;
    }

    /** Children of every node by index, each list in the order first seen. */
    public List<List<Integer>> children() {
        List<List<Integer>> children = new ArrayList<>(size());
        for (int node = 0; node < size(); node++) {
            children.add(new ArrayList<>(2));
        }
        for (int node = 1; node < size(); node++) {
            children.get(parents[node]).add(node);
        }
        return children;
    }

    /** Collects samples into a tree. Not for use by several threads at once. */
    public static final class Builder {
        private final Map<String, Integer> nameIndex = new HashMap<>();
        private final List<String> names = new ArrayList<>();
        private final Map<Long, Integer> nodeIndex = new HashMap<>();
        private final Map<Facet, Integer> facetIndex = new HashMap<>();
        private final List<Facet> facets = new ArrayList<>();
        private final Map<Long, Long> weights = new LinkedHashMap<>();
        private int[] parents = new int[64];
        private int[] nameOfNode = new int[64];
        private int[] lines = new int[64];
        private int size = 1;

        public Builder() {
            parents[ROOT] = -1;
            nameOfNode[ROOT] = -1;
        }

        /**
         * Adds one sample.
         *
         * @param stack from the outermost frame to the innermost
         * @param weight nanoseconds or bytes, not negative
         */
        public Builder add(List<Frame> stack, Facet facet, long weight) {
            int node = ROOT;
            for (Frame frame : stack) {
                node = child(node, frame.name(), frame.line());
            }
            return addAt(node, facet, weight);
        }

        /** The child of a node with this frame, made when it is not there yet. */
        public int child(int parent, String name, int line) {
            int nameId = nameIndex.computeIfAbsent(name, key -> {
                names.add(key);
                return names.size() - 1;
            });
            long key = ((long) parent << 32) | nameId;
            Integer known = nodeIndex.get(key);
            if (known != null) {
                return known;
            }
            if (size == parents.length) {
                parents = Arrays.copyOf(parents, size * 2);
                nameOfNode = Arrays.copyOf(nameOfNode, size * 2);
                lines = Arrays.copyOf(lines, size * 2);
            }
            parents[size] = parent;
            nameOfNode[size] = nameId;
            lines[size] = line;
            nodeIndex.put(key, size);
            return size++;
        }

        /** Adds a sample that ends in a node of this builder. */
        public Builder addAt(int node, Facet facet, long weight) {
            if (weight < 0) {
                throw new IllegalArgumentException(weight + ": a sample's weight is not negative");
            }
            int facetId = facetIndex.computeIfAbsent(facet, key -> {
                facets.add(key);
                return facets.size() - 1;
            });
            weights.merge(((long) node << 32) | facetId, weight, Long::sum);
            return this;
        }

        /** Adds the wanted samples of another tree. */
        public Builder addAll(CallTree tree, Predicate<Facet> wanted) {
            int[] mapped = new int[tree.size()];
            Arrays.fill(mapped, -1);
            mapped[ROOT] = ROOT;
            for (int i = 0; i < tree.sampleCount(); i++) {
                if (wanted.test(tree.sampleFacet(i))) {
                    addAt(map(tree, tree.sampleNode(i), mapped), tree.sampleFacet(i), tree.sampleWeight(i));
                }
            }
            return this;
        }

        private int map(CallTree tree, int node, int[] mapped) {
            int[] path = new int[16];
            int depth = 0;
            int at = node;
            while (mapped[at] < 0) {
                if (depth == path.length) {
                    path = Arrays.copyOf(path, depth * 2);
                }
                path[depth++] = at;
                at = tree.parent(at);
            }
            while (depth > 0) {
                int next = path[--depth];
                mapped[next] = child(mapped[at], tree.name(next), tree.line(next));
                at = next;
            }
            return mapped[node];
        }

        public CallTree build() {
            int[] sampleNodes = new int[weights.size()];
            int[] sampleFacets = new int[weights.size()];
            long[] sampleWeights = new long[weights.size()];
            int i = 0;
            for (Map.Entry<Long, Long> sample : weights.entrySet()) {
                sampleNodes[i] = (int) (sample.getKey() >> 32);
                sampleFacets[i] = (int) (long) sample.getKey();
                sampleWeights[i++] = sample.getValue();
            }
            return new CallTree(
                    names.toArray(new String[0]),
                    Arrays.copyOf(parents, size),
                    Arrays.copyOf(nameOfNode, size),
                    Arrays.copyOf(lines, size),
                    facets.toArray(new Facet[0]),
                    sampleNodes,
                    sampleFacets,
                    sampleWeights);
        }
    }
}
