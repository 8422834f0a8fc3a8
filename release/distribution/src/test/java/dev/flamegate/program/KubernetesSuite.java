package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The built program against the cluster of {@code .ci/cluster}, with the rights of the documented Role; {@code -Pkubernetes}. */
class KubernetesSuite {
    private static final int INTERRUPTED = 130;
    private static final int NOT_MEASURED = 3;

    /** Long enough for the cluster to take a pod away meanwhile. */
    private static final String LONG = "--set=load.measure=2min";

    @TempDir
    Path folder;

    private TestCluster cluster;

    @BeforeAll
    static void the_node_has_the_image(@TempDir Path context) throws Exception {
        TestCluster.load(context);
    }

    @BeforeEach
    void open() throws Exception {
        cluster = TestCluster.open();
        Files.writeString(folder.resolve("flamegate.yaml"), """
                version: 1
                service: sample
                target:
                  image: %s
                  runtime: kubernetes
                  java-options: [-Xms128m, -Xmx128m]
                  environment: {FEATURE_IDENTITY_MATRIX: "true"}
                  port: 8080
                  ready: {path: /health, within: 120 s}
                  limits: {cpus: 0.7, memory: 512 MiB}
                  kubernetes: {namespace: %s}
                load:
                  simulation: dev.flamegate.gatling.SampleSimulation
                  classpath: [%s/gatling/target/flamegate-gatling.jar]
                  properties: {rate: "25", mix: "matrix=1"}
                  warm-up: {at-least: 2 s, at-most: 3 s}
                  measure: 2 s
                trials: 1
                pyroscope: false
                rules: [rules.yaml]
                """.formatted(
                        TestCluster.IMAGE, cluster.namespace(), Program.CHECKOUT));
        Files.writeString(folder.resolve("rules.yaml"), """
                version: 1
                rules:
                  - id: cpu-cost
                    indicator: cpu.per-request
                    must: "< 1 s"
                  - id: allocation
                    indicator: alloc.per-request
                    applies: compare
                    must: "< 20% growth vs baseline"
                  - id: errors
                    indicator: errors.ratio
                    must: "< 1%"
                """);
    }

    @AfterEach
    void nothing_is_left() throws Exception {
        if (cluster != null) {
            try (TestCluster used = cluster) {
                used.awaitGone(used.all());
            }
        }
        assertThat(Program.processesWith(folder.toString())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"port-forward", "service"})
    void a_service_is_measured_however_it_is_reached(String reach) throws Exception {
        Ended ended = Program.measured(folder, "run", "--json", "--set=target.kubernetes.reach=" + reach);

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        JsonNode result = JsonMapper.shared().readTree(ended.out());
        assertThat(result.path("verdict").asString()).isEqualTo("PASS");
        assertThat(result.path("findings").get(0).path("value").asDouble()).isPositive();
        assertThat(Files.readString(folder.resolve("build/flamegate/run.json")))
                .contains("kubernetes.node", "\"Guaranteed\"");
        assertThat(cluster.all()).isEmpty();
    }

    @Test
    void a_slower_build_fails_and_the_method_is_named() throws Exception {
        String image = "image:" + TestCluster.IMAGE;
        Ended ended = Program.measured(
                folder,
                "compare",
                "--baseline=" + image,
                "--candidate=" + image,
                "--candidate-env=INJECT=allocation:400",
                "--set=profile.events=[cpu,alloc]",
                "--json");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(ended.out()).contains("\"FAIL\"", "InjectedCost.allocate");
        assertThat(cluster.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"starting", "warming up", "measuring", "collecting"})
    void an_interrupted_gate_leaves_nothing(String phase) throws Exception {
        Process gate = started(phase);

        new ProcessBuilder("kill", "-INT", String.valueOf(gate.pid())).start().waitFor();

        assertThat(Program.awaitEnd(gate)).as(Program.notes(folder)).isEqualTo(INTERRUPTED);
        cluster.awaitGone(cluster.all());
    }

    @Test
    void what_a_gate_killed_in_any_phase_left_goes_with_the_next() throws Exception {
        Set<String> left = Set.of();
        for (String phase : List.of("starting", "warming up", "measuring", "collecting")) {
            Process gate = started(phase);
            cluster.awaitGone(left);
            gate.destroyForcibly().waitFor();
            left = cluster.all();
            if (!phase.equals("starting")) {
                assertThat(left).as(phase).isNotEmpty();
            }
        }

        Process gate = started("warming up");
        cluster.awaitGone(left);
        assertThat(Program.awaitEnd(gate)).as(Program.notes(folder)).isZero();
    }

    /** The deadline itself is half an hour at least: a pod may be given a shorter one. */
    @Test
    void a_pod_whose_gate_was_killed_ends_at_its_deadline() throws Exception {
        Process gate = started("measuring", LONG);
        gate.destroyForcibly().waitFor();
        String pod = cluster.pod();
        assertThat(Integer.parseInt(cluster.kubectl("get", pod, "--output=jsonpath={.spec.activeDeadlineSeconds}")))
                .isGreaterThan(1_800);

        cluster.kubectl("patch", pod, "--patch", "{\"spec\":{\"activeDeadlineSeconds\":1}}");

        cluster.kubectl("wait", pod, "--for=jsonpath={.status.reason}=DeadlineExceeded", "--timeout=120s");
        Process next = started("warming up");
        assertThat(Program.awaitEnd(next)).isZero();
    }

