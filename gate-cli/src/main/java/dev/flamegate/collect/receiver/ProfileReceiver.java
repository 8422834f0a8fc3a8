package dev.flamegate.collect.receiver;

import com.sun.net.httpserver.HttpServer;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.ProfileSource;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.jfr.Recordings;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.os.OwnFolders;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Receives the pushes of one target's Pyroscope agent or OTLP profiler and returns the profiles of any window. Pushes
 * are answered at once and read in the background, in order of arrival.
 */
public final class ProfileReceiver implements ProfileSource, AutoCloseable {
    /** Heads of requests are read by these threads: more than a slow neighbour of the target would fill by chance. */
    private static final int MOST_THREADS = 64;

    private static final int BACKLOG = 64;

    static {
        // The only way to limit how long a caller may take for one request; the server reads it when it is first used.
        if (System.getProperty("sun.net.httpserver.maxReqTime") == null) {
            System.setProperty("sun.net.httpserver.maxReqTime", "30");
        }
    }

    private final HttpServer server;
    private final Path folder;
    private final ReceiverOptions options;
    private final ExecutorService http;
    private final PushQueue pushes;
    private final @Nullable Forwarder forwarder;
    private volatile OptionalLong pid = OptionalLong.empty();

    private ProfileReceiver(HttpServer server, Path folder, ReceiverOptions options) {
        this.server = server;
        this.folder = folder;
        this.options = options;
        http = new ThreadPoolExecutor(0, MOST_THREADS, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "flamegate-receiver");
            thread.setDaemon(true);
            return thread;
        });
        pushes = new PushQueue(new Recordings(), folder, options.mostInflated());
        Forwarding forwarding = options.forwarding();
        forwarder = forwarding == null ? null : new Forwarder(forwarding);
        IngestHandler ingest = new IngestHandler(options, pushes, forwarder);
        server.createContext("/", ingest);
        server.setExecutor(http);
        server.start();
    }

    /**
     * Listens on a free port.
     *
     * @throws CollectionFailed when it cannot listen on the address, or no temporary file can be created
     */
    public static ProfileReceiver open(ReceiverOptions options) {
        try {
            Path folder = Files.createTempDirectory(OwnFolders.temporary(), "pushes-");
            HttpServer server = HttpServer.create(new InetSocketAddress(options.address(), 0), BACKLOG);
            return new ProfileReceiver(server, folder, options);
        } catch (IOException e) {
            throw new CollectionFailed("Cannot receive profiles on " + options.address() + ": " + e.getMessage(), e);
        }
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** The environment that makes a target on this machine push here. */
    public Map<String, String> environment(AgentSettings settings) {
        return environment(settings, address().getAddress().getHostAddress());
    }

    /**
     * The environment that makes a target push here.
     *
     * @param host this machine's name or address as the target sees it
     */
    public Map<String, String> environment(AgentSettings settings, String host) {
        return environment(settings, host, address().getPort());
    }

    /**
     * The environment that makes a target push here through a relay or proxy.
     *
     * @param host its name or address as the target sees it
     * @param port likewise
     */
    public Map<String, String> environment(AgentSettings settings, String host, int port) {
        return settings.environment(
                "http://" + shown(host) + ":" + port,
                Map.of(IngestHandler.TOKEN_HEADER, options.token().hex()));
    }

    /**
     * The environment that makes an OTLP profiler of a target push here: the variables that OpenTelemetry has for each
     * signal.
     *
     * @param host name or address of this machine, or of what stands between, as the target sees it
     * @param port likewise
     */
    public Map<String, String> otlpEnvironment(String host, int port) {
        return Map.of(
                "OTEL_EXPORTER_OTLP_PROFILES_ENDPOINT",
                "http://" + shown(host) + ":" + port + IngestHandler.OTLP,
                "OTEL_EXPORTER_OTLP_PROFILES_PROTOCOL",
                "http/protobuf",
                "OTEL_EXPORTER_OTLP_PROFILES_HEADERS",
                IngestHandler.TOKEN_HEADER + "=" + options.token().hex());
    }

    private static String shown(String host) {
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    /** Accepts only recordings of this process from now on: a child of the target inherits the agent. */
    public void expect(long targetPid) {
        pid = OptionalLong.of(targetPid);
    }

    /**
     * Waits until recordings that reach {@code end} have been read. The agent never sends its last interval when the
     * target stops: the target must keep running until this returns.
     *
     * @return false when none arrived within {@code limit}
     */
    @Override
    public boolean awaitCovering(Instant end, Duration limit) throws InterruptedException {
        return pushes.awaitEnd(end, pid, limit);
    }

    /**
     * The profiles of a window, by the times of their events.
     *
     * @param cpuSeconds CPU time of the target in the window, for the coverage; NaN when unknown
     */
    @Override
    public ProfileCut profiles(Window window, double cpuSeconds) {
        ProfileCut cut = pushes.recordings().cut(window, pid, cpuSeconds);
        List<Warning> warnings = new ArrayList<>(cut.warnings());
        warnings.addAll(pushes.warnings());
        if (forwarder != null) {
            forwarder.warning().ifPresent(warnings::add);
        }
        return new ProfileCut(cut.trees(), cut.quality(), warnings);
    }

    /** The number of pushes that were forwarded, and of those that did not reach the server. */
    Forwarder.Tally forwarded() {
        return forwarder == null ? Forwarder.Tally.NONE : forwarder.tally();
    }

    /** Stops listening and discards everything; pushes on their way to a server have a few seconds to reach it. */
    @Override
    public void close() {
        server.stop(0);
        http.shutdownNow();
        pushes.close();
        if (forwarder != null) {
            forwarder.close();
        }
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // The system will clean up its temporary files.
        }
    }
}
