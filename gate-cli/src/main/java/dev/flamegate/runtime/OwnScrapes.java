package dev.flamegate.runtime;

import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.collect.prometheus.Scraper;
import dev.flamegate.model.Window;
import dev.flamegate.plan.TargetSpec;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The gate reads the target's exposition itself. */
public final class OwnScrapes implements MetricsSource {
    /** Long: a service that still works off the queue of its warm-up answers late, and a lost answer ends it all. */
    private static final Duration WITHIN = Duration.ofSeconds(20);

    private final Scraper scraper;
    private final RequestHistogram requests;

    private OwnScrapes(Scraper scraper, RequestHistogram requests) {
        this.scraper = scraper;
        this.requests = requests;
    }

    /**
     * The metrics of a target that is ready; {@link #NONE} if the plan says that it has no metrics, or if the plan says
     * nothing and the usual path leads nowhere.
     */
    public static MetricsSource ofReady(PlacedTarget placed, MeasurementPlan setup) throws InterruptedException {
        TargetSpec.Metrics metrics = placed.spec().metrics();
        return metrics != null && metrics.assumed() && !scraper(placed, metrics).isThere() ? NONE : of(placed, setup);
    }

    /** The metrics of a target that was placed; {@link #NONE} if the plan says that it has no metrics. */
    public static MetricsSource of(PlacedTarget placed, MeasurementPlan setup) {
        TargetSpec.Metrics metrics = placed.spec().metrics();
        return metrics == null ? NONE : new OwnScrapes(scraper(placed, metrics), setup.requestHistogram());
    }

    private static Scraper scraper(PlacedTarget placed, TargetSpec.Metrics metrics) {
        return new Scraper(address(placed.at(metrics.port()), metrics.path()), WITHIN);
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
