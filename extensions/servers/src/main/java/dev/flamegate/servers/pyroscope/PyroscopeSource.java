package dev.flamegate.servers.pyroscope;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.ProfileSource;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.message.ProfileNotice;
import dev.flamegate.profile.CallTree;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The profiles of one service, or of one arm of it, on a Pyroscope server.
 *
 * <p>A server stores each push as a whole, under one time. So a window is only as exact as the interval between two
 * pushes, and the result warns when that is a large part of the window.
 */
public final class PyroscopeSource implements ProfileSource {
    private static final double NANOS = 1e-9;
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final Duration QUERY = Duration.ofSeconds(10);

    /** Longer than an agent retries a push; what has not arrived by then will not arrive. */
    private static final Duration LATEST_PUSH = Duration.ofMinutes(5);

    private static final int MOST_POINTS = 5_000;
    private static final double MOST_BLUR = 0.05;

    private final PyroscopeServer server;
    private final LabelSelector selector;
    private final Set<ProfileEvent> events;
    private final Duration pause;
    private final Clock clock;

    /**
     * Profiles of the selected series.
     *
     * @param events to ask for
     */
    public PyroscopeSource(PyroscopeServer server, LabelSelector selector, Set<ProfileEvent> events) {
        this(server, selector, events, STEP, Clock.systemUTC());
    }

    PyroscopeSource(
            PyroscopeServer server, LabelSelector selector, Set<ProfileEvent> events, Duration pause, Clock clock) {
        this.server = server;
        this.selector = selector;
        Set<ProfileEvent> copy = EnumSet.noneOf(ProfileEvent.class);
        copy.addAll(events);
        this.events = copy;
        this.pause = pause;
        this.clock = clock;
    }

    /**
     * Waits until the server has a push of a time after {@code end}: an agent pushes in order, so that all earlier
     * pushes have arrived. Does not wait for a time long ago.
     */
    @Override
    public boolean awaitCovering(Instant end, Duration limit) throws InterruptedException {
        Instant deadline = clock.instant().plus(limit);
        while (true) {
            Instant now = clock.instant();
            if (covers(end, now, deadline)) {
                return true;
            }
            boolean past = end.isBefore(now.minus(LATEST_PUSH));
            if (past || !clock.instant().plus(pause).isBefore(deadline)) {
                return false;
            }
            Thread.sleep(pause.toMillis());
        }
    }

    private boolean covers(Instant end, Instant now, Instant deadline) throws InterruptedException {
        Instant latest = end.plus(LATEST_PUSH).isBefore(now) ? end.plus(LATEST_PUSH) : now;
        // A step holds samples of up to one step before its end: the first whole step after the end counts.
        Window after = new Window(
                end, end.plus(STEP.multipliedBy(2)).isBefore(latest) ? latest : end.plus(STEP.multipliedBy(2)));
        Duration left = Duration.between(now, deadline);
        if (left.isNegative() || left.isZero()) {
            return false;
        }
        PyroscopeServer hurried = server.within(left.compareTo(QUERY) < 0 ? left : QUERY);
        try {
            for (ProfileType type : hurried.profileTypes(after)) {
                if (type.event().filter(events::contains).isPresent()
                        && hurried.series(type, selector, after, STEP).stream()
                                .anyMatch(point -> !point.at().isBefore(end.plus(STEP)))) {
                    return true;
                }
            }
            return false;
        } catch (CollectionFailed e) {
            if (clock.instant().isBefore(deadline)) {
                throw e;
            }
            return false; // the time left was too short
        }
    }

    @Override
    public ProfileCut profiles(Window window, double cpuSeconds) throws InterruptedException {
        Map<ProfileEvent, CallTree> trees = new EnumMap<>(ProfileEvent.class);
        List<ProfileQuality> quality = new ArrayList<>();
        List<Warning> warnings = new ArrayList<>();
        List<ProfileType> known = server.profileTypes(window);
        ProfileFinder finder = new ProfileFinder(server, selector);
        PushTimes pushes = null;
        for (ProfileEvent event : events) {
            ProfileFinder.FoundProfile found = finder.find(event, known, window);
            warnings.addAll(found.warnings());
            if (found.isFound()) {
                // An agent pushes all events at once, and CPU, the first, is in every push.
                pushes = pushes == null ? pushes(found.types().get(0), window) : pushes;
                trees.put(event, found.tree());
                quality.add(quality(event, found.tree(), pushes, cpuSeconds));
            }
        }
        if (pushes != null) {
            blur(pushes, window, warnings);
        }
        if (trees.containsKey(ProfileEvent.CPU) && isWallKept(known, window)) {
            warnings.add(new Warning(
                    ProfileNotice.PROFILE_CPU_INFLATED,
                    "The agent samples wall time as well as CPU, and Pyroscope may then count CPU samples several times;"
                            + " sample only CPU, or let the gate receive the profiles"));
        }
        return new ProfileCut(trees, quality, warnings.stream().distinct().toList());
    }

