package dev.flamegate.targets;

import dev.flamegate.format.Names;
import dev.flamegate.model.Faults;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The errors in a log: lines of level ERROR and above, and stack traces. Errors that differ only in numbers are one
 * kind. Reads the log once, in bounded memory.
 */
public final class LogErrors {
    private static final int KINDS_SHOWN = 5;
    private static final int KINDS_KEPT = 1_000;
    private static final int LINES_SHOWN = 6;
    private static final int LONGEST_LINE = 300;

    /** Length limit of a line; the rest is not even read into memory. */
    private static final int LONGEST_READ = 4_000;

    /** Limit of the characters that are read: about a quarter of a second. */
    private static final long MOST_CHARACTERS = 64L << 20;

    private static final Pattern LEVEL =
            Pattern.compile("\\b(ERROR|SEVERE|FATAL|CRITICAL)\\b|\\blevel\"?\\s*[=:]\\s*\"?(error|fatal)\\b");
    private static final Pattern EXCEPTION = Pattern.compile(
            "^(Exception in thread \".*\" )?([A-Za-z_$][\\w$]*\\.)+[A-Z][\\w$]*(Exception|Error|Throwable)\\b.*");
    private static final String FRAME = "at ";
    private static final String CAUSE = "Caused by: ";
    private static final Pattern REST =
            Pattern.compile("^(\\.\\.\\. \\d+ (more|common frames omitted)|Suppressed: .*)?$");

    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private @Nullable List<String> lines;
    private boolean thrown;
    private boolean framed;

    private static final class Kind {
        private final List<String> lines;
        private final int order;
        private long count;

        Kind(List<String> lines, int order) {
            this.lines = lines;
            this.order = order;
        }
    }

    private LogErrors() {}

    /** The five most frequent kinds of errors, in their order in the log; none of a log that does not exist. */
    public static List<Faults.Logged> in(Path log) {
        LogErrors errors = new LogErrors();
        if (Files.isRegularFile(log)) {
            try (Reader reader = new InputStreamReader(Files.newInputStream(log), StandardCharsets.UTF_8)) {
                errors.read(reader);
            } catch (IOException e) {
                // What was read before says what it says.
            }
        }
        errors.end();
        return errors.kinds.values().stream()
                .sorted(Comparator.comparingLong((Kind kind) -> -kind.count).thenComparingInt(kind -> kind.order))
                .limit(KINDS_SHOWN)
                .sorted(Comparator.comparingInt(kind -> kind.order))
                .map(kind -> new Faults.Logged(kind.count, kind.lines))
                .toList();
    }

    private void read(Reader reader) throws IOException {
        StringBuilder line = new StringBuilder();
        char[] buffer = new char[32 * 1024];
        long all = 0;
        for (int read = reader.read(buffer); read >= 0 && all < MOST_CHARACTERS; read = reader.read(buffer)) {
            all += read;
            for (int i = 0; i < read; i++) {
                if (buffer[i] == '\n') {
                    add(line.toString().strip());
                    line.setLength(0);
                } else if (line.length() < LONGEST_READ) {
                    line.append(buffer[i]);
                }
            }
        }
        add(line.toString().strip());
    }

    private void add(String line) {
        if (LEVEL.matcher(line).find()) {
            end();
            begin(line);
        } else if (EXCEPTION.matcher(line).matches()) {
            if (lines == null || thrown) {
                end();
                begin(line);
            } else {
                keep(line);
            }
            thrown = true;
        } else if (line.startsWith(FRAME)) {
            if (lines != null && !framed) {
                keep(line);
                framed = true;
            }
        } else if (line.startsWith(CAUSE)) {
            keep(line);
            framed = false;
        } else if (!REST.matcher(line).matches()) {
            end();
        }
    }

    private void begin(String line) {
        lines = new ArrayList<>();
        thrown = false;
        framed = false;
        keep(line);
    }

    private void keep(String line) {
        if (lines != null && lines.size() < LINES_SHOWN) {
            lines.add(Names.cut(line, LONGEST_LINE));
        }
    }

    private void end() {
        if (lines == null) {
            return;
        }
        String key = Faults.Logged.kind(lines);
        if (kinds.containsKey(key) || kinds.size() < KINDS_KEPT) {
            List<String> first = lines;
            kinds.computeIfAbsent(key, unknown -> new Kind(first, kinds.size())).count++;
        }
        lines = null;
    }
}
