package dev.flamegate.model;

/**
 * The course of a trial's warm-up.
 *
 * @param window the time it took
 * @param flat whether JIT share and cost per request had become flat; otherwise it ended at its upper bound
 * @param jitShare JIT's part of the target's CPU over its last seconds, in [0, 1]; NaN when unknown
 * @param requests requests that ended in it
 */
public record WarmUp(Window window, boolean flat, double jitShare, long requests) {}
