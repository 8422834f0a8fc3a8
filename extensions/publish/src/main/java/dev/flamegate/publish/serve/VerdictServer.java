package dev.flamegate.publish.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.flamegate.format.Names;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers {@code GET /v1/services/SERVICE/verdict} and {@code GET /healthz} in JSON; what is wrong is said in a
 * sentence under {@code error}. Requests have no bodies, short addresses, and three seconds to arrive.
 */
final class VerdictServer implements AutoCloseable {
    /** Answers queries; called by several threads. */
    interface Source {
        /**
         * The newest matching verdict; empty if there is no such verdict.
         *
         * @throws SharedCopies.NotRead when the shared records cannot be read now
         */
        Optional<JudgedRecord> newest(VerdictQuery query) throws SharedCopies.NotRead, InterruptedException;
    }

    /**
     * The heads of requests are read by these threads, so that there are more than slow callers would fill, and far more
     * than {@link #MOST_ASKED}: it stays healthy while a history is slow.
     */
    private static final int MOST_THREADS = 256;

    private static final int MOST_ASKED = 6;
    private static final int BACKLOG = 64;
    private static final int LONGEST_ADDRESS = 4096;
    private static final Pattern PATH = Pattern.compile("/v1/services/([^/]+)/verdict");
    private static final String BEARER = "Bearer ";

    static {
        // The only way to limit how long a caller may take for one request; the server reads it when it is first used.
        if (System.getProperty("sun.net.httpserver.maxReqTime") == null) {
            System.setProperty("sun.net.httpserver.maxReqTime", "3");
        }
    }

    private record Answer(int status, ObjectNode json) {
        static Answer error(int status, String sentence) {
            ObjectNode json = JsonMapper.shared().createObjectNode();
            json.put("error", Names.visible(sentence));
            return new Answer(status, json);
        }
    }

    private final HttpServer server;
    private final Source source;
    private final byte @Nullable [] token;
    private final @Nullable String report;
    private final Consumer<String> warnings;
    private final Semaphore asked = new Semaphore(MOST_ASKED);
    private final ExecutorService threads;

    /**
     * Listens.
     *
     * @param token that requests have to bear; {@code null} for none
     * @param report address of a report, as {@link VerdictJson#of} takes it
     * @throws IOException when it cannot listen there
     */
    VerdictServer(
            InetSocketAddress address,
            Source source,
            @Nullable String token,
            @Nullable String report,
            Consumer<String> warnings)
            throws IOException {
        this.source = source;
        this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
        this.report = report;
        this.warnings = warnings;
        server = HttpServer.create(address, BACKLOG);
        threads = new ThreadPoolExecutor(0, MOST_THREADS, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "flamegate-serve");
            thread.setDaemon(true);
            return thread;
        });
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    InetSocketAddress address() {
        return server.getAddress();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer;
            try {
                answer = answer(exchange);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                answer = Answer.error(503, "the server ends");
            } catch (RuntimeException e) {
                warnings.accept("a request could not be answered: " + e);
                answer = Answer.error(500, "this request could not be answered; the server's log says why");
            }
            byte[] body = (answer.json().toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            boolean isHead = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(answer.status(), isHead ? -1 : body.length);
            if (!isHead) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private Answer answer(HttpExchange exchange) throws InterruptedException {
        String path = exchange.getRequestURI().getRawPath();
        Matcher verdict = PATH.matcher(path == null ? "" : path);
        boolean isHealth = "/healthz".equals(path);
        if (exchange.getRequestURI().toString().length() > LONGEST_ADDRESS) {
            return Answer.error(414, "the address has more than " + LONGEST_ADDRESS + " characters");
        } else if (!isHealth && token == null && !isForThisMachine(exchange)) {
            return Answer.error(421, "the header Host names another machine than this one, which alone may ask here");
        } else if (!isHealth && !isAllowed(exchange)) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            return Answer.error(401, "the header Authorization does not have this server's token");
        } else if (!isHealth && !verdict.matches()) {
            return Answer.error(404, "there are /v1/services/SERVICE/verdict and /healthz");
        } else if (!exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET");
            return Answer.error(405, "this server only answers; ask by GET");
        } else if (hasBody(exchange)) {
            return Answer.error(413, "a request has no body here");
        } else if (isHealth) {
            return new Answer(200, JsonMapper.shared().createObjectNode().put("status", "ok"));
        } else if (!asked.tryAcquire()) {
            return later(exchange, "too many requests at the same time; ask again");
        }
        try {
            return verdict(
                    exchange,
                    VerdictQuery.of(verdict.group(1), exchange.getRequestURI().getRawQuery()));
        } catch (VerdictQuery.Wrong e) {
            return Answer.error(400, String.valueOf(e.getMessage()));
        } finally {
            asked.release();
        }
    }

    private Answer verdict(HttpExchange exchange, VerdictQuery query) throws InterruptedException {
        try {
            return source.newest(query)
                    .map(newest -> new Answer(200, VerdictJson.of(newest, report)))
                    .orElseGet(() -> Answer.error(404, "no verdict is stored of " + query.text()));
        } catch (SharedCopies.NotRead e) {
            return later(exchange, String.valueOf(e.getMessage()));
        }
    }

    private static Answer later(HttpExchange exchange, String sentence) {
        exchange.getResponseHeaders().set("Retry-After", "5");
        return Answer.error(503, sentence);
    }

    private static boolean hasBody(HttpExchange exchange) {
        String length = exchange.getRequestHeaders().getFirst("Content-Length");
        return exchange.getRequestHeaders().containsKey("Transfer-Encoding")
                || (length != null && !length.strip().equals("0"));
    }

    /**
     * True unless the server is for this machine only and was asked by another name, as a page on the web does that
     * gives its own name the address of this machine.
     */
    private boolean isForThisMachine(HttpExchange exchange) {
        String host =
                String.valueOf(exchange.getRequestHeaders().getFirst("Host")).replaceFirst(":\\d*$", "");
        InetAddress listening = server.getAddress().getAddress();
        return !listening.isLoopbackAddress()
                || host.equalsIgnoreCase("localhost")
                || host.equals("[::1]")
                || host.equals(listening.getHostAddress());
    }

    /** Compares the token in a time that does not show where a wrong one differs. */
    private boolean isAllowed(HttpExchange exchange) {
        String given = exchange.getRequestHeaders().getFirst("Authorization");
        return token == null
                || (given != null
                        && given.startsWith(BEARER)
                        && MessageDigest.isEqual(
                                given.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8), token));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
