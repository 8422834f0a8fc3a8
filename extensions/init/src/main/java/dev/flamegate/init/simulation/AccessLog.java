package dev.flamegate.init.simulation;

import dev.flamegate.format.Names;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads an access log in the common or combined format of NCSA, as Apache, nginx and Tomcat write it, line by line:
 * {@code 10.0.0.1 - ada [22/Nov/2026:10:00:00 +0000] "GET /a?b=c HTTP/1.1" 200 512}. Hosts, users and what follows the
 * status are not kept.
 */
final class AccessLog {
    private static final int LONGEST_LINE = 16 << 10;
    private static final String OPENING = "] \"";

    private AccessLog() {}

    /**
     * One line.
     *
     * @param target as the client wrote it; what the server escaped is escaped as in a URI
     */
    record Line(String method, String target, int status) {}

    static Traffic read(Path file) throws IOException, UnusableTraffic {
        ObservedRequests requests = new ObservedRequests();
        long others = 0;
        try (Lines lines = new Lines(Files.newInputStream(file))) {
            for (String text = lines.next(); text != null; text = lines.next()) {
                Optional<Line> line = parse(text);
                if (line.isPresent()) {
                    requests.add(
                            line.get().method(), line.get().target(), line.get().status());
                } else if (!text.isBlank()) {
                    others++;
                }
            }
        }
        List<String> notes = new ArrayList<>();
        if (others > 0) {
            notes.add("Left out, not in the common or combined format: " + Names.plural(others, "line"));
        }
        return requests.traffic("an access log", notes);
    }

    /** The request of a line; empty if it is in another format. */
    static Optional<Line> parse(String text) {
        int bracket = text.indexOf('[');
        int opening = text.indexOf(OPENING);
        if (bracket <= 0 || opening < bracket) {
            return Optional.empty();
        }
        int start = opening + OPENING.length();
        int end = start;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        if (end + 4 >= text.length() || text.charAt(end + 1) != ' ') {
            return Optional.empty();
        }
        String rest = text.substring(end + 2);
        int status = status(rest);
        String request = text.substring(start, end);
        int first = request.indexOf(' ');
        int last = request.lastIndexOf(" HTTP/");
        if (status < 0) {
            return Optional.empty();
        }
        return Optional.of(
                first <= 0 || last <= first
                        ? new Line("?", "", status) // "-", or what a port scanner sent
                        : new Line(request.substring(0, first), unescaped(request.substring(first + 1, last)), status));
    }

    /** The number that a text begins with, if it is one of three digits, and the size follows; -1 otherwise. */
    private static int status(String rest) {
        if (rest.length() < 5 || rest.charAt(3) != ' ') {
            return -1;
        }
        for (int i = 0; i < 3; i++) {
            if (rest.charAt(i) < '0' || rest.charAt(i) > '9') {
                return -1;
            }
        }
        char size = rest.charAt(4);
        return size == '-' || (size >= '0' && size <= '9') ? Integer.parseInt(rest.substring(0, 3)) : -1;
    }

    /** {@code \x22} and {@code \"} of the server as {@code %22}, and bytes beyond ASCII likewise. */
    private static String unescaped(String target) {
        StringBuilder out = new StringBuilder(target.length());
        for (int i = 0; i < target.length(); i++) {
            char c = target.charAt(i);
            if (c == '\\' && target.startsWith("x", i + 1) && isHex(target, i + 2)) {
                out.append('%').append(target, i + 2, i + 4);
                i += 3;
            } else if (c == '\\' && i + 1 < target.length()) {
                i++;
                escape(out, target.charAt(i));
            } else if (c > '~') {
                escape(out, c);
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private static void escape(StringBuilder out, char one) {
        out.append('%')
                .append(Character.toUpperCase(Character.forDigit(one >> 4 & 0xf, 16)))
                .append(Character.toUpperCase(Character.forDigit(one & 0xf, 16)));
    }

    private static boolean isHex(String text, int at) {
        return at + 1 < text.length()
                && Character.digit(text.charAt(at), 16) >= 0
                && Character.digit(text.charAt(at + 1), 16) >= 0;
    }

    /** Lines of any bytes, each as a character, cut where they are too long. */
    private static final class Lines implements Closeable {
        private final InputStream in;
        private final byte[] buffer = new byte[64 << 10];
        private final byte[] line = new byte[LONGEST_LINE];
        private int at;
        private int end;

        Lines(InputStream in) {
            this.in = in;
        }

        /** The next; {@code null} at the end. */
        @Nullable
        String next() throws IOException {
            int length = 0;
            boolean started = false;
            while (true) {
                if (at == end) {
                    at = 0;
                    end = Math.max(0, in.read(buffer));
                    if (end == 0) {
                        return started ? text(length) : null;
                    }
                }
                started = true;
                int stop = at;
                while (stop < end && buffer[stop] != '\n') {
                    stop++;
                }
                int copied = Math.min(stop - at, line.length - length);
                System.arraycopy(buffer, at, line, length, copied);
                length += copied;
                at = Math.min(end, stop + 1);
                if (stop < end) {
                    return text(length);
                }
            }
        }

        private String text(int length) {
            return new String(line, 0, length, StandardCharsets.ISO_8859_1);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
