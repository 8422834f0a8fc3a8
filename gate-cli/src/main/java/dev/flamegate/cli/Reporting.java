package dev.flamegate.cli;

import dev.flamegate.gate.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Progress on stderr as fits where it goes, and the clean end of a measurement that people interrupt. */
final class Reporting implements AutoCloseable {
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

    /** Measures; an interrupt of the program ends what was started first. */
    <T> T untilInterrupted(Runnable end, Measurement<T> measurement) throws InterruptedException {
        Thread ending = new Thread(end, "flamegate-ending");
        Runtime.getRuntime().addShutdownHook(ending);
        T result = measurement.run();
        Runtime.getRuntime().removeShutdownHook(ending);
        return result;
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
