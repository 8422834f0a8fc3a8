package dev.flamegate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.GateJobs;
import dev.flamegate.targets.TargetFailed;
import dev.flamegate.testing.Await;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In a cluster that keeps objects and runs nothing: the test is its controller. */
@EnableKubernetesMockClient(crud = true, https = false)
class GateJobTest {
    private static final List<String> WORDS = List.of("compare", "--baseline=git:1", "--json");

    KubernetesClient client;
    KubernetesMockServer server;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void the_command_line_comes_before_the_manifests_own_words_and_the_rest_is_as_given() throws IOException {
        Job job = GateJob.filled(
                client,
                example().replace("workingDir:", "args: [--history-push]\n          workingDir:"),
                "Shop_1",
                WORDS);

        Container gate = job.getSpec().getTemplate().getSpec().getContainers().get(0);
        assertThat(gate.getArgs()).containsExactly("compare", "--baseline=git:1", "--json", "--history-push");
        assertThat(gate.getWorkingDir()).isEqualTo("/workspace/shop");
        assertThat(gate.getResources().getRequests())
                .isEqualTo(gate.getResources().getLimits());
        assertThat(job.getSpec().getTemplate().getSpec().getInitContainers()).hasSize(1);
        assertThat(job.getSpec().getBackoffLimit()).isZero();
        assertThat(job.getMetadata().getGenerateName()).isNull();
        assertThat(job.getMetadata().getName()).matches("flamegate-shop-1-[0-9a-f]{16}");
    }

    @Test
    void the_same_work_has_the_same_name_and_other_work_another() throws IOException {
        String name = name("shop", WORDS);

        assertThat(name("shop", WORDS)).isEqualTo(name);
        assertThat(name("basket", WORDS)).isNotEqualTo(name);
        assertThat(name("shop", List.of("bisect", "1", "2"))).isNotEqualTo(name);
        assertThat(name("-".repeat(80), WORDS)).matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    }

    @Test
    void what_is_no_job_is_refused() {
        for (String wrong :
                List.of("", "{", "kind: Job\nspec: {}\n", "apiVersion: v1\nkind: Pod\nspec: {containers: []}\n")) {
            assertThatThrownBy(() -> GateJob.filled(client, wrong, "shop", WORDS))
                    .as(wrong)
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("the manifest of the Job");
        }
    }

