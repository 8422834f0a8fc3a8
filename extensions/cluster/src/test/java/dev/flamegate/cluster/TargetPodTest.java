package dev.flamegate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a cluster that keeps objects and runs nothing: the test is its scheduler and its node. */
@EnableKubernetesMockClient(crud = true, https = false)
class TargetPodTest {
    KubernetesClient client;

    @TempDir
    private Path folder;

    private final List<String> steps = new ArrayList<>();
    private RunObjects run;

    @BeforeEach
    void createRun() throws IOException {
        run = Pods.run(client, folder);
    }

    @Test
    void a_pod_gets_its_node_and_runs() throws Exception {
        try (TargetPod pod = create(null)) {
            status("{phase: Pending, conditions: [{type: PodScheduled, status: 'True'}]}");
            pod.awaitNode();
            status(
                    "{phase: Running, containerStatuses: [{name: target, imageID: 'shop@sha256:1', state: {running: {}}}]}");
            pod.awaitRunning();
            pod.checkAlive();

            assertThat(pod.context()).containsEntry("kubernetes.image.id", "shop@sha256:1");
        }
        assertThat(pods()).isEmpty();
    }

    @Test
    void a_pod_without_a_node_in_time_is_told_in_the_words_of_the_scheduler_and_shown_while_it_waits() {
        try (TargetPod pod = create("node-7")) {
            status("{phase: Pending, conditions: [{type: PodScheduled, status: 'False', message: 0/1 nodes}]}");

            assertThatThrownBy(pod::awaitNode)
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining(
                            "the cluster has no node for the target (image registry.example/shop:1.4, pod ")
                    .hasMessageContaining("within 1 s: 0/1 nodes.")
                    .hasMessageContaining("here node-7, which needs room for both arms")
                    .hasMessageContaining("Lower target: limits");
            assertThat(steps).containsExactly("waiting for a node: 0/1 nodes.");
        }
    }

    @Test
    void a_pod_that_its_node_does_not_start_in_time_is_told() {
        try (TargetPod pod = create(null)) {
            status("{phase: Pending, conditions: [{type: PodScheduled, status: 'True'}]}");

            assertThatThrownBy(pod::awaitRunning)
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("was not started by its node within 1 s: its state is pending.");
        }
    }

    @Test
    void the_last_warnings_of_the_cluster_are_told_and_nothing_else_of_its_events() {
        assertThat(TargetPod.told(List.of(event("Normal", "Scheduled"), event("Warning", "FailedMount"))))
                .isEqualTo("\nThe cluster's events:\n  | FailedMount: why");
        assertThat(TargetPod.told(List.of(event("Normal", "Scheduled")))).isEmpty();
        assertThat(TargetPod.told(List.of(
                        event("Warning", "A"), event("Warning", "B"), event("Warning", "C"), event("Warning", "D"))))
                .contains("B: why", "D: why")
                .doesNotContain("A: why");
    }

    private static Event event(String type, String reason) {
        return new EventBuilder()
                .withType(type)
                .withReason(reason)
                .withMessage("why")
                .build();
    }

    @Test
    void a_target_that_ends_while_it_is_measured_is_noticed() throws Exception {
        try (TargetPod pod = create(null)) {
            status("{phase: Running, containerStatuses: [{name: target, state: {running: {}}}]}");
            pod.awaitRunning();
            status(
                    "{phase: Failed, containerStatuses: [{name: target, state: {terminated: {exitCode: 137, reason: OOMKilled}}}]}");

            assertThatThrownBy(pod::awaitRunning)
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining(
                            "ended with exit code 137: it was killed for using more memory than its limit of"
                                    + " 512 MiB")
                    .hasMessageContaining("The end of its log");
        }
    }

    @Test
    void a_pod_that_somebody_deletes_is_told() throws Exception {
        try (TargetPod pod = create(null)) {
            client.pods().inNamespace(Pods.NAMESPACE).delete();

            assertThatThrownBy(pod::awaitRunning)
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("is gone: its pod has been deleted by somebody else.");
        }
    }

    @Test
    void closing_the_cluster_leaves_nothing_in_it() throws Exception {
        create(null);

        run.cluster().made().close();

        assertThat(pods()).isEmpty();
        assertThat(client.configMaps().inNamespace(Pods.NAMESPACE).list().getItems())
                .isEmpty();
    }

    @Test
    void a_service_without_an_address_is_no_way_to_a_target() {
        assertThatThrownBy(() -> TargetService.create(run, "candidate", 9000))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("no address")
                .hasMessageContaining("reach: port-forward");
    }

    private TargetPod create(String node) {
        return TargetPod.create(
                run,
                Pods.setup(Pods.PLAIN, null, node),
                URI.create("http://127.0.0.1:1"),
                folder.resolve("target.log"),
                steps::add);
    }

    private List<Pod> pods() {
        return client.pods().inNamespace(Pods.NAMESPACE).list().getItems();
    }

    private void status(String yaml) {
        Pod pod = pods().get(0);
        pod.setStatus(Serialization.unmarshal("---\n" + yaml, PodStatus.class));
        client.pods().inNamespace(Pods.NAMESPACE).resource(pod).updateStatus();
    }
}
