package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A running service's counters by the newest samples that a server has of it, used where the gate has no probe.
 * Readings count from the first scrape seen, and are as fresh as the scrapes are.
 */
public final class PrometheusCounters implements CounterSource {
    private static final Duration FIRST_LOOK = Duration.ofMinutes(2);
    private static final Duration OVERLAP = Duration.ofSeconds(5);

    private final PrometheusServer server;
    private final SeriesSelector selector;
    private final ClockDifference clock;
    private final RawSamples seen = new RawSamples();
    private final Instant opened;
    private @Nullable Instant last;

    /**
     * Counters from now on.
     *
     * @throws CollectionFailed when the server does not answer
     */
    public PrometheusCounters(PrometheusServer server, SeriesSelector selector) throws InterruptedException {
        this.server = server;
        this.selector = selector.and("__name__=~\"" + String.join("|", ScrapedCounters.seriesNames()) + "\"");
        clock = server.clock();
        opened = clock.toServer(Instant.now()).minus(FIRST_LOOK);
    }

    /**
     * Reads everything up to the newest sample.
     *
     * @throws CollectionFailed when the server does not answer, or has no sample of any counter
     */
    @Override
    public synchronized ScrapedReading read() throws InterruptedException {
        Instant now = clock.toServer(Instant.now());
        Instant known = last;
        Instant from = known == null ? opened : known.minus(OVERLAP);
        seen.addAll(server.stored(selector, new Window(from, now)));
        WindowAssembly assembly = new WindowAssembly(seen, Map.of(), new Window(opened, now));
        Optional<ScrapedCounters> counters = assembly.assemble().counters();
        if (counters.isEmpty()) {
            throw new CollectionFailed("Prometheus at " + server.address() + " has fewer than two samples of any"
                    + " counter of the service in the last minutes: " + selector
                    + ". Is the selector right, and does the service expose the usual metrics of its process or JVM?");
        }
        List<ScrapedReading> readings = counters.get().readings();
        ScrapedReading newest = readings.get(readings.size() - 1);
        last = newest.at();
        return newest;
    }
}
