package dev.flamegate.servers.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.TextExposition;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Warning;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Against expositions as the usual exporters write them. */
class ScrapedCountersTest {
    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

    private static Scrape scrape(int second, String text) {
        return TextExposition.read(text, START.plusSeconds(second));
    }

    private static ScrapedCounters between(String first, String second) {
        return ScrapedCounters.of(List.of(List.of(scrape(0, first), scrape(10, second))));
    }

    private static String clientJava(double cpu, double eden, int young, double youngSeconds, double left) {
        return "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total " + cpu
                + "\n# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes 3.0E8"
                + "\n# TYPE jvm_memory_pool_allocated_bytes_total counter"
                + "\njvm_memory_pool_allocated_bytes_total{pool=\"G1 Eden Space\"} " + eden
                + "\njvm_memory_pool_allocated_bytes_total{pool=\"G1 Old Gen\"} 5.0E9"
                + "\njvm_memory_pool_allocated_bytes_total{pool=\"CodeHeap 'profiled nmethods'\"} 7.0E9"
                + "\n# TYPE jvm_gc_collection_seconds summary"
                + "\njvm_gc_collection_seconds_count{gc=\"G1 Young Generation\"} " + young
                + "\njvm_gc_collection_seconds_sum{gc=\"G1 Young Generation\"} " + youngSeconds
                + "\njvm_gc_collection_seconds_count{gc=\"ZGC Cycles\"} " + young * 100
                + "\njvm_gc_collection_seconds_sum{gc=\"ZGC Cycles\"} " + youngSeconds * 100
                + "\n# TYPE jvm_compilation_time_seconds_total counter\njvm_compilation_time_seconds_total " + cpu / 2
                + "\n# TYPE jvm_memory_used_bytes gauge\njvm_memory_used_bytes{area=\"heap\"} 1.0E8"
                + "\njvm_memory_used_bytes{area=\"nonheap\"} 9.0E8"
                + "\n# TYPE jvm_memory_pool_collection_used_bytes gauge"
                + "\njvm_memory_pool_collection_used_bytes{pool=\"G1 Eden Space\"} 0"
                + "\njvm_memory_pool_collection_used_bytes{pool=\"G1 Old Gen\"} " + left
                + "\n# TYPE jvm_threads_current gauge\njvm_threads_current 42"
                + "\n# TYPE jvm_classes_loaded_total counter\njvm_classes_loaded_total " + 5000 + "\n";
    }

    @Test
    void prometheus_own_client() {
        ScrapedCounters counters = between(clientJava(10, 1e9, 3, 0.03, 0), clientJava(14, 1.5e9, 4, 0.042, 6e7));
        assertThat(counters.increment().counters())
                .containsEntry(Counter.CPU_PROCESS, 4.0)
                .containsEntry(Counter.ALLOCATED, 0.5e9)
                .containsEntry(Counter.GC_COUNT, 1.0)
                .containsEntry(Counter.COMPILE_TIME, 2.0)
                .containsEntry(Counter.CLASSES_LOADED, 0.0)
                .doesNotContainKeys(Counter.CPU_THROTTLED_TIME, Counter.CPU_JIT);
        assertThat(counters.increment().counters().get(Counter.GC_TIME)).isCloseTo(0.012, within(1e-9));
        assertThat(counters.readings().get(0).gauges())
                .doesNotContainKey(Gauge.HEAP_AFTER_GC)
                .containsEntry(Gauge.GC_PAUSE, 0.0);
        Map<Gauge, Double> levels = counters.readings().get(1).gauges();
        assertThat(levels)
                .containsEntry(Gauge.MEMORY_RSS, 3e8)
                .containsEntry(Gauge.HEAP_USED, 1e8)
                .containsEntry(Gauge.HEAP_AFTER_GC, 6e7)
                .containsEntry(Gauge.THREADS, 42.0);
        assertThat(levels.get(Gauge.GC_PAUSE)).isCloseTo(0.012, within(1e-9));
        assertThat(counters.sources())
                .containsEntry("cpu-process", "process_cpu_seconds_total")
                .containsEntry("gc-pause", "jvm_gc_collection_seconds")
                .doesNotContainKey("cpu-jit");
        assertThat(counters.increment().warnings())
                .extracting(Warning::id)
                .containsExactly("allocation-at-collections");
        assertThat(counters.increment().window().seconds()).isEqualTo(10);
    }

