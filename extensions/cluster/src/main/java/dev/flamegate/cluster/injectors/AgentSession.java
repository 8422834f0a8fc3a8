package dev.flamegate.cluster.injectors;

import dev.flamegate.cluster.injectors.Wire.Word;
import dev.flamegate.load.Load;
import dev.flamegate.load.LoadEvidence;
import dev.flamegate.load.LoadFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One load of a gate, at the agent's end. Slow steps run while the conversation goes on. */
final class AgentSession implements AutoCloseable {
    private static final long DONE_WITHIN_SECONDS = 15;

    private final Wire wire;
    private final InjectorWork work;
    private final ExecutorService steps = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "flamegate-injector-step");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Load load;
    private Future<?> step = CompletableFuture.completedFuture(null);
    private Future<?> begun = CompletableFuture.completedFuture(null);

    /** The content of an answer, written once only the connection can still fail. */
    private interface Answer {
        Answer NOTHING = wire -> {};

        void write(Wire wire) throws IOException;
    }

    AgentSession(Wire wire, InjectorWork work) {
        this.wire = wire;
        this.work = work;
    }

    /**
     * Answers until the gate is gone.
     *
     * @throws IOException when it is
     */
    void serve() throws IOException {
        while (true) {
            answer(wire.text());
            wire.out().flush();
        }
    }

    private void answer(String said) throws IOException {
        Answer answer;
        try {
            answer = answer(Word.valueOf(said));
        } catch (LoadFailed e) {
            fail(e);
            return;
        } catch (RuntimeException e) {
            fail(new LoadFailed("the injector failed: " + e, "to do " + said, "look at the log of its pod", List.of()));
            return;
        }
        wire.out().writeBoolean(true);
        answer.write(wire);
    }

    private void fail(LoadFailed failure) throws IOException {
        wire.out().writeBoolean(false);
        wire.failure(failure);
    }

    private Answer answer(Word word) throws IOException {
        switch (word) {
            case CLOCK -> {
                return to -> to.out().writeLong(Wire.now());
            }
            case HAS -> {
                boolean has = work.has(wire.text());
                return to -> to.out().writeBoolean(has);
            }
            case FILES -> {
                String sum = wire.text();
                work.take(sum, wire, wire.in().readLong());
            }
            case PREPARE -> load = work.start(Order.read(wire));
            case TARGET_READY -> load().targetReady();
            case AWAIT_READY -> {
                Duration limit = millis();
                begin(() -> load().awaitReady(limit));
            }
            case GO -> {
                long at = wire.in().readLong();
                begin(() -> {
                    TimeUnit.MICROSECONDS.sleep(at - Wire.now());
                    load().go();
                });
                begun = step;
            }
            case AWAIT_BEGUN -> {
                Duration limit = millis();
                begin(() -> load().awaitBegun(limit));
            }
            case PLANNED -> load().plannedOnly();
            case MEASURING -> load().measuring();
            case DRAIN -> load().drain();
            case PAUSE -> load().pause();
            case STOP -> {
                Duration limit = millis();
                begin(() -> load().stop(limit));
            }
            case DONE -> {
                boolean done = isDone(step);
                return to -> to.out().writeBoolean(done);
            }
            case STATE -> {
                isDone(begun);
                load().check();
                AgentProgress state = AgentProgress.of(load());
                return state::write;
            }
            case EVIDENCE -> {
                LoadEvidence evidence = load().evidence();
                return to -> Sent.write(evidence, to);
            }
        }
        return Answer.NOTHING;
    }

    private Load load() {
        Load started = load;
        if (started == null) {
            throw new LoadFailed("there is no load yet", "", "use one version of gate and image", List.of());
        }
        return started;
    }

    private Duration millis() throws IOException {
        return Duration.ofMillis(wire.in().readLong());
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    private void begin(Step what) {
        Callable<Void> call = () -> {
            what.run();
            return null;
        };
        step = steps.submit(call);
    }

    /** True if a step is done; throws the step's exception if it failed. */
    private static boolean isDone(Future<?> step) {
        if (!step.isDone()) {
            return false;
        }
        try {
            step.get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("a step that is done is not waited for", e);
        }
    }

    /** Ends the load, however far it is. */
    @Override
    public void close() {
        steps.shutdownNow();
        try {
            steps.awaitTermination(DONE_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (load != null) {
            load.close();
        }
    }
}