    private PushTimes pushes(ProfileType type, Window window) throws InterruptedException {
        long seconds = Math.max(STEP.toSeconds(), (long) Math.ceil(window.seconds() / MOST_POINTS));
        return PushTimes.of(server.series(type, selector, window, Duration.ofSeconds(seconds)), window);
    }

    /** True if wall time of this service is stored as well; only then is its CPU time affected. */
    private boolean isWallKept(List<ProfileType> known, Window window) throws InterruptedException {
        for (ProfileType type : known) {
            if (type.event().filter(ProfileEvent.WALL::equals).isPresent()) {
                long step = Math.max(1, (long) Math.ceil(window.seconds()));
                if (!server.series(type, selector, window, Duration.ofSeconds(step))
                        .isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The server does not report the sampling interval; it is the largest that all weights are multiples of. */
    private static ProfileQuality quality(ProfileEvent event, CallTree tree, PushTimes pushes, double cpuSeconds) {
        long interval = event.isWeighted() ? 0 : interval(tree);
        return new ProfileQuality(
                event,
                "pyroscope",
                interval > 0 ? interval * NANOS : Double.NaN,
                interval > 0 ? tree.weight() / interval : tree.sampleCount(),
                event == ProfileEvent.CPU && cpuSeconds > 0 ? tree.weight() * NANOS / cpuSeconds : Double.NaN,
                pushes.gap());
    }

    private static long interval(CallTree tree) {
        long divisor = 0;
        for (int i = 0; i < tree.sampleCount(); i++) {
            long other = tree.sampleWeight(i);
            while (other != 0) {
                long rest = divisor % other;
                divisor = other;
                other = rest;
            }
        }
        return divisor;
    }

    private static void blur(PushTimes pushes, Window window, List<Warning> warnings) {
        double share = pushes.distance() / window.seconds();
        if (share > MOST_BLUR) {
            warnings.add(new Warning(
                    ProfileNotice.PROFILE_BLURRED,
                    "Pyroscope stores each push as a whole, and pushes are " + Numbers.duration(pushes.distance())
                            + " apart: up to " + Numbers.rough(share) + " of the window's samples"
                            + " may belong to the time before it or be missing at its end"));
        }
    }

    /**
     * The moments when an agent pushed, as far as a server's series over time shows.
     *
     * @param distance usual time from one push to the next, in seconds; NaN when there are too few
     * @param gap how much longer than usual the longest time without a push in the window was, in seconds; NaN likewise
     */
    record PushTimes(double distance, double gap) {
        private static final int ENOUGH = 3;

        static PushTimes of(List<PyroscopeServer.Point> points, Window window) {
            List<Instant> times = points.stream()
                    .map(PyroscopeServer.Point::at)
                    .filter(at -> at.isAfter(window.start()) && !at.isAfter(window.end()))
                    .toList();
            if (times.size() < ENOUGH) {
                return new PushTimes(Double.NaN, Double.NaN);
            }
            double[] distances = new double[times.size() - 1];
            for (int i = 0; i < distances.length; i++) {
                distances[i] = seconds(times.get(i), times.get(i + 1));
            }
            double longest =
                    Math.max(seconds(window.start(), times.get(0)), seconds(times.get(times.size() - 1), window.end()));
            for (double distance : distances) {
                longest = Math.max(longest, distance);
            }
            Arrays.sort(distances);
            double usual = distances[distances.length / 2];
            return new PushTimes(usual, Math.max(0, longest - usual));
        }

        private static double seconds(Instant from, Instant to) {
            return Duration.between(from, to).toNanos() / 1e9;
        }
    }
}
