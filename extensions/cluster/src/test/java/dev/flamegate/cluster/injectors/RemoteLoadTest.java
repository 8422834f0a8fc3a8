package dev.flamegate.cluster.injectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.load.Injectors;
import dev.flamegate.load.Load;
import dev.flamegate.load.LoadEvidence;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.load.LoadResult;
import dev.flamegate.load.TargetDouble;
import dev.flamegate.load.TestGatling;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.LoadSpec.Share;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents in processes of their own, with the real Gatling and a real connection, but without a cluster between. */
class RemoteLoadTest {
    private static final String SAMPLE = "dev.flamegate.gatling.SampleSimulation";

    @TempDir
    private Path folder;

    @Test
    void a_load_elsewhere_waits_warms_up_pauses_measures_and_gives_its_whole_log_back() throws Exception {
        try (TargetDouble target = new TargetDouble(5);
                InjectorProcess agent = InjectorProcess.start(folder.resolve("agent"));
                Load load = generator(spec(SAMPLE, Map.of("rate", "50")), Share.ALL, agent)
                        .start(target.url(), folder.resolve("work"))) {
            load.targetReady();
            load.awaitReady(TestGatling.LIMIT);
            assertThat(target.requests()).isZero();
            load.go();
            await(() -> load.progress().ended() > 20);
            assertThat(load.isControlled()).isTrue();
            assertThat(load.isCounted()).isTrue();
            load.plannedOnly();
            load.drain();
            await(() -> load.progress().active() == 0);
            load.pause();
            await(() -> {
                long before = target.requests();
                sleep(400);
                return target.requests() == before;
            });
            long paused = target.requests();
            load.measuring();
            await(() -> target.requests() > paused);
            Window window = secondsFromNow(2);
            load.check();
            load.stop(TestGatling.LIMIT);
            assertThat(agent.generators()).isEmpty();

            LoadResult result = load.result(window);
            assertThat(result.window()).isEqualTo(window);
            assertThat(result.requests()).isNotEmpty().allSatisfy(stats -> {
                assertThat(stats.ok()).isPositive();
                assertThat(stats.failed()).isZero();
            });
            assertThat(result.quality().intendedRate()).isPositive();
            assertThat(result.warnings()).extracting(Warning::id).doesNotContain(Warning.INJECTOR_CLOCK);
            Path here = ((LoadEvidence.OfGatling) load.evidence()).log();
            assertThat(here).hasSameBinaryContentAs(only(folder.resolve("agent"), "simulation.log"));
        }
    }

    @Test
    void two_share_a_load_and_the_loss_of_one_is_told_with_its_number() throws Exception {
        try (TargetDouble target = new TargetDouble(5);
                InjectorProcess first = InjectorProcess.start(folder.resolve("first"));
                InjectorProcess second = InjectorProcess.start(folder.resolve("second"))) {
            LoadSpec spec = spec(SAMPLE, Map.of("rate", "50"));
            LoadArchive archive = new LoadArchive(spec, folder);
            try (Load load = Injectors.of(
                            2, share -> new RemoteGenerator(spec, share, archive, share.number() == 1 ? first : second))
                    .start(target.url(), folder.resolve("work"))) {
                load.targetReady();
                load.awaitReady(TestGatling.LIMIT);
                load.go();
                await(() -> load.progress().ended() > 20);
                assertThat(first.generators()).hasSize(1);
                assertThat(second.generators()).hasSize(1);

                second.kill();

                assertThatThrownBy(() -> await(() -> {
                            load.check();
                            return false;
                        }))
                        .isInstanceOf(LoadFailed.class)
                        .hasMessageContaining("injector 2 of 2: it is lost: its process has ended");
            }
            await(() -> first.generators().isEmpty());
        }
    }

    @Test
    void a_gate_that_is_gone_leaves_no_load_behind() throws Exception {
        try (TargetDouble target = new TargetDouble(5);
                InjectorProcess agent = InjectorProcess.start(folder.resolve("agent"))) {
            Load load = generator(spec(SAMPLE, Map.of("rate", "50")), Share.ALL, agent)
                    .start(target.url(), folder.resolve("work"));
            load.targetReady();
            load.awaitReady(TestGatling.LIMIT);
            load.go();
            await(() -> target.requests() > 10);

            load.close();

            await(() -> agent.generators().isEmpty());
        }
    }

