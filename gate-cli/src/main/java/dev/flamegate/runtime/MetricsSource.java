package dev.flamegate.runtime;

import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.model.Window;
import java.util.List;
import java.util.Optional;

/** The source of a target's metrics: the gate reads them itself, or asks the Prometheus that does. */
public interface MetricsSource {
    MetricsSource NONE = new MetricsSource() {
        @Override
        public Optional<Scrape> now() {
            return Optional.empty();
        }

        @Override
        public ScrapeIncrement over(Window window, List<Scrape> seen) {
            return ScrapeIncrement.NOTHING;
        }
    };

    /**
     * Reads the metrics now.
     *
     * @return empty where a Prometheus reads them
     * @throws dev.flamegate.collect.CollectionFailed when they cannot be read
     */
    Optional<Scrape> now() throws InterruptedException;

    /**
     * The increments of the metrics over a window.
     *
     * @param seen what {@link #now} returned at the window's edges and between them
     * @throws dev.flamegate.collect.CollectionFailed when they cannot be read
     */
    ScrapeIncrement over(Window window, List<Scrape> seen) throws InterruptedException;
}