    @Test
    void several_collections_between_scrapes_bound_the_pause() {
        ScrapedCounters counters = between(clientJava(1, 0, 3, 0.03, 0), clientJava(1, 0, 6, 0.06, 1));
        assertThat(counters.readings().get(1).gauges().get(Gauge.GC_PAUSE)).isCloseTo(0.03, within(1e-9));
        assertThat(counters.increment().warnings()).extracting(Warning::id).contains("gc-pause-bound");
    }

    private static String micrometer(double cpuNanos, int pauses, double pauseSeconds, double max) {
        return "# TYPE process_cpu_time_ns_total counter\nprocess_cpu_time_ns_total " + cpuNanos
                + "\n# TYPE jvm_gc_memory_allocated_bytes_total counter\njvm_gc_memory_allocated_bytes_total "
                + cpuNanos
                + "\n# TYPE jvm_gc_pause_seconds summary"
                + "\njvm_gc_pause_seconds_count{action=\"end of minor GC\",cause=\"x\",gc=\"G1 Young Generation\"} "
                + pauses
                + "\njvm_gc_pause_seconds_sum{action=\"end of minor GC\",cause=\"x\",gc=\"G1 Young Generation\"} "
                + pauseSeconds
                + "\n# TYPE jvm_gc_pause_seconds_max gauge"
                + "\njvm_gc_pause_seconds_max{action=\"end of minor GC\",cause=\"x\",gc=\"G1 Young Generation\"} " + max
                + "\n# TYPE jvm_memory_used_bytes gauge"
                + "\njvm_memory_used_bytes{area=\"heap\",id=\"G1 Eden Space\"} 1.0E7"
                + "\njvm_memory_used_bytes{area=\"heap\",id=\"G1 Old Gen\"} 2.0E7"
                + "\njvm_memory_used_bytes{area=\"nonheap\",id=\"Metaspace\"} 4.0E7"
                + "\n# TYPE jvm_gc_live_data_size_bytes gauge\njvm_gc_live_data_size_bytes 1.5E7"
                + "\n# TYPE jvm_compilation_time_ms_total counter\njvm_compilation_time_ms_total{compiler=\"c\"} 500"
                + "\n# TYPE jvm_threads_live_threads gauge\njvm_threads_live_threads 30\n";
    }

    @Test
    void micrometer() {
        ScrapedCounters counters = between(micrometer(1e9, 5, 0.05, 0.02), micrometer(3e9, 8, 0.08, 0.02));
        assertThat(counters.increment().counters())
                .containsEntry(Counter.CPU_PROCESS, 2.0)
                .containsEntry(Counter.ALLOCATED, 2e9)
                .containsEntry(Counter.GC_COUNT, 3.0)
                .containsEntry(Counter.COMPILE_TIME, 0.0);
        assertThat(counters.readings().get(1).gauges())
                .containsEntry(Gauge.HEAP_USED, 3e7)
                .containsEntry(Gauge.HEAP_AFTER_GC, 1.5e7)
                .containsEntry(Gauge.THREADS, 30.0)
                .containsEntry(Gauge.GC_PAUSE, 0.02)
                .doesNotContainKey(Gauge.MEMORY_RSS);
    }

