package dev.flamegate.collect.prometheus.server;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Waits for samples to arrive, by one series that every target of a selector has. */
final class SampleWait {
    private static final List<String> MARKERS =
            List.of("up", "process_cpu_seconds_total", "process_start_time_seconds", "jvm_info");
    private static final Duration LOOK_BACK = Duration.ofMinutes(5);
    private static final long LEAST_PAUSE = 100;
    private static final long MOST_PAUSE = 2000;

    private final PrometheusServer server;
    private final SeriesSelector selector;

    SampleWait(PrometheusServer server, SeriesSelector selector) {
        this.server = server;
        this.selector = selector;
    }

    Instant await(Instant after, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        ClockDifference clock = server.clock();
        @Nullable String marker = null;
        Optional<Instant> newest = Optional.empty();
        while (true) {
            Instant now = clock.toServer(Instant.now());
            long pause = LEAST_PAUSE;
            marker = marker == null ? marker(now) : marker;
            if (marker != null) {
                Instant from = after.isBefore(now) ? after.minus(LOOK_BACK) : now.minus(LOOK_BACK);
                RawSamples raw = new RawReader(server)
                        .read(marker + selector, new Window(from, now.isBefore(after) ? after : now));
                List<Progress> live = live(raw, now);
                if (!live.isEmpty() && live.stream().allMatch(target -> target.firstAfter(after) != null)) {
                    return live.stream()
                            .flatMap(target -> Optional.ofNullable(target.firstAfter(after)).stream())
                            .max(Comparator.naturalOrder())
                            .orElseThrow();
                }
                newest = live.stream().map(Progress::newest).max(Comparator.naturalOrder());
                pause = live.stream()
                        .mapToLong(target -> target.every().toMillis() / 4)
                        .min()
                        .orElse(pause);
            }
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw tooLate(after, limit, newest);
            }
            Thread.sleep(Math.min(left, Math.max(LEAST_PAUSE, Math.min(MOST_PAUSE, pause))));
        }
    }

    private CollectionFailed tooLate(Instant after, Duration limit, Optional<Instant> newest) {
        return new CollectionFailed("Prometheus at " + server.address() + " has stored no new sample of " + selector
                + " within " + limit.toSeconds() + " s ("
                + newest.map(at -> "the newest is of " + at + ", wanted is one after " + after)
                        .orElse("none in the last minutes")
                + "). Does it scrape the service, is the selector right, and is the limit longer than its scrape"
                + " interval and the delay of a remote write?");
    }

    /** A metric that the selector's targets have; {@code null} while none has any. */
    private @Nullable String marker(Instant now) throws InterruptedException {
        String promql = "count by (__name__) (" + selector + ")";
        ApiReply reply = server.query(promql, now);
        JsonNode data = reply.data();
        if (data == null) {
            throw PrometheusServer.refused(reply, promql);
        }
        List<String> names = PrometheusServer.read(
                reply,
                promql,
                () -> data.path("result")
                        .valueStream()
                        .map(one -> SampleReader.labels(one).getOrDefault("__name__", ""))
                        .filter(name -> !name.isEmpty())
                        .sorted()
                        .toList());
        return MARKERS.stream().filter(names::contains).findFirst().orElse(names.isEmpty() ? null : names.get(0));
    }

    /** Targets that are still scraped, with success. */
    private static List<Progress> live(RawSamples raw, Instant now) {
        raw.series().stream()
                .filter(series -> series.name().equals("up"))
                .forEach(series -> series.samples().values().removeIf(value -> value.equals(0.0)));
        return raw.series().stream()
                .filter(series -> !series.samples().isEmpty())
                .map(Progress::new)
                .filter(target -> !target.newest()
                        .isBefore(now.minus(target.every().multipliedBy(3)).minusSeconds(1)))
                .toList();
    }

    /** One target's marker. */
    private record Progress(RawSeries series) {
        Instant newest() {
            return series.samples().lastKey();
        }

        @Nullable
        Instant firstAfter(Instant after) {
            return series.samples().higherKey(after);
        }

        /** From the last two samples; a long time while there is only one. */
        Duration every() {
            Instant before = series.samples().lowerKey(newest());
            return before == null ? Duration.ofMinutes(1) : Duration.between(before, newest());
        }
    }
}
