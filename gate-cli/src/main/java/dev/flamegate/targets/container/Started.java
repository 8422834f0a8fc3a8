package dev.flamegate.targets.container;

import dev.flamegate.targets.TargetFailed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Servers that are being started in the background. */
final class Started {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(30);

    private Started() {}

    /**
     * Waits for one.
     *
     * @throws TargetFailed when it could not be started
     */
    static <T> T of(Future<T> server) throws InterruptedException {
        try {
            return server.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new TargetFailed("a server beside the target cannot be started: " + e.getCause(), e);
        }
    }

    /** One that is ready; empty when it is not or could not be started. */
    static <T> Optional<T> now(Future<T> server) {
        if (!server.isDone()) {
            return Optional.empty();
        }
        boolean interrupted = Thread.interrupted();
        try {
            return Optional.of(server.get());
        } catch (InterruptedException | ExecutionException | CancellationException e) {
            return Optional.empty();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Closes all of them at once. */
    static void closeAll(List<? extends AutoCloseable> servers) {
        servers.parallelStream()
                .forEach(server -> TimeBox.call("remove a server", CLOSE_WITHIN, () -> {
                    server.close();
                    return true;
                }));
    }
}
