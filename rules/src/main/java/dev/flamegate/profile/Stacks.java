package dev.flamegate.profile;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Stacks as a tree of nodes: node 0 is the root without a frame, every node comes after its parent, and siblings differ
 * in their names. Names are numbered from 0.
 */
public interface Stacks {
    /** The node without a frame that all stacks hang from. */
    int ROOT = 0;

    /** Number of nodes, the root included. */
    int size();

    /** Parent of a node; -1 for the root. */
    int parent(int node);

    /** Number of a node's name; -1 for the root. */
    int nameOf(int node);

    /** Line first seen at a node; 0 when unknown. */
    int line(int node);

    int nameCount();

    /** The canonical name of a number. */
    String nameAt(int name);

    /** The original kept for a name; the name itself when no recording called it otherwise. */
    String originalAt(int name);

    /** The nodes from the root's child down to a node. */
    default int[] path(int node) {
        int depth = 0;
        for (int at = node; at != ROOT; at = parent(at)) {
            depth++;
        }
        int[] path = new int[depth];
        for (int at = node; at != ROOT; at = parent(at)) {
            path[--depth] = at;
        }
        return path;
    }

    /** All nodes, each followed by those below it, without recursion: stacks may be of any depth. */
    default int[] depthFirst(Comparator<Integer> siblings) {
        int[] nextSibling = new int[size()];
        int[] firstChild = firstChildren(nextSibling);
        Comparator<Integer> lastFirst = siblings.reversed();
        int[] order = new int[size()];
        int[] pending = new int[size()];
        int depth = 1;
        for (int next = 0; depth > 0; next++) {
            int node = pending[--depth];
            order[next] = node;
            int from = depth;
            for (int child = firstChild[node]; child != 0; child = nextSibling[child]) {
                pending[depth++] = child;
            }
            if (depth - from > 1) {
                Integer[] children = Arrays.stream(pending, from, depth).boxed().toArray(Integer[]::new);
                Arrays.sort(children, lastFirst);
                for (int i = 0; i < children.length; i++) {
                    pending[from + i] = children[i];
                }
            }
        }
        return order;
    }

    /**
     * Tells by node whether no frame above it has the same name, so that a method that calls itself is counted once.
     */
    default boolean[] outermost() {
        int[] nextSibling = new int[size()];
        int[] firstChild = firstChildren(nextSibling);
        boolean[] outermost = new boolean[size()];
        int[] open = new int[nameCount()];
        int node = firstChild[ROOT];
        while (node > ROOT) {
            outermost[node] = open[nameOf(node)]++ == 0;
            int next = firstChild[node];
            while (next == 0 && node > ROOT) {
                open[nameOf(node)]--;
                next = nextSibling[node];
                node = parent(node);
            }
            node = next;
        }
        return outermost;
    }

    /** The first child of every node; fills in the next sibling of each. 0 stands for none. */
    private int[] firstChildren(int[] nextSibling) {
        int[] firstChild = new int[size()];
        for (int node = size() - 1; node > ROOT; node--) {
            nextSibling[node] = firstChild[parent(node)];
            firstChild[parent(node)] = node;
        }
        return firstChild;
    }
}
