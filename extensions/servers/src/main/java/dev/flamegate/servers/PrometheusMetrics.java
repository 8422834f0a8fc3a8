package dev.flamegate.servers;

import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.MetricsSource;
import dev.flamegate.servers.prometheus.ClockDifference;
import dev.flamegate.servers.prometheus.OwnIndicators;
import dev.flamegate.servers.prometheus.PrometheusServer;
import dev.flamegate.servers.prometheus.SeriesSelector;
import dev.flamegate.servers.prometheus.WindowSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The raw samples of a Prometheus that scrapes the target, and the users' own queries. */
public final class PrometheusMetrics implements MetricsSource {
    private final PrometheusServer server;
    private final SeriesSelector selector;
    private final ClockDifference clock;
    private final RequestHistogram requests;
    private final List<Indicator> queried;

    /**
     * A target's series on a server.
     *
     * @throws dev.flamegate.collect.CollectionFailed when the server does not answer
     */
    public PrometheusMetrics(PrometheusServer server, SeriesSelector selector, MeasurementPlan setup)
            throws InterruptedException {
        this.server = server;
        this.selector = selector;
        this.clock = server.clock();
        this.requests = setup.requestHistogram();
        this.queried = setup.queried();
    }

    @Override
    public Optional<Scrape> now() {
        return Optional.empty();
    }

    @Override
    public ScrapeIncrement over(Window window, List<Scrape> seen) throws InterruptedException {
        Window there = new Window(clock.toServer(window.start()), clock.toServer(window.end()));
        WindowSamples samples = server.samples(selector, there);
        Optional<ScrapeIncrement> increment = samples.increment(requests);
        OwnIndicators.Answers own = new OwnIndicators(server, selector).evaluate(queried, List.of(there));
        List<Warning> warnings = new ArrayList<>(samples.warnings());
        warnings.addAll(own.warnings());
        increment.map(ScrapeIncrement::warnings).ifPresent(warnings::addAll);
        ScrapeIncrement found = increment.orElse(ScrapeIncrement.NOTHING);
        return new ScrapeIncrement(
                found.scraped().with(own.answers()),
                found.latency(),
                warnings.stream().distinct().toList());
    }
}
