package dev.flamegate.targets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of 127.0.0.1 that refuses every connection until this is closed.
 *
 * <p>It is bound and not listened on. A port that a server has just given up refuses connections only until another test
 * gets the same one.
 */
public final class DeadPort implements AutoCloseable {
    private final Socket held = new Socket();

    public DeadPort() throws IOException {
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    public int number() {
        return held.getLocalPort();
    }

    /** The port's address as a web server's, without a slash at the end. */
    public String http() {
        return "http://127.0.0.1:" + number();
    }

    @Override
    public void close() {
        try {
            held.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
