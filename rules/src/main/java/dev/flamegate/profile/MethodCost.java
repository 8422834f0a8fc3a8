package dev.flamegate.profile;

/**
 * What one method costs in a profile, samples of the virtual machine's own threads apart.
 *
 * @param name canonical name
 * @param line line seen where the method weighs most; 0 when unknown
 * @param self weight of the samples that end in it
 * @param total weight of the samples that have it anywhere on their stack, each counted once
 * @param selfShare {@code self} of the whole profile, in [0, 1]
 * @param totalShare {@code total} of the whole profile, in [0, 1]
 */
public record MethodCost(String name, int line, long self, long total, double selfShare, double totalShare) {}