    @Test
    void a_simulation_that_is_not_there_is_told_in_the_words_of_a_load_on_this_machine() throws Exception {
        try (InjectorProcess agent = InjectorProcess.start(folder.resolve("agent"));
                Load load = generator(spec("com.acme.Shop", Map.of()), Share.ALL, agent)
                        .start(java.net.URI.create("http://127.0.0.1:1"), folder.resolve("work"))) {
            load.targetReady();
            assertThatThrownBy(() -> load.awaitReady(TestGatling.LIMIT))
                    .isInstanceOf(LoadFailed.class)
                    .hasMessageContaining("there is no class com.acme.Shop on the class path");
        }
    }

    @Test
    void a_command_runs_in_the_folder_of_the_files_that_it_names() throws Exception {
        Files.writeString(folder.resolve("users.csv"), "start,end,name,ok\n");
        Files.writeString(
                folder.resolve("load.sh"),
                "cat users.csv >$1; t=$(date +%s%3N); i=0\n"
                        + "while [ $i -lt 20 ]; do i=$((i+1)); echo $t,$((t+i)),call,true >>$1; done; sleep 600\n");
        LoadSpec spec = new LoadSpec(
                "",
                List.of(),
                Map.of(),
                new LoadSpec.Command(List.of("sh", "load.sh", "{results}"), LoadSpec.Results.CSV),
                1,
                new LoadSpec.Pods(null, List.of("users.csv"), Map.of(), dev.flamegate.plan.TargetSpec.Limits.NONE),
                new LoadSpec.WarmUpBounds(Duration.ofSeconds(1), Duration.ofSeconds(2), 1),
                Duration.ofSeconds(2));
        try (InjectorProcess agent = InjectorProcess.start(folder.resolve("agent"));
                Load load = generator(spec, Share.ALL, agent)
                        .start(java.net.URI.create("http://127.0.0.1:1"), folder.resolve("work"))) {
            load.awaitReady(TestGatling.LIMIT);
            Instant from = Instant.now().minusSeconds(1);
            load.go();
            load.awaitBegun(TestGatling.LIMIT);
            await(() -> load.progress().ended() == 20);
            load.stop(TestGatling.LIMIT);

            assertThat(load.result(new Window(from, from.plusSeconds(60))).requests())
                    .singleElement()
                    .satisfies(stats -> {
                        assertThat(stats.name()).isEqualTo("call");
                        assertThat(stats.ok()).isEqualTo(20);
                        assertThat(stats.latency().max()).isBetween(0.0199, 0.0201);
                    });
            assertThat(agent.generators()).isEmpty();
        }
    }

    @Test
    void who_does_not_know_the_token_is_not_answered() throws Exception {
        try (InjectorProcess agent = InjectorProcess.start(folder.resolve("agent"));
                java.net.Socket socket = new java.net.Socket()) {
            socket.connect(agent.await());
            Wire stranger = new Wire(socket);
            stranger.text(InjectorAgent.GREETING + "0123456789abcdee");
            stranger.text("CLOCK");
            stranger.out().flush();

            assertThat(read(stranger)).isEqualTo(-1);
        }
    }

    /** The end of the connection, whether or not what was said had been read. */
    private static int read(Wire wire) {
        try {
            return wire.in().read();
        } catch (IOException e) {
            return -1;
        }
    }

    @Test
    void an_injector_that_cannot_be_placed_is_told_when_it_is_waited_for() throws Exception {
        InjectorPlace nowhere = new InjectorPlace() {
            @Override
            public InetSocketAddress await() {
                throw new IllegalStateException("the cluster has no node for it");
            }

            @Override
            public String token() {
                return "";
            }

            @Override
            public double cpus() {
                return 1;
            }

            @Override
            public String fate() {
                return "";
            }
        };
        try (Load load = generator(spec(SAMPLE, Map.of()), Share.ALL, nowhere)
                .start(java.net.URI.create("http://127.0.0.1:1"), folder.resolve("work"))) {
            assertThatThrownBy(() -> load.awaitReady(TestGatling.LIMIT)).hasMessage("the cluster has no node for it");
        }
    }

    private RemoteGenerator generator(LoadSpec spec, Share share, InjectorPlace place) {
        return new RemoteGenerator(spec, share, new LoadArchive(spec, folder), place);
    }

    private static LoadSpec spec(String simulation, Map<String, String> properties) {
        return TestGatling.spec(simulation, List.of(TestGatling.simulations()), properties);
    }

    private static Path only(Path below, String name) throws IOException {
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        }
    }

    private static Window secondsFromNow(long seconds) {
        Instant start = Instant.now();
        sleep(seconds * 1000);
        return new Window(start, Instant.now());
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            sleep(20);
        }
    }

    private static void sleep(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
