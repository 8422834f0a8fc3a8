package dev.flamegate.profile;

/** Copies nodes of one tree into another as they are asked for, each once and with the frames above it. */
public final class StackCopy {
    private final Stacks source;
    private final StackTrie target;
    private final int[] copied;
    private final int[] names; // the target's number plus one

    /** Copies the source's current content. */
    public StackCopy(Stacks source, StackTrie target) {
        this(source, target, Stacks.ROOT);
    }

    /**
     * Copies the source's current content, below a node of the target.
     *
     * @param root stands for the source's root
     */
    public StackCopy(Stacks source, StackTrie target, int root) {
        this.source = source;
        this.target = target;
        copied = new int[source.size()];
        copied[Stacks.ROOT] = root;
        names = new int[source.nameCount()];
    }

    /** The target's number of a node. */
    public int node(int node) {
        int depth = 0;
        for (int at = node; at != Stacks.ROOT && copied[at] == 0; at = source.parent(at)) {
            depth++;
        }
        int[] path = new int[depth];
        for (int at = node; depth > 0; at = source.parent(at)) {
            path[--depth] = at;
        }
        for (int at : path) {
            copied[at] = target.child(copied[source.parent(at)], name(source.nameOf(at)), source.line(at));
        }
        return copied[node];
    }

    private int name(int name) {
        if (names[name] == 0) {
            names[name] = 1 + target.name(source.nameAt(name), source.originalAt(name));
        }
        return names[name] - 1;
    }
}
