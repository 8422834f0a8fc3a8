package dev.flamegate.targets.kubernetes;

import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Agents;
import dev.flamegate.targets.TargetFailed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a pod needs.
 *
 * @param spec the plan's target; its port is that inside the pod
 * @param manifest text of the user's manifest; {@code null} to make a pod
 * @param arm {@code baseline} or {@code candidate}
 * @param number of this start of the arm, from 1
 * @param agents options and variables with paths as the pod sees them
 * @param node that the pod has to run on, because others of this run do; {@code null} for any
 * @param deadline the longest time it may run, above 0: the cluster then ends it even if the gate has died
 */
public record PodSetup(
        TargetSpec spec,
        @Nullable String manifest,
        String arm,
        int number,
        Agents agents,
        @Nullable String node,
        Duration deadline) {
    /** The folder in the pod where the probe is. */
    public static final String PROBE_FOLDER = "/flamegate/probe";

    /** The folder in the pod where the probe puts the profiler that the gate sends. */
    public static final String PROFILER_FOLDER = "/flamegate/profiler";

    public PodSetup {
        if (number < 1) {
            throw new IllegalArgumentException(number + ": starts are counted from 1");
        }
        if (deadline.toSeconds() < 1) {
            throw new IllegalArgumentException(deadline + ": a pod needs time");
        }
    }

    /** The path of the probe in the pod. */
    public static String probe() {
        return PROBE_FOLDER + "/" + RunObjects.PROBE;
    }

    /**
     * The image.
     *
     * @throws TargetFailed when the target is something else
     */
    String image() {
        String image = spec.image();
        if (image == null) {
            throw new TargetFailed(spec.subject().text()
                    + " cannot be run in Kubernetes: a pod runs an image. Build one with it, push it to where the"
                    + " cluster can pull it, and name it in target: image, or as the arm.");
        }
        return image;
    }

    KubernetesSpec kubernetes() {
        return spec.kubernetes();
    }
}
