package dev.flamegate.targets;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a log, for a message. */
public final class LogTail {
    private static final int LINES = 20;
    private static final int BYTES = 8 * 1024;

    private LogTail() {}

    /** The last lines, indented, under a heading; a note if the log is empty. */
    public static String of(Path log) {
        return of(log, 0);
    }

    /** The last lines of the part that begins after so many bytes. */
    public static String of(Path log, long from) {
        List<String> lines;
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            byte[] end = new byte[(int) Math.min(BYTES, Math.max(0, file.length() - from))];
            file.seek(file.length() - end.length);
            file.readFully(end);
            lines = new String(end, StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            return "Its log cannot be read: " + e.getMessage();
        }
        if (lines.isEmpty()) {
            return "Its log (" + log + ") is empty.";
        }
        List<String> last = lines.subList(Math.max(0, lines.size() - LINES), lines.size());
        return "The end of its log (" + log + "):\n  | " + String.join("\n  | ", last);
    }
}
