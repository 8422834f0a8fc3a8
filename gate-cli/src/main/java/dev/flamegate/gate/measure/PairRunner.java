package dev.flamegate.gate.measure;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.WarmUp;
import dev.flamegate.os.AtOnce;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.runtime.PlacedTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Measures one pair: both arms started together, warmed up on one schedule, then loaded at once or in turns, where the
 * idle arm gets no load.
 */
public final class PairRunner implements AutoCloseable {
    public record MeasuredPair(Pair pair, MeasuredTrial baseline, MeasuredTrial candidate) {}

    private final TestBed bed;
    private final Map<Arm, PlacedTarget> places;
    private final Duration blockLength;
    private final GeneratorsAhead generators;
    private SecondCompiler secondCompiler = SecondCompiler.KEPT;
    private BlockTiming timing = BlockTiming.IN_TURNS;

    /** The stages after the last block of a pair, with their names, in their order. */
    public record After(Stage stage, PairStage.Prepared prepared) {}

    /**
     * Runs pairs of two targets at two addresses.
     *
     * @param blockLength of one block of load
     */
    public PairRunner(TestBed bed, PlacedTarget baseline, PlacedTarget candidate, Duration blockLength) {
        this.bed = bed;
        this.places = new EnumMap<>(Map.of(Arm.BASELINE, baseline, Arm.CANDIDATE, candidate));
        this.blockLength = blockLength;
        generators =
                new GeneratorsAhead((arm, pair) -> bed.startLoad(place(arm), Session.loadFolder(folder(pair, arm))));
    }

    /** Makes the arms' starts faster, where that is possible; a second call does nothing. */
    public void hastenStarts() throws InterruptedException {
        bed.runtime().hastenStarts(List.of(place(Arm.BASELINE), place(Arm.CANDIDATE)));
    }

    /** Says what part the second compiler has in later pairs. */
    public void use(SecondCompiler compiler) {
        secondCompiler = compiler;
    }

    /** Says when the blocks of later pairs' arms are. */
    public void use(BlockTiming blocks) {
        timing = blocks;
    }

    /**
     * Measures one pair.
     *
     * @param launchedFirst the arm that is started first, and gets its first request first
     * @param order whose turn each block is, if they take turns
     * @param after what is measured when everything that is judged has been
     * @param work a folder of this pair alone, for logs
     * @param ahead starts what can be started of the pair that may follow, see {@link #prepare}, while this one's last
     *     profiles are waited for
     * @throws ArmFailed when an arm cannot be measured; nothing is left running
     * @throws SecondCompiler.Unfit when it is on trial, and should be another
     */
    public MeasuredPair measure(
            int number,
            Arm launchedFirst,
            List<Arm> order,
            List<After> after,
            Path work,
            Runnable ahead,
            StageProgress progress)
            throws InterruptedException {
        Stage.Times times = new Stage.Times(bed.time());
        times.begin(Stage.START);
        progress.stage(Stage.START, Duration.ZERO);
        try (Session.Ground one = prepare(launchedFirst, work);
                Session.Ground other = prepare(launchedFirst.other(), work);
                Session first = launch(launchedFirst, one);
                Session second = launch(launchedFirst.other(), other)) {
            awaitReady(Map.of(launchedFirst, first, launchedFirst.other(), second));
            Session baseline = launchedFirst == Arm.BASELINE ? first : second;
            Session candidate = launchedFirst == Arm.BASELINE ? second : first;
            try {
                boolean withoutC2 = secondCompiler.isLeftOut();
                Pair pair = new Pair(number, launchedFirst, order, null, null, List.of(), null, withoutC2, false);
                return measure(
                        pair, new ArmLoad(bed, baseline), new ArmLoad(bed, candidate), after, ahead, times, progress);
            } catch (SecondCompiler.Unfit e) {
                // Busy with a queue and with compiling, each takes seconds to end.
                List.of(first, second).parallelStream().forEach(Session::stop);
                throw e;
            } catch (RuntimeException e) {
                explain(Arm.BASELINE, baseline);
                explain(Arm.CANDIDATE, candidate);
                throw e;
            }
        }
    }

