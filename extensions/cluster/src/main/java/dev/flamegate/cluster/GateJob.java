package dev.flamegate.cluster;

import dev.flamegate.gate.GateJobs;
import dev.flamegate.os.Sha256;
import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ScalableResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The gate as a Job, made from a manifest of the user's, with a command line of ours. Its name follows from what it
 * does, so that a gate started again after a kill finds the earlier Job and waits for it.
 */
public final class GateJob {
    private static final String LABEL = "flamegate.dev/nightly";
    private static final String OF_JOB = "job-name";
    private static final String CONTAINER = "gate";
    private static final long POLL_MILLIS = 1_000;
    private static final int GONE_WITHIN_POLLS = 120;
    private static final int LAST_LINES = 100_000;
    private static final int CONFLICT = 409;
    private static final int NOT_MEASURED = 3;
    private static final int KEPT_SECONDS = 86_400;
    private static final int MOST_LETTERS = 30;
    private static final int DIGITS = 16;

    private final Cluster cluster;
    private final String name;

    private GateJob(Cluster cluster, String name) {
        this.cluster = cluster;
        this.name = name;
    }

    /**
     * Runs a Job to its end. It stays, with its log, for as long as its manifest says; one that is interrupted, or
     * still runs when the cluster is closed, is deleted.
     *
     * @param manifest of a Job; its container called {@code gate}, else its first, gets the words before its own
     *     arguments
     * @param of what it is about, for its name
     * @throws TargetFailed when it is no Job, or the cluster refuses it
     */
    public static GateJobs.Ended run(Cluster cluster, String manifest, String of, List<String> words)
            throws InterruptedException {
        Job wanted = filled(cluster.client(), manifest, of, words);
        GateJob job = new GateJob(cluster, wanted.getMetadata().getName());
        cluster.made()
                .start(
                        () -> {
                            cluster.make("create a Job", client -> job.create(client, wanted), job::delete);
                            return job;
                        },
                        GateJob::delete);
        boolean over = false;
        try {
            String container = gate(wanted).getName();
            Optional<String> never = job.await(container);
            if (never.isPresent()) {
                return new GateJobs.Ended(NOT_MEASURED, "", "the Job " + job.name + " cannot start: " + never.get());
            }
            GateJobs.Ended result = job.ended(container);
            over = true;
            return result;
        } finally {
            cluster.made().release(job);
            if (!over) {
                job.delete();
            }
        }
    }

