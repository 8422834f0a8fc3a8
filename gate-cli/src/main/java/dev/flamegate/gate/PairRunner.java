package dev.flamegate.gate;

import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.WarmUp;
import dev.flamegate.runtime.Placed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures one pair: both arms started together, warmed up on one schedule, then loaded in turns; the idle arm gets
 * no load.
 */
final class PairRunner {
    /** Requests of the warm-up and of the other arm's block have ended by then. */
    private static final Duration SETTLE = Duration.ofMillis(500);

    private final Rig rig;
    private final Map<Arm, Placed> places;
    private final Duration blockLength;

    /**
     * For two targets at two places.
     *
     * @param blockLength of one block of load
     */
    PairRunner(Rig rig, Placed baseline, Placed candidate, Duration blockLength) {
        this.rig = rig;
        this.places = new EnumMap<>(Map.of(Arm.BASELINE, baseline, Arm.CANDIDATE, candidate));
        this.blockLength = blockLength;
    }

    /**
     * One pair.
     *
     * @param order whose turn each block is
     * @param work a folder of this pair alone, for logs
     * @throws ArmFailed when an arm cannot be measured; nothing is left running
     */
    MeasuredPair measure(int number, List<Arm> order, Path work, StageProgress progress) throws InterruptedException {
        Stages stages = new Stages("start");
        progress.stage("starting", Duration.ZERO);
        try (Launch baseline = launch(Arm.BASELINE, work);
                Launch candidate = launch(Arm.CANDIDATE, work)) {
            Map<Arm, ArmLoad> arms = ready(Map.of(Arm.BASELINE, baseline, Arm.CANDIDATE, candidate), work);
            try {
                return measure(number, order, arms, stages, progress);
            } catch (RuntimeException e) {
                explained(Arm.BASELINE, baseline);
                explained(Arm.CANDIDATE, candidate);
                throw e;
            }
        }
    }

    private MeasuredPair measure(
            int number, List<Arm> order, Map<Arm, ArmLoad> arms, Stages stages, StageProgress progress)
            throws InterruptedException {
        stages.begin("warm-up");
        ArmLoad baseline = arm(arms, Arm.BASELINE);
        ArmLoad candidate = arm(arms, Arm.CANDIDATE);
        Clocks clocks = new Clocks();
        List<WarmUp> warmUps = WarmUpStage.run(
                List.of(baseline.session(), candidate.session()),
                rig.plan().load().warmUp(),
                progress);
        baseline.off();
        candidate.off();
        stages.begin("measure");
        for (Arm turn : order) {
            ArmLoad arm = arm(arms, turn);
            arm.on();
            Thread.sleep(SETTLE.toMillis());
            arm.measured(MeasureStage.run(arm.session(), blockLength, progress));
            arm.off();
        }
        Optional<String> parted = clocks.disagreement();
        stages.begin("stop load");
        progress.stage("collecting", Duration.ZERO);
        List<LoadResult> baselineLoads = baseline.end();
        List<LoadResult> candidateLoads = candidate.end();
        stages.begin("last profile");
        boolean baselineCovered = covered(baseline);
        boolean candidateCovered = covered(candidate);
        stages.begin("stop target");
        baseline.session().target().close();
        candidate.session().target().close();
        stages.begin("analysis");
        TrialAssembly before = TrialAssembly.of(
                number, baseline.session(), warmUps.get(0), baseline.blocks(), baselineLoads, baselineCovered);
        TrialAssembly after = TrialAssembly.of(
                number, candidate.session(), warmUps.get(1), candidate.blocks(), candidateLoads, candidateCovered);
        stages.begin("");
        return new MeasuredPair(
                new Pair(number, order, parted.orElse(null), List.of()),
                trial(before, baseline, stages),
                trial(after, candidate, stages));
    }

    private static MeasuredTrial trial(TrialAssembly assembly, ArmLoad arm, Stages stages) {
        return new MeasuredTrial(
                assembly.trial(stages.seconds()),
                assembly.trees(),
                arm.session().facts());
    }

    private boolean covered(ArmLoad arm) throws InterruptedException {
        List<Block> blocks = arm.blocks();
        return !rig.profiles()
                || arm.session()
                        .profiles()
                        .awaitCovering(blocks.get(blocks.size() - 1).window().end(), TrialRunner.PUSH_WITHIN);
    }

    private Launch launch(Arm arm, Path work) throws InterruptedException {
        try {
            return rig.launch(place(arm), folder(arm, work), null);
        } catch (RuntimeException e) {
            throw new ArmFailed(arm, e);
        }
    }

    /** Waits for both arms at once: whichever were waited for second would seem to start more slowly. */
    private Map<Arm, ArmLoad> ready(Map<Arm, Launch> launches, Path work) throws InterruptedException {
        ExecutorService waiting = Executors.newFixedThreadPool(launches.size());
        try {
            CompletionService<ArmLoad> first = new ExecutorCompletionService<>(waiting);
            Map<Future<ArmLoad>, Arm> arms = new HashMap<>();
            launches.forEach((arm, launch) -> arms.put(first.submit(() -> ready(arm, launch, work)), arm));
            Map<Arm, ArmLoad> ready = new EnumMap<>(Arm.class);
            while (ready.size() < launches.size()) {
                Future<ArmLoad> done = first.take();
                ready.put(Objects.requireNonNull(arms.get(done)), done.get());
            }
            return ready;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            waiting.shutdownNow();
        }
    }

    private ArmLoad ready(Arm arm, Launch launch, Path work) throws InterruptedException {
        try {
            return new ArmLoad(rig, place(arm), folder(arm, work), launch.awaitReady());
        } catch (RuntimeException e) {
            throw new ArmFailed(arm, e);
        }
    }

    private static void explained(Arm arm, Launch launch) {
        try {
            launch.explain();
        } catch (RuntimeException e) {
            throw new ArmFailed(arm, e);
        }
    }

    private static Path folder(Arm arm, Path work) {
        return work.resolve(arm.name().toLowerCase(Locale.ROOT));
    }

    private Placed place(Arm arm) {
        return Objects.requireNonNull(places.get(arm));
    }

    private static ArmLoad arm(Map<Arm, ArmLoad> arms, Arm arm) {
        return Objects.requireNonNull(arms.get(arm));
    }
}
