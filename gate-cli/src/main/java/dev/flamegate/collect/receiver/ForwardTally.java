package dev.flamegate.collect.receiver;

/**
 * What became of pushes that were to go on to a server.
 *
 * @param offered pushes taken from the agent
 * @param failed those of them that did not get there
 */
public record ForwardTally(int offered, int failed) {
    /** Where nothing is to be forwarded. */
    public static final ForwardTally NONE = new ForwardTally(0, 0);
}
