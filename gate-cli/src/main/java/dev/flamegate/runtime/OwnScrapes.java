package dev.flamegate.runtime;

import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.collect.prometheus.Scraper;
import dev.flamegate.model.Window;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The gate reads the target's exposition itself. */
final class OwnScrapes implements MetricsSource {
    private static final Duration WITHIN = Duration.ofSeconds(5);

    private final Scraper scraper;
    private final RequestHistogram requests;

    private OwnScrapes(Scraper scraper, RequestHistogram requests) {
        this.scraper = scraper;
        this.requests = requests;
    }

    /** Of a target that was placed; none where the plan says that it has no metrics. */
    static MetricsSource of(Placed placed, MeasurementPlan setup) {
        var metrics = placed.spec().metrics();
        if (metrics == null) {
            return NONE;
        }
        return new OwnScrapes(new Scraper(address(placed.at(metrics.port()), metrics.path()), WITHIN), setup.requestHistogram());
    }

    private static URI address(URI at, String path) {
        String base = at.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
    }

    @Override
    public Optional<Scrape> now() throws InterruptedException {
        return Optional.of(scraper.scrape());
    }

    @Override
    public ScrapeIncrement over(Window window, List<Scrape> seen) {
        return seen.size() < 2 ? ScrapeIncrement.NOTHING : ScrapeIncrement.over(seen, requests);
    }
}
