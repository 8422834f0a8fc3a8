package dev.flamegate.os;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Does the same work for several things in parallel, such as for both arms of a pair, and waits for all of it. */
public final class AtOnce {
    private static final Duration END_WITHIN = Duration.ofSeconds(20);

    private AtOnce() {}

    /** A step that is taken for one of several things, in a thread of its own, and may be interrupted. */
    @FunctionalInterface
    public interface Work<K, T> {
        T of(K one) throws InterruptedException;
    }

    /**
     * Takes the step for each and waits for all. When the work for one fails, or the caller is interrupted, the others are
     * interrupted, and given 20 s to end.
     *
     * @param each different from each other
     * @return what was made of each, in their order
     * @throws RuntimeException the first failure
     */
    public static <K, T> Map<K, T> of(Collection<K> each, Work<K, T> work) throws InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            CompletionService<T> ended = new ExecutorCompletionService<>(threads);
            Map<K, Future<T>> begun = new LinkedHashMap<>();
            each.forEach(one -> begun.put(one, ended.submit(() -> work.of(one))));
            for (int i = 0; i < begun.size(); i++) {
                ended.take().get();
            }
            Map<K, T> results = new LinkedHashMap<>();
            for (Map.Entry<K, Future<T>> one : begun.entrySet()) {
                results.put(one.getKey(), one.getValue().get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            } else if (e.getCause() instanceof InterruptedException interrupted) {
                throw interrupted;
            } else if (e.getCause() instanceof Error error) {
                throw error; // too little memory is said as such
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(END_WITHIN.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
