package dev.flamegate.collect.pyroscope;

import dev.flamegate.profile.CallTree;

/**
 * A profile as a server gave it.
 *
 * @param tree weights in nanoseconds, bytes or counts; without samples when the server has none
 * @param form it came in
 * @param folded weight that the server folded away into {@code other}; part of the tree
 */
public record ProfileAnswer(CallTree tree, Form form, long folded) {
    /** Forms of answers. */
    public enum Form {
        /** With source lines, and whole unless the server was told otherwise. */
        PPROF,
        /** Names only, of at most a number of nodes. */
        FLAMEBEARER
    }

    /** Whether there is no sample in it. */
    public boolean isEmpty() {
        return tree.weight() == 0;
    }
}
