package dev.flamegate.cluster.injectors;

import dev.flamegate.load.LoadFailed;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** One connection between gate and agent: questions of the gate, each with its answer. */
final class Wire implements Closeable {
    /** The longest text: the end of an output has a few hundred lines. */
    private static final int LONGEST = 4 << 20;

    private static final int MOST_TEXTS = 100_000;
    private static final long MOST_LENGTH = 16 << 20;
    private static final int BUFFER = 64 * 1024;

    /** The gate's questions. */
    enum Word {
        /** The agent's clock; keeps the connection in use. */
        CLOCK,
        /** Asks whether the agent has the files with this checksum. */
        HAS,
        FILES,
        /** Starts a generator. */
        PREPARE,
        TARGET_READY,
        AWAIT_READY,
        GO,
        AWAIT_BEGUN,
        PLANNED,
        MEASURING,
        DRAIN,
        PAUSE,
        STOP,
        /** Asks whether the last slow step is done. */
        DONE,
        STATE,
        EVIDENCE
    }

    private final Socket socket;
    private final DataInputStream in;
    private long deadline;
    private boolean isLimited;
    private final DataOutputStream out;

    Wire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(new Timed(socket.getInputStream()), BUFFER));
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
    }

    DataInputStream in() {
        return in;
    }

    DataOutputStream out() {
        return out;
    }

    /** Limits the time until the end of the next answer: the other side may run the simulation of a change. */
    void within(Duration limit) {
        deadline = System.nanoTime() + limit.toNanos();
        isLimited = true;
    }

    /** Reads until the deadline, and no longer than one silence beyond it. */
    private final class Timed extends FilterInputStream {
        Timed(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (isLimited && System.nanoTime() - deadline > 0) {
                throw new SocketTimeoutException("the answer took too long");
            }
            return super.read(bytes, offset, length);
        }
    }

    void silentFor(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    /** Microseconds since the epoch by this machine's clock. */
    static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    String text() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST) {
            throw new IOException("a text of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    void texts(List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            text(text);
        }
    }

    List<String> texts() throws IOException {
        int count = in.readInt();
        if (count < 0 || count > MOST_TEXTS) {
            throw new IOException(count + " texts");
        }
        List<String> texts = new ArrayList<>();
        long length = 0;
        for (int i = 0; i < count; i++) {
            String text = text();
            length += text.length();
            if (length > MOST_LENGTH) {
                throw new IOException("texts of more than " + MOST_LENGTH + " characters");
            }
            texts.add(text);
        }
        return texts;
    }

    void failure(LoadFailed failure) throws IOException {
        text(failure.what());
        text(failure.tried());
        text(failure.remedy());
        texts(failure.logTail());
    }

    LoadFailed failure() throws IOException {
        return new LoadFailed(text(), text(), text(), texts());
    }

    /** Copies as many bytes as were announced. */
    static void copy(InputStream from, OutputStream to, long bytes) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long left = bytes;
        while (left > 0) {
            int read = from.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                throw new IOException("the other side ended " + left + " bytes too early");
            }
            to.write(buffer, 0, read);
            left -= read;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }
}
