package dev.flamegate.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.flamegate.os.ChildEnvironment;
import dev.flamegate.os.Children;
import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.plan.TargetSpec.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessTargetTest {
    /** A service in one file: the Java launcher compiles it at the start. */
    private static final String SERVICE = """
            import com.sun.net.httpserver.HttpServer;
            import java.net.InetSocketAddress;
            class Service {
                public static void main(String[] args) throws Exception {
                    System.out.println("greeting " + System.getenv("GREETING"));
                    System.out.println(System.getenv("WITHHELD_TOKEN") + " is withheld, " + System.getenv("PLAIN"));
                    if (args.length > 1) System.exit(Integer.parseInt(args[1]));
                    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
                    server.createContext("/up", x -> { x.sendResponseHeaders(200, -1); x.close(); });
                    server.createContext("/down", x -> { x.sendResponseHeaders(503, -1); x.close(); });
                    server.start();
                }
            }
            """;

    @TempDir
    Path folder;

    private Children children;
    private int port;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("Service.java"), SERVICE);
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("WITHHELD_TOKEN", "s3cr3t");
        environment.put("PLAIN", "passed on");
        children = Children.in(folder.resolve("running"), ChildEnvironment.of(environment, List.of(), List.of()));
        port = FreePort.find();
    }

    @AfterEach
    void end() {
        children.close();
    }

    @Test
    void a_service_is_started_awaited_and_ended() throws Exception {
        try (ProcessTarget target = start("/up", Duration.ofSeconds(60))) {
            assertThat(target.awaitReady()).isPositive();
            target.checkAlive();
            assertThat(Files.readString(target.log())).contains("greeting hello");
            ProcessHandle process = ProcessHandle.of(target.pid()).orElseThrow();

            target.close();

            assertThat(process.isAlive()).isFalse();
            assertThatThrownBy(target::checkAlive).hasMessageContaining("ended with exit code");
        }
    }

    @Test
    void one_that_exits_at_once_says_so_with_the_end_of_its_log() {
        try (ProcessTarget target = start("/up", Duration.ofSeconds(60), "7")) {
            assertThatThrownBy(target::awaitReady)
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("exit code 7")
                    .hasMessageContaining("null is withheld, passed on")
                    .hasMessageContaining("WITHHELD_TOKEN")
                    .hasMessageContaining("greeting hello");
        }
    }

    @Test
    void one_that_never_gets_ready_says_what_was_asked_and_answered() throws IOException {
        TargetSpec spec = spec(new Subject.Command(List.of("sleep", "600")), "/down", Duration.ofSeconds(5));
        try (ProcessTarget target =
                ProcessTarget.start(spec, folder, Agents.NONE, List.of(), folder.resolve("log"), children)) {
            // In place of the process: it answers at once, however busy the machine is.
            HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
            server.createContext("/down", exchange -> {
                exchange.sendResponseHeaders(503, -1);
                exchange.close();
            });
            server.start();
            try {
                assertThatThrownBy(target::awaitReady)
                        .hasMessageContaining("not ready within 5 s")
                        .hasMessageContaining("/down")
                        .hasMessageContaining("503");
            } finally {
                server.stop(0);
            }
        }
    }

    @Test
    void an_answer_that_never_ends_is_waited_for_no_longer_than_any_other() throws IOException {
        TargetSpec spec = spec(new Subject.Command(List.of("sleep", "600")), "/endless", Duration.ofSeconds(5));
        try (ProcessTarget target =
                ProcessTarget.start(spec, folder, Agents.NONE, List.of(), folder.resolve("log"), children)) {
            HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
            CountDownLatch over = new CountDownLatch(1);
            server.setExecutor(Executors.newCachedThreadPool(runnable -> {
                Thread thread = new Thread(runnable);
                thread.setDaemon(true);
                return thread;
            }));
            server.createContext("/endless", exchange -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write('.');
                exchange.getResponseBody().flush();
                awaitEnd(over);
            });
            server.start();
            try {
                assertThatThrownBy(target::awaitReady)
                        .hasMessageContaining("not ready within 5 s")
                        .hasMessageContaining("had not ended");
            } finally {
                over.countDown();
                server.stop(0);
            }
        }
    }

    private static void awaitEnd(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_taken_port_is_found_before_anything_starts() throws IOException {
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(taken.isBound()).isTrue();
            assertThatThrownBy(() -> start("/up", Duration.ofSeconds(5)))
                    .hasMessageContaining("port " + port + " is in use");
        }
    }

    @Test
    void a_port_that_is_let_go_meanwhile_is_free() throws Exception {
        ServerSocket inherited = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        CompletableFuture<Void> closed = CompletableFuture.runAsync(
                () -> {
                    try {
                        inherited.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
        try (ProcessTarget target = start("/up", Duration.ofSeconds(30))) {
            target.checkAlive();
        }
        closed.join();
    }

    @Test
    void a_missing_jar_is_named() {
        TargetSpec spec = spec(new Subject.Jar("target/none.jar"), "/up", Duration.ofSeconds(5));

        assertThatThrownBy(() ->
                        ProcessTarget.start(spec, folder, Agents.NONE, List.of(), folder.resolve("log"), children))
                .hasMessageContaining("target/none.jar");
    }

    @Test
    void a_command_gets_its_arguments_and_finds_its_jdk() throws Exception {
        Path home = folder.resolve("jdk");
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("bin/java"), "#!/bin/sh\necho the JDK of the plan: $JAVA_HOME, $1\n");
        assertThat(home.resolve("bin/java").toFile().setExecutable(true)).isTrue();

        String log = output(spec(new Subject.Command(List.of("java")), "jdk", List.of(), List.of("more")));

        assertThat(log).contains("the JDK of the plan: " + home + ", more");
        Subject script = new Subject.Command(List.of("sh", "-c", "java script"));
        assertThat(output(spec(script, "jdk", List.of(), List.of())))
                .contains("the JDK of the plan: " + home + ", script");
        assertThatThrownBy(() -> output(spec(new Subject.Command(List.of("java")), "none", List.of(), List.of())))
                .hasMessageContaining("is not the home of a JDK: it has no bin/java");
    }

    @Test
    void options_reach_a_command_with_whole_paths_and_their_spaces() throws Exception {
        Files.createDirectories(folder.resolve("my conf"));
        Files.writeString(folder.resolve("my conf/x.yaml"), "");
        Subject echo = new Subject.Command(List.of("sh", "-c", "cd / && echo $JAVA_TOOL_OPTIONS"));

        String log = output(spec(echo, null, List.of("-Dconfig=my conf/x.yaml"), List.of()));

        assertThat(log).contains("\"-Dconfig=" + folder.resolve("my conf/x.yaml") + "\"");
    }

    /** What a program prints that ends by itself. */
    private String output(TargetSpec spec) throws Exception {
        try (ProcessTarget target =
                ProcessTarget.start(spec, folder, Agents.NONE, List.of(), folder.resolve("log"), children)) {
            ProcessHandle.of(target.pid()).ifPresent(process -> process.onExit().join());
            return Files.readString(target.log());
        }
    }

    private TargetSpec spec(Subject subject, String jdk, List<String> options, List<String> arguments) {
        return new TargetSpec(
                subject,
                TargetSpec.Runtime.PROCESS,
                jdk,
                null,
                options,
                arguments,
                Map.of(),
                port,
                new TargetSpec.Ready("/up", Duration.ofSeconds(60), null),
                null,
                TargetSpec.Limits.NONE,
                KubernetesSpec.USUAL);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void what_the_agent_unpacked_goes_with_the_target() throws Exception {
        // As the agent does it: a library in a folder of its own. This one is only mapped.
        Path unpacked = Files.createDirectories(folder.resolve("ada-pyroscope4711"));
        Path library = unpacked.resolve("libasyncProfiler-linux-x64-4a94.so");
        Files.write(library, new byte[4096]);
        Files.createDirectories(folder.resolve("ada-pyroscope"));
        String map =
                "System.getProperties().put(\"mapped\", java.nio.channels.FileChannel.open(java.nio.file.Path.of(\""
                        + library + "\")).map(java.nio.channels.FileChannel.MapMode.READ_ONLY, 0, 4096)); ";
        Files.writeString(folder.resolve("Service.java"), SERVICE.replace("server.start();", map + "server.start();"));
        try (ProcessTarget target = start("/up", Duration.ofSeconds(60))) {
            target.awaitReady();
            assertThat(AgentFiles.of(ProcessHandle.of(target.pid()).orElseThrow()))
                    .containsExactly(unpacked.toRealPath());
        }

        assertThat(unpacked).doesNotExist();
        assertThat(folder.resolve("ada-pyroscope")).exists();
    }

    @Test
    void a_limit_in_whole_cpus_is_pinned_where_there_are_more() {
        CpuSet set = CpuSet.of(1.0);
        if (Runtime.getRuntime().availableProcessors() > 1 && set.warning().isEmpty()) {
            assertThat(set.isPinned()).isTrue();
            assertThat(CpuSet.prefix(set.target())).startsWith("taskset", "-c");
            assertThat(set.generator()).doesNotContainAnyElementsOf(set.target());
            assertThat(set.javaOptions(List.of())).containsExactly("-XX:ActiveProcessorCount=1");
            assertThat(set.javaOptions(List.of("-XX:ActiveProcessorCount=2"))).isEmpty();
        }
        assertThat(CpuSet.of(0.5).warning())
                .hasValueSatisfying(why -> assertThat(why).contains("whole CPUs"));
        assertThat(CpuSet.of(0.5).javaOptions(List.of())).containsExactly("-XX:ActiveProcessorCount=1");
        assertThat(CpuSet.of(null).isPinned()).isFalse();
        assertThat(CpuSet.of(null).javaOptions(List.of())).isEmpty();
    }

    @Test
    void a_running_target_is_kept_to_its_cpus_with_all_its_threads() throws Exception {
        CpuSet set = CpuSet.of(1.0);
        Assumptions.assumeTrue(set.isPinned(), "fewer than two CPUs, or no taskset");
        try (ProcessTarget target = start("/up", Duration.ofSeconds(30))) {
            target.awaitReady();
            assertThat(cpusOfThreads(target.pid()))
                    .anySatisfy(cpus -> assertThat(cpus).isNotEqualTo("0"));

            set.pin(ProcessHandle.of(target.pid()).orElseThrow());

            assertThat(cpusOfThreads(target.pid()))
                    .hasSizeGreaterThan(5)
                    .containsOnly(set.target().get(0).toString());
        }
    }

    private static List<String> cpusOfThreads(long pid) throws IOException {
        List<String> cpus = new ArrayList<>();
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path thread : threads.toList()) {
                Files.readAllLines(thread.resolve("status")).stream()
                        .filter(line -> line.startsWith("Cpus_allowed_list:"))
                        .forEach(line ->
                                cpus.add(line.substring(line.indexOf(':') + 1).strip()));
            }
        }
        return cpus;
    }

    private ProcessTarget start(String path, Duration within, String... more) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                folder.resolve("Service.java").toString(),
                String.valueOf(port)));
        command.addAll(List.of(more));
        return ProcessTarget.start(
                spec(new Subject.Command(command), path, within),
                folder,
                Agents.NONE,
                List.of(),
                folder.resolve("log"),
                children);
    }

    private TargetSpec spec(Subject subject, String path, Duration within) {
        return new TargetSpec(
                subject,
                TargetSpec.Runtime.PROCESS,
                null,
                null,
                List.of(),
                List.of(),
                Map.of("GREETING", "hello"),
                port,
                new TargetSpec.Ready(path, within, null),
                null,
                TargetSpec.Limits.NONE,
                KubernetesSpec.USUAL);
    }
}
