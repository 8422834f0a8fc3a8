package dev.flamegate.gate;

import dev.flamegate.load.Load;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Warning;
import dev.flamegate.runtime.Placed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures the trials of one build: starts the target, warms it up, measures, collects, stops. */
final class TrialRunner implements AutoCloseable {
    static final Duration STOP_WITHIN = Duration.ofSeconds(10);
    /** The agent pushes every two seconds; a push takes a moment. */
    static final Duration PUSH_WITHIN = Duration.ofSeconds(6);

    private final Rig rig;
    private final Placed placed;
    private @Nullable Load prepared;

    TrialRunner(Rig rig, Placed placed) {
        this.rig = rig;
        this.placed = placed;
    }

    /**
     * One trial.
     *
     * @param work a folder of this trial alone, for logs
     * @param next that of the next trial, whose generator is started while this trial's last profile is waited for;
     *     {@code null} after the last
     * @throws dev.flamegate.targets.TargetFailed and the like when it cannot be measured; nothing is left running
     */
    MeasuredTrial measure(int number, Path work, @Nullable Path next, StageProgress progress)
            throws InterruptedException {
        Stages stages = new Stages("start");
        progress.stage("starting", Duration.ZERO);
        Load ahead = prepared;
        prepared = null;
        try (Launch launch = rig.launch(placed, work, ahead)) {
            Session session = launch.awaitReady();
            try {
                return measure(number, session, next, stages, progress);
            } catch (RuntimeException e) {
                launch.explain();
                throw e;
            }
        }
    }

    private MeasuredTrial measure(
            int number, Session session, @Nullable Path next, Stages stages, StageProgress progress)
            throws InterruptedException {
        Clocks clocks = new Clocks();
        stages.begin("warm-up");
        WarmUp warmUp = WarmUpStage.run(List.of(session), rig.plan().load().warmUp(), progress)
                .get(0);
        stages.begin("measure");
        session.load().measuring();
        Block block = MeasureStage.run(session, rig.plan().load().measure(), progress);
        stages.begin("stop load");
        progress.stage("collecting", Duration.ZERO);
        session.load().stop(STOP_WITHIN);
        stages.begin("last profile");
        if (next != null) {
            prepared = rig.startLoad(placed, next.resolve("gatling"));
        }
        boolean covered = !rig.profiles()
                || session.profiles().awaitCovering(block.window().end(), PUSH_WITHIN);
        stages.begin("stop target");
        session.target().close();
        stages.begin("analysis");
        TrialAssembly assembly = TrialAssembly.of(
                        number,
                        session,
                        warmUp,
                        List.of(block),
                        List.of(session.load().result(block.window())),
                        covered)
                .doubted(clocks.disagreement().map(why -> new Warning(Warning.CLOCK, why)));
        stages.begin("");
        return new MeasuredTrial(assembly.trial(stages.seconds()), assembly.trees(), session.facts());
    }

    /** Ends a generator started ahead for a trial that did not come. */
    @Override
    public void close() {
        if (prepared != null) {
            prepared.close();
        }
    }
}
