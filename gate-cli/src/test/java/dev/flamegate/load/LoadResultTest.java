package dev.flamegate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.load.log.LogRecord;
import dev.flamegate.load.log.LogWriter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadResultTest {
    private static final long T0 = 1_700_000_000_000L;
    private static final LogRecord.Run RUN = new LogRecord.Run("3.15.1", "a.B", T0, List.of("shop"));

    @TempDir
    private Path folder;

    @Test
    void requests_are_counted_by_their_end_from_the_windows_start_to_before_its_end() throws Exception {
        LoadResult result = read(
                window(1000, 2000),
                null,
                request("a", 900, 999),
                request("a", 900, 1000),
                request("a", 1900, 1999),
                request("a", 1900, 2000));
        assertThat(result.requests()).singleElement().satisfies(stats -> {
            assertThat(stats.ok()).isEqualTo(2);
            assertThat(stats.latency().max()).isCloseTo(0.1, within(1e-4));
            assertThat(stats.latency().percentile(1)).isCloseTo(0.099, within(1e-4));
        });
        assertThat(result.loadStart()).isEqualTo(Instant.ofEpochMilli(T0));
        assertThat(result.quality().achievedRate()).isEqualTo(2);
    }

    @Test
    void failures_count_beside_the_latencies_and_their_messages_are_kept_most_frequent_first() throws Exception {
        List<LogRecord> records = new ArrayList<>();
        for (int kind = 1; kind <= 7; kind++) {
            for (int i = 0; i < kind; i++) {
                records.add(new LogRecord.Request(List.of("g"), "a", T0, T0 + 500, false, "reason " + kind));
            }
        }
        records.add(new LogRecord.Problem("broken script", T0 + 500));
        LoadResult result = read(window(0, 1000), null, records.toArray(LogRecord[]::new));
        RequestStats stats = result.requests().get(0);
        assertThat(stats.name()).isEqualTo("g / a");
        assertThat(stats.failed()).isEqualTo(28);
        assertThat(stats.latency().count()).isZero();
        assertThat(result.failures())
                .containsExactly(
                        new Faults.Failure("g / a", "reason 7", 7),
                        new Faults.Failure("g / a", "reason 6", 6),
                        new Faults.Failure("g / a", "reason 5", 5),
                        new Faults.Failure("g / a", "reason 4", 4),
                        new Faults.Failure("g / a", "reason 3", 3),
                        new Faults.Failure("", "broken script", 1));
    }

    @Test
    void the_series_has_every_second_of_the_load_and_nan_where_nothing_was_seen() throws Exception {
        LoadResult result = read(
                window(2000, 3000),
                null,
                request("a", 100, 110),
                request("b", 100, 130),
                new LogRecord.Request(List.of(), "a", T0 + 2100, T0 + 2200, false, "no"));
        assertThat(result.series()).hasSize(3);
        assertThat(result.series().get(0).throughput()).isEqualTo(2);
        assertThat(result.series().get(0).p50()).isCloseTo(0.010, within(1e-4));
        assertThat(result.series().get(0).p99()).isCloseTo(0.030, within(1e-4));
        assertThat(result.series().get(1).throughput()).isZero();
        assertThat(result.series().get(1).p50()).isNaN();
        assertThat(result.series().get(2).failed()).isEqualTo(1);
        assertThat(result.series().get(2).second()).isEqualTo(3);
    }

    @Test
    void a_pause_of_minutes_leaves_the_series_without_a_gap() throws Exception {
        LoadResult result = read(window(0, 1000), null, request("a", 0, 10), request("a", 300_000, 300_010));
        assertThat(result.series()).hasSize(301);
        assertThat(result.series().get(300).throughput()).isEqualTo(1);
    }

    /** 20,000 requests per second for ten seconds, each answered after another time, once by one and once by eight. */
    @Test
    void logs_of_injectors_that_send_20_000_requests_per_second_together_are_judged_as_one_log_of_all()
            throws Exception {
        int injectors = 8;
        List<List<LogRecord>> parts = new ArrayList<>();
        for (int i = 0; i < injectors; i++) {
            parts.add(new ArrayList<>(List.of(RUN)));
        }
        List<LogRecord> all = new ArrayList<>(List.of(RUN));
        for (int i = 0; i < 200_000; i++) {
            long start = T0 + i / 20;
            long took = 1 + (long) i * 7919 % 997 + (i % 1000 == 0 ? 5_000 : 0);
            LogRecord request = new LogRecord.Request(
                    List.of(),
                    i % 3 == 0 ? "read" : "write",
                    start,
                    start + took,
                    i % 100 != 7,
                    i % 100 != 7 ? "" : "500");
            all.add(request);
            parts.get(i % injectors).add(request);
        }
        Window window = window(1000, 9000);
        List<LoadResult> results = new ArrayList<>();
        for (int i = 0; i < injectors; i++) {
            results.add(LoadResult.read(file("part-" + i, parts.get(i)), window));
        }

        LoadResult merged = LoadResult.merged(results);
        LoadResult one = LoadResult.read(file("all", all), window);

        assertThat(merged.requests()).isEqualTo(one.requests());
        assertThat(merged.failures()).isEqualTo(one.failures());
        assertThat(merged.quality().achievedRate()).isEqualTo(20_000);
        for (double share : new double[] {0.5, 0.9, 0.99, 0.999, 1}) {
            assertThat(merged.requests().get(0).latency().percentile(share))
                    .isEqualTo(one.requests().get(0).latency().percentile(share));
        }
        assertThat(merged.series().stream().mapToDouble(SeriesPoint::throughput).toArray())
                .isEqualTo(one.series().stream()
                        .mapToDouble(SeriesPoint::throughput)
                        .toArray());
    }

    private Path file(String name, List<LogRecord> records) throws IOException {
        return Files.write(folder.resolve(name), LogWriter.bytes(records));
    }

    @Test
    void what_was_seen_by_a_clock_that_is_ahead_is_told_by_the_gates() throws Exception {
        LoadResult result = read(window(1000, 2000), null, request("a", 1000, 1010));

        LoadResult here = result.behind(java.time.Duration.ofMillis(700));

        assertThat(here.window()).isEqualTo(window(300, 1300));
        assertThat(here.loadStart()).isEqualTo(Instant.ofEpochMilli(T0 - 700));
        assertThat(here.requests()).isEqualTo(result.requests());
    }

    @Test
    void lag_is_measured_against_the_declared_rate() throws Exception {
        List<LogRecord> records = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long late = i == 50 ? 70 : 0;
            records.add(new LogRecord.User(0, true, T0 + 35 + i * 100 + late));
            records.add(request("a", 35 + i * 100 + late, 40 + i * 100 + late));
            records.add(request("b", 35 + i * 100 + late, 40 + i * 100 + late));
        }
        Injection injection = new Injection("shop", 10);
        LoadResult late = read(window(5000, 6000), injection, records.toArray(LogRecord[]::new));
        assertThat(late.quality().intendedRate()).isCloseTo(20, within(1e-9));
        assertThat(late.quality().achievedRate()).isCloseTo(20, within(1e-9));
        assertThat(late.quality().lagP99()).isCloseTo(0.070, within(1e-3));
        LoadResult punctual = read(window(6000, 9000), injection, records.toArray(LogRecord[]::new));
        assertThat(punctual.quality().lagP99()).isZero();
    }

    @Test
    void a_user_who_starts_just_outside_the_window_is_not_missing() throws Exception {
        Injection injection = new Injection("shop", 4);
        LoadQuality one = read(window(0, 4000), injection, startsButFor(16, 1)).quality();
        assertThat(one.achievedRate()).isEqualTo(3.75);
        assertThat(one.intendedRate()).isEqualTo(3.75);
        LoadQuality two = read(window(0, 4000), injection, startsButFor(16, 2)).quality();
        assertThat(two.achievedRate()).isEqualTo(3.5);
        assertThat(two.intendedRate()).isEqualTo(4);
    }

    /** Users every 250 ms, the last of whom are missing. */
    private static LogRecord[] startsButFor(int users, int missing) {
        List<LogRecord> records = new ArrayList<>();
        for (int i = 0; i < users - missing; i++) {
            records.add(new LogRecord.User(0, true, T0 + i * 250L));
            records.add(request("a", i * 250, i * 250 + 5));
        }
        return records.toArray(LogRecord[]::new);
    }

    @Test
    void without_a_declared_rate_intent_and_lag_are_unknown() throws Exception {
        LoadResult result = read(window(0, 1000), null, new LogRecord.User(0, true, T0), request("a", 0, 10));
        assertThat(result.quality().intendedRate()).isNaN();
        assertThat(result.quality().lagP99()).isNaN();
        assertThat(result.quality().cores()).isNaN();
    }

    @Test
    void a_log_that_ends_before_the_window_does_is_told() throws Exception {
        LoadResult result = LoadResult.read(log(request("a", 0, 600)), window(0, 1000), null, false);
        assertThat(result.warnings()).extracting(Warning::id).containsExactly("load-log-short");
        assertThat(result.warnings().get(0).message()).contains("400 ms");
        assertThat(LoadResult.read(log(request("a", 0, 1000)), window(0, 1000)).warnings())
                .isEmpty();
    }

    @Test
    void a_cut_off_tail_keeps_what_is_whole_and_is_told() throws Exception {
        Path log = log(request("a", 0, 600), request("a", 0, 700));
        byte[] bytes = Files.readAllBytes(log);
        Files.write(log, Arrays.copyOf(bytes, bytes.length - 3));
        LoadResult result = LoadResult.read(log, window(0, 1000));
        assertThat(result.requests().get(0).ok()).isEqualTo(1);
        assertThat(result.warnings()).extracting(Warning::id).containsExactly("load-log-short", "load-log-cut");
    }

    @Test
    void an_empty_log_is_a_failure_with_a_remedy() throws Exception {
        Path empty = Files.createFile(folder.resolve("empty.log"));
        assertThatThrownBy(() -> LoadResult.read(empty, window(0, 1000)))
                .isInstanceOf(LoadFailed.class)
                .hasMessageContaining("Gatling logged nothing")
                .hasMessageContaining("ControlledSimulation");
    }

    @Test
    void an_unreadable_log_is_a_failure_that_says_what_is_supported() throws Exception {
        Path other = folder.resolve("other.log");
        Files.write(other, LogWriter.bytes(List.of(new LogRecord.Run("3.16.0", "a.B", T0, List.of()))));
        assertThatThrownBy(() -> LoadResult.read(other, window(0, 1000)))
                .isInstanceOf(LoadFailed.class)
                .hasMessageContaining("3.16.0:")
                .hasMessageContaining("3.13, 3.14 and 3.15");
    }

    @Test
    void ten_thousands_of_different_messages_do_not_pile_up() throws Exception {
        LogRecord[] records = new LogRecord[20_001];
        for (int i = 0; i < records.length; i++) {
            records[i] = new LogRecord.Request(List.of(), "a", T0, T0 + 1, false, "order " + i);
        }
        LoadResult result = read(window(0, 1000), null, records);
        assertThat(result.requests().get(0).failed()).isEqualTo(20_001);
        assertThat(result.failures().get(0)).isEqualTo(new Faults.Failure("a", "other failures", 10_001));
    }

    @Test
    void what_several_injectors_saw_is_what_one_would_have_seen() throws Exception {
        List<LogRecord> all = new ArrayList<>();
        List<List<LogRecord>> parts = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < 3_000; i++) {
            LogRecord request = i % 7 == 0
                    ? new LogRecord.Request(List.of(), "a", T0 + i, T0 + i + 20, false, "no")
                    : request(i % 2 == 0 ? "a" : "b", i, i + 1 + i * 7919L % 900);
            all.add(request);
            parts.get(i % 3).add(request);
        }
        Window window = window(500, 2_500);
        LoadResult one = read(window, null, all.toArray(LogRecord[]::new));
        List<LoadResult> three = new ArrayList<>();
        for (List<LogRecord> part : parts) {
            three.add(read(window, null, part.toArray(LogRecord[]::new)));
        }

        LoadResult merged = LoadResult.merged(three);

        assertThat(merged.requests()).isEqualTo(one.requests());
        assertThat(merged.failures()).isEqualTo(one.failures());
        assertThat(merged.quality().achievedRate()).isCloseTo(one.quality().achievedRate(), within(1e-9));
        assertThat(merged.loadStart()).isEqualTo(one.loadStart());
        assertThat(merged.series()).hasSameSizeAs(one.series());
        for (int i = 0; i < one.series().size(); i++) {
            SeriesPoint together = merged.series().get(i);
            SeriesPoint alone = one.series().get(i);
            assertThat(together.second()).isEqualTo(alone.second());
            assertThat(together.throughput()).isEqualTo(alone.throughput());
            assertThat(together.failed()).isEqualTo(alone.failed());
            // A series has no histograms to merge: the worst one's tail, and a mean of medians.
            assertThat(together.p99()).isGreaterThanOrEqualTo(alone.p99());
            assertThat(together.p50()).isCloseTo(alone.p50(), within(0.05));
        }
    }

    @Test
    void an_injector_that_began_a_second_later_is_a_second_later_in_the_series() throws Exception {
        LoadResult first = read(window(0, 3_000), null, request("a", 0, 10), request("a", 1_100, 1_110));
        LogRecord.Run later = new LogRecord.Run("3.15.1", "a.B", T0 + 1_000, List.of("shop"));
        LoadResult second = LoadResult.read(
                Files.write(folder.resolve("later.log"), LogWriter.bytes(List.of(later, request("a", 1_100, 1_120)))),
                window(0, 3_000),
                null,
                true);

        LoadResult merged = LoadResult.merged(List.of(second, first));

        assertThat(merged.loadStart()).isEqualTo(Instant.ofEpochMilli(T0));
        assertThat(merged.series()).extracting(SeriesPoint::throughput).containsExactly(1.0, 2.0);
        assertThat(merged.series().get(1).p99()).isCloseTo(0.02, within(1e-3));
    }

    private LoadResult read(Window window, Injection injection, LogRecord... records) throws IOException {
        return LoadResult.read(log(records), window, injection, true);
    }

    private Path log(LogRecord... records) throws IOException {
        List<LogRecord> all = new ArrayList<>(List.of(RUN));
        all.addAll(List.of(records));
        return Files.write(folder.resolve("simulation.log"), LogWriter.bytes(all));
    }

    private static LogRecord request(String name, long start, long end) {
        return new LogRecord.Request(List.of(), name, T0 + start, T0 + end, true, "");
    }

    private static Window window(long from, long until) {
        return new Window(Instant.ofEpochMilli(T0 + from), Instant.ofEpochMilli(T0 + until));
    }
}
