package dev.flamegate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a cluster that keeps objects and runs nothing: the test is its controller, its scheduler and its node. */
@EnableKubernetesMockClient(crud = true, https = false)
class InjectorJobTest {
    private static final String PLAN = """
            version: 1
            service: shop
            target:
              image: registry.example/shop:1.4
              runtime: kubernetes
              kubernetes: {service-account: shop, pending: 1 s}
            load:
              injectors: 3
              kubernetes: {image: "registry.example/flamegate:1", node-selector: {pool: load}, limits: {cpus: 0.5}}
            """;

    KubernetesClient client;
    KubernetesMockServer server;

    @TempDir
    private Path folder;

    private final List<String> steps = new ArrayList<>();
    private RunObjects run;

    @BeforeEach
    void createRun() throws IOException {
        run = Pods.run(client, folder);
    }

    @Test
    void the_job_is_indexed_belongs_to_the_run_ends_by_itself_and_prefers_other_nodes() {
        try (InjectorJob injectors = injectors()) {
            injectors.start();

            Job job = jobs().get(0);
            JobSpec spec = job.getSpec();
            assertThat(job.getMetadata().getOwnerReferences())
                    .singleElement()
                    .satisfies(owner -> assertThat(owner.getName()).isEqualTo(run.name()));
            assertThat(spec.getCompletionMode()).isEqualTo("Indexed");
            assertThat(List.of(spec.getCompletions(), spec.getParallelism())).containsExactly(3, 3);
            assertThat(spec.getBackoffLimitPerIndex()).isZero();
            assertThat(spec.getActiveDeadlineSeconds()).isEqualTo(1200);
            assertThat(spec.getTtlSecondsAfterFinished()).isPositive();
            var pod = spec.getTemplate();
            assertThat(pod.getMetadata().getLabels())
                    .containsEntry(RunObjects.RUN, run.run())
                    .doesNotContainKey(RunObjects.ARM); // the Service would take it for a target
            assertThat(pod.getSpec().getNodeSelector()).isEqualTo(Map.of("pool", "load"));
            assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
            var container = pod.getSpec().getContainers().get(0);
            assertThat(container.getImage()).isEqualTo("registry.example/flamegate:1");
            assertThat(container.getArgs()).containsExactly("injector", "--port", "7171");
            assertThat(container.getResources().getRequests())
                    .isEqualTo(container.getResources().getLimits())
                    .hasToString("{cpu=0.5, memory=1024Mi}");
            var apart = pod.getSpec().getAffinity().getPodAntiAffinity();
            assertThat(apart.getRequiredDuringSchedulingIgnoredDuringExecution())
                    .isEmpty();
            assertThat(apart.getPreferredDuringSchedulingIgnoredDuringExecution()
                            .get(0)
                            .toString())
                    .contains(RunObjects.ARM, "Exists", "kubernetes.io/hostname");
        }
        assertThat(jobs()).isEmpty();
    }

    /** A gate that is interrupted ends what it has started twice, and the connection with the cluster in between. */
    @Test
    void closing_again_asks_the_cluster_for_nothing() {
        InjectorJob injectors = injectors();
        injectors.start();
        injectors.close();
        int asked = server.getRequestCount();

        injectors.close();

        assertThat(server.getRequestCount()).isEqualTo(asked);
    }

    @Test
    void each_is_reached_by_its_index_once_all_of_them_run() throws Exception {
        try (InjectorJob injectors = injectors()) {
            injectors.start();
            pod(1, "node-b", "{phase: Running, containerStatuses: [{name: injector, state: {running: {}}}]}");
            pod(0, "node-a", "{phase: Running, containerStatuses: [{name: injector, state: {running: {}}}]}");
            pod(2, "node-b", "{phase: Running, containerStatuses: [{name: injector, state: {running: {}}}]}");

            InetSocketAddress first = injectors.await(1);
            InetSocketAddress second = injectors.await(2);

            assertThat(first.getAddress().isLoopbackAddress()).isTrue();
            assertThat(first.getPort()).isNotEqualTo(second.getPort());
            assertThat(injectors.await(1)).isEqualTo(first);
            assertThat(injectors.nodes()).containsExactly("node-a", "node-b", "node-b");
            assertThat(injectors.fate(2)).isEmpty();

            pod(1, "node-b", """
                    {phase: Failed, containerStatuses: [{name: injector,
                      state: {terminated: {exitCode: 137, reason: OOMKilled}}}]}
                    """);
            assertThat(injectors.fate(2))
                    .startsWith("its pod load-pod-1 ended with exit code 137: it was killed for using more memory");
        }
    }

