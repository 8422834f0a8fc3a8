package dev.flamegate.collect.probe;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.Token;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;

/**
 * The server that probes connect to. A connection without the token is closed; other virtual machines that inherited
 * the agent, such as a child of the target, may connect too and are distinguished by their process id. Meant for one
 * target: in containers every target has the same process id.
 */
public final class ProbeServer implements AutoCloseable {
    private static final Duration HELLO = Duration.ofSeconds(3);
    private static final String TOKEN = "FLAMEGATE_PROBE_TOKEN";
    private static final int GREETERS = 32;
    private static final long ACCEPT_PAUSE_NANOS = 10_000_000;
    private static final int MOST_PROBES = 64;

    private final ServerSocket socket;
    private final Token token;
    private final ExecutorService greeters;
    private final Map<Long, Probe> probes = new LinkedHashMap<>();

    private ProbeServer(ServerSocket socket, Token token) {
        this.socket = socket;
        this.token = token;
        greeters = new ThreadPoolExecutor(0, GREETERS, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "flamegate-probe-greeter");
            thread.setDaemon(true);
            return thread;
        });
        Thread acceptor = new Thread(this::accept, "flamegate-probe-acceptor");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /**
     * Listens on a free port of an address.
     *
     * @param address loopback, or for targets in containers an address they can reach
     * @throws CollectionFailed when it cannot listen on the address
     */
    public static ProbeServer open(InetAddress address, Token token) {
        ServerSocket socket = null;
        try {
            socket = new ServerSocket();
            socket.bind(new InetSocketAddress(address, 0));
            return new ProbeServer(socket, token);
        } catch (IOException e) {
            throw new CollectionFailed("Cannot listen on " + address + " for the probe: " + e.getMessage(), e);
        }
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    /** The target's option that, with {@link #environment}, makes it connect here, by this server's own address. */
    public String javaAgentOption(Path probeJar) {
        return javaAgentOption(probeJar.toString(), address().getAddress().getHostAddress());
    }

    /**
     * The target's option that, with {@link #environment}, makes it connect here.
     *
     * @param probeJar path of the probe's jar as the target sees it
     * @param host this machine's name or address as the target sees it
     */
    public String javaAgentOption(String probeJar, String host) {
        String shown = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return "-javaagent:" + probeJar + "=connect=" + shown + ":" + address().getPort();
    }

    /**
     * The target's option that makes its probe relay, and with {@link #environment} connect here through the relay.
     *
     * @param port in the target's network that the probe relays at
     * @param folder that the target can write the profiler to
     */
    public static String relayOption(String probeJar, int port, String folder) {
        return "-javaagent:" + probeJar + "=relay=" + port + ",folder=" + folder;
    }

    /** The target's variable with the token; an option of a virtual machine could be seen by every user. */
    public Map<String, String> environment() {
        return Map.of(TOKEN, token.hex());
    }

    /**
     * Waits for a target's probe.
     *
     * @param pid expected process id; empty for the first to connect, as in a container, where ids differ
     * @throws CollectionFailed when it has not connected within {@code limit}
     */
    public Probe await(OptionalLong pid, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        synchronized (probes) {
            while (true) {
                for (Map.Entry<Long, Probe> probe : probes.entrySet()) {
                    if (pid.isEmpty() || pid.getAsLong() == probe.getKey()) {
                        return probe.getValue();
                    }
                }
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new CollectionFailed(notDialled(pid, limit));
                }
                probes.wait(left);
            }
        }
    }

    /** The last of the wanted processes to connect; a launcher's JVM connects before the service that it starts. */
    public Optional<Probe> latest(LongPredicate wanted) {
        synchronized (probes) {
            Probe latest = null;
            for (Map.Entry<Long, Probe> probe : probes.entrySet()) {
                if (wanted.test(probe.getKey())) {
                    latest = probe.getValue();
                }
            }
            return Optional.ofNullable(latest);
        }
    }

    private String notDialled(OptionalLong pid, Duration limit) {
        String who = pid.isPresent() ? "The probe in process " + pid.getAsLong() : "The target's probe";
        String others = probes.isEmpty() ? "" : " (process " + probes.keySet() + " did)";
        return who + " has not connected to " + address() + " within " + limit.toSeconds() + " s" + others
                + ". Is the target a Java program, and does it use the options that the gate sets?";
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket caller = socket.accept();
                try {
                    greeters.execute(() -> greet(caller));
                } catch (RejectedExecutionException e) {
                    caller.close(); // too many at once; a probe tries again
                }
            } catch (IOException e) {
                // Closed, or the caller was gone already, or no file descriptor is left: then trying again at once
                // would
                // only use CPU during the measurement.
                LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
            }
        }
    }

    private void greet(Socket caller) {
        try {
            if (admit(new ProbeConnection(caller, HELLO, token))) {
                return;
            }
        } catch (IOException e) {
            // Not a probe of this version: closed below.
        }
        try {
            caller.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    private boolean admit(ProbeConnection connection) {
        ProbeFacts facts = connection.facts();
        synchronized (probes) {
            Probe known = probes.get(facts.pid());
            if (known != null && known.facts().start().equals(facts.start())) {
                known.reconnected(connection);
            } else if (known == null && probes.size() >= MOST_PROBES) {
                return false;
            } else {
                Probe former = probes.put(facts.pid(), new Probe(facts, connection));
                if (former != null) {
                    former.close(); // an ended target with the same process id
                }
                probes.notifyAll();
            }
            return true;
        }
    }

    /** Closes all connections and stops listening. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It no longer listens, which is the aim.
        }
        greeters.shutdownNow();
        List<Probe> all;
        synchronized (probes) {
            all = new ArrayList<>(probes.values());
            probes.clear();
        }
        all.forEach(Probe::close);
    }
}
