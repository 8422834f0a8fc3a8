package dev.flamegate.model;

/**
 * The coverage of a window by one profile.
 *
 * @param event what was sampled
 * @param engine what took the samples, such as {@code ctimer}
 * @param interval seconds between samples, according to the recording; NaN where samples have their own weight
 * @param samples in the window
 * @param coverage samples times interval over the CPU time of the window; NaN where it is meaningless
 * @param gap the longest stretch of the window that no recording covers, in seconds
 */
public record ProfileQuality(
        ProfileEvent event, String engine, double interval, long samples, double coverage, double gap) {}
