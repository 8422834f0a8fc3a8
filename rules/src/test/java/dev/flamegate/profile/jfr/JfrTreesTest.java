package dev.flamegate.profile.jfr;

import static dev.flamegate.profile.jfr.JfrWriter.CPU;
import static dev.flamegate.profile.jfr.JfrWriter.WALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Warning;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.Recording;
import dev.flamegate.profile.format.Collapsed;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JfrTreesTest {
    private static final Set<ProfileEvent> ALL = EnumSet.allOf(ProfileEvent.class);

    @Test
    void samples_of_one_stack_and_thread_pool_are_added_up_in_nanoseconds() throws IOException {
        Recording recording = read(profiled()
                .event(CPU, new Payload().numbers(5, 1, 1, 1))
                .event(CPU, new Payload().numbers(6, 2, 1, 1))
                .event(CPU, new Payload().numbers(7, 3, 2, 1)));
        assertThat(collapsed(recording, ProfileEvent.CPU))
                .isEqualTo("[jit];libjvm.so.Compile::Compile 10000000\n[worker-#];a.A.run;a.A.go 20000000\n");
        assertThat(recording.seconds()).isEqualTo(10);
        assertThat(recording.counted()).isFalse();
        assertThat(recording.trees()).containsOnlyKeys(ProfileEvent.CPU);
        CallTree cpu = tree(recording, ProfileEvent.CPU);
        assertThat(cpu.line(1)).isEqualTo(1);
        assertThat(cpu.line(2)).isEqualTo(2);
        assertThat(cpu.original(1)).isEqualTo("a.A.run");
    }

    @Test
    void a_batch_of_the_clock_counts_for_all_it_stands_for_with_its_state() throws IOException {
        Recording recording = read(profiled()
                .event(WALL, new Payload().numbers(5, 1, 1, 3, 0, 40, 100))
                .event(WALL, new Payload().numbers(5, 1, 1, 2, 0, 1, 0)));
        CallTree wall = tree(recording, ProfileEvent.WALL);
        assertThat(weights(wall))
                .containsOnly(
                        Map.entry(new Facet("worker-#", "", "sleeping"), 800_000_000L),
                        Map.entry(new Facet("worker-#", "", "runnable"), 20_000_000L));
    }

    @Test
    void an_execution_sample_with_a_state_is_one_of_the_clock_where_the_profiler_has_one() throws IOException {
        JfrWriter both = profiled().event(CPU, new Payload().numbers(5, 1, 1, 3));
        assertThat(read(both).trees()).containsOnlyKeys(ProfileEvent.WALL);
        JfrWriter cpuAlone = stacks(JfrWriter.asyncProfiler())
                .setting(CPU, "event", "cpu")
                .setting(CPU, "interval", "10000000")
                .event(CPU, new Payload().numbers(5, 1, 1, 2));
        assertThat(read(cpuAlone).trees()).containsOnlyKeys(ProfileEvent.CPU);
    }

    @Test
    void the_jdk_s_own_samples_stand_for_their_period_and_always_run() throws IOException {
        JfrWriter jdk = stacks(jdk())
                .setting(CPU, "period", "20 ms")
                .setting("jdk.NativeMethodSample", "period", "1 s")
                .event(CPU, new Payload().numbers(5, 1, 1, 4))
                .event("jdk.NativeMethodSample", new Payload().numbers(5, 1, 1, 4));
        Recording recording = read(jdk);
        assertThat(weights(tree(recording, ProfileEvent.CPU)))
                .containsOnly(Map.entry(new Facet("worker-#", "", "running"), 20_000_000L));
        assertThat(weights(tree(recording, ProfileEvent.WALL)))
                .containsOnly(Map.entry(new Facet("worker-#", "", "runnable"), 1_000_000_000L));
        assertThat(recording.warnings()).isEmpty();
    }

    @Test
    void samples_of_cpu_time_are_taken_in_place_of_execution_samples() throws IOException {
        JfrWriter jdk = stacks(jdk())
                .setting(CPU, "period", "20 ms")
                .event(CPU, new Payload().numbers(5, 1, 1, 4))
                .event(
                        "jdk.CPUTimeSample",
                        new Payload()
                                .numbers(5, 1, 1)
                                .bytes(0)
                                .numbers(7_000_000)
                                .bytes(0));
        assertThat(tree(read(jdk), ProfileEvent.CPU).weight()).isEqualTo(7_000_000);
    }

    @Test
    void lost_samples_of_cpu_time_are_counted() throws IOException {
        JfrWriter jdk = stacks(jdk());
        for (int i = 0; i < 90; i++) {
            jdk.event(
                    "jdk.CPUTimeSample",
                    new Payload()
                            .numbers(5, i < 9 ? 0 : 1, 1)
                            .bytes(i < 9 ? 1 : 0)
                            .numbers(7_000_000)
                            .bytes(0));
        }
        jdk.event("jdk.CPUTimeSamplesLost", new Payload().numbers(5, 4, 1))
                .event("jdk.CPUTimeSamplesLost", new Payload().numbers(5, 6, 1));
        Recording recording = read(jdk);

        assertThat(tree(recording, ProfileEvent.CPU).weight()).isEqualTo(90 * 7_000_000);
        assertThat(recording.warnings())
                .extracting(Warning::id)
                .containsExactly("samples-lost", "samples-without-stack");
        assertThat(recording.warnings().get(0).message())
                .startsWith("The recorder lost 10 of 100 samples (10 %) of CPU time: ");
        assertThat(recording.warnings().get(1).message())
                .startsWith("9 of 90 samples (10 %) of CPU time have no stack");
    }

    @Test
    void losses_do_not_matter_where_no_cpu_is_wanted() throws IOException {
        byte[] jdk = stacks(jdk())
                .event("jdk.CPUTimeSamplesLost", new Payload().numbers(5, 4, 1))
                .build();

        assertThat(JfrTrees.read(new BytesChannel(jdk), Set.of(ProfileEvent.ALLOC), ChunkStacks.Labels.NONE)
                        .warnings())
                .isEmpty();
    }

    @Test
    void allocations_weigh_bytes_and_waits_weigh_nanoseconds() throws IOException {
        JfrWriter jdk = stacks(jdk())
                .event("jdk.ObjectAllocationSample", new Payload().numbers(5, 1, 1, 0, 512))
                .event("jdk.JavaMonitorEnter", new Payload().numbers(5, 33, 1, 1))
                .event("jdk.ThreadPark", new Payload().numbers(5, 44, 1, 1));
        assertThat(tree(read(jdk), ProfileEvent.ALLOC).weight()).isEqualTo(512);
        assertThat(tree(read(jdk), ProfileEvent.LOCK).weight()).isEqualTo(77);
        JfrWriter both = stacks(jdk())
                .event("jdk.ObjectAllocationSample", new Payload().numbers(5, 1, 1, 0, 512))
                .event("jdk.ObjectAllocationInNewTLAB", new Payload().numbers(5, 1, 1, 16, 4096))
                .event("jdk.ObjectAllocationOutsideTLAB", new Payload().numbers(5, 1, 1, 1_000_000));
        assertThat(tree(read(both), ProfileEvent.ALLOC).weight()).isEqualTo(1_004_096);
    }

    @Test
    void labels_are_asked_by_context_and_span() throws IOException {
        byte[] chunk = profiled()
                .event(WALL, new Payload().numbers(5, 1, 1, 3, 77, 1, 0))
                .event(WALL, new Payload().numbers(5, 1, 1, 3, 0, 1, 0))
                .build();
        Recording recording =
                JfrTrees.read(new BytesChannel(chunk), ALL, (context, span) -> context == 77 ? "GET /a" : "");
        assertThat(weights(tree(recording, ProfileEvent.WALL)).keySet())
                .containsOnly(new Facet("worker-#", "GET /a", "sleeping"), new Facet("worker-#", "", "sleeping"));
    }

    @Test
    void the_profiler_s_own_work_is_its_own_on_any_thread() throws IOException {
        Recording recording = read(profiled()
                .stack(9, "java/lang/Thread.run", "io/pyroscope/vendor/okio/Okio.read")
                .event(CPU, new Payload().numbers(5, 1, 9, 1))
                .event(CPU, new Payload().numbers(5, 1, 1, 1)));
        assertThat(weights(tree(recording, ProfileEvent.CPU)).keySet())
                .extracting(Facet::pool)
                .containsOnly("[profiler]", "worker-#");
    }

    @Test
    void recursion_counts_once_per_sample() throws IOException {
        Recording recording = read(profiled()
                .stack(9, "a/A.walk", "a/A.walk", "a/A.leaf", "a/A.walk")
                .event(CPU, new Payload().numbers(5, 1, 9, 1)));
        assertThat(Hotspots.of(tree(recording, ProfileEvent.CPU)).find("a.A.walk"))
                .hasValueSatisfying(walk -> assertThat(walk.total().candidate()).isEqualTo(10_000_000));
    }

    @Test
    void chunks_count_constants_anew_and_are_added_up() throws IOException {
        byte[] first = profiled().event(CPU, new Payload().numbers(5, 1, 1, 1)).build();
        byte[] second = profiled()
                .stack(1, "b/B.other")
                .event(CPU, new Payload().numbers(5, 1, 1, 1))
                .build();
        Recording recording = JfrTrees.read(
                new BytesChannel(new Payload().raw(first).raw(second).bytes()), ALL, ChunkStacks.Labels.NONE);
        assertThat(collapsed(recording, ProfileEvent.CPU))
                .isEqualTo("[worker-#];a.A.run;a.A.go 10000000\n[worker-#];b.B.other 10000000\n");
        assertThat(recording.seconds()).isEqualTo(20);
    }

    @Test
    void constants_are_found_in_earlier_checkpoints_and_the_latest_knows_best() throws IOException {
        Recording recording =
                read(profiled().checkpoint().thread(1, "renamed-7").event(CPU, new Payload().numbers(5, 1, 1, 1)));
        assertThat(collapsed(recording, ProfileEvent.CPU)).isEqualTo("[renamed-#];a.A.run;a.A.go 10000000\n");
    }

    @Test
    void fields_that_nobody_asked_for_are_passed_over_wherever_they_stand() throws IOException {
        JfrWriter forked = stacks(new JfrWriter())
                .type("some.Inner", "x:double", "y:java.lang.String", "z:float")
                .type(
                        CPU,
                        "flag:boolean",
                        "names:java.lang.String:array",
                        "inner:some.Inner",
                        "stackTrace:jdk.types.StackTrace:constant",
                        "inners:some.Inner:array",
                        "startTime:long:TICKS",
                        "numbers:long:array",
                        "sampledThread:java.lang.Thread:constant",
                        "rest:java.lang.String")
                .setting(CPU, "period", "10 ms")
                .event(
                        CPU,
                        new Payload()
                                .bytes(1)
                                .numbers(2)
                                .text("a")
                                .bytes(0)
                                .bytes(1, 2, 3, 4, 5, 6, 7, 8)
                                .text("")
                                .bytes(1, 2, 3, 4)
                                .numbers(1)
                                .numbers(1)
                                .bytes(1, 2, 3, 4, 5, 6, 7, 8)
                                .bytes(5)
                                .numbers(2)
                                .bytes('h', 'i')
                                .bytes(1, 2, 3, 4)
                                .numbers(5, 2, -1, Long.MIN_VALUE, 1)
                                .text("rest"));
        assertThat(collapsed(read(forked), ProfileEvent.CPU)).isEqualTo("[worker-#];a.A.run;a.A.go 10000000\n");
    }

    @Test
    void what_a_recording_does_not_say_is_said() throws IOException {
        JfrWriter silent = stacks(JfrWriter.asyncProfiler())
                .constant("jdk.types.StackTrace", 8, new Payload().bytes(1).numbers(0))
                .event(CPU, new Payload().numbers(5, 1, 8, 1));
        assertThat(read(silent).warnings())
                .extracting(Warning::id)
                .containsExactly("profile-interval-unknown", "stacks-truncated");
        JfrWriter counter = stacks(JfrWriter.asyncProfiler())
                .setting(CPU, "event", "cache-misses")
                .setting(CPU, "interval", "1000")
                .event(CPU, new Payload().numbers(5, 1, 1, 1));
        assertThat(read(counter).warnings()).extracting(Warning::id).containsExactly("profile-of-a-counter");
    }

    @Test
    void a_deep_stack_is_kept_whole() throws IOException {
        String[] deep = new String[10_000];
        Arrays.setAll(deep, i -> "a/A.m" + i);
        Recording recording = read(profiled().stack(9, deep).event(CPU, new Payload().numbers(5, 1, 9, 1)));
        assertThat(tree(recording, ProfileEvent.CPU).size()).isEqualTo(10_001);
    }

    @Test
    void only_wanted_events_are_read() throws IOException {
        byte[] chunk = profiled()
                .event(CPU, new Payload().numbers(5, 1, 1, 1))
                .event(WALL, new Payload().numbers(5, 1, 1, 3, 0, 1, 0))
                .build();
        assertThat(JfrTrees.read(new BytesChannel(chunk), EnumSet.of(ProfileEvent.CPU), ChunkStacks.Labels.NONE)
                        .trees())
                .containsOnlyKeys(ProfileEvent.CPU);
    }

    static JfrWriter profiled() {
        return stacks(JfrWriter.asyncProfiler())
                .setting(CPU, "event", "ctimer")
                .setting(CPU, "interval", "10000000")
                .setting(CPU, "wall", "20000000");
    }

    private static JfrWriter stacks(JfrWriter writer) {
        return writer.thread(1, "worker-1")
                .thread(2, "worker-2")
                .thread(3, "C2 CompilerThre")
                .stack(1, "a/A.run", "a/A.go")
                .stack(2, "libjvm.so.Compile::Compile");
    }

    /** As the JDK's own recorder declares its events; state 4 is runnable. */
    private static JfrWriter jdk() {
        String thread = "eventThread:java.lang.Thread:constant";
        String stack = "stackTrace:jdk.types.StackTrace:constant";
        String[] sample = {
            "startTime:long:TICKS",
            "sampledThread:java.lang.Thread:constant",
            stack,
            "state:jdk.types.ThreadState:constant"
        };
        return new JfrWriter()
                .type(CPU, sample)
                .type("jdk.NativeMethodSample", sample)
                .type(
                        "jdk.CPUTimeSample",
                        "startTime:long:TICKS",
                        stack,
                        thread,
                        "failed:boolean",
                        "samplingPeriod:long:NANOSECONDS",
                        "biased:boolean")
                .type("jdk.CPUTimeSamplesLost", "startTime:long:TICKS", "lostSamples:int", thread)
                .type(
                        "jdk.ObjectAllocationSample",
                        "startTime:long:TICKS",
                        thread,
                        stack,
                        "objectClass:java.lang.Class:constant",
                        "weight:long")
                .type(
                        "jdk.ObjectAllocationInNewTLAB",
                        "startTime:long:TICKS",
                        thread,
                        stack,
                        "allocationSize:long",
                        "tlabSize:long")
                .type("jdk.ObjectAllocationOutsideTLAB", "startTime:long:TICKS", thread, stack, "allocationSize:long")
                .type("jdk.JavaMonitorEnter", "startTime:long:TICKS", "duration:long:TICKS", thread, stack)
                .type("jdk.ThreadPark", "startTime:long:TICKS", "duration:long:TICKS", thread, stack)
                .constant("jdk.types.ThreadState", 4, new Payload().text("STATE_RUNNABLE"));
    }

    private static Recording read(JfrWriter writer) throws IOException {
        return JfrTrees.read(new BytesChannel(writer.build()), ALL, ChunkStacks.Labels.NONE);
    }

    private static CallTree tree(Recording recording, ProfileEvent event) {
        return recording.trees().getOrDefault(event, CallTree.empty());
    }

    private static String collapsed(Recording recording, ProfileEvent event) {
        return Collapsed.write(tree(recording, event));
    }

    private static Map<Facet, Long> weights(CallTree tree) {
        Map<Facet, Long> weights = new HashMap<>();
        for (int i = 0; i < tree.sampleCount(); i++) {
            weights.merge(tree.sampleFacet(i), tree.sampleWeight(i), Long::sum);
        }
        return weights;
    }
}