    @Test
    void a_deadline_that_passes_is_told() throws Exception {
        disturbed(
                pod -> cluster.kubectl("patch", pod, "--patch", "{\"spec\":{\"activeDeadlineSeconds\":1}}"),
                "was ended by the cluster after 1 s, the deadline");
    }

    @Test
    void a_pod_that_somebody_deletes_is_told() throws Exception {
        disturbed(pod -> cluster.kubectl("delete", pod, "--wait=false"), "by somebody else");
    }

    @Test
    void a_pod_that_the_eviction_api_takes_away_is_told() throws Exception {
        disturbed(
                pod -> {
                    String name = pod.substring("pod/".length());
                    Path eviction = Files.writeString(
                            folder.resolve("eviction.json"), """
                            {"apiVersion": "policy/v1", "kind": "Eviction",
                             "metadata": {"name": "%s", "namespace": "%s"}}
                            """.formatted(name, cluster.namespace()));
                    cluster.kubectl(
                            "create",
                            "--raw",
                            "/api/v1/namespaces/" + cluster.namespace() + "/pods/" + name + "/eviction",
                            "--filename",
                            eviction.toString());
                },
                "was taken away by the cluster (EvictionByEvictionAPI)");
    }

    @Test
    void a_pod_that_its_node_evicts_is_told() throws Exception {
        disturbed(
                pod -> cluster.kubectl(
                        "exec", pod, "--", "dd", "if=/dev/zero", "of=/flamegate/profiler/more", "bs=1M", "count=100"),
                "was evicted by its node: Usage of EmptyDir volume");
    }

    @Test
    void a_pod_that_gives_way_to_a_more_important_one_is_told() throws Exception {
        String important = "important-" + cluster.namespace();
        try {
            disturbed(
                    pod -> cluster.apply(folder, """
                            apiVersion: scheduling.k8s.io/v1
                            kind: PriorityClass
                            metadata: {name: %1$s}
                            value: 1000
                            ---
                            apiVersion: v1
                            kind: Pod
                            metadata: {name: important}
                            spec:
                              priorityClassName: %1$s
                              terminationGracePeriodSeconds: 0
                              containers:
                                - {name: pause, image: "flamegate-ci/pause:1", resources: {requests: {cpu: "1.5"}}}
                            """.formatted(important)),
                    // By the pod's condition, PreemptionByScheduler, or by the event, Preempted, where it went too
                    // quickly.
                    "was taken away by the cluster (Preempt");
        } finally {
            cluster.kubectl("delete", "priorityclass", important, "--ignore-not-found");
        }
    }

    @Test
    void one_that_runs_out_of_memory_says_so() throws Exception {
        fails(
                List.of("ended with exit code 137: it was killed for using more memory than its limit of 40 MiB"),
                "--set=target.limits.memory=40 MiB");
    }

    @Test
    void one_without_a_node_says_why() throws Exception {
        fails(
                List.of("the cluster has no node", "within 3 s", "Insufficient cpu", "Lower target: limits"),
                "--set=target.limits.cpus=64",
                "--set=target.kubernetes.pending=3s");
    }

    @Test
    void an_image_that_is_nowhere_is_named() throws Exception {
        fails(
                List.of("the image flamegate-test/missing:1 cannot be pulled", "pull secret"),
                "--set=target.image=flamegate-test/missing:1");
    }

    @Test
    void a_quota_is_named() throws Exception {
        cluster.kubectl("create", "quota", "little", "--hard=limits.cpu=500m");

        fails(List.of("the quota of the namespace " + cluster.namespace(), "exceeded quota: little"));
    }

    @Test
    void a_policy_that_refuses_the_pod_is_named() throws Exception {
        cluster.kubectl("label", "namespace", cluster.namespace(), "pod-security.kubernetes.io/enforce=restricted");

        fails(List.of("does not accept the pod", "violates PodSecurity", "securityContext"));
    }

    @Test
    void rights_that_are_missing_are_named() throws Exception {
        cluster.kubectl("delete", "rolebinding", "gate");

        fails(List.of("the gate may not create pods, get pods,", "examples/kubernetes/role.yaml"));
    }

    /** Something that happens to a pod. */
    private interface Disturbance {
        void happen(String pod) throws IOException, InterruptedException;
    }

    private void disturbed(Disturbance disturbance, String words) throws Exception {
        Process gate = started("measuring", LONG);

        disturbance.happen(cluster.pod());

        assertThat(Program.awaitEnd(gate)).as(Program.notes(folder)).isEqualTo(NOT_MEASURED);
        assertThat(Program.notes(folder)).contains(words);
        cluster.awaitGone(cluster.all());
    }

    private void fails(List<String> words, String... settings) throws Exception {
        String[] arguments =
                Stream.concat(Stream.of("run"), Arrays.stream(settings)).toArray(String[]::new);

        Ended ended = Program.run(folder, arguments);

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(NOT_MEASURED);
        assertThat(ended.err().replaceAll("\\s+", " ")).contains(words);
        cluster.awaitGone(cluster.all());
    }

    /** A gate whose run has come to a phase. */
    private Process started(String phase, String... settings) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("run", "--verbose"));
        arguments.addAll(List.of(settings));
        Process gate = Program.start(folder, arguments.toArray(String[]::new));
        Program.awaitNote(folder, gate, phase);
        return gate;
    }
}
