package dev.flamegate.collect.probe;

import dev.flamegate.collect.Token;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** One connection from a probe, after its hello. */
final class ProbeConnection implements Closeable {
    private static final String PROTOCOL = "1";

    private final Socket socket;
    private final Lines lines;
    private final Map<String, String> hello;

    /**
     * Reads the hello, and no more than its first two lines from a caller that does not know the token.
     *
     * @throws IOException when it is not the hello of a probe with this token, or takes too long
     */
    ProbeConnection(Socket socket, Duration limit, Token token) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) limit.toMillis());
        lines = new Lines(new BufferedInputStream(socket.getInputStream()));
        String protocol = lines.head("flamegate-probe", limit);
        if (!PROTOCOL.equals(protocol)) {
            throw new IOException("the probe uses protocol " + protocol + ", this gate " + PROTOCOL);
        }
        if (!token.matches(lines.head("token", limit))) {
            throw new IOException("the caller does not know the token");
        }
        hello = lines.block(limit);
    }

    ProbeFacts facts() {
        return ProbeFacts.of(hello);
    }

    /**
     * Asks and reads the answer.
     *
     * @param question of one line or more, each ended
     */
    Map<String, String> ask(String question, Duration limit) throws IOException {
        socket.setSoTimeout((int) limit.toMillis());
        socket.getOutputStream().write(question.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return lines.block(limit);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Reads the probe's {@code name value} lines, bounded in number, length and time. */
    private static final class Lines {
        private static final int LONGEST_HEAD = 200;
        private static final int LONGEST_LINE = 512 * 1024;
        private static final int MOST_LINES = 256;

        private final InputStream in;

        Lines(InputStream in) {
            this.in = in;
        }

        /**
         * Reads one short line.
         *
         * @return the value of this name
         * @throws IOException when it is another line
         */
        String head(String name, Duration limit) throws IOException {
            String line = line(System.nanoTime() + limit.toNanos(), LONGEST_HEAD);
            if (!line.startsWith(name + " ")) {
                throw new IOException("no " + name + " where there should be one");
            }
            return line.substring(name.length() + 1);
        }

        /**
         * Reads lines up to an empty one.
         *
         * @throws IOException when the other side closes, sends too much or takes longer than {@code limit}
         */
        Map<String, String> block(Duration limit) throws IOException {
            long deadline = System.nanoTime() + limit.toNanos();
            Map<String, String> values = new LinkedHashMap<>();
            while (values.size() <= MOST_LINES) {
                String line = line(deadline, LONGEST_LINE);
                if (line.isEmpty()) {
                    return values;
                }
                int space = line.indexOf(' ');
                values.put(space < 0 ? line : line.substring(0, space), space < 0 ? "" : line.substring(space + 1));
            }
            throw new IOException("more than " + MOST_LINES + " lines");
        }

        private String line(long deadline, int longest) throws IOException {
            byte[] bytes = new byte[256];
            int length = 0;
            while (true) {
                int c = in.read();
                if (c < 0) {
                    throw new EOFException("the connection ended");
                }
                if (System.nanoTime() > deadline) {
                    throw new SocketTimeoutException("the answer took too long");
                }
                if (c == '\n') {
                    return new String(bytes, 0, length, StandardCharsets.UTF_8);
                }
                if (length == longest) {
                    throw new IOException("a line of more than " + longest + " bytes");
                }
                if (length == bytes.length) {
                    bytes = Arrays.copyOf(bytes, length * 2);
                }
                bytes[length++] = (byte) c;
            }
        }
    }
}
