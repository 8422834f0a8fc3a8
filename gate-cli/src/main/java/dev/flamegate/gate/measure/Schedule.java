package dev.flamegate.gate.measure;

import dev.flamegate.model.Arm;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Decides the order within a pair: which arm starts first, and which arm each block of load belongs to. The
 * arms alternate, or mirrored every two blocks (ABAB or ABBA, by a coin), and another coin decides which begins: over
 * pairs the order is balanced, and no drift or rhythm of the machine affects one arm alone.
 */
public final class Schedule {
    private final long seed;
    private final int blocksPerArm;

    /**
     * A schedule.
     *
     * @param seed of the coin: the same seed gives the same orders
     */
    public Schedule(long seed, int blocksPerArm) {
        this.seed = seed;
        this.blocksPerArm = blocksPerArm;
    }

    /** The turns of a pair; of every two pairs, one begins with each arm. */
    public List<Arm> of(int pair) {
        boolean baselineBegins = coin(seed, pair);
        boolean mirrored = new SplittableRandom(~seed * 31 - pair).nextBoolean();
        List<Arm> order = new ArrayList<>();
        for (int block = 0; block < 2 * blocksPerArm; block++) {
            boolean turned = mirrored && block / 2 % 2 == 1;
            order.add((block % 2 == 0) == (baselineBegins != turned) ? Arm.BASELINE : Arm.CANDIDATE);
        }
        return order;
    }

    /** The arm of a pair that starts first, whatever the order of loading; each arm once in every two pairs. */
    public Arm launchedFirst(int pair) {
        return coin(~seed, pair) ? Arm.BASELINE : Arm.CANDIDATE;
    }

    /** Tosses a coin for the first of two pairs; the second gets the other side. */
    private static boolean coin(long seed, int pair) {
        // Not java.util.Random: its first coin is the same for thousands of seeds in a row.
        boolean firstOfTwo = new SplittableRandom(seed * 31 + (pair - 1) / 2).nextBoolean();
        return (pair % 2 == 1) == firstOfTwo;
    }
}
