package dev.flamegate.cluster;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of the target by its pod's status, in the gate's words.
 *
 * @param stage how far it is
 * @param message what it waits for, why it cannot start, or how it ended; empty while it runs
 */
record PodState(Stage stage, String message) {
    private static final Set<String> NO_IMAGE = Set.of(
            "ErrImagePull",
            "ImagePullBackOff",
            "InvalidImageName",
            "ErrImageNeverPull",
            "RegistryUnavailable",
            "ImageInspectError",
            "SignatureValidationFailed");

    /** The kubelet tries again, so only what it repeats is final. */
    private static final String FIRST_FAILED_PULL = "ErrImagePull";

    private static final Set<String> NOT_STARTED =
            Set.of("CreateContainerConfigError", "CreateContainerError", "RunContainerError", "PreStartHookError");

    /** Reasons of the scheduler's, a node's and the node controller's events. */
    private static final Set<String> TAKING_AWAY = Set.of("Preempted", "Evicted", "TaintManagerEviction");

    private static final PodState RUNNING = new PodState(Stage.RUNNING, "");

    /** The end of a message from a cluster has no full stop that could be relied upon. */
    private static final String STOPS = "[.\\s]+$";

    enum Stage {
        /** The pod waits for a node. */
        UNSCHEDULED,
        /** The pod is on a node and waits for its image, its volumes or its start. */
        STARTING,
        RUNNING,
        /** The pod cannot start: there is no log. */
        NOT_STARTED,
        ENDED
    }

    /** True if the pod no longer runs, or never will. */
    boolean isOver() {
        return stage == Stage.NOT_STARTED || stage == Stage.ENDED;
    }

    /**
     * Reads the state from a pod's status.
     *
     * @param pod {@code null} when the cluster does not know it any more
     * @param container the target's
     * @param memory limit of the target as people write it; empty for none
     */
    static PodState of(@Nullable Pod pod, String container, String memory) {
        if (pod == null) {
            return over("is gone: its pod has been deleted by somebody else.");
        }
        PodStatus status = pod.getStatus();
        if (status == null) {
            return new PodState(Stage.UNSCHEDULED, "it has not been looked at by a scheduler");
        }
        return removed(pod, status)
                .or(() -> ofContainer(status, container, memory))
                .or(() -> "Running".equals(status.getPhase()) ? Optional.of(RUNNING) : Optional.empty())
                .orElseGet(() -> waiting(status));
    }

    /**
     * The reason for which the cluster took the pod away, which says more than how its processes ended; empty if it did
     * not.
     */
    private static Optional<PodState> removed(Pod pod, PodStatus status) {
        String words = sentence(status.getMessage());
        String reason = status.getReason() == null ? "" : status.getReason();
        Optional<PodCondition> disruption =
                condition(status, "DisruptionTarget").filter(condition -> "True".equals(condition.getStatus()));
        if (reason.equals("DeadlineExceeded")) {
            return Optional.of(
                    over("was ended by the cluster after " + pod.getSpec().getActiveDeadlineSeconds()
                            + " s, the deadline that protects the cluster from gates that have died. Make target: ready,"
                            + " load: warm-up and measure, or the plan's hooks shorter."));
        }
        if (reason.equals("Evicted")) {
            return Optional.of(over("was evicted by its node: " + words
                    + "\nSet target: limits with memory, so that pods are evicted last that use what they asked for,"
                    + " or choose nodes with room by target: kubernetes: node-selector."));
        }
        if (disruption.isPresent()) {
            return Optional.of(
                    takenAway(disruption.get().getReason(), disruption.get().getMessage()));
        }
        if (pod.getMetadata().getDeletionTimestamp() != null) {
            return Optional.of(over("is being deleted by somebody else."));
        }
        if ("Failed".equals(status.getPhase()) && !reason.isEmpty()) {
            return Optional.of(notStarted("was refused by its node (" + reason + "): " + words));
        }
        return Optional.empty();
    }

    private static PodState takenAway(String reason, @Nullable String words) {
        return over("was taken away by the cluster (" + reason + "): " + sentence(words)
                + "\nMeasure again when the node is left alone, or on nodes without other work.");
    }

    /**
     * Why a pod is gone, by its events: the cluster may delete a pod before anyone can see the condition that says so.
     *
     * @return empty where no event says it
     */
    static Optional<PodState> ofEvents(List<Event> events) {
        return events.stream()
                .filter(event -> TAKING_AWAY.contains(event.getReason()))
                .findFirst()
                .map(event -> takenAway(event.getReason(), event.getMessage()));
    }

