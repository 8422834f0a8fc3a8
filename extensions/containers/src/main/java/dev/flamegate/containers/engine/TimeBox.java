package dev.flamegate.containers.engine;

import com.github.dockerjava.api.exception.DockerException;
import dev.flamegate.format.Numbers;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Bounds calls to the engine: over a Unix socket its client knows no time limit. Interrupts wait until a call is over,
 * so that an interrupted gate can still clean up.
 */
public final class TimeBox {
    private static final ExecutorService CALLS =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "flamegate-engine-call");
                thread.setDaemon(true);
                return thread;
            });

    private TimeBox() {}

    /**
     * Makes a call within a limit.
     *
     * @param what the call, as an infinitive for a message: "list containers"
     * @throws TargetFailed when there is no answer in time
     */
    public static <T> T call(String what, Duration limit, Callable<T> call) {
        Future<T> answer = CALLS.submit(call);
        boolean interrupted = false;
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (true) {
                try {
                    return answer.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    answer.cancel(true);
                    throw new TargetFailed(
                            "the Docker engine was asked to " + what + " and has not answered within "
                                    + Numbers.duration(limit)
                                    + ". Is it overloaded or frozen? `docker info` shows whether it answers.",
                            e);
                } catch (ExecutionException e) {
                    throw unchecked(what, e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Handles an unreachable engine for all callers, which handle what the engine answered. */
    private static RuntimeException unchecked(String what, @Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        IOException lost = cause == null ? null : lost(cause);
        if (lost != null) {
            return new TargetFailed(
                    "the Docker engine was asked to " + what + " and cannot be reached: " + lost.getMessage()
                            + ". Has it been stopped?",
                    lost);
        }
        if (cause instanceof RuntimeException failure) {
            return failure;
        }
        String message = "the Docker engine was asked to " + what + ": " + cause;
        return cause == null ? new TargetFailed(message) : new TargetFailed(message, cause);
    }

    private static @Nullable IOException lost(Throwable failure) {
        if (failure instanceof DockerException || failure instanceof TargetFailed) {
            return null;
        }
        if (failure instanceof IOException exception) {
            return exception;
        }
        Throwable cause = failure.getCause();
        return cause == null || cause == failure ? null : lost(cause);
    }
}
