package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.prometheus.SeriesLabels;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The names that the usual exporters give to what the model counts: Prometheus' own client (1.x, and the simpleclient
 * before it), Micrometer with Spring Boot's Actuator, OpenTelemetry's runtime telemetry, and cAdvisor for containers.
 * The first name that is exposed is taken, since all count the same.
 */
final class CounterNames {
    private static final Pattern NOT_HEAP =
            Pattern.compile("Code ?(Heap|Cache).*|Metaspace|Compressed Class Space|.*non-?heap.*");

    static final Map<Counter, List<Source>> COUNTERS = new EnumMap<>(Counter.class);
    static final Map<Gauge, List<Source>> GAUGES = new EnumMap<>(Gauge.class);

    /** Histograms or summaries of collections. */
    static final List<Source> PAUSES = List.of(
            new Source("jvm_gc_collection_seconds", Part.SUM, 1, CounterNames::stops),
            new Source("jvm_gc_pause_seconds", Part.SUM, 1, CounterNames::stops),
            new Source("jvm_gc_duration_seconds", Part.SUM, 1, CounterNames::stops));

    private CounterNames() {}

    /** A part of a metric: one of its numbers. */
    enum Part {
        VALUE,
        COUNT,
        SUM
    }

    /**
     * One place to read a counter or level from.
     *
     * @param metric name of the family
     * @param unit how many base units one unit of the metric is
     * @param wanted which series of the metric count
     */
    record Source(String metric, Part part, double unit, Predicate<SeriesLabels> wanted) {
        Source(String metric, double unit) {
            this(metric, Part.VALUE, unit, labels -> true);
        }

        Source(String metric, double unit, Predicate<SeriesLabels> wanted) {
            this(metric, Part.VALUE, unit, wanted);
        }

        Source of(Part other) {
            return new Source(metric, other, other == Part.COUNT ? 1 : unit, wanted);
        }
    }

    static {
        COUNTERS.put(
                Counter.CPU_PROCESS,
                List.of(
                        new Source("process_cpu_seconds_total", 1),
                        new Source("process_cpu_time_ns_total", 1e-9),
                        new Source("jvm_cpu_time_seconds_total", 1),
                        new Source("container_cpu_usage_seconds_total", 1, CounterNames::isContainer),
                        new Source("container_cpu_usage_seconds_total", 1, CounterNames::isPlainContainer)));
        COUNTERS.put(
                Counter.ALLOCATED,
                List.of(
                        new Source("jvm_memory_allocation_bytes", Part.SUM, 1, labels -> true),
                        new Source("jvm_memory_pool_allocated_bytes_total", 1, label("pool", ".*Eden.*")),
                        new Source("jvm_memory_pool_allocated_bytes_total", 1, CounterNames::isHeapPool),
                        new Source("jvm_gc_memory_allocated_bytes_total", 1)));
        COUNTERS.put(Counter.GC_TIME, PAUSES);
        COUNTERS.put(
                Counter.GC_COUNT,
                PAUSES.stream().map(source -> source.of(Part.COUNT)).toList());
        COUNTERS.put(
                Counter.COMPILE_TIME,
                List.of(
                        new Source("jvm_compilation_time_seconds_total", 1),
                        new Source("jvm_compilation_time_ms_total", 1e-3)));
        COUNTERS.put(
                Counter.CLASSES_LOADED,
                List.of(new Source("jvm_classes_loaded_total", 1), new Source("jvm_class_loaded_total", 1)));
        COUNTERS.put(
                Counter.CPU_THROTTLED_TIME,
                List.of(
                        new Source("container_cpu_cfs_throttled_seconds_total", 1, CounterNames::isContainer),
                        new Source("container_cpu_cfs_throttled_seconds_total", 1, CounterNames::isPlainContainer)));
        GAUGES.put(
                Gauge.MEMORY_RSS,
                List.of(
                        new Source("process_resident_memory_bytes", 1),
                        new Source("container_memory_rss", 1, CounterNames::isContainer),
                        new Source("container_memory_rss", 1, CounterNames::isPlainContainer)));
        GAUGES.put(
                Gauge.HEAP_USED,
                List.of(
                        new Source("jvm_memory_used_bytes", 1, label("area", "heap")),
                        new Source("jvm_memory_used_bytes", 1, label("jvm_memory_type", "heap")),
                        new Source("jvm_memory_bytes_used", 1, label("area", "heap"))));
        GAUGES.put(
                Gauge.HEAP_AFTER_GC,
                List.of(
                        new Source("jvm_memory_pool_collection_used_bytes", 1, CounterNames::isHeapPool),
                        new Source("jvm_memory_used_after_last_gc_bytes", 1, label("jvm_memory_type", "heap")),
                        new Source("jvm_gc_live_data_size_bytes", 1)));
        GAUGES.put(
                Gauge.THREADS,
                List.of(
                        new Source("jvm_threads_current", 1),
                        new Source("jvm_threads_live_threads", 1),
                        new Source("jvm_thread_count", 1),
                        new Source("jvm_threads_count", 1)));
    }

    /** True if a metric is updated at collections only, so that a window's edges are blurred. */
    static boolean isUpdatedAtCollections(String metric) {
        return metric.equals("jvm_memory_pool_allocated_bytes_total")
                || metric.equals("jvm_gc_memory_allocated_bytes_total");
    }

    /** Every metric named here, with its series of counts and sums, and the one that shows when a process started. */
    static Set<String> seriesNames() {
        Set<String> names = new TreeSet<>();
        COUNTERS.values().forEach(sources -> sources.forEach(source -> addNames(source, names)));
        GAUGES.values().forEach(sources -> sources.forEach(source -> addNames(source, names)));
        names.add("process_start_time_seconds");
        return names;
    }

    private static void addNames(Source source, Set<String> names) {
        names.add(source.metric);
        if (source.part != Part.VALUE) {
            names.addAll(List.of(source.metric + "_sum", source.metric + "_count", source.metric + "_max"));
        }
    }

    /** True if a collector stops the application; as in the probe, a concurrent collector's cycles do not. */
    private static boolean stops(SeriesLabels labels) {
        String collector =
                labels.value("gc").or(() -> labels.value("jvm_gc_name")).orElse("");
        return !collector.endsWith(" Cycles") && !collector.equals("ConcurrentMarkSweep");
    }

    private static boolean isHeapPool(SeriesLabels labels) {
        return labels.value("pool")
                .map(pool -> !NOT_HEAP.matcher(pool).matches())
                .orElse(true);
    }

    /** A container of a pod, neither the pod as a whole nor the container that holds its network. */
    private static boolean isContainer(SeriesLabels labels) {
        String container = labels.value("container").orElse("");
        return !container.isEmpty() && !container.equals("POD");
    }

    /** A container outside of Kubernetes; the root control group, which has no name, does not count. */
    private static boolean isPlainContainer(SeriesLabels labels) {
        return labels.value("container").isEmpty()
                && labels.value("pod").isEmpty()
                && labels.value("name").filter(name -> !name.isEmpty()).isPresent();
    }

    private static Predicate<SeriesLabels> label(String name, String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return labels -> labels.value(name)
                .filter(value -> compiled.matcher(value).matches())
                .isPresent();
    }
}
