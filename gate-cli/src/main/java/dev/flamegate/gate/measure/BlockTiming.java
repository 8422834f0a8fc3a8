package dev.flamegate.gate.measure;

import java.util.Collection;

/**
 * The times of the two arms' blocks. Loaded at once, both arms meet the same moments of the machine, which cancel out in
 * their growth, and a pair takes half as long. Loaded in turns, neither arm waits for the other's CPU, so each answers as
 * fast as it can.
 */
public enum BlockTiming {
    /** The first pair's warm-up decides. */
    UNDECIDED,
    IN_TURNS,
    TOGETHER;

    /** The share of the CPUs above which requests wait for CPU more than they work. */
    private static final double MOST = 0.8;

    /**
     * The timing for a pair and those after it, by how busy the machine is.
     *
     * @param inUse CPUs in use after the warm-up, under the load of both arms at once
     * @param apart whether load generators have CPUs of their own, which no target uses
     * @param cpus that the targets share, and where the generators are not apart, these too
     */
    static BlockTiming of(Collection<ArmLoad.InUse> inUse, boolean apart, double cpus) {
        double used = inUse.stream()
                .mapToDouble(arm -> arm.target() + (apart ? 0 : arm.around()))
                .sum();
        return used <= MOST * cpus ? TOGETHER : IN_TURNS;
    }
}
