package dev.flamegate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Window;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real Gatling in its own JVM against a double of the target. */
class GatlingLoadTest {
    private static final String SAMPLE = "dev.flamegate.gatling.SampleSimulation";

    @TempDir
    private Path folder;

    @Test
    void a_controlled_simulation_waits_warms_up_within_bounds_pauses_measures_and_ends_by_itself() throws Exception {
        Map<String, String> properties = Map.of("rate", "100", "flamegate.warmup.inFlight", "3");
        try (TargetDouble target = new TargetDouble(300);
                GatlingLoad load = start(target, SAMPLE, properties)) {
            load.awaitReady(TestGatling.LIMIT);
            assertThat(target.requests()).isZero();
            assertThat(load.progress()).isEqualTo(LoadProgress.NONE);
            load.go();
            await(() -> load.progress().ended() > 12);
            // Two event loops may overshoot the bound by one user each.
            assertThat(target.mostInFlight()).isBetween(1, 5);

            load.pause();
            await(() -> {
                long before = target.requests();
                sleep(400);
                return target.requests() == before;
            });
            assertThat(load.isAlive()).isTrue();
            long paused = target.requests();
            load.measuring();
            await(() -> target.requests() > paused && target.mostInFlight() > 10);
            Window window = secondsFromNow(2);
            assertThat(load.isControlled()).isTrue();
            load.stop(TestGatling.LIMIT);
            assertThat(load.isAlive()).isFalse();

            LoadResult result = load.result(window);
            assertThat(result.requests())
                    .extracting(RequestStats::name)
                    .containsExactly("GET /delay", "GET /matrix", "POST /orders");
            assertThat(result.requests()).allSatisfy(stats -> {
                assertThat(stats.ok()).isPositive();
                assertThat(stats.failed()).isZero();
            });
            assertThat(result.warnings()).isEmpty();
            assertThat(result.failures()).isEmpty();
            assertThat(result.quality().intendedRate()).isPositive();
            assertThat(result.quality().achievedRate()).isPositive();
            assertThat(result.quality().lagP99()).isNotNegative();
            assertThat(result.series()).isNotEmpty();
            assertThat(load.cpuSeconds()).isPresent();
        }
    }

    @Test
    void a_steady_simulation_that_knows_nothing_of_the_gate_is_held_back_prolonged_paused_and_ended() throws Exception {
        Map<String, String> properties = Map.of("target.url", "{baseUrl}", "seconds", "1");
        try (TargetDouble target = new TargetDouble(0);
                GatlingLoad load = start(target, "dev.flamegate.gatling.example.Uncontrolled", properties)) {
            load.targetReady();
            load.awaitReady(TestGatling.LIMIT);
            assertThat(target.requests()).isZero();
            load.go();
            await(() -> load.progress().ended() > 300); // three times its own duration
            load.measuring();
            assertThat(load.isControlled()).isTrue();
            load.pause();
            await(() -> {
                long before = target.requests();
                sleep(400);
                return target.requests() == before;
            });
            long paused = target.requests();
            load.measuring();
            await(() -> target.requests() > paused + 100);
            Window window = secondsFromNow(2);
            load.stop(TestGatling.LIMIT);
            assertThat(load.isAlive()).isFalse();

            LoadResult result = load.result(window);
            assertThat(result.requests()).singleElement().satisfies(stats -> {
                assertThat(stats.name()).isEqualTo("GET /ok");
                assertThat(stats.ok()).isPositive();
                assertThat(stats.failed()).isZero();
            });
            assertThat(result.warnings()).isEmpty();
            assertThat(result.quality().intendedRate()).isPositive();
        }
    }

    @Test
    void a_warm_up_hurries_with_extra_users_and_the_measurement_gets_the_planned_ones() throws Exception {
        Map<String, String> properties = Map.of("rate", "10");
        try (TargetDouble target = new TargetDouble(300);
                GatlingLoad load = hurried(target, SAMPLE, properties)) {
            load.awaitReady(TestGatling.LIMIT);
            assertThat(load.hurries()).isTrue();
            load.go();
            await(() -> target.mostInFlight() > 8); // more than the eight planned users that are let in at most
            measuresAtPlannedRate(target, load, 10);
        }
    }

