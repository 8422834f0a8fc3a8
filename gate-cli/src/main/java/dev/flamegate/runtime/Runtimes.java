package dev.flamegate.runtime;

import dev.flamegate.plan.TargetSpec;

/** Chooses the runtime that a plan names. */
public final class Runtimes {
    private Runtimes() {}

    /**
     * A runtime for the targets of a plan.
     *
     * @param kind the plan's own, or that of the arms of a comparison
     * @throws dev.flamegate.targets.TargetFailed when what it needs is missing, such as a Docker engine or a cluster
     */
    public static TargetRuntime of(TargetSpec.Runtime kind, MeasurementPlan setup) {
        return switch (kind) {
            case PROCESS -> new ProcessRuntime(setup);
            case CONTAINER -> new ContainerRuntime(setup);
            case ATTACH -> new AttachRuntime(setup);
            case KUBERNETES -> new KubernetesRuntime(setup);
        };
    }
}
