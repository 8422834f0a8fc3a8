package dev.flamegate.gate.measure;

import java.util.Collection;

/**
 * The times of the two arms' blocks. Loaded at once, both arms meet the same moments of the machine, which cancel out in
 * their growth, and a pair takes half as long. Loaded in turns, neither arm waits for the other's CPU, so each answers as
 * fast as it can.
 */
public enum BlockTiming {
    /** The first pair's warm-up decides: requests of busier CPUs wait more than they work. */
    UNDECIDED(0.8),
    /**
     * The service's earlier pairs were loaded at once, and it takes busier CPUs to change that: how much pairs scatter is
     * learnt from earlier ones of their kind.
     */
    TOGETHER_BEFORE(0.95),
    IN_TURNS(0),
    TOGETHER(Double.POSITIVE_INFINITY);

    /** The largest share of the CPUs at which both arms are loaded at once. */
    private final double most;

    BlockTiming(double most) {
        this.most = most;
    }

    /** True if all pairs of the two builds are measured like the first. */
    boolean isDecided() {
        return this == IN_TURNS || this == TOGETHER;
    }

    /**
     * The timing for a pair and those after it, by how busy the machine is.
     *
     * @param inUse CPUs in use after the warm-up, under the load of both arms at once
     * @param apart whether load generators have CPUs of their own, which no target uses
     * @param cpus that the targets share, and where the generators are not apart, these too
     */
    BlockTiming decided(Collection<ArmLoad.InUse> inUse, boolean apart, double cpus) {
        double used = inUse.stream()
                .mapToDouble(arm -> arm.target() + (apart ? 0 : arm.around()))
                .sum();
        return used <= most * cpus ? TOGETHER : IN_TURNS;
    }
}
