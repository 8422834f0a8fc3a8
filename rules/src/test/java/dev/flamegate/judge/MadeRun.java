package dev.flamegate.judge;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LiveChange;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Window;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.testing.TrialBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A run written down sample by sample: trials of 10 s and 1000 requests. */
public final class MadeRun {
    private static final Instant START = Instant.parse("2026-11-20T15:42:33Z");
    private static final long NANOS = 10_000_000;
    public static final int REQUESTS = 1000;
    public static final double SECONDS = 10;

    private final List<Trial> trials = new ArrayList<>();
    private final List<Map<ProfileEvent, CallTree>> trees = new ArrayList<>();
    private final Map<ProfileEvent, CallTree.Builder> builders = new EnumMap<>(ProfileEvent.class);
    private final Map<ProfileEvent, Long> samples = new EnumMap<>(ProfileEvent.class);
    private final Map<Counter, Double> counters = new EnumMap<>(Counter.class);
    private final String id;
    private final List<LiveChange> live = new ArrayList<>();
    private Histogram latency = new Histogram(3);

    public MadeRun(String id) {
        this.id = id;
    }

    /** Samples of 10 ms or 10 MB each; the stack from the outermost frame, a line after a colon. */
    public MadeRun add(ProfileEvent event, Facet facet, long count, String... stack) {
        List<Frame> frames = new ArrayList<>();
        for (String frame : stack) {
            int colon = frame.lastIndexOf(':');
            boolean lined = colon > 0 && frame.charAt(colon - 1) != ':';
            frames.add(
                    lined
                            ? new Frame(frame.substring(0, colon), Integer.parseInt(frame.substring(colon + 1)))
                            : new Frame(frame, 0));
        }
        builders.computeIfAbsent(event, key -> new CallTree.Builder()).add(frames, facet, count * NANOS);
        samples.merge(event, count, Long::sum);
        return this;
    }

    /** CPU of a thread of the pool {@code http-#} without a request. */
    public MadeRun cpu(long count, String... stack) {
        return add(ProfileEvent.CPU, new Facet("http-#", "", "running"), count, stack);
    }

    public MadeRun wall(String pool, String state, long count, String... stack) {
        return add(ProfileEvent.WALL, new Facet(pool, "", state), count, stack);
    }

    /** Gives all requests of the trial this latency, in seconds. */
    public MadeRun latency(double seconds) {
        return latency(seconds, REQUESTS);
    }

    /** Gives that many requests of the trial this latency, in seconds. */
    public MadeRun latency(double seconds, long requests) {
        latency.recordValueWithCount(Math.round(seconds * 1e6), requests);
        return this;
    }

    public MadeRun counter(Counter counter, double value) {
        counters.put(counter, value);
        return this;
    }

    /** Leaves objects in the heap. */
    public MadeRun live(String type, double objects, double bytes) {
        live.add(new LiveChange(type, objects, bytes));
        return this;
    }

    /** Ends a trial. */
    public MadeRun trial() {
        Window window = new Window(
                START.plusSeconds(60L * trials.size()), START.plusSeconds(60L * trials.size() + (long) SECONDS));
        List<ProfileQuality> quality = new ArrayList<>();
        samples.forEach((event, count) -> quality.add(new ProfileQuality(event, "ctimer", 0.01, count, 1, 0)));
        trials.add(TrialBuilder.of(trials.size() + 1, new WarmUp(window, true, 0.02, 1000, Double.NaN), window)
                .counters(counters)
                .live(live)
                .requests(List.of(new RequestStats("GET /a", REQUESTS, 0, LatencyHistogram.ofMicros(latency))))
                .profiles(quality)
                .build());
        Map<ProfileEvent, CallTree> made = new EnumMap<>(ProfileEvent.class);
        builders.forEach((event, builder) -> made.put(event, builder.build()));
        trees.add(made);
        builders.clear();
        samples.clear();
        counters.clear();
        live.clear();
        latency = new Histogram(3);
        return this;
    }

    /** The run of the trials ended. */
    public ProfiledRun run() {
        return new ProfiledRun(
                new Run(
                        id,
                        "shop",
                        START,
                        "process",
                        1,
                        Map.of(),
                        new Fingerprint(Map.of("jdk", "17")),
                        trials,
                        Map.of(),
                        List.of()),
                trees);
    }
}
