package dev.flamegate.gate.measure;

import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.load.Load;
import dev.flamegate.load.LoadProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The measured window of a trial. */
final class MeasureStage {
    private static final Duration SCRAPE_EVERY = Duration.ofSeconds(5);

    private MeasureStage() {}

    /** Reads the edges of a window and, between them, levels every second. */
    static Block run(Session session, Duration length, Time time, StageProgress progress) throws InterruptedException {
        int first = session.meter().readings().size();
        List<Scrape> scrapes = new ArrayList<>();
        session.scrape().ifPresent(scrapes::add);
        LoadProgress before = session.load().progress();
        session.meter().edge();
        long began = time.nanos();
        long nanos = length.toNanos();
        long nextScrape = SCRAPE_EVERY.toNanos();
        for (long elapsed = 0; elapsed < nanos; elapsed = time.nanos() - began) {
            time.sleep(Duration.ofMillis(Math.max(1, Math.min(1000, (nanos - elapsed) / 1_000_000))));
            session.check();
            long now = time.nanos() - began;
            if (now < nanos) {
                session.meter().read();
                if (now >= nextScrape) {
                    session.scrape().ifPresent(scrapes::add);
                    nextScrape += SCRAPE_EVERY.toNanos();
                }
            }
            progress.stage(Stage.MEASURE, Duration.ofNanos(Math.max(0, nanos - now)));
            LoadProgress seen = session.load().progress();
            progress.detail(seen.text());
        }
        session.meter().edge();
        Block.Users users = users(session.load(), before);
        session.scrape().ifPresent(scrapes::add);
        List<Meter.Reading> readings = session.meter().readings();
        return Block.of(readings.subList(first, readings.size()), scrapes, users);
    }

    /** The users between two moments; unknown if the log of the load reports them late, and in bursts. */
    private static Block.Users users(Load load, LoadProgress before) {
        return load.isCounted() || load.hurries() ? Block.Users.between(before, load.progress()) : Block.Users.UNKNOWN;
    }
}
