package dev.flamegate.model;

import dev.flamegate.model.message.Notice;
import dev.flamegate.model.message.ValidityCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One start of the target, warmed up and measured: the unit of evidence.
 *
 * @param number from 1
 * @param warnings about the trial's numbers, without the faults
 * @param faults what went wrong and matters when the trial is judged
 */
public record Trial(
        int number,
        Timeline timeline,
        Usage usage,
        Traffic traffic,
        List<ProfileQuality> profiles,
        List<Warning> warnings,
        Faults faults) {
    public Trial {
        if (number < 1) {
            throw new IllegalArgumentException(number + ": trials are numbered from 1");
        }
        profiles = List.copyOf(profiles);
        warnings = List.copyOf(warnings);
        Objects.requireNonNull(faults, "faults");
    }

    /**
     * When things happened.
     *
     * @param startup seconds from the start of the process until it first reported ready
     * @param windows the measured stretches in order of time, at least one: several in a pair
     * @param series for charts, from the start of load
     * @param seconds time the trial spent, by stage
     */
    public record Timeline(
            double startup,
            WarmUp warmUp,
            List<Window> windows,
            List<SeriesPoint> series,
            Map<String, Double> seconds) {
        public Timeline {
            windows = List.copyOf(windows);
            if (windows.isEmpty()) {
                throw new IllegalArgumentException("a trial needs at least one measured window");
            }
            series = List.copyOf(series);
            seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
        }
    }

    /**
     * What the target and the programs next to it used in the windows together.
     *
     * @param counters increments
     * @param gauges largest levels seen
     * @param live what changed in the heap, by class; empty where no rule is about it
     * @param scraped what the service's own metrics showed; {@link Scraped#NOTHING} without any
     */
    public record Usage(
            Map<Counter, Double> counters,
            Map<Gauge, Double> gauges,
            List<LiveChange> live,
            Scraped scraped,
            List<Beside> beside) {
        public Usage {
            live = List.copyOf(live);
            counters = enumMap(Counter.class, counters);
            gauges = enumMap(Gauge.class, gauges);
            beside = List.copyOf(beside);
        }

        /** The use by a target whose heap was not looked at. */
        public Usage(Map<Counter, Double> counters, Map<Gauge, Double> gauges, Scraped scraped, List<Beside> beside) {
            this(counters, gauges, List.of(), scraped, beside);
        }
    }

    /**
     * The requests of the windows together.
     *
     * @param requests what the generator saw, one per request name
     * @param serverLatency what the service saw, one per endpoint
     */
    public record Traffic(List<RequestStats> requests, List<ServerLatency> serverLatency, LoadQuality load) {
        public Traffic {
            requests = List.copyOf(requests);
            serverLatency = List.copyOf(serverLatency);
        }
    }

    /**
     * The use of CPU by a program next to the target, in the measured windows.
     *
     * @param name in the plan
     * @param cpuSeconds of all its processes, at least 0
     * @param cpus CPUs it may use, above 0
     */
    public record Beside(String name, double cpuSeconds, double cpus) {}

    public double startup() {
        return timeline.startup();
    }

    public WarmUp warmUp() {
        return timeline.warmUp();
    }

    public List<Window> windows() {
        return timeline.windows();
    }

    public List<SeriesPoint> series() {
        return timeline.series();
    }

    public Map<String, Double> seconds() {
        return timeline.seconds();
    }

    public Map<Counter, Double> counters() {
        return usage.counters();
    }

    public Map<Gauge, Double> gauges() {
        return usage.gauges();
    }

    public List<LiveChange> live() {
        return usage.live();
    }

    public Scraped scraped() {
        return usage.scraped();
    }

    public List<Beside> beside() {
        return usage.beside();
    }

    public List<RequestStats> requests() {
        return traffic.requests();
    }

    public List<ServerLatency> serverLatency() {
        return traffic.serverLatency();
    }

    public LoadQuality load() {
        return traffic.load();
    }

    /** Everything that should be reported: the clock fault, the warnings, the failed requests. */
    public List<Warning> notices() {
        List<Warning> notices = new ArrayList<>();
        if (faults.clock() != null) {
            notices.add(new Warning(ValidityCheck.CLOCK, faults.clock()));
        }
        notices.addAll(warnings);
        faults.failures().forEach(failure -> notices.add(new Warning(Notice.FAILED_REQUESTS, failure.text())));
        return notices;
    }

    public Trial numbered(int other) {
        return new Trial(other, timeline, usage, traffic, profiles, warnings, faults);
    }

    public Trial with(Faults other) {
        return new Trial(number, timeline, usage, traffic, profiles, warnings, other);
    }

    /** The window from the start of the first measured window to the end of the last. */
    public Window window() {
        return new Window(
                windows().get(0).start(), windows().get(windows().size() - 1).end());
    }

    /** Length of all measured windows together, in seconds. */
    public double measuredSeconds() {
        return windows().stream().mapToDouble(Window::seconds).sum();
    }

    /** The seconds of the series that were measured whole, in order of time. */
    public List<SeriesPoint> measuredSeries() {
        return series().stream()
                .filter(point -> windows().stream().anyMatch(window -> isIn(window, point)))
                .toList();
    }

    /** The seconds of the series that one of the windows holds whole. */
    public List<SeriesPoint> measuredSeries(Window window) {
        return series().stream().filter(point -> isIn(window, point)).toList();
    }

    private boolean isIn(Window window, SeriesPoint point) {
        // The series begins with the load, which is when the warm-up does.
        Instant zero = warmUp().window().start();
        return point.second() - 1 >= seconds(zero, window.start()) && point.second() <= seconds(zero, window.end());
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1e3;
    }

    public OptionalDouble counter(Counter counter) {
        return optional(counters().get(counter));
    }

    public OptionalDouble gauge(Gauge gauge) {
        return optional(gauges().get(gauge));
    }

    /** Successful requests of all names. */
    public long ok() {
        return requests().stream().mapToLong(RequestStats::ok).sum();
    }

    /** Failed requests of all names. */
    public long failed() {
        return requests().stream().mapToLong(RequestStats::failed).sum();
    }

    /** True if requests were sent and all failed, which another measurement would not change. */
    public boolean allFailed() {
        return ok() == 0 && (failed() > 0 || !faults.failures().isEmpty());
    }

    /** The coverage of the windows by a profile; empty if no profile was taken. */
    public Optional<ProfileQuality> profile(ProfileEvent event) {
        return profiles.stream().filter(quality -> quality.event() == event).findFirst();
    }

    private static OptionalDouble optional(@Nullable Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static <K extends Enum<K>> Map<K, Double> enumMap(Class<K> type, Map<K, Double> values) {
        Map<K, Double> copy = new EnumMap<>(type);
        copy.putAll(values);
        return Collections.unmodifiableMap(copy);
    }

    /**
     * The seconds of all stages of the trial; 0 if they are not recorded. Each trial of a pair accounts for the whole
     * pair.
     */
    public double took() {
        return seconds().values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
