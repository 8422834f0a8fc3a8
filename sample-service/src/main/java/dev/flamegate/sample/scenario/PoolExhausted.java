package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * A pool of 60 connections that was cut to 2. Each request holds a connection while the database works; the others wait
 * for one. Nothing uses more CPU than before, and the CPU profile is flat: callers sleep waiting for a connection,
 * which only the wall clock profile shows.
 */
final class PoolExhausted extends Scenario {
    private static final int USUAL = 60;
    private static final int CUT = 2;
    private static final long QUERY_MS = 25;

    private final Semaphore connections;

    PoolExhausted(boolean fixed) {
        super("pool-exhausted");
        connections = new Semaphore(fixed ? USUAL : CUT, true);
    }

    @Override
    public Answer answer(Request request) throws InterruptedException {
        return Answer.json(200, Map.of("rows", query()));
    }

    private int query() throws InterruptedException {
        connections.acquire();
        try {
            Thread.sleep(QUERY_MS);
            return 1;
        } finally {
            connections.release();
        }
    }
}
