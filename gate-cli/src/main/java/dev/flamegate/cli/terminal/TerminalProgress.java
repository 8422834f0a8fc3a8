package dev.flamegate.cli.terminal;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.runtime.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Progress on a terminal: one line, written over and over. */
final class TerminalProgress implements Progress {
    private static final String START_OF_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final int width;
    private String stage = "";
    private String detail = "";
    private Duration left = Duration.ZERO;

    TerminalProgress(PrintWriter err, int width) {
        this.err = err;
        this.width = width;
    }

    @Override
    public void stage(String next, Duration timeLeft) {
        if (!next.equals(stage)) {
            detail = "";
        }
        stage = next;
        left = timeLeft;
        draw();
    }

    @Override
    public void detail(String next) {
        detail = next;
        draw();
    }

    @Override
    public void note(String message) {
        err.print(START_OF_LINE);
        err.println(Escapes.terminal(message));
        draw();
    }

    @Override
    public void warn(String message) {
        err.print(START_OF_LINE);
        Console.warn(err, message);
        draw();
    }

    void clear() {
        err.print(START_OF_LINE);
        err.flush();
    }

    private void draw() {
        long seconds = Math.max(0, left.toSeconds());
        // What takes longer than was foretold, or was not foretold, has no known end.
        String until = seconds == 0 ? "" : String.format(Locale.ROOT, "%d:%02d left  ", seconds / 60, seconds % 60);
        String text = Names.visible(until + stage + (detail.isEmpty() ? "" : " · " + detail));
        err.print(START_OF_LINE + (text.length() >= width ? text.substring(0, width - 1) : text));
        err.flush();
    }
}