    @Test
    void a_simulation_that_knows_nothing_of_the_gate_hurries_as_well() throws Exception {
        Map<String, String> properties = Map.of("target.url", "{baseUrl}");
        try (TargetDouble target = new TargetDouble(100);
                GatlingLoad load = hurried(target, "dev.flamegate.gatling.example.Uncontrolled", properties)) {
            load.targetReady();
            load.awaitReady(TestGatling.LIMIT);
            assertThat(load.hurries()).isTrue();
            load.go();
            await(() -> target.mostInFlight() > 30); // a hundred users per second come to ten at a time
            measuresAtPlannedRate(target, load, 100);
        }
    }

    @Test
    void users_under_way_go_on_while_no_more_are_let_in() throws Exception {
        Map<String, String> properties = Map.of("target.url", "{baseUrl}");
        try (TargetDouble target = new TargetDouble(500);
                GatlingLoad load = start(target, "dev.flamegate.gatling.example.Uncontrolled", properties)) {
            load.targetReady();
            load.awaitReady(TestGatling.LIMIT);
            load.go();
            await(() -> load.progress().active() > 20);
            load.drain();
            await(() -> load.progress().active() == 0);
            long drained = target.requests();
            load.measuring();
            await(() -> target.requests() > drained + 20);
            load.stop(TestGatling.LIMIT);
        }
    }

    /** Of the users that Gatling injects, only the planned ones have sent something; counts, so no matter how fast. */
    private static void measuresAtPlannedRate(TargetDouble target, GatlingLoad load, double planned)
            throws InterruptedException {
        load.plannedOnly();
        sleep(1000);
        load.measuring();
        Instant start = Instant.now();
        double before = target.requests();
        // On a busy machine the first are answered late: they were sent before, by all users.
        await(() -> target.requests() > before + 3 * planned && Instant.now().isAfter(start.plusSeconds(3)));
        Window window = new Window(start, Instant.now());
        load.stop(TestGatling.LIMIT);
        assertThat(load.result(window).quality().intendedRate()).isBetween(0.8 * planned, 1.2 * planned);
    }

    @Test
    void users_are_held_in_the_middle_of_their_journeys_and_go_on() throws Exception {
        Map<String, String> properties = Map.of("target.url", "{baseUrl}");
        try (TargetDouble target = new TargetDouble(0);
                GatlingLoad load = start(target, "dev.flamegate.gatling.example.Forever", properties)) {
            load.targetReady();
            load.awaitReady(TestGatling.LIMIT);
            load.go();
            await(() -> target.requests() > 50);
            load.pause();
            await(() -> {
                long before = target.requests();
                sleep(400);
                return target.requests() == before;
            });
            long paused = target.requests();
            load.measuring();
            await(() -> target.requests() > paused + 50);
            assertThat(load.isControlled()).isTrue();
            assertThat(load.rampUp()).hasSeconds(2);
            Window window = secondsFromNow(1);
            load.stop(TestGatling.LIMIT);

            assertThat(load.result(window).requests())
                    .singleElement()
                    .satisfies(stats -> assertThat(stats.failed()).isZero());
            assertThat(load.result(window).warnings()).isEmpty();
        }
    }

