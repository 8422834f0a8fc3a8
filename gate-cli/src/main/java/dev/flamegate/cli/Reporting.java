package dev.flamegate.cli;

import dev.flamegate.runtime.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Progress on stderr as fits where it goes, and the clean end of a measurement that people interrupt. */
final class Reporting implements AutoCloseable {
    /** How long an interrupted measurement may take to end what it started before that is ended for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final @Nullable TerminalProgress animated;
    private final Progress progress;

    Reporting(Options options, PrintWriter err) {
        boolean animate = !options.quiet && !options.verbose && Console.canAnimate();
        animated = animate ? new TerminalProgress(err, Console.width()) : null;
        Duration quiet = options.verbose ? Duration.ofSeconds(1) : PlainProgress.USUAL;
        progress = animated != null ? animated : options.quiet ? new Quiet(err) : new PlainProgress(err, quiet);
    }

    Progress progress() {
        return progress;
    }

    /** Something that measures. */
    interface Measurement<T> {
        T run() throws InterruptedException;
    }

    /**
     * Measures; an interrupt of the program first lets the measurement end what it started, and ends the rest.
     *
     * @param end ends whatever still runs; also when nothing does any more
     */
    <T> T untilInterrupted(Runnable end, Measurement<T> measurement) throws InterruptedException {
        Thread measuring = Thread.currentThread();
        CountDownLatch unwound = new CountDownLatch(1);
        Thread ending = new Thread(
                () -> {
                    measuring.interrupt();
                    awaitUnwound(unwound);
                    end.run();
                },
                "flamegate-ending");
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            T result = measurement.run();
            remove(ending);
            return result;
        } finally {
            unwound.countDown();
        }
    }

    private static void awaitUnwound(CountDownLatch unwound) {
        try {
            unwound.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Whoever interrupts the hook wants the end now.
        }
    }

    private static void remove(Thread ending) throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(ending);
        } catch (IllegalStateException e) {
            throw new InterruptedException("the program ends");
        }
    }

    /** Takes the progress away, before a result is printed. */
    void clear() {
        if (animated != null) {
            animated.clear();
        }
    }

    @Override
    public void close() {
        clear();
    }

    /** Only what people must not miss. */
    private record Quiet(PrintWriter err) implements Progress {
        @Override
        public void stage(String stage, Duration left) {}

        @Override
        public void detail(String detail) {}

        @Override
        public void note(String message) {}

        @Override
        public void warn(String message) {
            err.println("warning: " + message);
        }
    }
}
