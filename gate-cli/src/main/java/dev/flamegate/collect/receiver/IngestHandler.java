package dev.flamegate.collect.receiver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.flamegate.collect.BoundedInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers the agent: what it pushes is put on disk, queued for reading, and answered with 200. */
final class IngestHandler implements HttpHandler {
    static final String TOKEN_HEADER = "X-Flamegate-Token";

    private static final long MOST_UNREAD = 1 << 20;

    private final ReceiverOptions options;
    private final Spool spool;
    private final PushQueue pushes;
    private final @Nullable Forwarder forwarder;

    IngestHandler(ReceiverOptions options, Path folder, PushQueue pushes, @Nullable Forwarder forwarder) {
        this.options = options;
        this.pushes = pushes;
        this.forwarder = forwarder;
        spool = new Spool(folder, options.mostInflated());
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = answer(exchange);
            // Else a refused agent would see a broken connection, and push the same again eight times.
            readRest(exchange.getRequestBody());
            byte[] body = (answer.text() + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Answer answer(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/ready")) {
            return new Answer(200, "ready");
        }
        boolean ingest = path.equals("/ingest") || path.equals("/pyroscope/ingest");
        if (!ingest && !path.equals("/v1development/profiles")) {
            return new Answer(404, "Profiles are taken at /ingest.");
        }
        if (!exchange.getRequestMethod().equals("POST")) {
            return new Answer(405, "Profiles are taken by POST.");
        }
        if (!options.token().matches(exchange.getRequestHeaders().getFirst(TOKEN_HEADER))) {
            return new Answer(401, "The header " + TOKEN_HEADER + " does not bear this run's token.");
        }
        String format = ingest ? Query.value(exchange.getRequestURI().getRawQuery(), "format") : "otlp";
        if (!format.equals("jfr")) {
            return new Answer(
                    415, "Profiles of format '" + format + "' are not taken: set PYROSCOPE_FORMAT=jfr in the target.");
        }
        return receive(exchange);
    }

    private Answer receive(HttpExchange exchange) {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        InputStream bounded = new BoundedInput(
                exchange.getRequestBody(),
                options.mostBody(),
                () -> new Spool.TooLarge("a body of more than " + (options.mostBody() >> 20) + " MiB"));
        CopyStream copy = forwarder == null ? null : new CopyStream(bounded);
        try {
            Optional<Multipart> parts = Multipart.of(type, copy == null ? bounded : copy);
            if (parts.isEmpty()) {
                return new Answer(415, "Content of type " + type + " is not taken: expected multipart/form-data.");
            }
            Answer answer = receive(parts.get());
            if (copy != null && answer.status() == 200) {
                forward(exchange.getRequestURI().getRawQuery(), type, copy);
            }
            return answer;
        } catch (Spool.TooLarge e) {
            pushes.warn("profile-too-large", "A push of the profiler was refused: " + e.getMessage());
            return new Answer(413, e.getMessage());
        } catch (IOException e) {
            pushes.warn("profile-unreadable", "A push of the profiler was left out: " + e.getMessage());
            return new Answer(400, String.valueOf(e.getMessage()));
        }
    }

    /** The push is taken already: whatever goes wrong here is not the agent's business. */
    private void forward(@Nullable String query, String type, CopyStream copy) {
        if (forwarder != null) {
            try {
                forwarder.offer(query, type, copy.whole());
            } catch (IOException e) {
                forwarder.fail("the end of a push did not come: " + e.getMessage());
            }
        }
    }

    private Answer receive(Multipart parts) throws IOException {
        Path recording = null;
        Path labels = null;
        boolean taken = false;
        try {
            for (Optional<Multipart.Part> part = parts.next(); part.isPresent(); part = parts.next()) {
                String name = part.get().name();
                if (name.equals("jfr") && recording == null) {
                    recording = spool.write(part.get().body(), ".jfr");
                } else if (name.equals("labels") && labels == null) {
                    labels = spool.write(part.get().body(), ".labels");
                }
            }
            if (recording == null) {
                return new Answer(400, "The push has no part named jfr.");
            }
            taken = pushes.offer(new PushQueue.Push(recording, labels));
            // The agent pushes again what is answered so.
            return taken ? new Answer(200, "taken") : new Answer(503, "Too many pushes wait to be read.");
        } finally {
            if (!taken) {
                delete(recording);
                delete(labels);
            }
        }
    }

    /** Reads and not {@code skip}s: the server's streams skip past the end of the body and then wait for more. */
    private static void readRest(InputStream body) throws IOException {
        byte[] buffer = new byte[1 << 14];
        long left = MOST_UNREAD;
        for (int count = body.read(buffer); count >= 0 && left > 0; count = body.read(buffer)) {
            left -= count;
        }
    }

    private static void delete(@Nullable Path file) throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }

    private record Answer(int status, String text) {
        Answer(int status, @Nullable String text) {
            this.status = status;
            this.text = text == null ? "" : text;
        }
    }
}
