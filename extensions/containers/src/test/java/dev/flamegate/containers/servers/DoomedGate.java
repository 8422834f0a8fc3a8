package dev.flamegate.containers.servers;

import dev.flamegate.containers.engine.ContainerLimits;
import dev.flamegate.containers.engine.ContainerTarget;
import dev.flamegate.containers.engine.Docker;
import dev.flamegate.containers.engine.Engine;
import dev.flamegate.containers.engine.EngineSearch;
import dev.flamegate.containers.engine.TestService;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Owner;
import java.nio.file.Path;
import java.util.List;

/** A gate that the sweep's test kills: starts a stack and a target, and says how far it is. */
public final class DoomedGate {
    private DoomedGate() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Engine engine = EngineSearch.now().orThrow();
        say("connected " + Owner.current().text());
        ObservabilityStack stack = ObservabilityStack.start(
                engine,
                new StackSetup(
                        List.of(),
                        StackSetup.Pyroscope.OFF,
                        ContainerLimits.NONE,
                        folder.resolve("logs"),
                        Docker.images(),
                        Docker.BRIEF,
                        told -> {}));
        say("network");
        ContainerTarget target = ContainerTarget.start(
                engine, Docker.setup(folder, Docker.jar(folder, TestService.class), TargetSpec.Limits.NONE, engine));
        say("started");
        target.awaitReady();
        stack.awaitReady();
        say("ready");
        Thread.sleep(600_000);
    }

    private static void say(String phase) {
        System.out.println(phase);
        System.out.flush();
    }
}
