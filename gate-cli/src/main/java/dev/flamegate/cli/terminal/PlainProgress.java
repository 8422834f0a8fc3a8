package dev.flamegate.cli.terminal;

import dev.flamegate.format.Escapes;
import dev.flamegate.runtime.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Progress without a terminal: a line per stage, and one now and then while a stage is long. */
final class PlainProgress implements Progress {
    /** The longest time that a stage passes without a line. */
    static final Duration USUAL = Duration.ofSeconds(15);

    private final PrintWriter err;
    private final long quietNanos;
    private final long started = System.nanoTime();
    private String stage = "";
    private long lastLine;

    PlainProgress(PrintWriter err, Duration quiet) {
        this.err = err;
        this.quietNanos = quiet.toNanos();
    }

    @Override
    public void stage(String next, Duration left) {
        if (!next.equals(stage)) {
            stage = next;
            line(next);
        }
    }

    @Override
    public void detail(String detail) {
        if (System.nanoTime() - lastLine > quietNanos) {
            line(stage + ": " + detail);
        }
    }

    @Override
    public void note(String message) {
        line(message);
    }

    @Override
    public void warn(String message) {
        line("warning: " + message);
    }

    private void line(String text) {
        lastLine = System.nanoTime();
        long seconds = (lastLine - started) / 1_000_000_000;
        err.println(String.format(Locale.ROOT, "[%d:%02d] %s", seconds / 60, seconds % 60, Escapes.terminal(text)));
    }
}
