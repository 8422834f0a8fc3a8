package dev.flamegate.gate;

import dev.flamegate.load.Gatling;
import dev.flamegate.load.GatlingHome;
import dev.flamegate.load.Load;
import dev.flamegate.os.Children;
import dev.flamegate.plan.Plan;
import dev.flamegate.runtime.Placed;
import dev.flamegate.runtime.TargetRuntime;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What every trial needs: where targets run, and who loads them.
 *
 * @param planFolder that the plan's paths are relative to
 */
record Rig(Plan plan, Path planFolder, Installation installation, TargetRuntime runtime, Children children) {
    /**
     * Starts the target and its generator; neither need be ready when this returns.
     *
     * @param work a folder of this start alone, for logs
     * @param prepared a generator started ahead for it; {@code null} to start one
     */
    Launch launch(Placed placed, Path work, @Nullable Load prepared) throws InterruptedException {
        return new Launch(this, placed, work, prepared);
    }

    /** Starts a generator for a target. */
    Load startLoad(Placed placed, Path work) {
        return new Gatling(
                        plan.load(),
                        planFolder,
                        GatlingHome.of(installation.gatling()),
                        runtime.generatorPrefix(),
                        children)
                .start(placed.baseUrl(), work);
    }

    /** Whether anything is profiled at all. */
    boolean profiles() {
        return !plan.profile().events().isEmpty();
    }
}
