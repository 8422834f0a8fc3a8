package dev.flamegate.profile.format;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.LongIndex;
import dev.flamegate.profile.StackTrie;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The stacks of one profile or several in one tree, with the thread pool, where known, as the outermost frame: the form
 * that formats without facets are written from.
 */
public final class JoinedStacks {
    private final StackTrie trie = new StackTrie();
    private final long[][] self;

    private JoinedStacks(List<CallTree> trees) {
        self = new long[trees.size()][64];
        for (int side = 0; side < self.length; side++) {
            add(trees.get(side), side);
        }
        for (int side = 0; side < self.length; side++) {
            self[side] = Arrays.copyOf(self[side], trie.size());
        }
    }

    /** The stacks of some profiles, which keep their order. */
    public static JoinedStacks of(CallTree... trees) {
        return new JoinedStacks(List.of(trees));
    }

    private void add(CallTree tree, int side) {
        LongIndex joined = new LongIndex(); // node and pool's first node
        int[] nodes = new int[64];
        int[] path = new int[64];
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            int top = pool(tree.sampleFacet(sample));
            int depth = 0;
            int at = tree.sampleNode(sample);
            while (at != CallTree.ROOT && joined.find((long) at << 32 | top) == LongIndex.NONE) {
                if (depth == path.length) {
                    path = Arrays.copyOf(path, depth * 2);
                }
                path[depth++] = at;
                at = tree.parent(at);
            }
            int node = at == CallTree.ROOT ? top : nodes[joined.find((long) at << 32 | top)];
            while (depth > 0) {
                at = path[--depth];
                node = trie.child(node, trie.name(tree.name(at), tree.original(at)), tree.line(at));
                int number = joined.add((long) at << 32 | top);
                if (number == nodes.length) {
                    nodes = Arrays.copyOf(nodes, number * 2);
                }
                nodes[number] = node;
            }
            if (node >= self[side].length) {
                self[side] = Arrays.copyOf(self[side], Math.max(node + 1, self[side].length * 2));
            }
            self[side][node] += tree.sampleWeight(sample);
        }
    }

    private int pool(Facet facet) {
        if (facet.pool().isEmpty()) {
            return CallTree.ROOT;
        }
        String frame = facet.isMachine() ? facet.pool() : "[" + facet.pool() + "]";
        return trie.child(CallTree.ROOT, trie.name(frame), 0);
    }

    /** Number of profiles. */
    public int sides() {
        return self.length;
    }

    /** The stacks: node 0 is the root. */
    public StackTrie trie() {
        return trie;
    }

    /**
     * Weight of the samples of one profile that end in a node.
     *
     * @param side number of the profile, from 0
     */
    public long self(int side, int node) {
        return self[side][node];
    }

    /** True if any profile has samples that end in a node. */
    boolean hasSelf(int node) {
        for (long[] weights : self) {
            if (weights[node] != 0) {
                return true;
            }
        }
        return false;
    }

    /** All nodes, callers before what they call and siblings by name. */
    int[] depthFirst() {
        return trie.depthFirst(Comparator.comparing(node -> trie.nameAt(trie.nameOf(node))));
    }
}
