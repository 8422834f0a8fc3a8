package dev.flamegate.gate;

import dev.flamegate.collect.probe.Probe;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.Scraper;
import dev.flamegate.collect.receiver.ProfileReceiver;
import dev.flamegate.load.GatlingLoad;
import dev.flamegate.target.Target;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Everything that speaks with one running target. */
final class Session {
    private final Target target;
    private final ProfileReceiver receiver;
    private final Probe probe;
    private final Meter meter;
    private final @Nullable Scraper scraper;
    private final double startup;
    private GatlingLoad load;

    /**
     * A session with a target that is ready.
     *
     * @param startup seconds until it was
     */
    Session(
            Target target,
            GatlingLoad load,
            ProfileReceiver receiver,
            Probe probe,
            @Nullable Scraper scraper,
            double startup) {
        this.target = target;
        this.load = load;
        this.receiver = receiver;
        this.probe = probe;
        this.meter = new Meter(probe, () -> this.load.cpuSeconds());
        this.scraper = scraper;
        this.startup = startup;
    }

    Target target() {
        return target;
    }

    GatlingLoad load() {
        return load;
    }

    /** Goes on with another generator; the one before has been stopped. */
    void continueWith(GatlingLoad next) {
        load.close();
        load = next;
    }

    ProfileReceiver receiver() {
        return receiver;
    }

    Probe probe() {
        return probe;
    }

    Meter meter() {
        return meter;
    }

    double startup() {
        return startup;
    }

    /** The target's exposition now; empty when it has none. */
    Optional<Scrape> scrape() throws InterruptedException {
        return scraper == null ? Optional.empty() : Optional.of(scraper.scrape());
    }

    /** Lets target and load pass as long as both live. */
    void check() {
        target.checkAlive();
        load.check();
    }
}
