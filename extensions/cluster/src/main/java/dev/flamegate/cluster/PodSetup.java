package dev.flamegate.cluster;

import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.CompareSpec;
import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Agents;
import dev.flamegate.targets.TargetFailed;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings for a pod.
 *
 * @param spec the plan's target; its port is that inside the pod
 * @param manifest text of the user's manifest; {@code null} to make a pod
 * @param arm {@code baseline} or {@code candidate}
 * @param number of this start of the arm, from 1
 * @param agents options and variables with paths as the pod sees them
 * @param node that the pod has to run on, because others of this run do; {@code null} for any
 * @param permissions of what the manifest may ask for
 * @param deadline the longest time it may run, above 0: the cluster then ends it even if the gate has died
 */
public record PodSetup(
        TargetSpec spec,
        @Nullable String manifest,
        String arm,
        int number,
        Agents agents,
        @Nullable String node,
        PodPermissions permissions,
        Duration deadline) {
    public static final String PROBE_FOLDER = "/flamegate/probe";

    /** The folder in the pod where the probe puts the profiler that the gate sends. */
    public static final String PROFILER_FOLDER = "/flamegate/profiler";

    /** Time for the last profile and for hooks. */
    private static final Duration SPARE = Duration.ofMinutes(30);

    public PodSetup {
        if (number < 1) {
            throw new IllegalArgumentException(number + ": starts are counted from 1");
        }
        if (deadline.toSeconds() < 1) {
            throw new IllegalArgumentException(deadline + ": a pod needs time");
        }
    }

    /**
     * Checks that a target can run in a pod, which does not see this machine's files.
     *
     * @param beside other programs that the plan starts
     * @throws TargetFailed with what to do instead
     */
    public static void checkFits(TargetSpec spec, List<BesideSpec> beside) {
        image(spec);
        if (spec.takesWork() || spec.data() != null) {
            throw new TargetFailed(
                    Placeholders.WORK + " and target: data: apply to plain processes, but the target runs"
                            + " in a pod: a pod's own files are fresh at every start");
        }
        if (!spec.furtherPorts().isEmpty()) {
            throw new TargetFailed(Placeholders.port(spec.furtherPorts().first())
                    + " applies to processes and containers: in a pod every port is free, so write a number");
        }
        if (!beside.isEmpty()) {
            throw new TargetFailed("beside: applies to plain processes, but the target runs in a pod: put what it needs"
                    + " into target: kubernetes: manifest as a container of the same pod");
        }
    }

    /**
     * The time that a pod of a plan may run, with a reserve; in a comparison, it also covers the start and measurement
     * of the other arm.
     */
    public static Duration deadline(Plan plan) {
        TargetSpec target = plan.target();
        return target.kubernetes()
                .pending()
                .plus(target.ready().within())
                .plus(plan.load().warmUp().atMost())
                .multipliedBy(2)
                .plus(plan.load().measure().multipliedBy(2L * CompareSpec.BLOCKS))
                .plus(SPARE);
    }

    public static String probe() {
        return PROBE_FOLDER + "/" + RunObjects.PROBE;
    }

    /**
     * The image.
     *
     * @throws TargetFailed when the target is something else
     */
    String image() {
        return image(spec);
    }

    private static String image(TargetSpec spec) {
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
