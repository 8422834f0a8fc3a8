package dev.flamegate.gate.measure;

import dev.flamegate.load.Gatling;
import dev.flamegate.load.GatlingHome;
import dev.flamegate.load.Injectors;
import dev.flamegate.load.Load;
import dev.flamegate.load.LoadCommand;
import dev.flamegate.load.LoadGenerator;
import dev.flamegate.model.HostSpeed;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.ProcessRuntime;
import dev.flamegate.runtime.RuntimeProvider;
import dev.flamegate.runtime.TargetRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The equipment that measures trials: the runtime of targets, the load generator, and the clocks. The seam between a
 * measurement and the machine: tests use fake targets and loads.
 */
public record TestBed(MeasurementPlan setup, TargetRuntime runtime, LoadGenerator generator, Time time) {
    /** Opens a test bed, for targets of one kind of runtime. */
    @FunctionalInterface
    public interface Factory {
        /**
         * A test bed.
         *
         * @param kind the plan's own runtime, or the one that both arms of a comparison need
         * @throws dev.flamegate.targets.TargetFailed when what the runtime needs is missing, such as a Docker engine
         */
        TestBed open(TargetSpec.Runtime kind, MeasurementPlan setup);

        /** The speed of the host, measured before anything is started; empty if it says nothing about the target. */
        default Optional<HostSpeed> speed(TargetSpec.Runtime kind) {
            return Optional.empty();
        }
    }

    /** Real targets under Gatling's load, by this machine's clocks. */
    public static final Factory REAL = new Factory() {
        @Override
        public TestBed open(TargetSpec.Runtime kind, MeasurementPlan setup) {
            TargetRuntime runtime = kind == TargetSpec.Runtime.PROCESS
                    ? new ProcessRuntime(setup)
                    : RuntimeProvider.of(kind).open(setup);
            LoadGenerator generator = runtime.generator().orElseGet(() -> generator(setup, runtime.generatorPrefix()));
            return new TestBed(setup, runtime, generator, Time.SYSTEM);
        }

        private static LoadGenerator generator(MeasurementPlan setup, List<String> prefix) {
            LoadSpec load = setup.plan().load();
            return Injectors.of(
                    load.injectors(),
                    share -> load.command() == null
                            ? new Gatling(
                                    load,
                                    share,
                                    setup.folder(),
                                    GatlingHome.of(setup.installation().gatling()),
                                    prefix,
                                    setup.children())
                            : new LoadCommand(load, share, setup.folder(), prefix, setup.children()));
        }

        @Override
        public Optional<HostSpeed> speed(TargetSpec.Runtime kind) {
            return kind == TargetSpec.Runtime.PROCESS ? Calibration.measure() : Optional.empty();
        }
    };

    public Hooks hooks() {
        return new Hooks(setup);
    }

    /** Starts a load for a target; see {@link LoadGenerator#start}. */
    Load startLoad(PlacedTarget placed, Path work) {
        return generator.start(runtime.loadUrl(placed), work);
    }

    Plan plan() {
        return setup.plan();
    }
}