    private MeasuredPair measure(
            Pair pair,
            ArmLoad baseline,
            ArmLoad candidate,
            List<After> after,
            Runnable ahead,
            Stage.Times times,
            StageProgress progress)
            throws InterruptedException {
        times.begin(Stage.WARM_UP);
        Clocks clocks = new Clocks(bed.time());
        Map<Arm, WarmUp> warmUps = warmUp(pair.launchedFirst(), baseline, candidate, progress);
        secondCompiler.check(
                warmUps.values(),
                facts(baseline, candidate),
                Objects.requireNonNullElse(
                        place(Arm.BASELINE).spec().limits().cpus(),
                        bed.runtime().cpus()));
        List<Session> sessions = List.of(baseline.session(), candidate.session());
        double busy = busy(sessions);
        timing = timing(sessions, busy);
        if (timing == BlockTiming.IN_TURNS
                && BlockTiming.isCrowded(busy)
                && baseline.session().load().isControlled()) {
            WarmUpStage.drain(sessions, bed.time(), progress);
        }
        baseline.session().limit();
        candidate.session().limit();
        baseline.off();
        candidate.off();
        times.begin(Stage.MEASURE);
        baseline.lookAtMemory();
        candidate.lookAtMemory();
        Map<Arm, ArmLoad> arms = Map.of(Arm.BASELINE, baseline, Arm.CANDIDATE, candidate);
        for (List<Arm> turn : timing.turns(pair.order())) {
            try {
                ArmLoad.block(turn.stream().map(arms::get).toList(), blockLength, times, progress);
            } catch (Hooks.Failed e) {
                throw new ArmFailed(turn.get(0), e);
            }
        }
        baseline.lookAtMemory();
        candidate.lookAtMemory();
        Optional<String> clockFault = clocks.disagreement();
        List<List<Arm>> turns = timing.turns(List.of(pair.first(), pair.first().other()));
        List<PairStage.Found> found = new ArrayList<>();
        for (After more : after) {
            times.begin(more.stage());
            found.add(more.prepared().run(turns, arms, progress));
        }
        times.begin(Stage.STOP_LOAD);
        progress.stage(Stage.STOP_LOAD, Duration.ZERO);
        Map<ArmLoad, List<LoadResult>> loads = AtOnce.of(arms.values(), ArmLoad::end);
        Pair explained = timing == BlockTiming.TOGETHER ? pair.loadedTogether() : pair;
        for (PairStage.Found one : found) {
            explained = one.in(explained);
        }
        times.begin(Stage.LAST_PROFILE);
        ahead.run();
        boolean baselineCovered = TrialRunner.covered(bed, baseline.session(), baseline.lastBlock());
        boolean candidateCovered = TrialRunner.covered(bed, candidate.session(), candidate.lastBlock());
        times.begin(Stage.STOP_TARGET);
        sessions.parallelStream().forEach(Session::stopTarget);
        times.begin(Stage.ANALYSIS);
        TrialAssembly old = assembly(
                pair.number(),
                baseline,
                Objects.requireNonNull(warmUps.get(Arm.BASELINE)),
                Objects.requireNonNull(loads.get(baseline)),
                baselineCovered);
        TrialAssembly now = assembly(
                pair.number(),
                candidate,
                Objects.requireNonNull(warmUps.get(Arm.CANDIDATE)),
                Objects.requireNonNull(loads.get(candidate)),
                candidateCovered);
        times.end();
        return new MeasuredPair(
                clockFault.isPresent() ? explained.without(clockFault.get(), null) : explained,
                trial(old, baseline, times),
                trial(now, candidate, times));
    }

