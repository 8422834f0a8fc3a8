package dev.flamegate.gate;

import dev.flamegate.load.Load;
import dev.flamegate.runtime.Placed;
import dev.flamegate.runtime.Sources;
import dev.flamegate.runtime.StartedTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One start of the target with all that listens to it and loads it; closing it ends everything it started. */
final class Launch implements AutoCloseable {
    private static final Duration GATLING_WITHIN = Duration.ofSeconds(60);

    private final Deque<Runnable> closing = new ArrayDeque<>();
    private final StartedTarget started;
    private final Load load;
    private @Nullable Session session;

    Launch(Rig rig, Placed placed, Path work, @Nullable Load prepared) throws InterruptedException {
        if (prepared != null) {
            closing.push(prepared::close);
        }
        boolean whole = false;
        try {
            Files.createDirectories(work);
            started = rig.runtime().start(placed, work);
            closing.push(started::close);
            load = prepared == null ? rig.startLoad(placed, work.resolve("gatling")) : prepared;
            closing.push(load::close);
            whole = true;
        } catch (IOException e) {
            throw new UncheckedIOException("the folder for logs cannot be made: " + work, e);
        } finally {
            if (!whole) {
                close();
            }
        }
    }

    /** Waits for target, sources and generator, in the order in which a failure says most. */
    Session awaitReady() throws InterruptedException {
        double startup = started.target().awaitReady();
        Sources sources = started.awaitSources();
        Session ready = new Session(started, load, sources, startup);
        session = ready;
        ready.scrape();
        load.awaitReady(GATLING_WITHIN);
        return ready;
    }

    /** Throws what explains a failure best: a target that went away explains whatever failed after it. */
    void explain() {
        started.checkAlive();
    }

    @Override
    public void close() {
        if (session != null) {
            session.load().close();
        }
        while (!closing.isEmpty()) {
            closing.pop().run();
        }
    }
}
