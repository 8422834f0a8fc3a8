package dev.flamegate.containers;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckProvider;
import dev.flamegate.check.Situation;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.BesideContainers;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.RuntimeProvider;
import dev.flamegate.runtime.TargetRuntime;
import java.util.List;

/** Adds the runtime {@code container}, containers beside targets, and checks of the Docker engine. */
public final class ContainersExtension implements RuntimeProvider, CheckProvider {
    /** Opens the containers beside targets that are processes. */
    public static final class Opener implements BesideContainers.Provider {
        @Override
        public BesideContainers open(MeasurementPlan setup) {
            return new EngineContainers(setup);
        }
    }

    @Override
    public TargetSpec.Runtime kind() {
        return TargetSpec.Runtime.CONTAINER;
    }

    @Override
    public TargetRuntime open(MeasurementPlan setup) {
        return new ContainerRuntime(setup);
    }

    @Override
    public List<Check> checks(Situation situation) {
        return new EngineChecks(situation).all();
    }
}