    /** The part of the CPUs that the targets share which is in use under the load of both; NaN where that is unknown. */
    private double busy(List<Session> sessions) {
        OptionalDouble cpus = bed.runtime().sharedCpus();
        boolean apart = !bed.runtime().generatorPrefix().isEmpty(); // generators with CPUs of their own
        double used = sessions.stream()
                .map(session -> session.meter().inUse())
                .mapToDouble(arm -> arm.target() + (apart ? 0 : arm.around()))
                .sum();
        return cpus.isPresent() ? used / cpus.getAsDouble() : Double.NaN;
    }

    /** The times of this pair's blocks, and of those after it. */
    private BlockTiming timing(List<Session> sessions, double busy) {
        boolean possible = sessions.get(0).load().isControlled() && !bed.hooks().has(Part.BLOCK);
        return possible ? timing.decided(busy) : BlockTiming.IN_TURNS;
    }

    /** Warms both arms up; the arm that was started first gets its first request first. */
    private Map<Arm, WarmUp> warmUp(Arm first, ArmLoad baseline, ArmLoad candidate, StageProgress progress)
            throws InterruptedException {
        ArmLoad one = first == Arm.BASELINE ? baseline : candidate;
        ArmLoad other = first == Arm.BASELINE ? candidate : baseline;
        List<WarmUp> warmUps = WarmUpStage.run(
                List.of(one.session(), other.session()),
                bed.plan().load().warmUp(),
                bed.time(),
                secondCompiler,
                progress);
        return Map.of(first, warmUps.get(0), first.other(), warmUps.get(1));
    }

    private static List<ProbeFacts> facts(ArmLoad baseline, ArmLoad candidate) {
        return List.of(baseline.session().facts(), candidate.session().facts());
    }

    private static TrialAssembly assembly(
            int number, ArmLoad arm, WarmUp warmUp, List<LoadResult> loads, boolean covered)
            throws InterruptedException {
        return TrialAssembly.of(number, arm.session(), warmUp, arm.blocks(), loads, arm.memory(loads), covered);
    }

    private static MeasuredTrial trial(TrialAssembly assembly, ArmLoad arm, Stage.Times times) {
        return new MeasuredTrial(
                assembly.trial(times.seconds()), assembly.trees(), arm.session().facts());
    }

    /** Prepares an arm before either target starts, so that both start on an otherwise quiet machine. */
    private Session.Ground prepare(Arm arm, Path work) throws InterruptedException {
        try {
            return Session.Ground.prepare(bed, place(arm), folder(work, arm));
        } catch (RuntimeException e) {
            throw new ArmFailed(arm, e);
        }
    }

    private Session launch(Arm arm, Session.Ground ground) throws InterruptedException {
        try {
            return Session.launch(ground, generators.take(arm));
        } catch (RuntimeException e) {
            throw new ArmFailed(arm, e);
        }
    }

    /**
     * Starts the generators of the next pair, unless they run already.
     *
     * @param next folder of that pair
     */
    public void prepare(Path next) {
        generators.start(next);
    }

    private PlacedTarget place(Arm arm) {
        return Objects.requireNonNull(places.get(arm)).with(secondCompiler.options());
    }

    private static Path folder(Path ofPair, Arm arm) {
        return ofPair.resolve(arm.name().toLowerCase(Locale.ROOT));
    }

    /** Ends the generators started ahead for a pair that did not follow, and removes their files. */
    @Override
    public void close() {
        generators.close();
    }

    /** Waits for both arms at once: otherwise the second one would seem to start more slowly. */
    private static void awaitReady(Map<Arm, Session> sessions) throws InterruptedException {
        AtOnce.of(sessions.keySet(), arm -> {
            try {
                Objects.requireNonNull(sessions.get(arm)).awaitReady();
                return arm;
            } catch (RuntimeException e) {
                throw new ArmFailed(arm, e);
            }
        });
    }

    /** Adds the arm's name to a failure. */
    private static void explain(Arm arm, Session session) throws InterruptedException {
        try {
            session.explain();
        } catch (RuntimeException e) {
            throw new ArmFailed(arm, e);
        }
    }
}