    @Test
    void those_that_do_not_run_in_time_are_told_with_how_many_do() {
        try (InjectorJob injectors = injectors()) {
            injectors.start();
            pod(0, "node-a", "{phase: Running, containerStatuses: [{name: injector, state: {running: {}}}]}");
            pod(1, null, "{phase: Pending, conditions: [{type: PodScheduled, status: 'False', message: 0/1 nodes}]}");

            assertThatThrownBy(() -> injectors.await(1))
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining(
                            "of 3 injectors (image registry.example/flamegate:1) only 1 ran within 1 s: 0/1 nodes.")
                    .hasMessageContaining("Lower load: kubernetes: limits");
            assertThat(steps).containsExactly("starting 3 injectors: 0/1 nodes.");
        }
    }

    @Test
    void one_whose_image_cannot_be_pulled_is_told_with_its_number() {
        try (InjectorJob injectors = injectors()) {
            injectors.start();
            pod(2, "node-a", """
                    {phase: Pending, conditions: [{type: PodScheduled, status: 'True'}],
                     containerStatuses: [{name: injector, image: "flamegate:1",
                       state: {waiting: {reason: ImagePullBackOff, message: no such image}}}]}
                    """);

            assertThatThrownBy(() -> injectors.await(1))
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("injector 3 of 3 (image registry.example/flamegate:1, pod load-pod-2)")
                    .hasMessageContaining("cannot be pulled (ImagePullBackOff): no such image");
        }
    }

    @Test
    void injectors_that_ended_between_two_loads_are_started_again() throws Exception {
        try (InjectorJob injectors = injectors()) {
            injectors.start();
            String running = "{phase: Running, containerStatuses: [{name: injector, state: {running: {}}}]}";
            for (int i = 0; i < 3; i++) {
                pod(i, "node-a", running);
            }
            injectors.await(1);
            String before = jobs().get(0).getMetadata().getName();
            client.pods().inNamespace(Pods.NAMESPACE).withName("load-pod-0").delete();

            assertThatThrownBy(() -> injectors.await(1)).hasMessageContaining("only 0 ran within 1 s");

            assertThat(jobs())
                    .singleElement()
                    .satisfies(job -> assertThat(job.getMetadata().getName()).isNotEqualTo(before));
        }
    }

    private InjectorJob injectors() {
        Plan plan = PlanReader.read(new Source("flamegate.yaml", PLAN), Map.of());
        return new InjectorJob(
                run,
                new InjectorSetup(
                        plan.target().kubernetes(),
                        Objects.requireNonNull(plan.load().pods()),
                        "registry.example/flamegate:1",
                        plan.load().injectors(),
                        "0123456789abcdef",
                        Duration.ofMinutes(20)),
                steps::add);
    }

    private List<Job> jobs() {
        return client.batch().v1().jobs().inNamespace(Pods.NAMESPACE).list().getItems();
    }

    private void pod(int index, String node, String status) {
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withName("load-pod-" + index)
                .withNamespace(Pods.NAMESPACE)
                .addToLabels(InjectorManifest.JOB, jobs().get(0).getMetadata().getName())
                .addToAnnotations("batch.kubernetes.io/job-completion-index", String.valueOf(index))
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .addNewContainer()
                .withName("injector")
                .endContainer()
                .endSpec()
                .withStatus(Serialization.unmarshal("---\n" + status, PodStatus.class))
                .build();
        var pods = client.pods().inNamespace(Pods.NAMESPACE);
        if (pods.withName("load-pod-" + index).get() != null) {
            pods.withName("load-pod-" + index).delete();
        }
        pods.resource(pod).create();
    }
}
