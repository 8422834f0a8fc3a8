package dev.flamegate.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.plan.TargetSpec.Subject;
import dev.flamegate.targets.Agents;
import dev.flamegate.targets.ContainerCounters;
import dev.flamegate.targets.FreePort;
import dev.flamegate.targets.Owner;
import dev.flamegate.targets.TargetFailed;
import dev.flamegate.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Targets in real containers; skipped where there is no engine. */
@Tag("side-by-side")
@Timeout(300)
class ContainerTargetIT {
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private Engine engine;
    private int volumes;
    private Path jar;

    @BeforeEach
    void find() throws IOException {
        engine = Docker.engine();
        volumes = Docker.volumes(engine);
        jar = Docker.jar(folder, TestService.class);
    }

    @AfterEach
    void nothing_is_left() {
        if (engine != null) {
            assertThat(Docker.left(engine, Owner.current())).isEmpty();
            assertThat(Docker.volumes(engine)).isEqualTo(volumes);
            engine.close();
        }
    }

    @Test
    void a_jar_is_started_awaited_and_removed() throws Exception {
        TargetSetup setup = setup(TargetSpec.Limits.NONE);
        try (ContainerTarget target = ContainerTarget.start(engine, setup)) {
            assertThat(target.awaitReady()).isPositive();
            target.checkAlive();
            assertThat(get(target, "/environment?GREETING")).isEqualTo("hello");
            assertThat(get(target, "/property?from.plan")).isEqualTo("yes");
            assertThat(target.context())
                    .containsEntry("container.image", Docker.images().name(Images.Image.JRE));
            assertThat(target.baseUrl()).isEqualTo(ContainerTarget.baseUrl(engine, setup.hostPort()));

            target.close();
            target.close();

            assertThat(Files.readString(target.log())).contains("greeting hello");
            assertThatThrownBy(target::checkAlive).isInstanceOf(TargetFailed.class);
        }
    }

    @Test
    void it_can_neither_gain_privileges_nor_start_threads_without_end() throws Exception {
        try (ContainerTarget target = ContainerTarget.start(engine, setup(TargetSpec.Limits.NONE))) {
            target.awaitReady();

            assertThat(Docker.bounds(engine, Owner.current())).singleElement().satisfies(bounds -> {
                assertThat(bounds.getSecurityOpts()).contains("no-new-privileges");
                assertThat(bounds.getPidsLimit()).isEqualTo(32_768);
                assertThat(bounds.getPrivileged()).isFalse();
            });
        }
    }

    @Test
    void limits_are_kept_and_can_be_read_back() throws Exception {
        int cpus = engine.facts().cpus();
        TargetSetup setup = setup(new TargetSpec.Limits(1.0, 256 * MIB));
        try (ContainerTarget target = ContainerTarget.start(engine, setup)) {
            target.awaitReady();
            assertThat(target.context()).containsEntry("container.memory", String.valueOf(256 * MIB));
            assertThat(get(target, "/processors")).isEqualTo("1");
            if (cpus > 1) {
                assertThat(target.context()).containsKey("container.cpuset").doesNotContainKey("container.cpu-quota");
            }
        }
    }

    @Test
    void limits_on_cpus_may_come_after_the_start() throws Exception {
        for (double cpus : engine.facts().cpus() > 1 ? List.of(1.0, 0.5) : List.of(0.5)) {
            TargetSetup within = setup(new TargetSpec.Limits(cpus, 256 * MIB));
            TargetSetup setup = new TargetSetup(
                    within.spec(),
                    within.folder(),
                    within.agents(),
                    within.files(),
                    within.limits().withoutCpus(),
                    within.limits(),
                    within.network(),
                    within.alias(),
                    within.hostPort(),
                    within.log(),
                    within.images(),
                    within.pull(),
                    within.progress());
            String limit = cpus == 1 ? "container.cpuset" : "container.cpu-quota";
            try (ContainerTarget target = ContainerTarget.start(engine, setup)) {
                assertThat(target.awaitReady()).isNaN();
                assertThat(target.context()).containsKey("container.memory").doesNotContainKey(limit);

                target.limit();

                assertThat(target.context())
                        .containsEntry(limit, cpus == 1 ? within.limits().cpuset() : "0.5");
                awaitProcessors(target, "1");
            }
        }
    }

    @Test
    void a_fraction_of_a_cpu_is_kept_by_a_quota_that_shows_in_the_counters() throws Exception {
        TargetSetup setup = setup(new TargetSpec.Limits(0.5, null));
        try (ContainerTarget target = ContainerTarget.start(engine, setup);
                ContainerCounters counters = target.counters()) {
            target.awaitReady();
            ContainerCounters.Reading before = counters.read();
            ContainerCounters.Reading after = before;
            // On a busy machine one burst may not get the half of a CPU at which it is throttled.
            for (int burst = 0; burst < 10 && after.throttledSeconds() <= before.throttledSeconds(); burst++) {
                get(target, "/burn?0.5");
                after = counters.read();
            }

            assertThat(target.context()).containsEntry("container.cpu-quota", "0.5");
            assertThat(after.throttledSeconds()).isGreaterThan(before.throttledSeconds());
        }
    }