    @Test
    void a_simulation_whose_load_changes_until_its_end_is_run_as_it_is() throws Exception {
        Map<String, String> properties = Map.of("target.url", "{baseUrl}");
        try (TargetDouble target = new TargetDouble(0);
                GatlingLoad load = start(target, "dev.flamegate.gatling.example.Ramp", properties)) {
            load.targetReady();
            load.awaitReady(TestGatling.LIMIT);
            assertThat(target.requests()).isZero();
            load.go();
            await(() -> load.progress().ended() > 0);
            load.measuring();
            Window window = secondsFromNow(1);
            assertThat(load.isControlled()).isFalse();
            load.stop(TestGatling.LIMIT);
            assertThat(load.isAlive()).isFalse();

            LoadResult result = load.result(window);
            assertThat(result.requests()).singleElement().satisfies(stats -> {
                assertThat(stats.name()).isEqualTo("GET /ok");
                assertThat(stats.ok()).isPositive();
            });
            assertThat(result.warnings()).isEmpty();
            assertThat(result.quality().intendedRate()).isNaN();
        }
    }

    @Test
    void gatling_keeps_its_preferences_in_the_folder_of_the_load_and_asks_nobody_for_its_latest_version()
            throws Exception {
        // What Gatling asks is behind a proxy that notes who comes.
        try (TargetDouble target = new TargetDouble(0);
                ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                GatlingLoad load = start(
                        target,
                        SAMPLE,
                        Map.of(
                                "https.proxyHost",
                                "127.0.0.1",
                                "https.proxyPort",
                                Integer.toString(proxy.getLocalPort())))) {
            load.awaitReady(TestGatling.LIMIT);
            load.go();
            load.measuring();
            await(() -> target.requests() > 0);
            load.stop(TestGatling.LIMIT);

            proxy.setSoTimeout(1);
            assertThatThrownBy(proxy::accept).isInstanceOf(SocketTimeoutException.class);
            assertThat(folder.resolve("load/preferences/.java/.userPrefs/io/gatling/latestVersion/prefs.xml"))
                    .content()
                    .contains("lastCheckTimestamp");
            assertThat(folder.resolve("?")).doesNotExist();
        }
    }

    @Test
    void closing_a_load_that_never_began_leaves_no_process() throws Exception {
        try (TargetDouble target = new TargetDouble(0)) {
            GatlingLoad load = start(target, SAMPLE, Map.of());
            load.awaitReady(TestGatling.LIMIT);
            load.close();
            assertThat(load.isAlive()).isFalse();
            assertThat(ProcessHandle.of(load.pid())).isEmpty();
            assertThat(target.requests()).isZero();
        }
    }

    @Test
    void the_load_of_a_gate_that_died_ends() throws Exception {
        Process gate = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        property("flamegate.test.gatling.jars"),
                        property("flamegate.test.gatling.classes"),
                        property("flamegate.test.gatling.simulations"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingGate.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(gate.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(gate.waitFor(240, TimeUnit.SECONDS)).isTrue();
        long child = Long.parseLong(output.strip());
        await(() -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
    }

    /** Starts a load and dies without a word to it. */
    static final class DyingGate {
        private DyingGate() {}

        public static void main(String[] arguments) throws Exception {
            Path folder = Path.of(arguments[0]);
            GatlingLoad load = TestGatling.start(
                    TestGatling.spec(SAMPLE, List.of(), Map.of()), java.net.URI.create("http://127.0.0.1:9"), folder);
            load.awaitReady(TestGatling.LIMIT);
            System.out.println(load.pid());
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
    }

    private GatlingLoad start(TargetDouble target, String simulation, Map<String, String> properties) {
        return TestGatling.start(
                TestGatling.spec(simulation, List.of(TestGatling.simulations()), properties), target.url(), folder);
    }

    private GatlingLoad hurried(TargetDouble target, String simulation, Map<String, String> properties) {
        return TestGatling.start(
                TestGatling.spec(simulation, List.of(TestGatling.simulations()), properties, 8), target.url(), folder);
    }

    private static String property(String name) {
        return "-D" + name + "=" + System.getProperty(name);
    }

    private static Window secondsFromNow(int seconds) {
        Instant start = Instant.now();
        sleep(seconds * 1000L);
        return new Window(start, Instant.now());
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TestGatling.LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the time to wait is over").isLessThan(deadline);
            sleep(20);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
