package dev.flamegate.cluster;

import dev.flamegate.os.CloseableRegistry;
import java.io.BufferedInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The gate's end of the relay in a pod: the agents there reach the gate's listeners although the pod cannot reach this
 * machine. It keeps connections to the relay open ahead, and joins each on which an agent speaks with the listener that
 * the agent means, by its first line. Through it the probe also asks for the profiler, for which the target waits.
 */
public final class Tunnel implements AutoCloseable {
    private static final int AHEAD = 3;
    private static final int CONNECT_WITHIN_MILLIS = 2_000;
    private static final Duration RETRY = Duration.ofMillis(100);

    /** Whatever stands between the gate and the pod may drop what is idle: such connections are renewed before. */
    private static final int IDLE_MILLIS = 20_000;

    private static final int LONGEST_LINE = 8_000;

    /** The relay's question before it lets an agent speak, and the gate's answer: the gate is here. */
    private static final String QUESTION = "flamegate-relay?\n";

    private static final char ANSWER = '!';

    private static final String PROBE = "flamegate-probe ";
    private static final String PROFILER = "flamegate-profiler ";
    private static final double MILLIS = 1e3;

    /**
     * The addresses and files at the gate's end.
     *
     * @param token that the pod's relay knows the gate by
     * @param probes where the gate listens for the probe
     * @param receiver where it listens for profiles
     * @param profiler jar that the probe is sent; {@code null} for none
     */
    public record Ends(
            String token,
            InetSocketAddress probes,
            InetSocketAddress receiver,
            @Nullable Path profiler) {}

    private final InetSocketAddress relay;
    private final byte[] greeting;
    private final Ends ends;
    private final CloseableRegistry open = new CloseableRegistry();
    private @Nullable Start start;

    /** The moment when the target went on, and the age of its virtual machine when it began to wait. */
    private record Start(long nanos, double age) {}

    private Tunnel(InetSocketAddress relay, Ends ends) {
        this.relay = relay;
        this.ends = ends;
        greeting = ("flamegate-relay " + ends.token() + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Begins to connect; the relay need not be there yet.
     *
     * @param relay where this machine reaches it
     */
    static Tunnel open(InetSocketAddress relay, Ends ends) {
        Tunnel tunnel = new Tunnel(relay, ends);
        for (int i = 0; i < AHEAD; i++) {
            tunnel.keepOneAhead();
        }
        return tunnel;
    }

    /**
     * Seconds from the start of the first virtual machine to ask for the profiler until now, without those for which it
     * waited; empty when none has asked.
     */
    synchronized OptionalDouble sinceStart() {
        return start == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(start.age + (System.nanoTime() - start.nanos) / 1e9);
    }

    private void keepOneAhead() {
        run(() -> {
            while (!open.isClosed()) {
                if (ahead()) {
                    return;
                }
                pause();
            }
        });
    }

    private static void run(Runnable task) {
        Thread thread = new Thread(task, "flamegate-tunnel");
        thread.setDaemon(true);
        thread.start();
    }

    /** Connects and waits for an agent to speak; whether one did, after which another thread keeps one ahead. */
    private boolean ahead() {
        try (Socket socket = connected(relay)) {
            socket.getOutputStream().write(greeting);
            socket.setSoTimeout(IDLE_MILLIS);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String line = line(in);
            if (line.equals(QUESTION)) {
                socket.getOutputStream().write(ANSWER);
                line = line(in);
            }
            keepOneAhead();
            socket.setSoTimeout(0);
            if (line.startsWith(PROFILER)) {
                sendProfiler(line, socket.getOutputStream());
                in.read(); // the probe ends when it has all
            } else {
                join(in, socket, line);
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false; // renewed
        } catch (IOException | CloseableRegistry.Closed e) {
            return false; // the pod does not listen yet, or not any more
        }
    }

    private void join(InputStream in, Socket agent, String line) throws IOException {
        try (Socket listener = connected(line.startsWith(PROBE) ? ends.probes() : ends.receiver())) {
            listener.getOutputStream().write(line.getBytes(StandardCharsets.ISO_8859_1));
            run(() -> {
                try {
                    listener.getInputStream().transferTo(agent.getOutputStream());
                } catch (IOException e) {
                    // Either has ended: so has the other, below.
                }
                close(agent);
            });
            in.transferTo(listener.getOutputStream());
        } finally {
            close(agent);
        }
    }

    /** A connection that ends with this tunnel. */
    private Socket connected(InetSocketAddress to) throws IOException {
        return open.start(
                () -> {
                    Socket socket = new Socket() {
                        @Override
                        public synchronized void close() throws IOException {
                            super.close();
                            open.release(this);
                        }
                    };
                    try {
                        socket.connect(to, CONNECT_WITHIN_MILLIS);
                        socket.setTcpNoDelay(true);
                        return socket;
                    } catch (IOException e) {
                        socket.close();
                        throw e;
                    }
                },
                Tunnel::close);
    }

    private void sendProfiler(String line, OutputStream to) throws IOException {
        double age = seconds(line.substring(PROFILER.length()).strip());
        DataOutputStream out = new DataOutputStream(to);
        Path profiler = ends.profiler();
        out.writeLong(profiler == null ? 0 : Files.size(profiler));
        if (profiler != null) {
            Files.copy(profiler, out);
        }
        out.flush();
        synchronized (this) {
            if (start == null) {
                start = new Start(System.nanoTime(), age);
            }
        }
    }

    private static double seconds(String millis) throws IOException {
        try {
            return Long.parseLong(millis) / MILLIS;
        } catch (NumberFormatException e) {
            throw new IOException(millis + ": not an age in milliseconds", e);
        }
    }

    /** Reads up to the end of a line, line end included. */
    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int c;
        do {
            c = in.read();
            if (c < 0) {
                throw new IOException("the connection ended");
            }
            line.append((char) c);
        } while (c != '\n' && line.length() < LONGEST_LINE);
        return line.toString();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        open.close();
    }
}
