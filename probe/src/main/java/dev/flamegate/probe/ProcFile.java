package dev.flamegate.probe;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the kernel's small files into one buffer. Used by one thread. */
final class ProcFile {
    private final byte[] buffer = new byte[8192];

    /**
     * Up to 8 KiB of a file as text.
     *
     * @throws IOException if it does not exist, for instance because the thread has just ended
     */
    String read(String path) throws IOException {
        int length = 0;
        try (InputStream in = new FileInputStream(path)) {
            int more = in.read(buffer, 0, buffer.length);
            while (more > 0) {
                length += more;
                more = length == buffer.length ? 0 : in.read(buffer, length, buffer.length - length);
            }
        }
        return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    }

    /**
     * The whole number that a file begins with; one read is enough, because the file is a single line.
     *
     * @throws IOException if the file does not exist or begins with something else
     */
    long readNumber(String path) throws IOException {
        int length;
        try (InputStream in = new FileInputStream(path)) {
            length = in.read(buffer, 0, 64);
        }
        long number = 0;
        int i = 0;
        while (i < length && buffer[i] >= '0' && buffer[i] <= '9') {
            number = number * 10 + (buffer[i++] - '0');
        }
        if (i == 0) {
            throw new IOException(path + ": does not begin with a number");
        }
        return number;
    }

    /** The number after a key at the start of a line, such as {@code VmRSS:}; -1 without that key. */
    static long number(String text, String key) {
        int at = text.startsWith(key) ? 0 : text.indexOf("\n" + key) + 1;
        if (at == 0 && !text.startsWith(key)) {
            return -1;
        }
        at += key.length();
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        int end = at;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end == at ? -1 : Long.parseLong(text.substring(at, end));
    }
}
