package dev.flamegate.gate;

import dev.flamegate.collect.ProfileSource;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.load.Load;
import dev.flamegate.runtime.Exposition;
import dev.flamegate.runtime.Sources;
import dev.flamegate.runtime.StartedTarget;
import dev.flamegate.targets.Target;
import java.util.Optional;

/** Everything that speaks with one running target. */
final class Session {
    private final StartedTarget started;
    private final Sources sources;
    private final Meter meter;
    private final double startup;
    private Load load;

    /**
     * A session with a target that is ready.
     *
     * @param startup seconds until it was; NaN of one that ran already
     */
    Session(StartedTarget started, Load load, Sources sources, double startup) {
        this.started = started;
        this.load = load;
        this.sources = sources;
        this.meter = new Meter(sources.counters(), () -> this.load.cpuSeconds());
        this.startup = startup;
    }

    Target target() {
        return started.target();
    }

    Load load() {
        return load;
    }

    /** Goes on with another generator; the one before has been stopped. */
    void continueWith(Load next) {
        load.close();
        load = next;
    }

    ProfileSource profiles() {
        return sources.profiles();
    }

    Exposition exposition() {
        return sources.exposition();
    }

    /** What the target's virtual machine says of itself. */
    ProbeFacts facts() {
        return sources.facts();
    }

    Meter meter() {
        return meter;
    }

    double startup() {
        return startup;
    }

    /** The target's exposition now; empty when somebody else reads it, or it has none. */
    Optional<Scrape> scrape() throws InterruptedException {
        return sources.exposition().now();
    }

    /** Lets target, servers and load pass as long as all live. */
    void check() {
        started.checkAlive();
        load.check();
    }
}
