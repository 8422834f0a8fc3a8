package dev.flamegate.collect.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.collect.receiver.Pushes;
import dev.flamegate.collect.targets.BusyTarget;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Window;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.jfr.JfrWriter;
import dev.flamegate.profile.jfr.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    private static final Window ALL = new Window(Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"));

    @TempDir
    private Path folder;

    private final Recordings recordings = new Recordings();
    private Path recording;
    private byte[] labels;

    @BeforeEach
    void read() throws IOException {
        byte[] push = Pushes.body(Pushes.STEADY);
        recording = Pushes.part(push, "jfr", folder);
        labels = Files.readAllBytes(Pushes.part(push, "labels", folder));
        recordings.add(recording, labels);
    }

    @Test
    void methods_pools_requests_and_the_machine_s_own_threads_are_told_apart() {
        CallTree cpu = cut(ALL).trees().get(ProfileEvent.CPU);
        Hotspots hotspots = Hotspots.of(cpu);
        assertThat(hotspots.methods().stream().limit(12))
                .extracting(method -> method.name())
                .contains(BusyTarget.class.getName() + ".multiply", "java.lang.Thread.run");
        CallTree labelled = cpu.filter(facet -> facet.request().equals("GET /multiply"));
        assertThat(labelled.weight()).isGreaterThan(500_000_000L);
        assertThat(pools(labelled)).containsExactly("worker-#");
        assertThat(pools(cut(ALL).trees().get(ProfileEvent.WALL)))
                .contains("[jit]", "[gc]", "[vm]", "[profiler]", "idle-pool-#", "worker-#")
                .noneMatch(pool -> pool.startsWith("Thread-"));
    }

    @Test
    void a_batch_of_wall_samples_counts_for_all_it_stands_for() {
        Window inside = inside();
        CallTree idle = cut(inside)
                .trees()
                .get(ProfileEvent.WALL)
                .filter(facet -> facet.equals(new Facet("idle-pool-#", "", "sleeping")));
        assertThat(idle.weight() * 1e-9).isCloseTo(4 * inside.seconds(), within(0.2 * 4 * inside.seconds()));
    }

    @Test
    void a_cpu_sample_that_the_wall_clock_s_signal_overtook_has_the_stack_of_the_sample_that_follows()
            throws IOException {
        Path overtaken = Files.write(
                folder.resolve("overtaken.jfr"),
                JfrWriter.asyncProfiler()
                        .thread(1, "worker-1")
                        .thread(2, "worker-2")
                        .stack(1, "a/A.run", "a/A.go")
                        .stack(2, "libc.so.6.__restore_rt", "libasyncProfiler-linux-x64.so.WallClock::signalHandler")
                        .setting(JfrWriter.CPU, "event", "ctimer")
                        .setting(JfrWriter.CPU, "interval", "10000000")
                        .setting(JfrWriter.CPU, "wall", "20000000")
                        .event(JfrWriter.CPU, new Payload().numbers(1_000_000, 1, 2, 1))
                        .event(JfrWriter.WALL, new Payload().numbers(1_000_500, 2, 1, 2, 0, 1, 0)) // another thread
                        .event(JfrWriter.WALL, new Payload().numbers(1_003_000, 1, 1, 2, 0, 1, 0))
                        .event(JfrWriter.WALL, new Payload().numbers(1_004_000, 1, 1, 2, 0, 1, 0)) // not overtaken
                        .event(JfrWriter.CPU, new Payload().numbers(2_000_000, 2, 2, 1))
                        .event(JfrWriter.WALL, new Payload().numbers(2_003_000, 2, 1, 3, 0, 1, 0)) // it only woke up
                        .event(JfrWriter.CPU, new Payload().numbers(3_000_000, 2, 2, 1))
                        .event(JfrWriter.WALL, new Payload().numbers(9_000_000, 2, 1, 2, 0, 1, 0)) // too late
                        .build());
        Recordings others = new Recordings();
        others.add(overtaken, null);

        ProfileCut cut = others.cut(ALL, OptionalLong.empty(), 0.02);

        CallTree cpu = cut.trees().get(ProfileEvent.CPU);
        assertThat(cpu.filter(new Facet("worker-#", "", "running")::equals).weight())
                .isEqualTo(10_000_000L);
        assertThat(cpu.name(2)).isEqualTo("a.A.go");
        assertThat(weight(cut, ProfileEvent.WALL)).isEqualTo(5 * 20_000_000L);
        assertThat(cut.quality().get(0).coverage()).isEqualTo(0.5);
    }

    @Test
    void windows_side_by_side_hold_together_what_the_whole_holds() {
        Window whole = inside();
        Instant middle = whole.start().plusNanos(777_777_777);
        ProfileCut first = cut(new Window(whole.start(), middle));
        ProfileCut second = cut(new Window(middle, whole.end()));
        cut(whole).trees().forEach((event, tree) -> {
            long parts = weight(first, event) + weight(second, event);
            assertThat(parts).as(event.key()).isCloseTo(tree.weight(), within(1_000L));
        });
    }

    @Test
    void coverage_and_gaps_are_measured() {
        Window recorded = inside();
        Window longer = new Window(recorded.start(), recorded.end().plusSeconds(10));
        assertThat(cut(recorded).quality().get(0).gap()).isZero();
        assertThat(cut(longer).quality().get(0).gap()).isBetween(9.0, 10.5);
        double cpuSeconds = cut(recorded).trees().get(ProfileEvent.CPU).weight() * 1e-9;
        assertThat(recordings
                        .cut(recorded, OptionalLong.empty(), cpuSeconds * 2)
                        .quality()
                        .get(0)
                        .coverage())
                .isCloseTo(0.5, within(1e-9));
    }

    @Test
    void a_cut_off_recording_is_an_error_that_says_so() throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        Path cutOff = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> new Recordings().add(cutOff, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cut off");
        Path text = Files.writeString(folder.resolve("text.jfr"), "a text");
        assertThatThrownBy(() -> new Recordings().add(text, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a JFR recording");
    }

    @Test
    void damage_anywhere_is_at_worst_an_error() throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        Random random = new Random(42);
        int errors = 0;
        for (int i = 0; i < 60; i++) {
            byte[] damaged = bytes.clone();
            for (int j = 0; j < 20; j++) {
                damaged[100 + random.nextInt(bytes.length - 100)] = (byte) random.nextInt();
            }
            Path file = Files.write(folder.resolve("damaged.jfr"), damaged);
            try {
                new Recordings().add(file, labels);
            } catch (IOException e) {
                errors++;
            }
        }
        assertThat(errors).isPositive();
    }

    private Window inside() {
        Instant end = recordings.end(OptionalLong.empty()).minusMillis(50);
        return new Window(end.minusMillis(1_700), end);
    }

    private ProfileCut cut(Window window) {
        return recordings.cut(window, OptionalLong.empty(), Double.NaN);
    }

    private static long weight(ProfileCut cut, ProfileEvent event) {
        CallTree tree = cut.trees().get(event);
        return tree == null ? 0 : tree.weight();
    }

    private static Set<String> pools(CallTree tree) {
        Set<String> pools = new HashSet<>();
        for (int i = 0; i < tree.sampleCount(); i++) {
            pools.add(tree.sampleFacet(i).pool());
        }
        return pools;
    }
}
