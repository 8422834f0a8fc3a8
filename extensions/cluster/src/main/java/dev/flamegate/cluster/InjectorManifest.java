package dev.flamegate.cluster;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.Map;

/** The Indexed Job with a run's injectors: each its own index, none of them ever started twice. */
final class InjectorManifest {
    static final String CONTAINER = "injector";

    /** The port on which an injector listens, on its pod's loopback. */
    static final int PORT = 7171;

    /** The label of the pods with the name of their Job. */
    static final String JOB = "dev.flamegate/injectors";

    private static final String INDEX = "batch.kubernetes.io/job-completion-index";
    private static final String NODE = "kubernetes.io/hostname";
    private static final int GRACE_SECONDS = 5;
    private static final int KEPT_SECONDS = 60;
    private static final int AWAY_FROM_TARGET = 100;
    private static final int APART = 10;

    private InjectorManifest() {}

    /**
     * The Job to create.
     *
     * @param name what its name ends with
     */
    static Job of(RunObjects run, InjectorSetup setup, String name) {
        String job = run.name(name);
        String account = setup.kubernetes().serviceAccount();
        Map<String, Quantity> limits = PodManifest.limits(setup.pods().limits());
        return new JobBuilder()
                .withMetadata(run.metadata(name))
                .withNewSpec()
                .withCompletionMode("Indexed")
                .withCompletions(setup.injectors())
                .withParallelism(setup.injectors())
                // The failure of one must not end the others first: the message would name one of them.
                .withBackoffLimitPerIndex(0)
                .withActiveDeadlineSeconds(setup.deadline().toSeconds())
                .withTtlSecondsAfterFinished(KEPT_SECONDS)
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels(RunObjects.MANAGED_BY, RunObjects.FLAMEGATE)
                .addToLabels(RunObjects.RUN, run.run())
                .addToLabels(JOB, job)
                .endMetadata()
                .withNewSpec()
                .withRestartPolicy("Never")
                .withTerminationGracePeriodSeconds((long) GRACE_SECONDS)
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withServiceAccountName(account)
                .withNodeSelector(setup.pods().nodeSelector())
                .withAffinity(apart(run, job))
                .addNewContainer()
                .withName(CONTAINER)
                .withImage(setup.image())
                .withArgs("injector", "--port", String.valueOf(PORT))
                .addNewEnv()
                .withName("FLAMEGATE_INJECTOR_TOKEN")
                .withValue(setup.token())
                .endEnv()
                .withNewResources()
                .withRequests(limits)
                .withLimits(limits)
                .endResources()
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /** Preferred only: a cluster of one node has to do. */
    private static Affinity apart(RunObjects run, String job) {
        return new AffinityBuilder()
                .withNewPodAntiAffinity()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(AWAY_FROM_TARGET)
                .withNewPodAffinityTerm()
                .withTopologyKey(NODE)
                .withNewLabelSelector()
                .addToMatchLabels(RunObjects.RUN, run.run())
                .addNewMatchExpression()
                .withKey(RunObjects.ARM)
                .withOperator("Exists")
                .endMatchExpression()
                .endLabelSelector()
                .endPodAffinityTerm()
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(APART)
                .withNewPodAffinityTerm()
                .withTopologyKey(NODE)
                .withNewLabelSelector()
                .addToMatchLabels(JOB, job)
                .endLabelSelector()
                .endPodAffinityTerm()
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .endPodAntiAffinity()
                .build();
    }

    /** The number of a pod's injector, from 1; 0 if its index cannot be read. */
    static int number(Pod pod) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        String index = annotations == null ? null : annotations.get(INDEX);
        return index == null || !index.matches("\\d{1,6}") ? 0 : Integer.parseInt(index) + 1;
    }
}