    private static Optional<PodState> ofContainer(PodStatus status, String container, String memory) {
        Optional<ContainerState> state = all(status.getContainerStatuses())
                .filter(one -> one.getName().equals(container))
                .map(ContainerStatus::getState)
                .findFirst();
        return state.flatMap(known -> {
                    if (known.getTerminated() != null) {
                        return Optional.of(over(ending(known.getTerminated(), memory)));
                    }
                    return known.getRunning() != null ? Optional.of(RUNNING) : Optional.empty();
                })
                .or(() -> failedInit(status))
                .or(() -> all(status.getInitContainerStatuses(), status.getContainerStatuses())
                        .flatMap(one -> notStarting(one).stream())
                        .findFirst());
    }

    private static Optional<PodState> failedInit(PodStatus status) {
        return all(status.getInitContainerStatuses())
                .filter(one -> one.getState() != null && one.getState().getTerminated() != null)
                .filter(one -> one.getState().getTerminated().getExitCode() != 0)
                .map(one -> notStarted(
                        "was not started: the manifest's init container " + one.getName() + " ended with exit code "
                                + one.getState().getTerminated().getExitCode()
                                + ". See `kubectl logs` of it in a pod of the same"
                                + " manifest."))
                .findFirst();
    }

    private static Optional<PodState> notStarting(ContainerStatus status) {
        if (status.getState() == null || status.getState().getWaiting() == null) {
            return Optional.empty();
        }
        String reason = String.valueOf(status.getState().getWaiting().getReason());
        String words = sentence(status.getState().getWaiting().getMessage());
        if (NO_IMAGE.contains(reason)) {
            String message = "the image " + status.getImage() + " cannot be pulled (" + reason + "): " + words;
            return Optional.of(
                    reason.equals(FIRST_FAILED_PULL)
                            ? new PodState(Stage.STARTING, message)
                            : notStarted("was not started: " + message
                                    + "\nCheck its name, that it has been pushed to where the cluster pulls from, and the"
                                    + " pull secret: of target: kubernetes: service-account, or in target: kubernetes:"
                                    + " manifest."));
        }
        return NOT_STARTED.contains(reason)
                ? Optional.of(notStarted("was not started (" + reason + "): " + words))
                : Optional.empty();
    }

    private static String ending(ContainerStateTerminated end, String memory) {
        String ended = "ended with exit code " + end.getExitCode();
        if ("OOMKilled".equals(end.getReason())) {
            return ended + ": it was killed for using more memory than "
                    + (memory.isEmpty() ? "there is" : "its limit of " + memory)
                    + ". Raise limits: memory, or lower -Xmx: heap is about two thirds of what a JVM needs.";
        }
        String words = end.getMessage() == null || end.getMessage().isBlank() ? "." : ": " + sentence(end.getMessage());
        boolean told = end.getReason() != null && !Set.of("Error", "Completed").contains(end.getReason());
        return ended + (told ? " (" + end.getReason() + ")" : "") + words;
    }

    private static PodState waiting(PodStatus status) {
        Optional<PodCondition> scheduled = condition(status, "PodScheduled");
        if (scheduled.isEmpty() || !"True".equals(scheduled.get().getStatus())) {
            String words = scheduled
                    .map(PodCondition::getMessage)
                    .filter(message -> !message.isBlank())
                    .orElse("no scheduler has said anything about it");
            return new PodState(Stage.UNSCHEDULED, sentence(words));
        }
        String waiting = all(status.getInitContainerStatuses(), status.getContainerStatuses())
                .map(ContainerStatus::getState)
                .filter(state -> state != null && state.getWaiting() != null)
                .map(state -> String.valueOf(state.getWaiting().getReason()))
                .findFirst()
                .orElse(String.valueOf(status.getPhase()).toLowerCase(Locale.ROOT));
        return new PodState(Stage.STARTING, "its state is " + waiting + ".");
    }

    private static PodState notStarted(String message) {
        return new PodState(Stage.NOT_STARTED, message);
    }

    private static PodState over(String message) {
        return new PodState(Stage.ENDED, message);
    }

    private static String sentence(@Nullable String words) {
        return words == null || words.isBlank()
                ? "without a reason given."
                : words.strip().replaceFirst(STOPS, "") + ".";
    }

    private static Optional<PodCondition> condition(PodStatus status, String type) {
        return all(status.getConditions())
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }

    @SafeVarargs
    private static <T> Stream<T> all(@Nullable List<T>... lists) {
        return Stream.of(lists).flatMap(list -> list == null ? Stream.of() : list.stream());
    }
}
