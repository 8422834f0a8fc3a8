package dev.flamegate.insight.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.collect.CallCounter;
import dev.flamegate.collect.CallCounter.Method;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.EventRecorder;
import dev.flamegate.collect.Token;
import dev.flamegate.collect.probe.Probe;
import dev.flamegate.collect.probe.ProbeReading;
import dev.flamegate.collect.probe.ProbeServer;
import dev.flamegate.collect.targets.CalledTarget;
import dev.flamegate.collect.targets.CountedTarget;
import dev.flamegate.collect.targets.EventfulTarget;
import dev.flamegate.collect.targets.TargetProcess;
import dev.flamegate.insight.events.EventSettings;
import dev.flamegate.insight.events.EventTallies;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Pair.JvmEvents.Kind;
import dev.flamegate.model.Pair.JvmEvents.Tally;
import dev.flamegate.model.Window;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real agent in a target that does known work. */
class ProbeLiveTest {
    private static final double MB = 1e6;

    private final ProbeServer server = ProbeServer.open(InetAddress.getLoopbackAddress(), Token.random());
    private ProbeReading last;

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void a_spinning_thread_costs_its_time_of_the_application_s_cpu() throws Exception {
        try (TargetProcess target = start("spin", "2000")) {
            CounterIncrement increment = whole(target);
            // The target prints what its own thread clock says: the machine may have given it less than two seconds.
            double spun = printed(target, "cpu-seconds");
            assertThat(increment.counters().get(Counter.CPU_APPLICATION)).isCloseTo(spun, within(0.2 * spun + 0.1));
            assertThat(increment.counters().get(Counter.CPU_PROCESS))
                    .isGreaterThanOrEqualTo(increment.counters().get(Counter.CPU_APPLICATION));
            assertThat(increment.counters().get(Counter.CPU_PROFILER)).isLessThan(0.2 * spun);
            assertThat(increment.counters()).containsKeys(Counter.CPU_JIT, Counter.CPU_GC, Counter.CPU_VM);
            assertThat(increment.warnings()).isEmpty();
        }
    }

    @Test
    void the_cpu_of_threads_that_have_ended_is_kept() throws Exception {
        try (TargetProcess target = start("spin-short", "2000")) {
            CounterIncrement increment = whole(target);
            double spun = printed(target, "cpu-seconds");
            assertThat(increment.counters().get(Counter.CPU_APPLICATION)).isCloseTo(spun, within(0.2 * spun + 0.1));
        }
    }

    @Test
    void an_allocating_thread_s_bytes_are_counted() throws Exception {
        try (TargetProcess target = start("allocate", "300")) {
            CounterIncrement increment = whole(target);
            assertThat(increment.counters().get(Counter.ALLOCATED)).isBetween(300 * MB, 330 * MB);
            assertThat(increment.counters().get(Counter.GC_COUNT)).isGreaterThan(0);
            assertThat(increment.warnings()).isEmpty();
        }
    }

    @Test
    void bytes_of_threads_too_short_to_be_seen_are_counted_and_the_estimate_is_said() throws Exception {
        try (TargetProcess target = start("allocate-short", "300")) {
            CounterIncrement increment = whole(target);
            assertThat(increment.counters().get(Counter.ALLOCATED)).isBetween(270 * MB, 360 * MB);
            // Exact where the virtual machine counts ended threads itself; the increment's own test has the other case.
            boolean exact = last.details().get("alloc.exact") == 1;
            assertThat(increment.warnings())
                    .extracting(warning -> warning.id())
                    .containsExactlyElementsOf(exact ? List.of() : List.of("allocation-estimated"));
        }
    }

    @Test
    void a_reading_says_levels_and_facts() throws Exception {
        try (TargetProcess target = start("allocate", "50")) {
            Probe probe = server.await(OptionalLong.of(target.pid()), Duration.ofSeconds(120));
            ProbeReading reading = probe.read();
            assertThat(reading.facts().pid()).isEqualTo(target.pid());
            assertThat(reading.facts().processors())
                    .isEqualTo(Runtime.getRuntime().availableProcessors());
            assertThat(reading.facts().javaVersion()).isEqualTo(System.getProperty("java.runtime.version"));
            assertThat(reading.facts().arguments()).contains("-Xmx128m").doesNotContain("token=");
            assertThat(reading.gauges()).containsKeys(Gauge.HEAP_USED, Gauge.THREADS, Gauge.MEMORY_RSS);
            assertThat(reading.gauges().get(Gauge.MEMORY_RSS)).isBetween(10 * MB, 1000 * MB);
        }
    }

