package dev.flamegate.os;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * A registry of everything that was started and has to end. Whatever moment {@link #close} comes at, from any thread, a
 * start is either registered before it and ended by it, or under way and ended as soon as it is made, or refused. When
 * {@code close} returns, nothing is running that was started here.
 */
public class CloseableRegistry implements AutoCloseable {
    private final Deque<Entry> open = new ArrayDeque<>();
    private final List<Thread> starting = new ArrayList<>();
    private final Object ending = new Object();
    private boolean closed;

    private record Entry(Object thing, Runnable end) {}

    /**
     * Starts a resource.
     *
     * @param <T> what runs then
     * @param <E> why it could not be started
     */
    @FunctionalInterface
    public interface Start<T, E extends Exception> {
        /** Starts the resource. This should be short: {@link CloseableRegistry#close} waits for it. */
        T start() throws E;
    }

    /** A resource was not started, or was ended at once, since the registry has been closed. */
    public static final class Closed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Closed() {
            super("not started: everything is being ended");
        }
    }

    /**
     * Starts a resource that will be ended by {@link #close} at the latest.
     *
     * @param end ends it; must not mind that it has ended by itself
     * @throws Closed when the registry was closed before the start, or during it; nothing is running then
     * @throws E when the start failed
     */
    public <T, E extends Exception> T start(Start<T, E> start, Consumer<? super T> end) throws E {
        synchronized (this) {
            if (closed) {
                throw new Closed();
            }
            starting.add(Thread.currentThread());
        }
        try {
            T started = start.start();
            if (!register(started, () -> end.accept(started))) {
                end.accept(started);
                throw new Closed();
            }
            return started;
        } finally {
            synchronized (this) {
                starting.remove(Thread.currentThread());
                notifyAll();
            }
        }
    }

    private synchronized boolean register(Object thing, Runnable end) {
        if (!closed) {
            open.push(new Entry(thing, end));
        }
        return !closed;
    }

    /** Forgets a resource that has ended. */
    public synchronized void release(Object thing) {
        open.removeIf(entry -> entry.thing() == thing);
    }

    /** True if {@link #close} has been called; nothing can be started then. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /**
     * Ends what has been started, the latest first, and refuses what would be started later. Waits for starts under
     * way, and for another thread that is closing it; an interrupt stays set and does not shorten it.
     *
     * @throws RuntimeException of the first thing that could not be ended, after the others have been
     */
    @Override
    public void close() {
        synchronized (ending) {
            List<Entry> entries = shut();
            RuntimeException failure = null;
            for (Entry entry : entries) {
                try {
                    entry.end().run();
                } catch (RuntimeException e) {
                    failure = failure == null ? e : failure;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }

    private synchronized List<Entry> shut() {
        closed = true;
        boolean interrupted = false;
        // A start that closes the registry itself is not waited for.
        while (starting.stream().anyMatch(thread -> thread != Thread.currentThread())) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        List<Entry> entries = List.copyOf(open);
        open.clear();
        return entries;
    }
}
