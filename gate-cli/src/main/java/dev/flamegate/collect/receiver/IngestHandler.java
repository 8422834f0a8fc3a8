package dev.flamegate.collect.receiver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.flamegate.collect.BoundedInput;
import dev.flamegate.model.message.ProfileNotice;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers profilers: a push is written to disk, queued for reading, and answered with 200. */
final class IngestHandler implements HttpHandler {
    static final String TOKEN_HEADER = "X-Flamegate-Token";

    /** The path that OTLP profiles are posted to, by the protocol. */
    static final String OTLP = "/v1development/profiles";

    private static final String PROTOBUF = "application/x-protobuf";
    private static final long MOST_UNREAD = 1 << 20;

    /** OTLP's answer to a push that is accepted as a whole: a message without fields, which has no bytes. */
    private static final Answer ACCEPTED = new Answer(200, "");

    /** The answer when too many pushes wait; both the agent and OTLP's exporters repeat such a push. */
    private static final Answer TOO_MANY = new Answer(503, "Too many pushes are waiting to be read.");

    private final ReceiverOptions options;
    private final PushQueue pushes;
    private final @Nullable Forwarder forwarder;

    IngestHandler(ReceiverOptions options, PushQueue pushes, @Nullable Forwarder forwarder) {
        this.options = options;
        this.pushes = pushes;
        this.forwarder = forwarder;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = answer(exchange);
            // Otherwise a refused agent would see a broken connection and repeat the push eight times.
            readRest(exchange.getRequestBody());
            if (answer.equals(ACCEPTED)) {
                exchange.getResponseHeaders().set("Content-Type", PROTOBUF);
                exchange.sendResponseHeaders(200, -1);
                return;
            }
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
        if (!ingest && !path.equals(OTLP)) {
            return new Answer(404, "Profiles are accepted at /ingest and " + OTLP + ".");
        }
        if (!exchange.getRequestMethod().equals("POST")) {
            return new Answer(405, "Profiles are accepted by POST.");
        }
        if (!options.token().matches(exchange.getRequestHeaders().getFirst(TOKEN_HEADER))) {
            return new Answer(401, "The header " + TOKEN_HEADER + " does not have this run's token.");
        }
        if (!ingest) {
            return receiveOtlp(exchange);
        }
        String format = queryValue(exchange.getRequestURI().getRawQuery(), "format");
        if (!format.equals("jfr")) {
            return new Answer(
                    415,
                    "Profiles of format '" + format + "' are not accepted: set PYROSCOPE_FORMAT=jfr in the target.");
        }
        return receive(exchange);
    }

    /**
     * The value of a key in a push's query, decoded; empty when it is missing or badly encoded. Its other values hold
     * braces, commas and spaces, which a strict reader refuses.
     */
    private static String queryValue(@Nullable String query, String key) {
        for (String pair : (query == null ? "" : query).split("&", -1)) {
            if (pair.startsWith(key + "=")) {
                try {
                    return URLDecoder.decode(pair.substring(key.length() + 1), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException e) {
                    return "";
                }
            }
        }
        return "";
    }

    private Answer receiveOtlp(HttpExchange exchange) {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type == null || !type.split(";", -1)[0].strip().equalsIgnoreCase(PROTOBUF)) {
            return new Answer(
                    415,
                    "Content of type " + type + " is not accepted: set the protocol http/protobuf in the profiler.");
        }
        try {
            return queue(pushes.spool(bounded(exchange), ".otlp"));
        } catch (PushQueue.TooLarge e) {
            return tooLarge(e);
        } catch (IOException e) {
            return unreadable(e);
        }
    }

    private Answer queue(Path message) throws IOException {
        boolean taken = false;
        try {
            taken = pushes.offer(new PushQueue.Push(message, null, true));
            return taken ? ACCEPTED : TOO_MANY;
        } finally {
            if (!taken) {
                delete(message);
            }
        }
    }

    private InputStream bounded(HttpExchange exchange) {
        return new BoundedInput(
                exchange.getRequestBody(),
                options.mostBody(),
                () -> new PushQueue.TooLarge("a body of more than " + (options.mostBody() >> 20) + " MiB"));
    }

    private Answer tooLarge(PushQueue.TooLarge e) {
        pushes.warn(ProfileNotice.PROFILE_TOO_LARGE, "A push of the profiler was refused: " + e.getMessage());
        return new Answer(413, e.getMessage());
    }

    private Answer unreadable(IOException e) {
        pushes.warn(ProfileNotice.PROFILE_UNREADABLE, "A push of the profiler was skipped: " + e.getMessage());
        return new Answer(400, String.valueOf(e.getMessage()));
    }

    private Answer receive(HttpExchange exchange) {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        InputStream bounded = bounded(exchange);
        CopyStream copy = forwarder == null ? null : new CopyStream(bounded);
        try {
            Optional<Multipart> parts = Multipart.of(type, copy == null ? bounded : copy);
            if (parts.isEmpty()) {
                return new Answer(415, "Content of type " + type + " is not accepted: expected multipart/form-data.");
            }
            Answer answer = receive(parts.get());
            if (copy != null && answer.status() == 200) {
                forward(exchange.getRequestURI().getRawQuery(), type, copy);
            }
            return answer;
        } catch (PushQueue.TooLarge e) {
            return tooLarge(e);
        } catch (IOException e) {
            return unreadable(e);
        }
    }

    /** Forwards a push. The push is accepted already: an error here does not concern the agent. */
    private void forward(@Nullable String query, String type, CopyStream copy) {
        if (forwarder != null) {
            try {
                forwarder.offer(query, type, copy.whole());
            } catch (IOException e) {
                forwarder.fail("the end of a push did not arrive: " + e.getMessage());
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
                    recording = pushes.spool(part.get().body(), ".jfr");
                } else if (name.equals("labels") && labels == null) {
                    labels = pushes.spool(part.get().body(), ".labels");
                }
            }
            if (recording == null) {
                return new Answer(400, "The push has no part named jfr.");
            }
            taken = pushes.offer(new PushQueue.Push(recording, labels, false));
            return taken ? new Answer(200, "taken") : TOO_MANY;
        } finally {
            if (!taken) {
                delete(recording);
                delete(labels);
            }
        }
    }

    /** Reads the rest of the body without {@code skip}: the server's streams skip past its end and then wait. */
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

    /** Keeps a copy of the bytes that are read through it. */
    private static final class CopyStream extends FilterInputStream {
        private final ByteArrayOutputStream copy = new ByteArrayOutputStream();

        CopyStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            if (b >= 0) {
                copy.write(b);
            }
            return b;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            if (count > 0) {
                copy.write(bytes, offset, count);
            }
            return count;
        }

        @Override
        public long skip(long count) throws IOException {
            return readNBytes((int) Math.max(0, Math.min(count, 1 << 16))).length;
        }

        @Override
        public boolean markSupported() {
            return false;
        }

        /** The whole content, including the part that was not read. */
        byte[] whole() throws IOException {
            byte[] buffer = new byte[1 << 14];
            for (int count = read(buffer); count >= 0; count = read(buffer)) {
                // Reading keeps it.
            }
            return copy.toByteArray();
        }
    }
}