    /** In two threads: 1,000 times each, by one method half of them on either implementation, by the other on one. */
    @Test
    void calls_are_counted_exactly_and_only_while_they_are_to_be() throws Exception {
        String owner = "dev/flamegate/collect/targets/CalledTarget$";
        try (TargetProcess target = start(CalledTarget.class, "1000")) {
            Probe probe = server.await(OptionalLong.of(target.pid()), Duration.ofSeconds(120));
            target.awaitLog("waiting");
            probe.begin(List.of(
                    new Method(0, true, owner + "Price", "of", "(I)I"),
                    new Method(1, false, owner + "Price", "rounded", "(I)I"),
                    new Method(2, false, owner + "Special", "of", "(I)I"), // which Fixed has
                    new Method(3, false, owner + "Fixed", "<init>", "(I)V"),
                    new Method(4, false, owner + "Missing", "of", "(I)I"),
                    new Method(5, false, "java/lang/String", "length", "()I")));
            target.say("go");
            target.awaitLog("round 1");
            CallCounter.Counts counts = probe.counts();
            target.say("again");
            target.awaitLog("round 2");
            CallCounter.Counts twice = probe.counts();
            probe.end();
            target.say("on");
            target.awaitLog("round 3");

            assertThat(counts.failed()).isEmpty();
            assertThat(counts.counts()).containsExactly(4000L, 2000L, 4000L, 4L, 0L, 0L);
            assertThat(twice.counts()).containsExactly(8000L, 4000L, 8000L, 8L, 0L, 0L);
            assertThatThrownBy(probe::counts)
                    .isInstanceOf(CollectionFailed.class)
                    .hasMessageContaining("nothing is counted");
            assertThat(probe.read().gauges()).containsKey(Gauge.THREADS);
            assertThat(target.log()).doesNotContain("Exception", "Error");
        }
    }

    @Test
    void events_of_the_virtual_machine_are_recorded_and_say_what_happened_where() throws Exception {
        try (TargetProcess target = start(EventfulTarget.class)) {
            Probe probe = server.await(OptionalLong.of(target.pid()), Duration.ofSeconds(120));
            target.awaitLog("waiting");
            EventRecorder recorder = probe.events().orElseThrow();
            recorder.record(EventSettings.settings());
            ProbeReading before = probe.read();
            target.say("go");
            target.awaitLog("round 1");
            ProbeReading after = probe.read();
            target.say("again");
            target.awaitLog("round 2");
            recorder.fetch(folder.resolve("events.jfr"));
            recorder.discard();

            List<Tally> tallies = EventTallies.read(folder.resolve("events.jfr"), new Window(before.at(), after.at()));
            // One round of two: what is outside of the window is left out.
            assertThat(of(tallies, Kind.GC_PAUSE)).anySatisfy(tally -> {
                assertThat(tally.what()).isEqualTo("System.gc()");
                assertThat(tally.count()).isEqualTo(1);
                assertThat(tally.amount()).isPositive();
            });
            assertThat(of(tallies, Kind.LOCK_WAIT)).anySatisfy(tally -> {
                assertThat(tally.what()).isEqualTo(EventfulTarget.Till.class.getName());
                assertThat(tally.where()).isEqualTo(EventfulTarget.class.getName() + ".pay");
                assertThat(tally.amount()).isGreaterThan(0.01);
            });
            assertThat(of(tallies, Kind.CLASS_LOAD)).anySatisfy(tally -> {
                assertThat(tally.what()).contains("$Proxy#");
                assertThat(tally.where()).isEqualTo(EventfulTarget.class.getName() + ".proxies");
                assertThat(tally.count()).isEqualTo(EventfulTarget.PROXIES);
            });
            assertThat(of(tallies, Kind.CODE_CACHE_FULL))
                    .isNotEmpty()
                    .allMatch(tally -> tally.count() == 0 && tally.amount() > 0);
            assertThatThrownBy(() -> recorder.fetch(folder.resolve("none.jfr")))
                    .isInstanceOf(CollectionFailed.class)
                    .hasMessageContaining("does not record events: nothing is recorded");
            assertThat(probe.read().gauges()).containsKey(Gauge.THREADS);
            assertThat(target.log()).doesNotContain("Exception", "Error");
        }
    }

    private static List<Tally> of(List<Tally> tallies, Kind kind) {
        return tallies.stream().filter(tally -> tally.kind() == kind).toList();
    }

    @Test
    void a_target_that_is_gone_is_said_so() throws Exception {
        Probe probe;
        try (TargetProcess target = start("allocate", "50")) {
            probe = server.await(OptionalLong.of(target.pid()), Duration.ofSeconds(120));
        }
        assertThatThrownBy(probe::read).isInstanceOf(CollectionFailed.class).hasMessageContaining("does not answer");
    }

    /** From before the target's work to after it; the target waits for a file before and holds still after it. */
    private CounterIncrement whole(TargetProcess target) throws Exception {
        Probe probe = server.await(OptionalLong.of(target.pid()), Duration.ofSeconds(120));
        target.awaitLog("waiting");
        ProbeReading before = probe.read();
        target.say("go");
        target.awaitLog("done");
        last = probe.read();
        return last.since(before);
    }

    private static double printed(TargetProcess target, String name) throws Exception {
        return target.log()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    private TargetProcess start(String work, String amount) throws Exception {
        return start(CountedTarget.class, work, amount);
    }

    private TargetProcess start(Class<?> main, String... arguments) throws Exception {
        return TargetProcess.start(
                main,
                List.of(server.javaAgentOption(TargetProcess.AGENTS.resolve("flamegate-probe.jar"))),
                server.environment(),
                arguments);
    }
}