    @Test
    void a_job_without_a_pod_has_no_exit_code() throws Exception {
        Future<GateJobs.Ended> running = start(cluster());
        finish(created(), "Failed");

        GateJobs.Ended ended = running.get();
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.problem()).contains("has no exit code: DeadlineExceeded: it took too long");
        assertThat(jobs()).hasSize(1);
    }

    @Test
    void the_exit_code_is_that_of_the_gate_in_its_pod() throws Exception {
        Future<GateJobs.Ended> running = start(cluster());
        Job job = created();
        pod(
                job,
                "Failed",
                new ContainerStateBuilder()
                        .withNewTerminated()
                        .withExitCode(1)
                        .endTerminated()
                        .build());
        finish(job, "Failed");

        assertThat(running.get().code()).isEqualTo(1);
    }

    @Test
    void a_pod_that_can_never_start_is_not_waited_for() throws Exception {
        Future<GateJobs.Ended> running = start(cluster());
        pod(
                created(),
                "Pending",
                new ContainerStateBuilder()
                        .withNewWaiting()
                        .withReason("ImagePullBackOff")
                        .withMessage("Back-off pulling image")
                        .endWaiting()
                        .build());

        GateJobs.Ended ended = running.get();
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.problem()).contains("cannot start: ", "cannot be pulled (ImagePullBackOff)");
        assertThat(jobs()).as("it would start as soon as it can").isEmpty();
    }

    @Test
    void who_comes_again_waits_for_the_job_of_before() throws Exception {
        Job job = client.batch()
                .v1()
                .jobs()
                .inNamespace(Pods.NAMESPACE)
                .resource(GateJob.filled(client, example(), "shop", WORDS))
                .create();
        Cluster cluster = cluster();
        int asked = server.getRequestCount();
        Future<GateJobs.Ended> running = start(cluster);
        // It is refused a second Job, looks at the first, and looks again until that ends.
        Await.until("the third request", () -> server.getRequestCount() >= asked + 3);
        finish(job, "Failed");

        assertThat(running.get().problem()).contains("DeadlineExceeded");
        assertThat(jobs())
                .extracting(one -> one.getMetadata().getUid())
                .containsExactly(job.getMetadata().getUid());
    }

    @Test
    void a_job_that_has_ended_makes_room_for_the_same_again() throws Exception {
        Future<GateJobs.Ended> first = start(cluster());
        Job ended = created();
        finish(ended, "Failed");
        first.get();

        Future<GateJobs.Ended> second = start(cluster());
        // Between the end of the one and the making of the other there is none at all.
        Await.until(
                "the other job",
                () -> jobs().stream()
                        .anyMatch(one -> !one.getMetadata()
                                .getUid()
                                .equals(ended.getMetadata().getUid())));
        assertThat(second.isDone()).isFalse();
        finish(jobs().get(0), "Failed");
        assertThat(second.get().code()).isEqualTo(3);
    }

    @Test
    void an_interrupt_deletes_a_job_that_runs() throws Exception {
        FutureTask<GateJobs.Ended> running = gate(cluster());
        Thread thread = new Thread(running);
        thread.start();
        created();

        thread.interrupt();
        thread.join();

        assertThatThrownBy(running::get).isInstanceOf(ExecutionException.class);
        assertThat(jobs()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void an_interrupt_that_meets_a_request_leaves_no_job(int request) throws Exception {
        Cluster cluster = cluster();
        int before = server.getRequestCount();
        FutureTask<GateJobs.Ended> running = gate(cluster);
        Thread thread = new Thread(running);
        thread.start();
        while (server.getRequestCount() < before + request) {
            Thread.onSpinWait();
        }

        thread.interrupt();
        thread.join();

        assertThatThrownBy(running::get).isInstanceOf(ExecutionException.class);
        assertThat(jobs()).isEmpty();
    }

    @Test
    void a_job_that_somebody_deletes_is_told() throws Exception {
        Future<GateJobs.Ended> running = start(cluster());
        Job job = created();
        client.batch().v1().jobs().inNamespace(Pods.NAMESPACE).resource(job).delete();

        assertThatThrownBy(running::get)
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("is gone: somebody else has deleted it");
    }

    private void pod(Job of, String phase, ContainerState state) {
        client.pods()
                .inNamespace(Pods.NAMESPACE)
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("the-pod")
                        .addToLabels("job-name", of.getMetadata().getName())
                        .endMetadata()
                        .withNewStatus()
                        .withPhase(phase)
                        .addNewContainerStatus()
                        .withName("gate")
                        .withImage("registry.example/gate:1")
                        .withState(state)
                        .endContainerStatus()
                        .endStatus()
                        .build())
                .create();
    }

    private Cluster cluster() {
        return Cluster.of(client, Pods.NAMESPACE);
    }

    private Future<GateJobs.Ended> start(Cluster cluster) {
        FutureTask<GateJobs.Ended> running = gate(cluster);
        threads.execute(running);
        return running;
    }

    private static FutureTask<GateJobs.Ended> gate(Cluster cluster) {
        return new FutureTask<>(() -> GateJob.run(cluster, example(), "shop", WORDS));
    }

    private Job created() throws InterruptedException {
        Await.until("a job", () -> !jobs().isEmpty());
        return jobs().get(0);
    }

    private List<Job> jobs() {
        return new ArrayList<>(
                client.batch().v1().jobs().inNamespace(Pods.NAMESPACE).list().getItems());
    }

    private void finish(Job job, String type) {
        client.batch()
                .v1()
                .jobs()
                .inNamespace(Pods.NAMESPACE)
                .withName(job.getMetadata().getName())
                .editStatus(one -> {
                    one.setStatus(new JobStatusBuilder()
                            .addNewCondition()
                            .withType(type)
                            .withStatus("True")
                            .withReason("DeadlineExceeded")
                            .withMessage("it took too long")
                            .endCondition()
                            .build());
                    return one;
                });
    }

    private String name(String of, List<String> words) throws IOException {
        return GateJob.filled(client, example(), of, words).getMetadata().getName();
    }

    private static String example() throws IOException {
        return Files.readString(Path.of("..", "..", "examples", "kubernetes", "nightly-job.yaml"));
    }
}
