package dev.flamegate.collect.probe;

import dev.flamegate.collect.AskedAgent;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.EventRecorder;
import dev.flamegate.collect.LiveHeap;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The probe in one target. Safe for several threads: readings are taken one at a time. */
public final class Probe implements CounterSource {
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration COLLECTION = Duration.ofSeconds(60);
    private static final Duration RETURN = Duration.ofSeconds(6);

    private final ProbeFacts facts;
    private @Nullable ProbeConnection connection;

    Probe(ProbeFacts facts, ProbeConnection connection) {
        this.facts = facts;
        this.connection = connection;
    }

    /** The facts that the target reported about itself. */
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
                    return ProbeReading.of(facts, now.ask("read\n", ANSWER));
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

    @Override
    public Optional<AskedAgent> agent() {
        return Optional.of((question, limit) -> once(question + "\n", limit, "answer an agent's question"));
    }

    @Override
    public Optional<LiveHeap> liveHeap() {
        return Optional.of(
                LiveHeap.read(once("heap\n", COLLECTION, "list live objects").getOrDefault("classes", "")));
    }

    @Override
    public Optional<EventRecorder> events() {
        return Optional.of(new ProbeRecorder((question, limit) -> once(question, limit, "record events")));
    }

    /**
     * Asks a question that must not be repeated: a probe whose connection was lost has ended its work.
     *
     * @param what it is asked to do, in words
     */
    synchronized Map<String, String> once(String question, Duration limit, String what) {
        ProbeConnection now = connection;
        if (now == null) {
            throw new CollectionFailed("The probe in process " + facts.pid() + " is not connected");
        }
        try {
            Map<String, String> answer = now.ask(question, limit);
            if (answer.containsKey("problem")) {
                throw new CollectionFailed(
                        "The probe in process " + facts.pid() + " does not " + what + ": " + answer.get("problem"));
            }
            return answer;
        } catch (IOException e) {
            disconnect(now);
            throw new CollectionFailed(
                    "The probe in process " + facts.pid() + " does not " + what + ": " + e.getMessage(), e);
        }
    }

    /** Replaces the connection after the same target has connected again. */
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

    /** Waits for the target to connect again; true if it did in time. */
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
