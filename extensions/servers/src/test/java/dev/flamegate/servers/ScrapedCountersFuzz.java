package dev.flamegate.servers;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.TextExposition;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.servers.prometheus.ScrapedCounters;
import java.time.Instant;
import java.util.List;

/** Two expositions of a service that runs already, of two replicas: what they can be read as has counters. */
class ScrapedCountersFuzz {
    private static final Instant START = Instant.ofEpochSecond(1_700_000_000L);

    @FuzzTest
    @Seeds(made = "texts")
    void counters(byte[] input) {
        List<byte[]> parts = Input.parts(input, 2);
        Scrape first;
        Scrape second;
        try {
            first = TextExposition.read(Input.text(parts.get(0)), START);
            second = TextExposition.read(Input.text(parts.get(1)), START.plusSeconds(10));
        } catch (IllegalArgumentException e) {
            return;
        }
        ScrapedCounters.of(List.of(List.of(first, second), List.of(first, second)));
    }

    static List<byte[]> texts() {
        return List.of(
                Input.of(
                        "# TYPE jvm_gc_pause_seconds summary\njvm_gc_pause_seconds_count{action=\"x\"} 3\n"
                                + "jvm_memory_used_bytes{area=\"heap\",id=\"G1 Old Gen\"} 2.0E7\nprocess_cpu_time_ns_total 5e9\n",
                        "jvm_gc_pause_seconds_max 0.2\njvm_memory_used_bytes{area=\"heap\"} 4E7\n"),
                Input.of(
                        "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 10\n",
                        "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total NaN\n# EOF\n"));
    }
}
