package dev.flamegate.collect.receiver;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code multipart/form-data} body part by part, with no more than a buffer of it in memory. A part must be
 * read before the next one is requested; the rest of it is skipped.
 */
final class Multipart {
    private static final Pattern BOUNDARY = Pattern.compile(
            "multipart/form-data\\s*;.*?\\bboundary=(?:\"([^\"]{1,70})\"|([^;\\s]{1,70})).*", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAME = Pattern.compile(";\\s*name=(?:\"([^\"]*)\"|([^;\\s]+))");
    private static final int LONGEST_HEADER = 8_192;

    private final InputStream in;
    private final byte[] delimiter;
    private @Nullable PartStream current;
    private boolean ended;

    private Multipart(InputStream in, String boundary) {
        this.in = new BufferedInputStream(in, 1 << 14);
        delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A reader for a body of this content type; empty when the type is something else. */
    static Optional<Multipart> of(@Nullable String contentType, InputStream body) {
        Matcher matcher = BOUNDARY.matcher(contentType == null ? "" : contentType);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new Multipart(body, matcher.group(1) == null ? matcher.group(2) : matcher.group(1)));
    }

    /**
     * The next part.
     *
     * @throws IOException when the body is not a multipart body, or is cut off
     */
    Optional<Part> next() throws IOException {
        if (current == null) {
            // The first delimiter is at the very beginning, without the line end before it.
            new PartStream(2).skipRest();
        } else {
            current.skipRest();
        }
        String rest = line();
        if (ended || rest.startsWith("--")) {
            ended = true;
            return Optional.empty();
        }
        String name = "";
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            length += header.length();
            if (length > LONGEST_HEADER) {
                throw new IOException("a part's headers are longer than " + LONGEST_HEADER + " bytes");
            }
            Matcher matcher = NAME.matcher(header);
            if (header.regionMatches(true, 0, "Content-Disposition:", 0, 20) && matcher.find()) {
                name = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
            }
        }
        current = new PartStream(0);
        return Optional.of(new Part(name, current));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int c = in.read();
            if (c < 0) {
                if (line.length() > 0 && line.indexOf("--") == 0) {
                    return line.toString(); // the very last line end is often left out
                }
                throw new EOFException("the body is cut off");
            }
            if (c == '\n') {
                return line.toString().stripTrailing();
            }
            if (line.length() == LONGEST_HEADER) {
                throw new IOException("a line of more than " + LONGEST_HEADER + " bytes among a part's headers");
            }
            line.append((char) c);
        }
    }

    /**
     * One part.
     *
     * @param name of its form field; empty without one
     * @param body up to the next delimiter
     */
    record Part(String name, InputStream body) {}

    /**
     * A part of the body, up to the delimiter. The delimiter's first byte, a carriage return, occurs in it once: a
     * failed match restarts simply.
     */
    private final class PartStream extends InputStream {
        private int matched;
        private int replayed;
        private int replayTo;
        private int after = -1;
        private boolean done;

        /** Begins as if some bytes of the delimiter had been seen already. */
        PartStream(int matched) {
            this.matched = matched;
        }

        @Override
        public int read() throws IOException {
            while (true) {
                if (replayed < replayTo) {
                    return delimiter[replayed++] & 0xff;
                }
                replayTo = 0;
                int c = after >= 0 ? after : done ? -1 : in.read();
                after = -1;
                if (done) {
                    return -1;
                }
                if (c < 0) {
                    throw new EOFException("the body is cut off inside a part");
                }
                if (c == delimiter[matched]) {
                    done = ++matched == delimiter.length;
                } else if (matched > 0) {
                    replayed = 0;
                    replayTo = matched;
                    matched = 0;
                    after = c;
                } else {
                    return c;
                }
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = 0;
            while (count < length) {
                int c = read();
                if (c < 0) {
                    return count == 0 ? -1 : count;
                }
                bytes[offset + count++] = (byte) c;
            }
            return count;
        }

        void skipRest() throws IOException {
            byte[] bytes = new byte[1 << 12];
            int count = read(bytes, 0, bytes.length);
            while (count >= 0) {
                count = read(bytes, 0, bytes.length);
            }
        }
    }
}
