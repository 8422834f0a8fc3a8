package dev.flamegate.targets;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The log of a container or pod, kept up to a size: what runs there must not fill the gate's disk. */
public final class BoundedLog extends OutputStream {
    /** More than anybody reads, and room for a service that logs every request. */
    public static final long MOST_BYTES = 256L << 20;

    private static final byte[] END =
            "\n[the rest of this log was not kept: it is larger than that]\n".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private long left;
    private boolean cut;

    /** A log in a file, of the usual size. */
    public BoundedLog(Path file) throws IOException {
        this(file, MOST_BYTES);
    }

    BoundedLog(Path file, long most) throws IOException {
        out = Files.newOutputStream(file);
        left = most;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        int kept = (int) Math.min(left, length);
        out.write(bytes, offset, kept);
        left -= kept;
        if (kept < length && !cut) {
            out.write(END);
            cut = true;
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
