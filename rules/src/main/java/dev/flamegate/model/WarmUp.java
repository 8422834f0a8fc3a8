package dev.flamegate.model;

/**
 * How a trial's warm-up went.
 *
 * @param window its stretch of time
 * @param flat whether JIT share and cost per request had become flat; else the upper bound ended it
 * @param jitShare JIT's part of the target's CPU over its last seconds, in [0, 1]; NaN when unknown
 * @param requests requests ended in it
 */
public record WarmUp(Window window, boolean flat, double jitShare, long requests) {}
