package dev.flamegate.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class CountersTest {
    @Test
    void without_a_count_by_the_virtual_machine_ended_threads_are_kept_as_last_seen() throws InterruptedException {
        Allocation allocation = new Allocation((ThreadMXBean) ManagementFactory.getThreadMXBean(), null);
        Values before = new Values();
        allocation.read(before);
        Object ready = new Object();
        byte[][] kept = new byte[1][];
        Thread thread = new Thread(() -> {
            kept[0] = new byte[30_000_000];
            synchronized (ready) {
                ready.notifyAll();
                try {
                    ready.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        synchronized (ready) {
            thread.start();
            ready.wait();
            allocation.watch();
            ready.notifyAll();
        }
        thread.join();
        Thread unseen = new Thread(() -> {});
        unseen.start();
        unseen.join();
        Values after = new Values();
        allocation.read(after);
        assertThat(kept[0]).hasSize(30_000_000);
        assertThat(number(after, "alloc.bytes") - number(before, "alloc.bytes")).isGreaterThanOrEqualTo(30_000_000);
        assertThat(number(after, "threads.ended") - number(before, "threads.ended"))
                .isGreaterThanOrEqualTo(1);
        assertThat(number(after, "threads.unseen") - number(before, "threads.unseen"))
                .isGreaterThanOrEqualTo(1);
    }

    @Test
    void native_threads_are_known_by_the_beginnings_of_their_names() {
        assertThat(CpuGroup.of("C2 CompilerThre")).isEqualTo(CpuGroup.JIT);
        assertThat(CpuGroup.of("G1 Conc#0")).isEqualTo(CpuGroup.GC);
        assertThat(CpuGroup.of("ZDriverMinor")).isEqualTo(CpuGroup.GC);
        assertThat(CpuGroup.of("RuntimeWorker#0")).isEqualTo(CpuGroup.GC);
        assertThat(CpuGroup.of("VM Periodic Tas")).isEqualTo(CpuGroup.VM);
        assertThat(CpuGroup.of("flamegate-probe")).isEqualTo(CpuGroup.PROFILER);
        assertThat(CpuGroup.of("http-nio-8080-e")).isEqualTo(CpuGroup.APPLICATION);
    }

    @Test
    void cycles_do_not_stop_the_application_and_pauses_do() {
        assertThat(Collectors.stops("G1 Young Generation")).isTrue();
        assertThat(Collectors.stops("ZGC Minor Pauses")).isTrue();
        assertThat(Collectors.stops("ZGC Minor Cycles")).isFalse();
        assertThat(Collectors.stops("ConcurrentMarkSweep")).isFalse();
    }

    @Test
    void numbers_are_found_by_their_key_at_the_start_of_a_line() {
        String text = "nr_throttled 3\nthrottled_usec 1200\nVmRSS:\t  45 kB\n";
        assertThat(ProcFile.number(text, "throttled_usec ")).isEqualTo(1200);
        assertThat(ProcFile.number(text, "nr_throttled ")).isEqualTo(3);
        assertThat(ProcFile.number(text, "VmRSS:")).isEqualTo(45);
        assertThat(ProcFile.number(text, "throttled_time ")).isEqualTo(-1);
    }

    @Test
    void arguments_are_read_and_wrong_ones_never_keep_the_application_from_starting() {
        ProbeArguments arguments = ProbeArguments.parse("connect=[::1]:4711", "ab12");
        assertThat(arguments.host()).isEqualTo("::1");
        assertThat(arguments.port()).isEqualTo(4711);
        assertThat(arguments.token()).isEqualTo("ab12");
        assertThatThrownBy(() -> ProbeArguments.parse("connect=here", "ab12"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ProbeArguments.parse("connect=[::1]:4711", null))
                .hasMessageContaining("FLAMEGATE_PROBE_TOKEN");
        ProbeArguments relayed = ProbeArguments.parse("relay=4711,folder=/flamegate/profiler", "ab12");
        assertThat(relayed.host() + ":" + relayed.port() + " " + relayed.folder())
                .isEqualTo("127.0.0.1:4711 /flamegate/profiler");
        assertThatThrownBy(() -> ProbeArguments.parse("relay=4711", "ab12")).hasMessageContaining("come together");
        assertThatCode(() -> ProbeAgent.premain("nonsense", null)).doesNotThrowAnyException();
        assertThatCode(() -> ProbeAgent.premain(null, null)).doesNotThrowAnyException();
    }

    private static long number(Values values, String name) {
        return Long.parseLong(values.byName().get(name));
    }
}
