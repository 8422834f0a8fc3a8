package dev.flamegate.gate;

import dev.flamegate.format.Numbers;
import dev.flamegate.gate.measure.BlockTiming;
import dev.flamegate.gate.measure.SecondCompiler;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.plan.CompareSpec;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.Progress;
import dev.flamegate.store.Comparisons;
import dev.flamegate.targets.AppFiles;
import dev.flamegate.targets.CpuSet;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The manner in which a pair of two builds is measured: the order of the arms, the part that the second compiler (C2)
 * has, and when the blocks of both arms are.
 *
 * <p>Coins decide the order: over pairs it is balanced, and no drift or rhythm of the machine affects one arm alone. The
 * rest is that of the builds' earlier pairs, which the next one has to be alike with; else that of the service's latest
 * pair; else what is foreseen for a service that was never measured.
 *
 * @param arms both, at the places that they start from: taken apart there, a jar shows the classes of its libraries
 * @param seed of the coins: the same seed gives the same orders
 */
record PairManner(MeasurementPlan setup, Comparisons store, List<PlacedTarget> arms, long seed) {
    /** A warm-up that may take less says nothing about C2: it is still busy in every service. */
    private static final Duration LEAST_WARM_UP = Duration.ofSeconds(20);

    /** The arm that starts first, whatever the order of loading; each arm once in every two pairs. */
    Arm launchedFirst(int pair) {
        return coin(~seed, pair) ? Arm.BASELINE : Arm.CANDIDATE;
    }

    /**
     * The arm that each block of load belongs to. The arms alternate, or are mirrored every two blocks (ABAB or ABBA);
     * of every two pairs, one begins with each arm.
     */
    List<Arm> order(int pair) {
        boolean baselineBegins = coin(seed, pair);
        boolean mirrored = new SplittableRandom(~seed * 31 - pair).nextBoolean();
        return IntStream.range(0, 2 * CompareSpec.BLOCKS)
                .mapToObj(block -> {
                    boolean turned = mirrored && block / 2 % 2 == 1;
                    return (block % 2 == 0) == (baselineBegins != turned) ? Arm.BASELINE : Arm.CANDIDATE;
                })
                .toList();
    }

    /** Tosses a coin for the first of two pairs; the second gets the other side. */
    private static boolean coin(long seed, int pair) {
        // Not java.util.Random: its first coin is the same for thousands of seeds in a row.
        boolean firstOfTwo = new SplittableRandom(seed * 31 + (pair - 1) / 2).nextBoolean();
        return (pair % 2 == 1) == firstOfTwo;
    }

    /**
     * The part that C2 has in the next pair; a choice of the user's stays.
     *
     * @param measured the pairs of these builds
     * @param progress receives the reason where C2 is left out of a service that was never measured
     */
    SecondCompiler secondCompiler(List<Pair> measured, Progress progress) {
        if (setup.measuresStart() || setup.plan().load().warmUp().atMost().compareTo(LEAST_WARM_UP) < 0 || isChosen()) {
            return SecondCompiler.KEPT;
        }
        if (measured.stream().anyMatch(Pair::valid)) {
            return measured.stream().anyMatch(Pair::withoutC2) ? SecondCompiler.LEFT_OUT : SecondCompiler.KEPT;
        }
        return store.latestPair(setup.plan().service())
                .map(before -> before.withoutC2() ? SecondCompiler.LEFT_OUT_ON_TRIAL : SecondCompiler.KEPT)
                .orElseGet(() -> foreseen(progress));
    }

    private boolean isChosen() {
        return arms.stream().anyMatch(arm -> SecondCompiler.isChosen(arm.spec()))
                || SecondCompiler.isChosen(setup.children().environment().variables());
    }

    private SecondCompiler foreseen(Progress progress) {
        long classes = arms.stream()
                .mapToLong(arm -> AppFiles.of(arm.spec().subject(), setup.folder())
                        .map(AppFiles::classes)
                        .orElse(0L))
                .min()
                .orElse(0);
        int cpus = CpuSet.allowed().size();
        SecondCompiler first = SecondCompiler.first(classes, cpus);
        if (first.isLeftOut()) {
            progress.note("with " + Numbers.count(classes) + " classes on " + cpus
                    + " CPUs, compiling would not be over after the warm-up: both arms start without the second compiler"
                    + " (C2), unless " + SecondCompiler.KEEPING);
        }
        return first;
    }

    /**
     * The times of the next pair's blocks.
     *
     * @param measured the pairs of these builds
     */
    BlockTiming timing(List<Pair> measured) {
        if (setup.limitsLatency()) {
            return BlockTiming.IN_TURNS;
        }
        Optional<BlockTiming> ofBuilds = measured.stream()
                .filter(Pair::valid)
                .findFirst()
                .map(before -> before.together() ? BlockTiming.TOGETHER : BlockTiming.IN_TURNS);
        return ofBuilds.or(() -> store.latestPair(setup.plan().service())
                        .filter(Pair::together)
                        .map(before -> BlockTiming.TOGETHER_BEFORE))
                .orElse(BlockTiming.UNDECIDED);
    }
}
