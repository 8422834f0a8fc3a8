package dev.flamegate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.load.results.ResultRecord.Interval;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Window;
import java.time.Instant;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class WindowTallyTest {
    private static final long SECOND = 1_000_000;
    private static final long T0 = 1_700_000_000 * SECOND;

    @Test
    void an_interval_at_the_edge_counts_by_its_share_and_its_latencies_by_its_middle() {
        WindowTally tally = tally(1, 3);
        for (double start : new double[] {0.4, 1.4, 2.7}) {
            Histogram micros = new Histogram(3);
            micros.recordValueWithCount(Math.round(start * 1000), 8);
            tally.interval(interval(start, start + 1, 8, 2, micros));
        }
        RequestStats stats = tally.requests().get(0);
        // 0.4 of the first, all of the second, 0.3 of the last
        assertThat(stats.ok()).isEqualTo(Math.round(1.7 * 8));
        assertThat(stats.failed()).isEqualTo(Math.round(1.7 * 2));
        assertThat(stats.latency().count()).isEqualTo(8);
        assertThat(stats.latency().max()).isEqualTo(0.0014);
        assertThat(tally.quality().achievedRate()).isCloseTo(1.7 * 10 / 2, within(1e-9));
    }

    @Test
    void requests_of_a_tool_are_counted_to_the_microsecond() {
        WindowTally tally = tally(1, 2);
        tally.request("a", T0, T0 + SECOND - 1, true, "");
        tally.request("a", T0 + SECOND - 7, T0 + SECOND, true, "");
        tally.request("a", T0 + SECOND, T0 + 2 * SECOND - 1, true, "");
        tally.request("a", T0 + SECOND, T0 + 2 * SECOND, true, "");
        assertThat(tally.requests().get(0).ok()).isEqualTo(2);
        assertThat(tally.requests().get(0).latency().percentile(1)).isEqualTo(7e-6);
    }

    @Test
    void names_beyond_a_thousand_count_together() {
        WindowTally tally = tally(0, 2);
        for (int i = 0; i < 1_500; i++) {
            tally.request("GET /" + i, T0, T0 + SECOND, true, "");
        }
        assertThat(tally.requests()).hasSize(1_001);
        assertThat(tally.requests())
                .filteredOn(stats -> stats.name().equals("other requests"))
                .singleElement()
                .extracting(RequestStats::ok)
                .isEqualTo(500L);
    }

    private static Interval interval(double start, double end, long ok, long failed, Histogram micros) {
        return new Interval("a", T0 + Math.round(start * SECOND), T0 + Math.round(end * SECOND), ok, failed, micros);
    }

    private static WindowTally tally(long from, long until) {
        Instant zero = Instant.ofEpochSecond(T0 / SECOND);
        return new WindowTally(new Window(zero.plusSeconds(from), zero.plusSeconds(until)), null);
    }
}
