package dev.flamegate.load.remote;

import dev.flamegate.load.Gatling;
import dev.flamegate.load.GatlingHome;
import dev.flamegate.load.Load;
import dev.flamegate.load.LoadCommand;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.load.LoadGenerator;
import dev.flamegate.os.Children;
import dev.flamegate.os.FileTree;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends load for a gate elsewhere: it listens on one port, and each connection that shows the token is one load, with the
 * generators that the gate uses on its own machine. A load ends with its connection, so it never outlives its gate.
 */
public final class InjectorAgent implements AutoCloseable {
    /** What the gate says first, with the version of what follows. */
    static final String GREETING = "flamegate-gate 1 ";

    private static final int BACKLOG = 64;
    private static final int GREETED_WITHIN_MILLIS = 10_000;

    /** The gate says something every few seconds: one that is silent for so long is gone. */
    private static final int SILENT_AT_MOST_MILLIS = 60_000;

    private static final long WATCH_MILLIS = 250;

    private final ServerSocket server;
    private final Setup setup;
    private final AtomicInteger loads = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private volatile long lastSeen = System.nanoTime();
    private volatile boolean seen;

    /**
     * What an agent works with.
     *
     * @param token that the gate shows
     * @param gatling Gatling's jars
     * @param folder for files and logs
     * @param children registry of the generators
     */
    public record Setup(String token, GatlingHome gatling, Path folder, Children children) {
        public Setup {
            folder = folder.toAbsolutePath().normalize();
        }

        /** Never the secret. */
        @Override
        public String toString() {
            return "Setup[" + folder + "]";
        }
    }

    private InjectorAgent(ServerSocket server, Setup setup) {
        this.server = server;
        this.setup = setup;
    }

    /**
     * Listens.
     *
     * @throws IOException when it cannot listen there
     */
    public static InjectorAgent open(InetSocketAddress address, Setup setup) throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.bind(address, BACKLOG);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        InjectorAgent agent = new InjectorAgent(server, setup);
        run(agent::accept, "flamegate-injector");
        return agent;
    }

    /** Where it listens. */
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
            try (AgentSession session = new AgentSession(wire, this)) {
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
                (GREETING + setup.token()).getBytes(StandardCharsets.UTF_8), greeting.getBytes(StandardCharsets.UTF_8));
    }

    boolean has(String files) {
        return Files.isDirectory(files(files));
    }

    /** Takes the files of a load, unless another connection has brought them meanwhile. */
    void take(String sum, Wire wire, long bytes) throws IOException {
        Path archive = Files.createTempFile(Files.createDirectories(setup.folder()), "load-", ".zip");
        Path draft = Files.createTempDirectory(setup.folder(), "draft-");
        try {
            try (var out = Files.newOutputStream(archive)) {
                Wire.copy(wire.in(), out, bytes);
            }
            try (var in = Files.newInputStream(archive)) {
                Luggage.unpack(in, draft);
            }
            synchronized (this) {
                if (!has(sum)) {
                    Files.createDirectories(files(sum).getParent());
                    Files.move(draft, files(sum), StandardCopyOption.ATOMIC_MOVE);
                }
            }
        } finally {
            Files.deleteIfExists(archive);
            FileTree.delete(draft);
        }
    }

    private Path files(String sum) {
        if (!sum.matches("[0-9a-f]{64}")) {
            throw new LoadFailed("the gate named files in an unknown way", "", "use one version of both", List.of());
        }
        return setup.folder().resolve("files").resolve(sum);
    }

    /** Starts the generator of a load. */
    Load start(Order order) {
        if (!has(order.files())) {
            throw new LoadFailed("the load's files are missing", "", "measure again", List.of());
        }
        Path plan = files(order.files()).resolve(Luggage.PLAN);
        LoadGenerator generator = order.load().command() == null
                ? new Gatling(order.load(), order.share(), plan, setup.gatling(), List.of(), setup.children())
                : new LoadCommand(order.load(), order.share(), plan, List.of(), setup.children());
        return generator.start(order.baseUrl(), setup.folder().resolve("load-" + loads.incrementAndGet()));
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
