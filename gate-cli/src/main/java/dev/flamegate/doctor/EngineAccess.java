package dev.flamegate.doctor;

import dev.flamegate.targets.container.EngineSearch;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One search for the engine, shared by all checks that want it. */
final class EngineAccess implements AutoCloseable {
    /** For a check that asks the engine something. */
    static final Duration WITHIN = Duration.ofMillis(7000);

    private final FutureTask<EngineSearch> search = new FutureTask<>(EngineSearch::now);

    /** The search's outcome; the first caller searches. */
    EngineSearch get() throws InterruptedException {
        search.run();
        try {
            return search.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the search for a Docker engine failed: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        if (!search.isDone()) {
            return;
        }
        try {
            search.get(0, TimeUnit.SECONDS).engine().ifPresent(engine -> engine.close());
        } catch (ExecutionException | TimeoutException e) {
            // There is no engine to give back.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
