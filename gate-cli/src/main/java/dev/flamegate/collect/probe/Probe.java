package dev.flamegate.collect.probe;

import dev.flamegate.collect.CallCounter;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.EventRecorder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The probe in one target. Safe for several threads: readings are taken one at a time. */
public final class Probe implements CounterSource, CallCounter {
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration RETURN = Duration.ofSeconds(6);

    /** Time limit for changing classes, which stops the target, for longer the more of them there are. */
    private static final Duration CHANGE = Duration.ofSeconds(30);

    private static final String COUNT = "count calls";

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
    public Optional<CallCounter> calls() {
        return Optional.of(this);
    }

    @Override
    public Optional<EventRecorder> events() {
        return Optional.of(new ProbeRecorder((question, limit) -> once(question, limit, "record events")));
    }

    @Override
    public void begin(List<Method> methods) {
        StringBuilder question = new StringBuilder("count " + methods.size() + "\n");
        for (Method method : methods) {
            question.append(method.counter())
                    .append(method.overridden() ? " * " : " = ")
                    .append(method.owner())
                    .append(' ')
                    .append(method.name())
                    .append(' ')
                    .append(method.descriptor())
                    .append('\n');
        }
        once(question.toString(), CHANGE, COUNT);
    }

    @Override
    public Counts counts() {
        Map<String, String> answer = once("calls\n", ANSWER, COUNT);
        String counts = answer.getOrDefault("counts", "");
        try {
            return new Counts(
                    Stream.of(counts.split(" "))
                            .filter(count -> !count.isEmpty())
                            .map(Long::valueOf)
                            .toList(),
                    answer.getOrDefault("failed", ""));
        } catch (NumberFormatException e) {
            throw new CollectionFailed("The probe in process " + facts.pid() + " counts what is no number", e);
        }
    }

    @Override
    public void end() {
        once("uncount\n", CHANGE, COUNT);
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
