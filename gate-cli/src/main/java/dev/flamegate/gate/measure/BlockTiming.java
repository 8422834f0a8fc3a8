package dev.flamegate.gate.measure;

import dev.flamegate.model.Arm;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The times of the two arms' blocks. Loaded at once, both arms meet the same moments of the machine, which cancel out in
 * their growth, and a pair takes half as long. Loaded in turns, neither arm waits for the other's CPU, so each answers as
 * fast as it can.
 */
public enum BlockTiming {
    /** The first pair's warm-up decides. */
    UNDECIDED,
    /**
     * The first pair's warm-up decides, and it takes busier CPUs to change what earlier pairs of the service had: how much
     * pairs scatter is learnt from those of their kind.
     */
    TOGETHER_BEFORE,
    IN_TURNS,
    TOGETHER;

    /** The share of the CPUs above which requests wait for CPU more than they work. */
    private static final double MOST = 0.8;

    private static final double MOST_BEFORE = 0.95;

    /** True if so large a part of the CPUs is in use that requests wait for CPU more than they work. */
    static boolean isCrowded(double busy) {
        return busy > MOST;
    }

    /**
     * The timing for a pair and those after it; one that is decided stays.
     *
     * @param busy the part of the CPUs in use after the warm-up, under the load of both arms at once; NaN if unknown
     */
    BlockTiming decided(double busy) {
        if (this == IN_TURNS || this == TOGETHER) {
            return this;
        }
        return busy <= (this == TOGETHER_BEFORE ? MOST_BEFORE : MOST) ? TOGETHER : IN_TURNS;
    }

    /**
     * The arms that are loaded in each turn.
     *
     * @param order of the blocks, two arms after two
     */
    List<List<Arm>> turns(List<Arm> order) {
        return this == TOGETHER
                ? IntStream.range(0, order.size() / 2)
                        .mapToObj(turn -> order.subList(2 * turn, 2 * turn + 2))
                        .toList()
                : order.stream().map(List::of).toList();
    }
}
