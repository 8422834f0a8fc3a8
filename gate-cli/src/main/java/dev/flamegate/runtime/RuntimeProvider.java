package dev.flamegate.runtime;

import dev.flamegate.plan.TargetSpec;

/** Adds a runtime: an extension declares its implementation as a service of this type. */
public interface RuntimeProvider {
    /** The value of {@code runtime:} in a plan that chooses it. */
    TargetSpec.Runtime kind();

    /**
     * Opens the runtime for the targets of a plan.
     *
     * @throws dev.flamegate.targets.TargetFailed when what it needs is missing, such as a cluster
     */
    TargetRuntime open(MeasurementPlan setup);
}
