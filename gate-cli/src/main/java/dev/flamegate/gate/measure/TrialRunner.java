package dev.flamegate.gate.measure;

import dev.flamegate.load.Load;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.WarmUp;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.runtime.PlacedTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures the trials of one build: starts the target, warms it up, measures, collects, stops. */
public final class TrialRunner implements AutoCloseable {
    /** Time limit for a push: the agent pushes every two seconds, and a push takes a moment. */
    static final Duration PUSH_WITHIN = Duration.ofSeconds(6);

    private final TestBed bed;
    private final PlacedTarget placed;
    private @Nullable Load prepared;

    public TrialRunner(TestBed bed, PlacedTarget placed) {
        this.bed = bed;
        this.placed = placed;
    }

    /**
     * Measures one trial.
     *
     * @param work a folder of this trial alone, for logs
     * @param next that of the next trial, whose generator is started while this trial's last profile is waited for;
     *     {@code null} after the last
     * @throws dev.flamegate.targets.TargetFailed and the like when it cannot be measured; nothing is left running
     */
    public MeasuredTrial measure(int number, Path work, @Nullable Path next, StageProgress progress)
            throws InterruptedException {
        Stage.Times times = new Stage.Times(bed.time());
        times.begin(Stage.START);
        progress.stage(Stage.START, Duration.ZERO);
        try (Session.Ground ground = Session.Ground.prepare(bed, placed, work);
                Session session = Session.launch(ground, ahead())) {
            session.awaitReady();
            try {
                return measure(number, session, next, times, progress);
            } catch (RuntimeException e) {
                session.explain();
                throw e;
            }
        }
    }

    private MeasuredTrial measure(
            int number, Session session, @Nullable Path next, Stage.Times times, StageProgress progress)
            throws InterruptedException {
        Clocks clocks = new Clocks(bed.time());
        times.begin(Stage.WARM_UP);
        WarmUp warmUp = WarmUpStage.run(
                        List.of(session), bed.plan().load().warmUp(), bed.time(), SecondCompiler.KEPT, progress)
                .get(0);
        session.limit();
        times.begin(Stage.MEASURE);
        ArmLoad load = new ArmLoad(bed, session);
        measure(load, session, times, progress);
        times.begin(Stage.STOP_LOAD);
        progress.stage(Stage.STOP_LOAD, Duration.ZERO);
        List<LoadResult> results = load.end();
        times.begin(Stage.LAST_PROFILE);
        if (next != null) {
            prepared = bed.startLoad(placed, Session.loadFolder(next));
        }
        boolean covered = covered(bed, session, load.lastBlock());
        times.begin(Stage.STOP_TARGET);
        session.stopTarget();
        times.begin(Stage.ANALYSIS);
        TrialAssembly assembly = TrialAssembly.of(
                        number, session, warmUp, load.blocks(), results, load.memory(results), covered)
                .withClockFault(clocks.disagreement());
        times.end();
        return new MeasuredTrial(assembly.trial(times.seconds()), assembly.trees(), session.facts());
    }

    /** The generator started ahead, which the next session has to end from now on. */
    private @Nullable Load ahead() {
        Load ahead = prepared;
        prepared = null;
        return ahead;
    }

    /** Measures the window. The load goes on from the warm-up, unless the target has to be without load before it. */
    private void measure(ArmLoad load, Session session, Stage.Times times, StageProgress progress)
            throws InterruptedException {
        Duration length = bed.plan().load().measure();
        if (bed.hooks().has(Part.BLOCK) || bed.setup().watchesMemory()) {
            load.off();
            load.lookAtMemory();
            ArmLoad.block(List.of(load), length, times, progress);
            load.lookAtMemory();
        } else {
            session.load().measuring();
            load.measured(Block.measure(List.of(session), length, bed.time(), progress)
                    .get(0));
        }
    }

    /** Waits for the push that reaches past a block; returns whether it came, or none was expected. */
    static boolean covered(TestBed bed, Session session, Block last) throws InterruptedException {
        return !bed.setup().profiles()
                || session.profiles().awaitCovering(last.window().end(), PUSH_WITHIN);
    }

    /** Ends a generator started ahead for a trial that did not take place. */
    @Override
    public void close() {
        if (prepared != null) {
            prepared.close();
        }
    }
}
