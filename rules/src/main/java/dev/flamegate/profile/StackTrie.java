package dev.flamegate.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stacks and facets, each kept once; samples refer to them by number. Node 0 is the root without a frame, and every
 * node comes after its parent. Columns and open hash tables, since a long run has some hundred thousand nodes. Not for
 * use by several threads at once.
 */
public final class StackTrie {
    private final Map<String, Integer> nameIndex = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<@Nullable String> originals = new ArrayList<>();
    private final Map<Facet, Integer> facetIndex = new HashMap<>();
    private final List<Facet> facets = new ArrayList<>();
    private final LongIndex nodes = new LongIndex(); // parent and name of every node but the root
    private int[] lines = new int[64];
    private int[] latest = new int[64]; // the child of each node that was asked for last

    /** The number of a canonical name. */
    public int name(String name) {
        Integer known = nameIndex.get(name);
        if (known != null) {
            return known;
        }
        names.add(name);
        originals.add(null);
        nameIndex.put(name, names.size() - 1);
        return names.size() - 1;
    }

    /**
     * The number of a canonical name, noting what a recording called it. Of several originals of one name the first in
     * the order of text is kept, so that the order of samples does not matter.
     */
    public int name(String name, String original) {
        int number = name(name);
        if (!original.equals(name)) {
            String kept = originals.get(number);
            if (kept == null || original.compareTo(kept) < 0) {
                originals.set(number, original);
            }
        }
        return number;
    }

    /** Number of names. */
    public int nameCount() {
        return names.size();
    }

    public String nameAt(int name) {
        return names.get(name);
    }

    /** The original kept for a name; the name itself when no recording called it otherwise. */
    public String originalAt(int name) {
        String original = originals.get(name);
        return original == null ? names.get(name) : original;
    }

    /** The number of a facet. */
    public int facet(Facet facet) {
        Integer known = facetIndex.get(facet);
        if (known != null) {
            return known;
        }
        facets.add(facet);
        facetIndex.put(facet, facets.size() - 1);
        return facets.size() - 1;
    }

    public Facet facetAt(int facet) {
        return facets.get(facet);
    }

    /** Number of nodes, the root included. */
    public int size() {
        return nodes.size() + 1;
    }

    /** The child of a node with this name, made with the line when it is not there yet. */
    public int child(int parent, int name, int line) {
        // Stacks that follow each other have much in common, and most nodes have one child alone.
        int known = latest[parent];
        if (known != 0 && (int) nodes.key(known - 1) == name) {
            return known;
        }
        int made = size();
        int node = nodes.add((long) parent << 32 | name) + 1;
        if (node == made) {
            if (node >= lines.length) {
                lines = Arrays.copyOf(lines, lines.length * 2);
                latest = Arrays.copyOf(latest, latest.length * 2);
            }
            lines[node] = line;
        }
        latest[parent] = node;
        return node;
    }

    /** Parent of a node; -1 for the root. */
    public int parent(int node) {
        return node == CallTree.ROOT ? -1 : (int) (nodes.key(node - 1) >>> 32);
    }

    /** Number of a node's name; -1 for the root. */
    public int nameOf(int node) {
        return node == CallTree.ROOT ? -1 : (int) nodes.key(node - 1);
    }

    /** Line first seen at a node; 0 when unknown. */
    public int line(int node) {
        return lines[node];
    }

    List<String> names() {
        return names;
    }

    List<@Nullable String> originals() {
        return originals;
    }

    List<Facet> facets() {
        return facets;
    }

    /** Copies nodes of this trie into another as they are asked for, each once. */
    public final class Copy {
        private final StackTrie target;
        private final int[] copied = new int[size()];
        private final int[] copiedNames = new int[names.size()]; // the target's number plus one

        /** A copy of what is in this trie now. */
        public Copy(StackTrie target) {
            this.target = target;
        }

        /** The target's number of a node. */
        public int node(int node) {
            int depth = 0;
            for (int at = node; at != CallTree.ROOT && copied[at] == 0; at = parent(at)) {
                depth++;
            }
            int[] path = new int[depth];
            for (int at = node; depth > 0; at = parent(at)) {
                path[--depth] = at;
            }
            for (int at : path) {
                copied[at] = target.child(copied[parent(at)], nameIn(nameOf(at)), lines[at]);
            }
            return copied[node];
        }

        private int nameIn(int name) {
            if (copiedNames[name] == 0) {
                copiedNames[name] = 1 + target.name(names.get(name), originalAt(name));
            }
            return copiedNames[name] - 1;
        }
    }
}
