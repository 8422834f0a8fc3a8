package dev.flamegate.profile.format;

/**
 * Bounds on reading a profile of another tool; a profile beyond them is refused.
 *
 * @param bytes of the profile once inflated
 * @param nodes of one call tree, and names, functions and locations of one profile
 * @param depth frames of one stack
 * @param steps frames of all stacks together, the same ones counted each time
 */
public record ProfileLimits(int bytes, int nodes, int depth, long steps) {
    /** Several times the largest profile seen from a server or profiler. */
    public static final ProfileLimits USUAL = new ProfileLimits(128 << 20, 2_000_000, 16_384, 200_000_000);

    public ProfileLimits {
        if (bytes < 1 || nodes < 1 || depth < 1 || steps < 1) {
            throw new IllegalArgumentException(
                    Math.min(Math.min(bytes, nodes), Math.min(depth, steps)) + ": a bound is at least 1");
        }
    }

    /** Checks a count against the bound on nodes. */
    void checkCount(int count, String what) {
        if (count > nodes) {
            throw new IllegalArgumentException("more than " + nodes + " " + what);
        }
    }
}
