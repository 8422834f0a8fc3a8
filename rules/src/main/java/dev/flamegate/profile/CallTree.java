package dev.flamegate.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A tree of calls with weighted samples: node 0 is the root without a frame, and every node comes after its parent.
 * Immutable. Nothing is folded or cut.
 *
 * <p>Stored as columns because a profile has up to some hundred thousand nodes.
 */
public final class CallTree implements Stacks {
    private final String[] names;
    private final @Nullable String[] originals;
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
            @Nullable String[] originals,
            int[] parents,
            int[] nameOfNode,
            int[] lines,
            Facet[] facets,
            int[] sampleNodes,
            int[] sampleFacets,
            long[] sampleWeights) {
        this.names = names;
        this.originals = originals;
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

    public static CallTree empty() {
        return new Builder().build();
    }

    public static CallTree merge(Collection<CallTree> trees) {
        Builder builder = new Builder();
        trees.forEach(tree -> builder.addAll(tree, facet -> true));
        return builder.build();
    }

    public CallTree filter(Predicate<Facet> wanted) {
        Builder builder = new Builder();
        builder.addAll(this, wanted);
        return builder.build();
    }

    /**
     * This tree with each weight multiplied by a factor of its facet and rounded.
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
        return new CallTree(names, originals, parents, nameOfNode, lines, facets, sampleNodes, sampleFacets, weights);
    }

    @Override
    public int size() {
        return parents.length;
    }

    @Override
    public int parent(int node) {
        return parents[node];
    }

    @Override
    public int nameOf(int node) {
        return nameOfNode[node];
    }

    @Override
    public int nameCount() {
        return names.length;
    }

    @Override
    public String nameAt(int name) {
        return names[name];
    }

    @Override
    public String originalAt(int name) {
        String original = originals[name];
        return original == null ? names[name] : original;
    }

    /** Canonical name of a node's frame; empty for the root. */
    public String name(int node) {
        return node == ROOT ? "" : names[nameOfNode[node]];
    }

    /**
     * A node's frame as a recording called it, for display: with the number or hash that was removed from its canonical
     * name. Any one of several originals; the canonical name if it is the only one.
     */
    public String original(int node) {
        return node == ROOT ? "" : originalAt(nameOfNode[node]);
    }

    @Override
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
        for (int at : path(node)) {
            stack.add(new Frame(name(at), lines[at]));
        }
        return stack;
    }

    /** Collects samples into a tree. Not for use by several threads at once. */
    public static final class Builder {
        private final StackTrie trie = new StackTrie();
        private final LongIndex samples = new LongIndex(); // node and facet
        private long[] weights = new long[64];
        private long total;

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

        /** The stacks and names so far; additions to it are additions to the tree. */
        public StackTrie trie() {
            return trie;
        }

        /** The child of a node with this frame, made when it is not there yet. */
        public int child(int parent, String name, int line) {
            return trie.child(parent, trie.name(name), line);
        }

        /** Adds a sample that ends in a node of this builder. */
        public Builder addAt(int node, Facet facet, long weight) {
            return addAt(node, trie.facet(facet), weight);
        }

        /**
         * Adds a sample that ends in a node of this builder.
         *
         * @param facet number in {@link #trie()}
         * @throws IllegalArgumentException when the weight is negative, or all weights together are too much for a long
         */
        public Builder addAt(int node, int facet, long weight) {
            if (weight < 0) {
                throw new IllegalArgumentException(weight + ": a sample's weight is not negative");
            }
            total += weight;
            if (total < 0) {
                throw new IllegalArgumentException(weight + ": with it the samples weigh more than 2^63 together");
            }
            int sample = samples.add((long) node << 32 | facet);
            if (sample == weights.length) {
                weights = Arrays.copyOf(weights, sample * 2);
            }
            weights[sample] += weight;
            return this;
        }

        public Builder addAll(CallTree tree, Predicate<Facet> wanted) {
            int[] facetHere = new int[tree.facets.length];
            for (int i = 0; i < facetHere.length; i++) {
                facetHere[i] = wanted.test(tree.facets[i]) ? trie.facet(tree.facets[i]) : -1;
            }
            StackTrie.Copy copy = trie.copyOf(tree);
            for (int i = 0; i < tree.sampleCount(); i++) {
                int facet = facetHere[tree.sampleFacets[i]];
                if (facet >= 0) {
                    addAt(copy.node(tree.sampleNodes[i]), facet, tree.sampleWeights[i]);
                }
            }
            return this;
        }

        public CallTree build() {
            int size = trie.size();
            int[] parents = new int[size];
            int[] nameOfNode = new int[size];
            int[] lines = new int[size];
            for (int node = 0; node < size; node++) {
                parents[node] = trie.parent(node);
                nameOfNode[node] = trie.nameOf(node);
                lines[node] = trie.line(node);
            }
            int[] sampleNodes = new int[samples.size()];
            int[] sampleFacets = new int[samples.size()];
            for (int i = 0; i < sampleNodes.length; i++) {
                sampleNodes[i] = (int) (samples.key(i) >>> 32);
                sampleFacets[i] = (int) samples.key(i);
            }
            return new CallTree(
                    trie.names().toArray(new String[0]),
                    trie.originals().toArray(new @Nullable String[0]),
                    parents,
                    nameOfNode,
                    lines,
                    trie.facets().toArray(new Facet[0]),
                    sampleNodes,
                    sampleFacets,
                    Arrays.copyOf(weights, sampleNodes.length));
        }
    }
}
