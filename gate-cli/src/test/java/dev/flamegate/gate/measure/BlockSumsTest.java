package dev.flamegate.gate.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Counter;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.ServerLatency.Bucket;
import dev.flamegate.model.Window;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BlockSumsTest {
    private static final Instant START = Instant.parse("2026-11-20T15:42:33Z");
    private static final Window WINDOW = new Window(START, START.plusSeconds(10));

    @Test
    void counters_add_up_and_one_that_a_block_lacks_is_left_out() {
        assertThat(BlockSums.counters(List.of(
                        block(Map.of(Counter.CPU_PROCESS, 1.5, Counter.ALLOCATED, 10.0)),
                        block(Map.of(Counter.CPU_PROCESS, 2.0)))))
                .isEqualTo(Map.of(Counter.CPU_PROCESS, 3.5));
    }

    @Test
    void requests_add_up_by_name_and_their_latencies_are_merged() {
        List<RequestStats> merged = BlockSums.requests(List.of(
                load(new RequestStats("b", 2, 1, latencies(1000, 2)), new RequestStats("a", 1, 0, latencies(500, 1))),
                load(new RequestStats("b", 3, 0, latencies(9000, 3)))));

        assertThat(merged).extracting(RequestStats::name).containsExactly("a", "b");
        RequestStats b = merged.get(1);
        assertThat(b.ok()).isEqualTo(5);
        assertThat(b.failed()).isEqualTo(1);
        assertThat(b.latency().count()).isEqualTo(5);
        assertThat(b.latency().max()).isCloseTo(0.009, within(1e-5));
        // Two of 1 ms and three of 9 ms, each read in whole milliseconds.
        assertThat(b.latency().percentile(40)).isBetween(0.0005, 0.0015);
        assertThat(b.latency().percentile(41)).isBetween(0.0085, 0.0095);
    }

    @Test
    void buckets_of_equal_bounds_are_one_and_stay_in_order() {
        List<ServerLatency> merged = BlockSums.serverLatency(List.of(
                latency(new ServerLatency(
                        "GET /a", 5, 0.5, List.of(new Bucket(0, 0.1, 4), new Bucket(0.1, 0.5, 1)), "classic")),
                latency(new ServerLatency(
                        "GET /a", 3, 0.9, List.of(new Bucket(0, 0.1, 1), new Bucket(0.5, 1, 2)), "classic"))));

        assertThat(merged)
                .containsExactly(new ServerLatency(
                        "GET /a",
                        8,
                        1.4,
                        List.of(new Bucket(0, 0.1, 5), new Bucket(0.1, 0.5, 1), new Bucket(0.5, 1, 2)),
                        "classic"));
    }

    @Test
    void rates_are_averages_and_the_lag_is_the_worst() {
        LoadQuality quality = BlockSums.quality(
                List.of(new LoadQuality(60, 58, Double.NaN, 0.01), new LoadQuality(60, 60, Double.NaN, 0.03)), 0.4);

        assertThat(quality).isEqualTo(new LoadQuality(60, 59, 0.4, 0.03));
    }

    @Test
    void profiles_merge_with_coverage_weighted_by_cpu() {
        List<ProfileCut> cuts = List.of(cut(100, 1.0, 0.1, 3), cut(50, 0.5, 0.4, 7));
        List<Block> blocks = List.of(block(Map.of(Counter.CPU_PROCESS, 3.0)), block(Map.of(Counter.CPU_PROCESS, 1.0)));

        assertThat(BlockSums.profiles(cuts, blocks))
                .containsExactly(new ProfileQuality(ProfileEvent.CPU, "ctimer", 0.01, 150, 0.875, 0.4));
        Map<ProfileEvent, CallTree> trees = ProfileCut.merged(cuts);
        assertThat(trees).containsOnlyKeys(ProfileEvent.CPU);
        assertThat(trees.values()).extracting(CallTree::weight).containsExactly(10L);
    }

    private static ProfileCut cut(long samples, double coverage, double gap, long weight) {
        CallTree tree = new CallTree.Builder()
                .add(List.of(new Frame("shop.Main.run", 3)), new Facet("http-#", "GET /a", "running"), weight)
                .build();
        return new ProfileCut(
                Map.of(ProfileEvent.CPU, tree),
                List.of(new ProfileQuality(ProfileEvent.CPU, "ctimer", 0.01, samples, coverage, gap)),
                List.of());
    }

    @Test
    void requests_that_only_the_service_counted_have_no_latencies_of_the_generator() {
        ServerLatency latency = new ServerLatency("GET /a", 41.6, 0.5, List.of(), "classic");

        assertThat(BlockSums.requestsOf(List.of(latency)))
                .containsExactly(new RequestStats("GET /a", 42, 0, LatencyHistogram.empty()));
    }

    private static Block block(Map<Counter, Double> counters) {
        return new Block(
                List.of(), List.of(), new CounterIncrement(WINDOW, counters, List.of()), counters, Block.Users.UNKNOWN);
    }

    private static LoadResult load(RequestStats... requests) {
        return new LoadResult(
                WINDOW, START, true, List.of(requests), LoadQuality.UNKNOWN, List.of(), List.of(), List.of());
    }

    private static LatencyHistogram latencies(long micros, int count) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(micros, count);
        return LatencyHistogram.ofMicros(histogram);
    }

    private static ScrapeIncrement latency(ServerLatency latency) {
        return new ScrapeIncrement(Scraped.NOTHING, List.of(latency), List.of());
    }
}
