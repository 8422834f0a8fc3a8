package dev.flamegate.collect.http;

import dev.flamegate.collect.CollectionFailed;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to one server. A request is retried, with growing pauses, when the server says to come back later
 * (429, with its {@code Retry-After}), when a proxy says that it is not available (502, 503, 504) and when the
 * connection fails or breaks; in no other case. Everything ends within the time of {@link ApiLimits}. Safe for several
 * threads.
 */
public final class ApiClient {
    private static final Set<Integer> TRANSIENT = Set.of(429, 502, 503, 504);
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final ServerAddress server;
    private final String name;
    private final String check;
    private final ApiLimits limits;
    private final HttpClient http;

    /**
     * A client of a server. No redirect is followed: what answers may be the service under test, and the gate reaches
     * servers that it must not.
     *
     * @param name of the server in messages, to start a sentence, such as {@code Prometheus}
     * @param check what to check when it does not answer as expected, as a sentence
     */
    public ApiClient(ServerAddress server, String name, String check, ApiLimits limits) {
        this.server = server;
        this.name = name;
        this.check = check;
        this.limits = limits;
        http = HttpClient.newBuilder()
                .connectTimeout(limits.time().compareTo(CONNECT) < 0 ? limits.time() : CONNECT)
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    private ApiClient(ApiClient other, ApiLimits limits) {
        server = other.server;
        name = other.name;
        check = other.check;
        http = other.http;
        this.limits = limits;
    }

    public ApiClient with(ApiLimits others) {
        return new ApiClient(this, others);
    }

    public ServerAddress server() {
        return server;
    }

    /**
     * Gets a path.
     *
     * @param accept accepted media types, such as {@code application/json}
     * @throws CollectionFailed when no answer arrived within the limits; an answer of any status is returned
     */
    public Answer get(String path, Form query, String accept) throws InterruptedException {
        String encoded = query.encoded();
        URI address = URI.create(server.at(path) + (encoded.isEmpty() ? "" : "?" + encoded));
        return send(path, HttpRequest.newBuilder(address).GET().header("Accept", accept));
    }

    /** Gets JSON; see {@link #get(String, Form, String)}. */
    public Answer get(String path, Form query) throws InterruptedException {
        return get(path, query, "application/json");
    }

    /** Posts a form and accepts JSON; see {@link #get(String, Form, String)}. */
    public Answer postForm(String path, Form form) throws InterruptedException {
        byte[] body = form.encoded().getBytes(StandardCharsets.US_ASCII);
        return post(path, Form.EMPTY, "application/x-www-form-urlencoded", body);
    }

    /** Posts JSON and accepts JSON; see {@link #get(String, Form, String)}. */
    public Answer postJson(String path, String json) throws InterruptedException {
        return post(path, Form.EMPTY, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sends JSON with any method, such as {@code PATCH}, and accepts JSON; see {@link #get(String, Form, String)}.
     * Retried like every request: use limits with one attempt for what must not happen twice.
     */
    public Answer sendJson(String method, String path, String json) throws InterruptedException {
        return send(
                path,
                HttpRequest.newBuilder(server.at(path))
                        .method(method, BodyPublishers.ofString(json, StandardCharsets.UTF_8))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json"));
    }

    /**
     * Posts bytes; see {@link #get(String, Form, String)}. A request whose answer was lost is posted again unless
     * the limits allow only one attempt.
     *
     * @param query of the URL
     * @param contentType of the bytes
     */
    public Answer post(String path, Form query, String contentType, byte[] body) throws InterruptedException {
        String encoded = query.encoded();
        URI address = URI.create(server.at(path) + (encoded.isEmpty() ? "" : "?" + encoded));
        return send(
                path,
                HttpRequest.newBuilder(address)
                        .POST(BodyPublishers.ofByteArray(body))
                        .header("Content-Type", contentType)
                        .header("Accept", "application/json, */*;q=0.5"));
    }

    private Answer send(String path, HttpRequest.Builder builder) throws InterruptedException {
        server.headers().forEach(builder::setHeader);
        HttpRequest request = builder.build();
        Exchange exchange = new Exchange(name, server, path, check, limits);
        Patience patience = new Patience(limits);
        while (true) {
            Throwable broken = null;
            try {
                Answer answer = attempt(request, exchange, patience.left());
                if (!TRANSIENT.contains(answer.status()) || !patience.pause(answer.header("Retry-After"))) {
                    return answer;
                }
            } catch (TimeoutException e) {
                throw exchange.failure("has not answered within " + seconds(limits.time()), "", "", e);
            } catch (ExecutionException e) {
                broken = e.getCause() == null ? e : e.getCause();
            }
            if (broken != null && !(isWorthRetrying(broken) && patience.pause())) {
                throw failure(exchange, broken, patience);
            }
        }
    }

    private Answer attempt(HttpRequest request, Exchange exchange, Duration left)
            throws InterruptedException, ExecutionException, TimeoutException {
        Instant sent = Instant.now();
        CompletableFuture<HttpResponse<byte[]>> future =
                http.sendAsync(request, info -> new BoundedBody(limits.mostBytes()));
        try {
            HttpResponse<byte[]> response = future.get(left.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(
                    exchange, response.statusCode(), response.headers(), response.body(), sent, Instant.now());
        } finally {
            future.cancel(true); // closes the connection if the answer has not ended; no effect otherwise
        }
    }

    private static boolean isWorthRetrying(Throwable broken) {
        return !(broken instanceof SSLException);
    }

    private static CollectionFailed failure(Exchange exchange, Throwable broken, Patience patience) {
        String advice = broken instanceof SSLException
                ? "Does the JVM trust its certificate (JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=FILE)?"
                : "";
        String reason = exchange.server().redacted(reason(broken));
        return exchange.failure(
                "does not answer (" + reason
                        + (patience.attempts() > 1 ? ", tried " + patience.attempts() + " times" : "") + ")",
                "",
                advice,
                broken);
    }

    private static String reason(Throwable broken) {
        String message = broken.getMessage();
        for (@Nullable Throwable cause = broken; message == null && cause != null; cause = cause.getCause()) {
            message = cause.getMessage();
        }
        if (message != null) {
            return message;
        }
        return broken instanceof ConnectException
                ? "nothing listens there, or the name is unknown"
                : broken.getClass().getSimpleName();
    }

    private static String seconds(Duration time) {
        return time.toMillis() < 1000 ? time.toMillis() + " ms" : time.toSeconds() + " s";
    }
}
