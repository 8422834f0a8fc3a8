package dev.flamegate.collect.receiver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Writes parts of a push to files, inflated, up to a size limit. */
final class Spool {
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    private final Path folder;
    private final long mostBytes;

    /**
     * Spools into a folder.
     *
     * @param mostBytes of one part after inflating
     */
    Spool(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
    }

    /**
     * Writes a part to a new file; gzip is recognized by its first bytes, as the agent may not use it.
     *
     * @throws TooLarge when it is larger than any push of the agent
     */
    Path write(InputStream part, String suffix) throws IOException {
        Path file = Files.createTempFile(folder, "push-", suffix);
        boolean whole = false;
        try (OutputStream out = Files.newOutputStream(file)) {
            copy(inflated(part), out);
            whole = true;
            return file;
        } finally {
            if (!whole) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static InputStream inflated(InputStream part) throws IOException {
        PushbackInputStream in = new PushbackInputStream(part, 2);
        byte[] first = in.readNBytes(2);
        in.unread(first);
        boolean gzip = first.length == 2 && (first[0] & 0xff) == GZIP_FIRST && (first[1] & 0xff) == GZIP_SECOND;
        return gzip ? new GZIPInputStream(in, 1 << 14) : in;
    }

    private void copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[1 << 14];
        long total = 0;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            total += count;
            if (total > mostBytes) {
                throw new TooLarge("a part of a push is larger than " + (mostBytes >> 20) + " MiB");
            }
            out.write(buffer, 0, count);
        }
    }

    /** A body, or what it inflates to, exceeds its limit. */
    static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;

        TooLarge(String message) {
            super(message);
        }
    }
}