    @Test
    void the_engine_s_cpu_is_the_process_s_own_within_three_percent() throws Exception {
        TargetSetup setup = setup(new TargetSpec.Limits(1.0, 256 * MIB));
        try (ContainerTarget target = ContainerTarget.start(engine, setup);
                ContainerCounters counters = target.counters()) {
            target.awaitReady();
            double own = Double.parseDouble(get(target, "/cpu"));
            ContainerCounters.Reading before = counters.read();
            get(target, "/burn?3");
            ContainerCounters.Reading after = counters.read();
            double burnt = (Double.parseDouble(get(target, "/cpu")) - own) / 1e9;

            assertThat(after.cpuSeconds() - before.cpuSeconds()).isCloseTo(burnt, within(0.03 * burnt));
        }
    }

    @Test
    void the_engine_s_statistics_agree_with_its_control_group() throws Exception {
        TargetSetup setup = setup(new TargetSpec.Limits(null, 256 * MIB));
        try (ContainerTarget target = ContainerTarget.start(engine, setup);
                ContainerCounters files = target.counters();
                ContainerCounters statistics = EngineStatistics.follow(engine, target.container())) {
            target.awaitReady();
            get(target, "/burn?2");
            ContainerCounters.Reading read = files.read();
            Await.until(
                    "statistics, which come once a second",
                    () -> statistics.read().cpuSeconds() > 0.97 * read.cpuSeconds());

            assertThat(statistics.read().cpuSeconds())
                    .isCloseTo(files.read().cpuSeconds(), within(0.03 * read.cpuSeconds()));
        }
    }

    @Test
    void one_that_runs_out_of_memory_says_so() throws Exception {
        TargetSetup setup = setup(new TargetSpec.Limits(null, 96 * MIB));
        try (ContainerTarget target = ContainerTarget.start(engine, setup)) {
            target.awaitReady();
            assertThatThrownBy(() -> get(target, "/hold?300")).isInstanceOf(IOException.class);

            assertThatThrownBy(() -> awaitEnd(target))
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("more memory than its limit of 96 MiB")
                    .hasMessageContaining("exit code 137")
                    .hasMessageContaining("greeting hello");
        }
    }

    @Test
    void one_that_exits_at_once_says_so_with_the_end_of_its_log() throws Exception {
        TargetSpec spec = Docker.spec(new Subject.Jar(jar.toString()), List.of("8080", "7"), TargetSpec.Limits.NONE);
        try (ContainerTarget target = ContainerTarget.start(engine, Docker.setup(folder, spec, engine))) {
            assertThatThrownBy(target::awaitReady)
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("exit code 7")
                    .hasMessageContaining("greeting hello");
        }
    }

    @Test
    void one_that_is_killed_from_outside_says_so() throws Exception {
        try (ContainerTarget target = ContainerTarget.start(engine, setup(TargetSpec.Limits.NONE))) {
            target.awaitReady();
            engine.client().killContainerCmd(target.container().id()).exec();
            assertThatThrownBy(() -> awaitEnd(target)).hasMessageContaining("it was killed");
        }
        try (ContainerTarget target = ContainerTarget.start(engine, setup(TargetSpec.Limits.NONE))) {
            engine.client()
                    .removeContainerCmd(target.container().id())
                    .withForce(true)
                    .exec();
            assertThatThrownBy(() -> awaitEnd(target)).hasMessageContaining("has been removed");
        }
    }

    @Test
    void one_that_never_gets_ready_says_what_was_asked_and_answered() throws Exception {
        TargetSpec up = Docker.spec(new Subject.Jar(jar.toString()), List.of("8080"), TargetSpec.Limits.NONE);
        TargetSpec spec = new TargetSpec(
                up.subject(),
                up.runtime(),
                up.jdk(),
                up.data(),
                up.javaOptions(),
                up.arguments(),
                up.environment(),
                up.port(),
                new TargetSpec.Ready("/down", Duration.ofSeconds(6), null),
                null,
                up.limits(),
                KubernetesSpec.USUAL);
        try (ContainerTarget target = ContainerTarget.start(engine, Docker.setup(folder, spec, engine))) {
            assertThatThrownBy(target::awaitReady)
                    .hasMessageContaining("not ready within")
                    .hasMessageContaining("/down")
                    .hasMessageContaining("503")
                    .hasMessageContaining("greeting hello");
        }
    }

