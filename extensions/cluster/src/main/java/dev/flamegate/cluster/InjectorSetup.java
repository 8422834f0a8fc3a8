package dev.flamegate.cluster;

import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Plan;
import java.time.Duration;

/**
 * The settings for the injectors of a run.
 *
 * @param image with Flamegate
 * @param injectors how many, at least 1
 * @param token that they know the gate by
 * @param deadline the longest time that they may run: the cluster then ends them even if the gate has died
 */
public record InjectorSetup(
        KubernetesSpec kubernetes, LoadSpec.Pods pods, String image, int injectors, String token, Duration deadline) {
    /** The time that the injectors of a plan may run: that of all its trials and its comparison, twice. */
    public static Duration deadline(Plan plan) {
        return PodSetup.deadline(plan)
                .multipliedBy(plan.trials())
                .plus(plan.compare().budget())
                .multipliedBy(2);
    }

    /** Never the secret. */
    @Override
    public String toString() {
        return "InjectorSetup[" + injectors + " of " + image + "]";
    }
}
