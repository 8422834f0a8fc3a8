package dev.flamegate.model;

/**
 * The course of a trial's warm-up.
 *
 * @param window the time it took
 * @param flat whether JIT share and cost per request had become flat; otherwise it ended at its upper bound
 * @param jitShare JIT's part of the target's CPU over its last seconds, in [0, 1]; NaN when unknown
 * @param requests requests that ended in it
 * @param cpus CPUs in use by the target besides JIT over its last seconds; NaN when unknown, as in stored trials
 */
public record WarmUp(Window window, boolean flat, double jitShare, long requests, double cpus) {}