    private static String openTelemetry(double cpu, int pauses, double seconds) {
        return "# TYPE jvm_cpu_time_seconds_total counter\njvm_cpu_time_seconds_total{otel_scope_name=\"x\"} " + cpu
                + "\n# TYPE jvm_gc_duration_seconds histogram"
                + "\njvm_gc_duration_seconds_bucket{jvm_gc_name=\"G1 Young Generation\",le=\"+Inf\"} " + pauses
                + "\njvm_gc_duration_seconds_count{jvm_gc_name=\"G1 Young Generation\"} " + pauses
                + "\njvm_gc_duration_seconds_sum{jvm_gc_name=\"G1 Young Generation\"} " + seconds
                + "\n# TYPE jvm_memory_used_bytes gauge"
                + "\njvm_memory_used_bytes{jvm_memory_type=\"heap\",jvm_memory_pool_name=\"G1 Eden Space\"} 1.0E7"
                + "\njvm_memory_used_bytes{jvm_memory_type=\"non_heap\",jvm_memory_pool_name=\"Metaspace\"} 4.0E7"
                + "\n# TYPE jvm_memory_used_after_last_gc_bytes gauge"
                + "\njvm_memory_used_after_last_gc_bytes{jvm_memory_type=\"heap\",jvm_memory_pool_name=\"G1 Old Gen\"} 5.0E6"
                + "\n# TYPE jvm_class_loaded_total counter\njvm_class_loaded_total 100"
                + "\n# TYPE jvm_thread_count gauge"
                + "\njvm_thread_count{jvm_thread_daemon=\"true\",jvm_thread_state=\"runnable\"} 10"
                + "\njvm_thread_count{jvm_thread_daemon=\"false\",jvm_thread_state=\"waiting\"} 5\n";
    }

    @Test
    void open_telemetry() {
        ScrapedCounters counters = between(openTelemetry(1, 1, 0.01), openTelemetry(1.5, 2, 0.03));
        assertThat(counters.increment().counters())
                .containsEntry(Counter.CPU_PROCESS, 0.5)
                .containsEntry(Counter.GC_COUNT, 1.0)
                .doesNotContainKey(Counter.ALLOCATED);
        Map<Gauge, Double> levels = counters.readings().get(1).gauges();
        assertThat(levels)
                .containsEntry(Gauge.HEAP_USED, 1e7)
                .containsEntry(Gauge.HEAP_AFTER_GC, 5e6)
                .containsEntry(Gauge.THREADS, 15.0);
        assertThat(levels.get(Gauge.GC_PAUSE)).isCloseTo(0.02, within(1e-9));
        assertThat(counters.increment().warnings()).isEmpty();
    }

    @Test
    void a_container_stands_in_for_a_process_that_tells_nothing() {
        String text = "# TYPE container_cpu_usage_seconds_total counter"
                + "\ncontainer_cpu_usage_seconds_total{container=\"\",pod=\"p\"} %1$d"
                + "\ncontainer_cpu_usage_seconds_total{container=\"POD\",pod=\"p\"} %1$d"
                + "\ncontainer_cpu_usage_seconds_total{container=\"app\",pod=\"p\"} %1$d"
                + "\n# TYPE container_cpu_cfs_throttled_seconds_total counter"
                + "\ncontainer_cpu_cfs_throttled_seconds_total{container=\"app\",pod=\"p\"} %1$d"
                + "\n# TYPE container_memory_rss gauge\ncontainer_memory_rss{container=\"app\",pod=\"p\"} 7\n";
        ScrapedCounters counters = between(String.format(text, 10), String.format(text, 13));
        assertThat(counters.increment().counters())
                .isEqualTo(Map.of(Counter.CPU_PROCESS, 3.0, Counter.CPU_THROTTLED_TIME, 3.0));
        assertThat(counters.readings().get(1).gauges()).isEqualTo(Map.of(Gauge.MEMORY_RSS, 7.0));
    }

    @Test
    void a_restart_loses_nothing_but_what_came_right_before_it() {
        List<Scrape> scrapes = List.of(
                scrape(0, "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 100\n"),
                scrape(1, "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 103\n"),
                scrape(2, "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 1\n"),
                scrape(3, "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 2\n"));
        ScrapedCounters counters = ScrapedCounters.of(List.of(scrapes));
        assertThat(counters.readings())
                .extracting(reading -> reading.counters().get(Counter.CPU_PROCESS))
                .containsExactly(0.0, 3.0, 4.0, 5.0);
        ScrapedReading last = counters.readings().get(3);
        assertThat(last.since(counters.readings().get(1)).counters()).containsEntry(Counter.CPU_PROCESS, 2.0);
        assertThatThrownBy(() -> counters.readings().get(0).since(last)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothing_known_is_nothing_said() {
        ScrapedCounters counters = between("a_total 1\n", "a_total 2\n");
        assertThat(counters.increment().counters()).isEmpty();
        assertThat(counters.sources()).isEmpty();
        assertThat(counters.readings()).hasSize(2);
    }
}
