package dev.flamegate.servers.pyroscope;

import dev.flamegate.profile.CallTree;

/**
 * A profile as a server returned it.
 *
 * @param tree weights in nanoseconds, bytes or counts; without samples when the server has none
 * @param form the format it came in
 * @param folded weight that the server folded into {@code other}; part of the tree
 */
public record ProfileAnswer(CallTree tree, Form form, long folded) {
    public enum Form {
        /** A profile with source lines, complete unless the server is configured otherwise. */
        PPROF,
        /** Names only, with a maximum number of nodes. */
        FLAMEBEARER
    }

    /** True if the profile has no samples. */
    public boolean isEmpty() {
        return tree.weight() == 0;
    }
}
