package dev.flamegate.collect.probe;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** One dialled connection after its hello. */
final class ProbeConnection implements Closeable {
    private static final byte[] QUESTION = "read\n".getBytes(StandardCharsets.UTF_8);
    private static final String PROTOCOL = "1";

    private final Socket socket;
    private final ProbeLines lines;
    private final Map<String, String> hello;

    /**
     * Hears the hello out.
     *
     * @throws IOException when it is no hello of a probe, or takes too long
     */
    ProbeConnection(Socket socket, Duration limit) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) limit.toMillis());
        lines = new ProbeLines(new BufferedInputStream(socket.getInputStream()));
        hello = lines.block(limit);
        String protocol = hello.get("flamegate-probe");
        if (!PROTOCOL.equals(protocol)) {
            throw new IOException("a hello of protocol " + protocol + ", this gate speaks " + PROTOCOL);
        }
    }

    String token() {
        return hello.getOrDefault("token", "");
    }

    ProbeFacts facts() {
        return ProbeFacts.of(hello);
    }

    Map<String, String> ask(Duration limit) throws IOException {
        socket.setSoTimeout((int) limit.toMillis());
        socket.getOutputStream().write(QUESTION);
        socket.getOutputStream().flush();
        return lines.block(limit);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
