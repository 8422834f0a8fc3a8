package dev.flamegate.gate.measure;

import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.load.Load;
import dev.flamegate.load.LoadProgress;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One stretch of load on one target, as read at its edges and between them.
 *
 * @param readings from edge to edge, at least two
 * @param scrapes likewise; empty where the target has no exposition
 * @param increment of the probe between the edges
 * @param counters increments of all counters
 * @param users that began and ended meanwhile
 */
record Block(
        List<Meter.Reading> readings,
        List<Scrape> scrapes,
        CounterIncrement increment,
        Map<Counter, Double> counters,
        Users users) {
    private static final Duration SCRAPE_EVERY = Duration.ofSeconds(5);

    /**
     * Users of the load between two moments.
     *
     * @param begun those that began
     * @param ended those that ended, whenever they began
     */
    record Users(long begun, long ended) {
        static final Users UNKNOWN = new Users(0, 0);

        static Users between(LoadProgress from, LoadProgress until) {
            long ended = until.ended() - from.ended();
            return new Users(ended + until.active() - from.active(), ended);
        }
    }

    /**
     * Measures a block of each target, at the same time: reads the edges of its window and, between them, levels every
     * second.
     *
     * @return in the order of the sessions
     */
    static List<Block> measure(List<Session> sessions, Duration length, Time time, StageProgress progress)
            throws InterruptedException {
        List<Unfinished> unfinished = new ArrayList<>();
        for (Session session : sessions) {
            unfinished.add(Unfinished.begin(session));
        }
        long began = time.nanos();
        long nanos = length.toNanos();
        long nextScrape = SCRAPE_EVERY.toNanos();
        for (long elapsed = 0; elapsed < nanos; elapsed = time.nanos() - began) {
            time.sleep(Duration.ofMillis(Math.max(1, Math.min(1000, (nanos - elapsed) / 1_000_000))));
            for (Session session : sessions) {
                session.check();
            }
            long now = time.nanos() - began;
            if (now < nanos) {
                boolean scrapes = now >= nextScrape;
                for (Unfinished block : unfinished) {
                    block.read(scrapes);
                }
                nextScrape += scrapes ? SCRAPE_EVERY.toNanos() : 0;
            }
            progress.stage(Stage.MEASURE, Duration.ofNanos(Math.max(0, nanos - now)));
            progress.detail(sessions.stream()
                    .map(session -> session.load().progress().text())
                    .collect(Collectors.joining(" | ")));
        }
        List<Block> blocks = new ArrayList<>();
        for (Unfinished block : unfinished) {
            blocks.add(block.end());
        }
        return blocks;
    }

    /** A block that is being measured. */
    private record Unfinished(Session session, int first, List<Scrape> scrapes, LoadProgress before) {
        static Unfinished begin(Session session) throws InterruptedException {
            List<Scrape> scrapes = new ArrayList<>();
            int first = session.meter().readings().size();
            session.scrape().ifPresent(scrapes::add);
            LoadProgress before = session.load().progress();
            session.meter().edge();
            return new Unfinished(session, first, scrapes, before);
        }

        void read(boolean alsoScrapes) throws InterruptedException {
            session.meter().read();
            if (alsoScrapes) {
                session.scrape().ifPresent(scrapes::add);
            }
        }

        Block end() throws InterruptedException {
            session.meter().edge();
            Users users = users(session.load(), before);
            session.scrape().ifPresent(scrapes::add);
            List<Meter.Reading> readings = session.meter().readings();
            return of(readings.subList(first, readings.size()), scrapes, users);
        }
    }

    /** The users of a load since an earlier moment; unknown for a load that the gate does not control. */
    private static Users users(Load load, LoadProgress before) {
        return load.isControlled() ? Users.between(before, load.progress()) : Users.UNKNOWN;
    }

    static Block of(List<Meter.Reading> readings, List<Scrape> scrapes, Users users) {
        Meter.Reading first = readings.get(0);
        Meter.Reading last = readings.get(readings.size() - 1);
        CounterIncrement increment = last.target().since(first.target());
        return new Block(
                List.copyOf(readings), List.copyOf(scrapes), increment, Meter.between(increment, first, last), users);
    }

    Window window() {
        return increment.window();
    }

    /** CPU of the target's process, in seconds; NaN when unknown. */
    double cpuSeconds() {
        return counters.getOrDefault(Counter.CPU_PROCESS, Double.NaN);
    }
}
