package dev.flamegate.cluster.injectors;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends load for a gate elsewhere: it listens on one port, and each connection that shows the token is one load, with
 * the generators that the gate uses on its own machine. A load ends with its connection, so it never outlives its gate.
 */
public final class InjectorAgent implements AutoCloseable {
    /** The gate's first words, followed by the version of the protocol. */
    static final String GREETING = "flamegate-gate 2 ";

    private static final int BACKLOG = 64;
    private static final int GREETED_WITHIN_MILLIS = 10_000;

    /** The longest silence of a gate, which sends something every few seconds: after that it is gone. */
    private static final int SILENT_AT_MOST_MILLIS = 60_000;

    private static final long WATCH_MILLIS = 250;

    private final ServerSocket server;
    private final String token;
    private final InjectorWork work;
    private final AtomicInteger open = new AtomicInteger();
    private volatile long lastSeen = System.nanoTime();
    private volatile boolean seen;

    private InjectorAgent(ServerSocket server, String token, InjectorWork work) {
        this.server = server;
        this.token = token;
        this.work = work;
    }

    /**
     * Listens.
     *
     * @param token that the gate shows
     * @throws IOException when it cannot listen there
     */
    public static InjectorAgent open(InetSocketAddress address, String token, InjectorWork work) throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.bind(address, BACKLOG);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        InjectorAgent agent = new InjectorAgent(server, token, work);
        run(agent::accept, "flamegate-injector");
        return agent;
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /**
     * Returns when no gate needs it any more.
     *
     * @param first how long it waits for a gate
     * @param again how long after the last connection has ended
     */
    public void awaitUnused(Duration first, Duration again) throws InterruptedException {
        while (open.get() > 0 || System.nanoTime() - lastSeen < (seen ? again : first).toNanos()) {
            Thread.sleep(WATCH_MILLIS);
        }
    }

    private static void run(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket caller = server.accept();
                run(() -> serve(caller), "flamegate-injector-load");
            } catch (IOException e) {
                // Closed, or out of descriptors for a moment.
            }
        }
    }

    private void serve(Socket caller) {
        try (Socket socket = caller;
                Wire wire = new Wire(socket)) {
            wire.silentFor(GREETED_WITHIN_MILLIS);
            if (!isGate(wire.text())) {
                return;
            }
            open.incrementAndGet();
            seen = true;
            try (AgentSession session = new AgentSession(wire, work)) {
                wire.silentFor(SILENT_AT_MOST_MILLIS);
                session.serve();
            } finally {
                lastSeen = System.nanoTime();
                open.decrementAndGet();
            }
        } catch (IOException e) {
            // The gate is gone; the session has ended its load.
        }
    }

    private boolean isGate(String greeting) {
        return MessageDigest.isEqual(
                (GREETING + token).getBytes(StandardCharsets.UTF_8), greeting.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // It no longer listens, which is the aim.
        }
    }
}
