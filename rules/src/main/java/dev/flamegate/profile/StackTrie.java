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
public final class StackTrie implements Stacks {
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

    @Override
    public int nameCount() {
        return names.size();
    }

    @Override
    public String nameAt(int name) {
        return names.get(name);
    }

    @Override
    public String originalAt(int name) {
        String original = originals.get(name);
        return original == null ? names.get(name) : original;
    }

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

    @Override
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

    @Override
    public int parent(int node) {
        return node == ROOT ? -1 : (int) (nodes.key(node - 1) >>> 32);
    }

    @Override
    public int nameOf(int node) {
        return node == ROOT ? -1 : (int) nodes.key(node - 1);
    }

    @Override
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

    /** Copies nodes of another tree's current content into this one. */
    public Copy copyOf(Stacks source) {
        return copyOf(source, ROOT);
    }

    /**
     * Copies nodes of another tree's current content below a node of this one.
     *
     * @param root stands for the source's root
     */
    public Copy copyOf(Stacks source, int root) {
        return new Copy(source, root);
    }

    /** Copies nodes of another tree as they are asked for, each once and with the frames above it. */
    public final class Copy {
        private final Stacks source;
        private final int[] copied;
        private final int[] numbers; // of names in this tree, plus one

        private Copy(Stacks source, int root) {
            this.source = source;
            copied = new int[source.size()];
            copied[ROOT] = root;
            numbers = new int[source.nameCount()];
        }

        /** The number in this tree of a node of the other. */
        public int node(int node) {
            int depth = 0;
            for (int at = node; at != ROOT && copied[at] == 0; at = source.parent(at)) {
                depth++;
            }
            int[] path = new int[depth];
            for (int at = node; depth > 0; at = source.parent(at)) {
                path[--depth] = at;
            }
            for (int at : path) {
                copied[at] = child(copied[source.parent(at)], number(source.nameOf(at)), source.line(at));
            }
            return copied[node];
        }

        private int number(int name) {
            if (numbers[name] == 0) {
                numbers[name] = 1 + name(source.nameAt(name), source.originalAt(name));
            }
            return numbers[name] - 1;
        }
    }
}
