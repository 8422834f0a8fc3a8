package dev.flamegate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cluster.PodState.Stage;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With statuses as clusters write them. */
class PodStateTest {
    @Test
    void a_pod_without_a_node_waits_in_the_words_of_the_scheduler() {
        PodState state = of("""
                phase: Pending
                conditions:
                  - type: PodScheduled
                    status: "False"
                    reason: Unschedulable
                    message: "0/3 nodes are available: 3 Insufficient cpu."
                """);

        assertThat(state).isEqualTo(new PodState(Stage.UNSCHEDULED, "0/3 nodes are available: 3 Insufficient cpu."));
        assertThat(of("phase: Pending").stage()).isEqualTo(Stage.UNSCHEDULED);
    }

    @Test
    void a_pod_that_went_too_quickly_is_told_by_its_events() {
        Event preempted = new EventBuilder()
                .withType("Normal")
                .withReason("Preempted")
                .withMessage("Preempted by pod 7f3a on node one")
                .build();
        Event pulled =
                new EventBuilder().withType("Normal").withReason("Pulled").build();

        assertThat(PodState.ofEvents(List.of(pulled, preempted)).orElseThrow())
                .isEqualTo(new PodState(
                        Stage.ENDED,
                        "was taken away by the cluster (Preempted): Preempted by pod 7f3a on node one."
                                + "\nMeasure again when the node is left alone, or on nodes without other work."));
        assertThat(PodState.ofEvents(List.of(pulled))).isEmpty();
    }

    @Test
    void a_pod_with_a_node_starts() {
        assertThat(of(waiting("ContainerCreating", null)))
                .isEqualTo(new PodState(Stage.STARTING, "its state is ContainerCreating."));
    }

    @Test
    void a_failed_pull_is_final_once_the_cluster_has_tried_again() {
        assertThat(of(waiting("ErrImagePull", "not found")).stage()).isEqualTo(Stage.STARTING);
        PodState state = of(waiting("ImagePullBackOff", "Back-off pulling image: not found"));

        assertThat(state.stage()).isEqualTo(Stage.NOT_STARTED);
        assertThat(state.message())
                .startsWith("was not started: the image shop:1 cannot be pulled (ImagePullBackOff): Back-off pulling"
                        + " image: not found.")
                .contains("the pull secret");
    }

    @Test
    void a_container_that_cannot_be_made_is_over() {
        assertThat(of(waiting("CreateContainerConfigError", "secret \"db\" not found")))
                .isEqualTo(new PodState(
                        Stage.NOT_STARTED, "was not started (CreateContainerConfigError): secret \"db\" not found."));
    }

    @Test
    void a_running_container_runs_whatever_the_others_of_its_pod_wait_for() {
        assertThat(of("""
                        phase: Running
                        containerStatuses:
                          - {name: target, image: shop:1, state: {running: {}}}
                          - {name: db, image: db:1, state: {waiting: {reason: ImagePullBackOff}}}
                        """).stage()).isEqualTo(Stage.RUNNING);
    }

    @Test
    void a_target_that_was_killed_for_its_memory_is_told_its_limit() {
        assertThat(of(terminated("exitCode: 137, reason: OOMKilled")).message())
                .isEqualTo("ended with exit code 137: it was killed for using more memory than its limit of 512 MiB."
                        + " Raise limits: memory, or lower -Xmx: heap is about two thirds of what a JVM needs.");
        assertThat(of(terminated("exitCode: 1, reason: Error")).message()).isEqualTo("ended with exit code 1.");
        assertThat(of(terminated("exitCode: 128, reason: StartError, message: no such file"))
                        .message())
                .isEqualTo("ended with exit code 128 (StartError): no such file.");
    }

    @Test
    void an_evicted_pod_is_told_in_the_words_of_its_node() {
        PodState state = of("""
                phase: Failed
                reason: Evicted
                message: "The node was low on resource: memory."
                containerStatuses:
                  - {name: target, image: shop:1, state: {terminated: {exitCode: 137, reason: Error}}}
                """);

        assertThat(state.stage()).isEqualTo(Stage.ENDED);
        assertThat(state.message())
                .startsWith("was evicted by its node: The node was low on resource: memory.")
                .contains("Set target: limits");
    }

    @Test
    void a_pod_that_was_taken_away_says_for_what() {
        assertThat(of("""
                        phase: Running
                        conditions:
                          - {type: DisruptionTarget, status: "True", reason: PreemptionByScheduler, message: more important}
                        """).message())
                .startsWith("was taken away by the cluster (PreemptionByScheduler): more important.");
        assertThat(of("{phase: Failed, reason: DeadlineExceeded}").message())
                .startsWith("was ended by the cluster after 1200 s");
        assertThat(of("{phase: Failed, reason: OutOfcpu, message: Node did not have enough resource}")
                        .message())
                .isEqualTo("was refused by its node (OutOfcpu): Node did not have enough resource.");
        assertThat(PodState.of(null, "target", "").message())
                .isEqualTo("is gone: its pod has been deleted by somebody else.");
    }

    @Test
    void an_init_container_that_failed_is_named() {
        assertThat(of("""
                        phase: Pending
                        initContainerStatuses:
                          - {name: migrate, image: db:1, state: {terminated: {exitCode: 3}}}
                        """).message())
                .startsWith("was not started: the manifest's init container migrate ended with exit code 3");
    }

    private static String waiting(String reason, String message) {
        return """
                phase: Pending
                conditions: [{type: PodScheduled, status: "True"}]
                containerStatuses:
                  - {name: target, image: "shop:1", state: {waiting: {reason: %s, message: '%s'}}}
                """.formatted(reason, message == null ? "" : message);
    }

    private static String terminated(String end) {
        return """
                phase: Failed
                containerStatuses:
                  - {name: target, image: "shop:1", state: {terminated: {%s}}}
                """.formatted(end);
    }

    private static PodState of(String status) {
        Pod pod = Serialization.unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: {name: shop}
                spec: {activeDeadlineSeconds: 1200}
                status:
                """ + status.indent(2).replaceFirst("(?s)^(  \\{)", "  $1"), Pod.class);
        return PodState.of(pod, "target", "512 MiB");
    }
}
