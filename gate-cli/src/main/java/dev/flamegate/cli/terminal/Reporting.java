package dev.flamegate.cli.terminal;

import dev.flamegate.cli.option.Options;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.os.OwnFolders;
import dev.flamegate.runtime.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Progress on stderr, animated or in plain lines, and a clean end for a measurement that is interrupted. */
public final class Reporting implements AutoCloseable {
    /** The time that an interrupted measurement may take to stop its processes; after that they are stopped for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final @Nullable TerminalProgress animated;
    private final Progress progress;

    /** Progress as the options and the terminal allow. */
    public Reporting(Options options, PrintWriter err) {
        boolean animate = !options.progress.quiet && !options.progress.verbose && Console.canAnimate();
        animated = animate ? new TerminalProgress(err, Console.width()) : null;
        Duration quiet = options.progress.verbose ? Duration.ofSeconds(1) : PlainProgress.USUAL;
        progress =
                animated != null ? animated : options.progress.quiet ? new Quiet(err) : new PlainProgress(err, quiet);
    }

    public Progress progress() {
        return progress;
    }

    public interface Measurement<T> {
        /**
         * Measures until done or interrupted.
         *
         * @param started what ends whatever it is given, if the measurement itself does not in time
         */
        T run(CloseableRegistry started) throws InterruptedException;
    }

    /**
     * Measures; an interrupt of the program first lets the measurement end what it started, and ends the rest.
     *
     * @throws InterruptedException also when the program ends already
     */
    public static <T> T untilInterrupted(Measurement<T> measurement) throws InterruptedException {
        return untilInterrupted(Duration.ZERO, measurement);
    }

    /**
     * Runs a measurement that runs commands at its end.
     *
     * @param more time that they get after an interrupt
     */
    public static <T> T untilInterrupted(Duration more, Measurement<T> measurement) throws InterruptedException {
        Thread measuring = Thread.currentThread();
        CountDownLatch unwound = new CountDownLatch(1);
        CloseableRegistry started = new CloseableRegistry();
        Thread ending = new Thread(
                () -> {
                    measuring.interrupt();
                    awaitUnwound(unwound, PATIENCE.plus(more));
                    started.close();
                    OwnFolders.deleteTemporary();
                },
                "flamegate-ending");
        try {
            Runtime.getRuntime().addShutdownHook(ending);
        } catch (IllegalStateException e) {
            throw new InterruptedException("the program ends");
        }
        try {
            T result = measurement.run(started);
            remove(ending);
            return result;
        } finally {
            unwound.countDown();
        }
    }

    private static void awaitUnwound(CountDownLatch unwound, Duration patience) {
        try {
            unwound.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // An interrupt of the hook means "end now".
        }
    }

    private static void remove(Thread ending) throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(ending);
        } catch (IllegalStateException e) {
            throw new InterruptedException("the program ends");
        }
    }

    /** Clears the progress line before a result is printed. */
    public void clear() {
        if (animated != null) {
            animated.clear();
        }
    }

    @Override
    public void close() {
        clear();
    }

    /** Progress that shows warnings only. */
    private record Quiet(PrintWriter err) implements Progress {
        @Override
        public void stage(String stage, Duration left) {}

        @Override
        public void detail(String detail) {}

        @Override
        public void note(String message) {}

        @Override
        public void warn(String message) {
            Console.warn(err, message);
        }
    }
}
