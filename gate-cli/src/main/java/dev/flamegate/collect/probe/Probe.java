package dev.flamegate.collect.probe;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterSource;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The probe in one target. Safe for several threads: readings are taken one at a time. */
public final class Probe implements CounterSource {
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration RETURN = Duration.ofSeconds(6);

    private final ProbeFacts facts;
    private @Nullable ProbeConnection connection;

    Probe(ProbeFacts facts, ProbeConnection connection) {
        this.facts = facts;
        this.connection = connection;
    }

    /** What the target reported about itself. */
    public ProbeFacts facts() {
        return facts;
    }

    /**
     * Reads every counter and level now.
     *
     * @throws CollectionFailed when the target is gone, or does not answer within a few seconds; waits first for a
     *     lost connection to come back
     */
    @Override
    public synchronized ProbeReading read() {
        long deadline = System.nanoTime() + RETURN.toNanos();
        IOException last = null;
        do {
            ProbeConnection now = connection;
            if (now != null) {
                try {
                    return ProbeReading.of(facts, now.ask(ANSWER));
                } catch (IOException e) {
                    last = e;
                    disconnect(now);
                }
            }
        } while (awaitConnection(deadline));
        throw new CollectionFailed(
                "The probe in process " + facts.pid() + " does not answer"
                        + (last == null ? "" : " (" + last.getMessage() + ")")
                        + ". Has the target stopped? Its log says why.",
                last);
    }

    /** The same target connected again. */
    synchronized void reconnected(ProbeConnection fresh) {
        disconnect(connection);
        connection = fresh;
        notifyAll();
    }

    synchronized void disconnect(@Nullable ProbeConnection old) {
        if (old != null) {
            try {
                old.close();
            } catch (IOException e) {
                // Nothing more can be done for a connection that is being given up.
            }
        }
        connection = null;
    }

    synchronized void close() {
        disconnect(connection);
    }

    /** Waits for the target to connect again; whether it did in time. */
    private boolean awaitConnection(long deadline) {
        while (connection == null) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