    @Test
    void a_taken_port_is_named() throws Exception {
        TargetSetup setup = setup(TargetSpec.Limits.NONE);
        InetAddress address = InetAddress.getByName(engine.reach().publishAddress());
        try (ServerSocket taken = new ServerSocket(setup.hostPort(), 1, address)) {
            assertThat(taken.isBound()).isTrue();
            assertThatThrownBy(() -> ContainerTarget.start(engine, setup))
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("port " + setup.hostPort() + " is taken");
        }
    }

    @Test
    void an_image_s_virtual_machine_gets_its_options_on_top_of_the_image_s_own() throws Exception {
        String image =
                Docker.image(engine, folder, TestService.class, "ENV JAVA_TOOL_OPTIONS=-Dfrom.image=yes\nUSER 12345\n");
        TargetSpec spec = Docker.spec(new Subject.Image(image), List.of("8080"), TargetSpec.Limits.NONE);
        Path file = Files.writeString(folder.resolve("agent.txt"), "an agent");
        TargetSetup plain = Docker.setup(folder, spec, engine);
        TargetSetup setup = new TargetSetup(
                spec,
                folder,
                new Agents(List.of("-Dfrom.agent=with space"), Map.of("AGENT", "here")),
                Map.of("/flamegate/agents/agent.txt", file),
                plain.startLimits(),
                plain.limits(),
                null,
                "target",
                plain.hostPort(),
                plain.log(),
                plain.images(),
                plain.pull(),
                told -> {});
        try (ContainerTarget target = ContainerTarget.start(engine, setup)) {
            target.awaitReady();
            assertThat(get(target, "/property?from.image")).isEqualTo("yes");
            assertThat(get(target, "/property?from.plan")).isEqualTo("yes");
            assertThat(get(target, "/property?from.agent")).isEqualTo("with space");
            assertThat(get(target, "/environment?AGENT")).isEqualTo("here");
            assertThat(get(target, "/file?/flamegate/agents/agent.txt")).isEqualTo("an agent");
            assertThat(target.context()).containsEntry("container.image", image);
        }
    }

    @Test
    void two_arms_run_side_by_side_and_find_each_other() throws Exception {
        try (ContainerNetwork network = ContainerNetwork.create(engine);
                ContainerTarget baseline = ContainerTarget.start(engine, in(network, "baseline"));
                ContainerTarget candidate = ContainerTarget.start(engine, in(network, "candidate"))) {
            baseline.awaitReady();
            candidate.awaitReady();
            assertThat(Set.of(baseline.baseUrl(), candidate.baseUrl())).hasSize(2);
            assertThat(get(baseline, "/get?http://candidate:8080/up")).isEqualTo("up");
        }
    }

    @Test
    void a_container_reaches_what_listens_on_the_gate_s_address() throws Exception {
        try (ContainerTarget target = ContainerTarget.start(engine, setup(TargetSpec.Limits.NONE))) {
            target.awaitReady();
            var server = com.sun.net.httpserver.HttpServer.create(
                    new java.net.InetSocketAddress(engine.gateAddress(), 0), 0);
            server.createContext("/", exchange -> {
                exchange.sendResponseHeaders(200, 4);
                exchange.getResponseBody().write("gate".getBytes(java.nio.charset.StandardCharsets.UTF_8));
                exchange.close();
            });
            server.start();
            try {
                String url = "http://" + engine.gateHost() + ":"
                        + server.getAddress().getPort() + "/";
                assertThat(get(target, "/get?" + url)).isEqualTo("gate");
            } finally {
                server.stop(0);
            }
        }
    }

    private TargetSetup setup(TargetSpec.Limits limits) throws IOException {
        return Docker.setup(folder, jar, limits, engine);
    }

    private TargetSetup in(ContainerNetwork network, String alias) throws IOException {
        TargetSetup setup = setup(TargetSpec.Limits.NONE);
        return new TargetSetup(
                setup.spec(),
                folder,
                setup.agents(),
                setup.files(),
                setup.startLimits(),
                setup.limits(),
                network,
                alias,
                FreePort.find(),
                folder.resolve(alias + ".log"),
                setup.images(),
                setup.pull(),
                setup.progress());
    }

    /** A JVM looks for what its container may use every 20 ms. */
    private static void awaitProcessors(ContainerTarget target, String wanted)
            throws IOException, InterruptedException {
        Await.until(wanted + " processors", () -> get(target, "/processors").equals(wanted));
    }

    private static String get(ContainerTarget target, String path) throws IOException, InterruptedException {
        return Docker.get(URI.create(target.baseUrl() + path));
    }

    /** Looks until it has ended; the engine tells within moments. */
    private static void awaitEnd(ContainerTarget target) throws InterruptedException {
        Await.until("its end", () -> {
            target.checkAlive();
            return false;
        });
    }
}