    /** The Job to create. */
    static Job filled(KubernetesClient client, String manifest, String of, List<String> words) {
        Job given;
        try {
            given = client.getKubernetesSerialization().unmarshal(manifest, Job.class);
        } catch (RuntimeException e) {
            throw new TargetFailed("the manifest of the Job cannot be read: " + e.getMessage(), e);
        }
        if (given == null
                || given.getSpec() == null
                || given.getSpec().getTemplate() == null
                || given.getSpec().getTemplate().getSpec() == null
                || given.getSpec().getTemplate().getSpec().getContainers().isEmpty()) {
            throw new TargetFailed("the manifest of the Job is not a `kind: Job` with a container");
        }
        Container gate = gate(given);
        List<String> all = new ArrayList<>(words);
        all.addAll(Optional.ofNullable(gate.getArgs()).orElse(List.of()));
        gate.setArgs(all);
        String name = name(of, all);
        Integer kept = given.getSpec().getTtlSecondsAfterFinished();
        return new JobBuilder(given)
                .editOrNewMetadata()
                .withName(name)
                .withGenerateName(null)
                .addToLabels(LABEL, "true")
                .endMetadata()
                .editSpec()
                .withBackoffLimit(0) // a verdict is not asked for again until it is green
                .withTtlSecondsAfterFinished(kept == null ? KEPT_SECONDS : kept)
                .editTemplate()
                .editSpec()
                .withRestartPolicy("Never")
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static Container gate(Job job) {
        List<Container> containers = job.getSpec().getTemplate().getSpec().getContainers();
        return containers.stream()
                .filter(container -> CONTAINER.equals(container.getName()))
                .findFirst()
                .orElse(containers.get(0));
    }

    private static String name(String of, List<String> words) {
        String letters =
                of.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+", "");
        return "flamegate-"
                + letters.substring(0, Math.min(MOST_LETTERS, letters.length())).replaceAll("-+$", "") + "-"
                + Sha256.of(of + "\n" + String.join("\n", words)).substring(0, DIGITS);
    }

    private ScalableResource<Job> resource(KubernetesClient client) {
        return client.batch().v1().jobs().inNamespace(cluster.namespace()).withName(name);
    }

    /** Creates the Job, unless one of its name still runs; one that has ended makes room. */
    private Job create(KubernetesClient client, Job wanted) {
        for (int poll = 0; ; poll++) {
            try {
                return client.batch()
                        .v1()
                        .jobs()
                        .inNamespace(cluster.namespace())
                        .resource(wanted)
                        .create();
            } catch (KubernetesClientException e) {
                if (e.getCode() != CONFLICT || poll == GONE_WITHIN_POLLS) {
                    throw e;
                }
                Job there = resource(client).get();
                if (there != null && !isOver(there) && there.getMetadata().getDeletionTimestamp() == null) {
                    return there;
                }
                resource(client)
                        .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                        .delete();
                sleep();
            }
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetFailed("interrupted while an ended Job was deleted", e);
        }
    }

    private Job job() {
        Job job = cluster.ask("show a Job", client -> resource(client).get());
        if (job == null) {
            throw new TargetFailed("the Job " + name + " is gone: somebody else has deleted it");
        }
        return job;
    }

    private List<Pod> pods() {
        return cluster.ask(
                "list pods",
                client -> client.pods()
                        .inNamespace(cluster.namespace())
                        .withLabel(OF_JOB, name)
                        .list()
                        .getItems());
    }

    /**
     * Waits until the Job is over, or returns why its pod can never start, which its controller would wait for up to
     * the deadline.
     */
    private Optional<String> await(String container) throws InterruptedException {
        while (!isOver(job())) {
            Optional<String> never = pods().stream()
                    .map(pod -> PodState.of(pod, container, ""))
                    .filter(state -> state.stage() == PodState.Stage.NOT_STARTED)
                    .map(PodState::message)
                    .findFirst();
            if (never.isPresent()) {
                return never;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return Optional.empty();
    }

    private static boolean isOver(Job job) {
        return conditions(job)
                .anyMatch(one -> "True".equals(one.getStatus())
                        && ("Complete".equals(one.getType()) || "Failed".equals(one.getType())));
    }

    private static Stream<JobCondition> conditions(Job job) {
        JobStatus status = job.getStatus();
        return status == null || status.getConditions() == null ? Stream.empty() : status.getConditions().stream();
    }

    private GateJobs.Ended ended(String container) {
        for (Pod pod : pods()) {
            Optional<Integer> code = code(pod, container);
            if (code.isPresent()) {
                return new GateJobs.Ended(code.get(), log(pod.getMetadata().getName(), container), "");
            }
        }
        String why = conditions(job())
                .filter(one -> "Failed".equals(one.getType()))
                .map(one -> one.getReason() + ": " + one.getMessage())
                .findFirst()
                .orElse("its pod is gone");
        return new GateJobs.Ended(NOT_MEASURED, "", "the Job " + name + " has no exit code: " + why);
    }

    private static Optional<Integer> code(Pod pod, String container) {
        return pod.getStatus() == null
                ? Optional.empty()
                : pod.getStatus().getContainerStatuses().stream()
                        .filter(one -> one.getName().equals(container))
                        .filter(one -> one.getState() != null && one.getState().getTerminated() != null)
                        .map(one -> one.getState().getTerminated().getExitCode())
                        .findFirst();
    }

    /**
     * Asks the API server directly: the client's own way first watches the pod, for which it would need more rights.
     */
    private String log(String pod, String container) {
        String text = cluster.ask(
                "show the log of a pod",
                client -> client.raw("/api/v1/namespaces/" + cluster.namespace() + "/pods/" + pod + "/log?container="
                        + container + "&tailLines=" + LAST_LINES));
        return text == null ? "" : text;
    }

    /** Deletes the Job; if the cluster cannot be asked, the Job ends at its deadline. */
    private boolean delete() {
        return cluster.remove(client -> resource(client)
                .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                .delete());
    }
}
