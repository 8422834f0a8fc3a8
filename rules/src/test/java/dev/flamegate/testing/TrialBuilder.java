package dev.flamegate.testing;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LiveChange;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import java.util.List;
import java.util.Map;

/** Builds a trial from what a test is about; the rest is as in another trial, or empty. */
public final class TrialBuilder {
    private final int number;
    private final List<Window> windows;
    private double startup = 1;
    private WarmUp warmUp;
    private List<SeriesPoint> series = List.of();
    private Map<String, Double> seconds = Map.of();
    private Map<Counter, Double> counters = Map.of();
    private Map<Gauge, Double> gauges = Map.of();
    private List<LiveChange> live = List.of();
    private Scraped scraped = Scraped.NOTHING;
    private List<Trial.Beside> beside = List.of();
    private List<RequestStats> requests = List.of();
    private List<ServerLatency> serverLatency = List.of();
    private LoadQuality load = LoadQuality.UNKNOWN;
    private List<ProfileQuality> profiles = List.of();
    private List<Warning> warnings = List.of();
    private Faults faults = Faults.NONE;

    private TrialBuilder(int number, WarmUp warmUp, List<Window> windows) {
        this.number = number;
        this.warmUp = warmUp;
        this.windows = windows;
    }

    /** A trial in whose measured windows nothing happened. */
    public static TrialBuilder of(int number, WarmUp warmUp, Window... measured) {
        return new TrialBuilder(number, warmUp, List.of(measured));
    }

    public static TrialBuilder like(Trial trial) {
        return new TrialBuilder(trial.number(), trial.warmUp(), trial.windows())
                .startup(trial.startup())
                .series(trial.series())
                .seconds(trial.seconds())
                .counters(trial.counters())
                .gauges(trial.gauges())
                .live(trial.live())
                .scraped(trial.scraped())
                .beside(trial.beside())
                .requests(trial.requests())
                .serverLatency(trial.serverLatency())
                .load(trial.load())
                .profiles(trial.profiles())
                .warnings(trial.warnings())
                .faults(trial.faults());
    }

    public TrialBuilder startup(double other) {
        startup = other;
        return this;
    }

    public TrialBuilder warmUp(WarmUp other) {
        warmUp = other;
        return this;
    }

    public TrialBuilder series(List<SeriesPoint> other) {
        series = other;
        return this;
    }

    public TrialBuilder seconds(Map<String, Double> other) {
        seconds = other;
        return this;
    }

    public TrialBuilder counters(Map<Counter, Double> other) {
        counters = other;
        return this;
    }

    public TrialBuilder gauges(Map<Gauge, Double> other) {
        gauges = other;
        return this;
    }

    public TrialBuilder live(List<LiveChange> other) {
        live = other;
        return this;
    }

    public TrialBuilder scraped(Scraped other) {
        scraped = other;
        return this;
    }

    public TrialBuilder beside(List<Trial.Beside> other) {
        beside = other;
        return this;
    }

    public TrialBuilder requests(List<RequestStats> other) {
        requests = other;
        return this;
    }

    public TrialBuilder serverLatency(List<ServerLatency> other) {
        serverLatency = other;
        return this;
    }

    public TrialBuilder load(LoadQuality other) {
        load = other;
        return this;
    }

    public TrialBuilder profiles(List<ProfileQuality> other) {
        profiles = other;
        return this;
    }

    public TrialBuilder warnings(List<Warning> other) {
        warnings = other;
        return this;
    }

    public TrialBuilder faults(Faults other) {
        faults = other;
        return this;
    }

    public Trial build() {
        return new Trial(
                number,
                new Trial.Timeline(startup, warmUp, windows, series, seconds),
                new Trial.Usage(counters, gauges, live, scraped, beside),
                new Trial.Traffic(requests, serverLatency, load),
                profiles,
                warnings,
                faults);
    }
}
