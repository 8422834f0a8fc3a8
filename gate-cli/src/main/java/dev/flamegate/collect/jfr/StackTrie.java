package dev.flamegate.collect.jfr;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stacks and facets of all chunks of one target, each kept once; samples refer to them by number. Columns and an
 * open hash table, since a long run has some hundred thousand nodes. Guarded by its user.
 */
final class StackTrie {
    private static final int FREE = 0; // the root is nobody's child

    private final Map<String, Integer> nameIndex = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<Facet, Integer> facetIndex = new HashMap<>();
    private final List<Facet> facets = new ArrayList<>();
    private int[] parents = new int[1024];
    private int[] nameOfNode = new int[1024];
    private int[] lines = new int[1024];
    private int[] slots = new int[2048];
    private int size = 1;

    int name(String name) {
        return nameIndex.computeIfAbsent(name, added -> {
            names.add(added);
            return names.size() - 1;
        });
    }

    int facet(Facet facet) {
        return facetIndex.computeIfAbsent(facet, added -> {
            facets.add(added);
            return facets.size() - 1;
        });
    }

    Facet facetAt(int facet) {
        return facets.get(facet);
    }

    /** The child of a node with this name, made with the line when it is not there yet. */
    int child(int parent, int name, int line) {
        int slot = slot(parent, name);
        if (slots[slot] != FREE) {
            return slots[slot];
        }
        if (size == parents.length) {
            parents = Arrays.copyOf(parents, size * 2);
            nameOfNode = Arrays.copyOf(nameOfNode, size * 2);
            lines = Arrays.copyOf(lines, size * 2);
        }
        parents[size] = parent;
        nameOfNode[size] = name;
        lines[size] = line;
        slots[slot] = size++;
        if (size * 2 > slots.length) {
            grow();
        }
        return size - 1;
    }

    private int slot(int parent, int name) {
        int hash = (parent * 0x9e3779b9 + name) * 0x85ebca6b;
        int slot = (hash ^ (hash >>> 15)) & (slots.length - 1);
        while (slots[slot] != FREE && (parents[slots[slot]] != parent || nameOfNode[slots[slot]] != name)) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private void grow() {
        slots = new int[slots.length * 2];
        for (int node = 1; node < size; node++) {
            slots[slot(parents[node], nameOfNode[node])] = node;
        }
    }

    /** Copies nodes into a tree as they are asked for, each once. */
    final class Copy {
        private final CallTree.Builder tree;
        private final int[] copied = new int[size];

        Copy(CallTree.Builder tree) {
            this.tree = tree;
        }

        int node(int node) {
            if (node == CallTree.ROOT || copied[node] != 0) {
                return copied[node];
            }
            int depth = 0;
            for (int at = node; at != CallTree.ROOT && copied[at] == 0; at = parents[at]) {
                depth++;
            }
            int[] path = new int[depth];
            for (int at = node; depth > 0; at = parents[at]) {
                path[--depth] = at;
            }
            for (int at : path) {
                copied[at] = tree.child(copied[parents[at]], names.get(nameOfNode[at]), lines[at]);
            }
            return copied[node];
        }
    }
}
