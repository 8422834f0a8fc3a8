package dev.flamegate.collect.receiver;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.flamegate.collect.Token;
import dev.flamegate.collect.jfr.Recordings;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.model.Window;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What the profiler sends: any request has an answer, and any body is a push or an {@link IOException}. */
class PushFuzz {
    private static final Token TOKEN = new Token("0123456789abcdef0123456789abcdef");
    private static final Window WINDOW =
            new Window(Instant.parse("2026-11-21T00:45:50Z"), Instant.parse("2026-11-21T00:46:00Z"));
    private static final Window EVER = new Window(Instant.EPOCH, Instant.parse("2200-01-01T00:00:00Z"));
    private static final ReceiverOptions OPTIONS =
            new ReceiverOptions(InetAddress.getLoopbackAddress(), TOKEN, 1 << 20, 1 << 22, null);

    @FuzzTest
    @Seeds(made = "bodies")
    void push(byte[] input) throws IOException {
        List<byte[]> parts = Input.parts(input, 2);
        try (PushQueue queue = queue()) {
            Optional<Multipart> multipart =
                    Multipart.of(Input.text(parts.get(0)), new ByteArrayInputStream(parts.get(1)));
            if (multipart.isEmpty()) {
                return;
            }
            Recordings recordings = new Recordings();
            Path recording = null;
            byte[] labels = null;
            for (Optional<Multipart.Part> part = multipart.get().next();
                    part.isPresent();
                    part = multipart.get().next()) {
                Path file = queue.spool(part.get().body(), ".part");
                if (part.get().name().equals("jfr")) {
                    recording = file;
                } else if (part.get().name().equals("labels")) {
                    labels = Files.readAllBytes(file);
                }
            }
            if (recording != null) {
                recordings.add(recording, labels);
                recordings.end(OptionalLong.of(1));
                recordings.cut(WINDOW, OptionalLong.empty(), 2);
                recordings.cut(EVER, OptionalLong.empty(), 2);
            }
        } catch (IOException e) {
            // no push
        }
    }

    static List<byte[]> bodies() throws IOException {
        byte[] first = Pushes.body(Pushes.FIRST);
        byte[] steady = Pushes.body(Pushes.STEADY);
        return List.of(
                Input.of(type(first), first),
                Input.of(type(steady), steady),
                Input.of(
                        "multipart/form-data; charset=x; boundary=\"b c\"",
                        "--b c\r\nContent-Disposition: form-data; name=\"jfr\"; filename=\"a\"\r\nContent-Type: x\r\n\r\nFLR\r\n"
                                + "--b c\r\nContent-Disposition: form-data; name=labels\r\n\r\n\n\4\10\1\22\0\r\n--b c--\r\n"));
    }

    private static byte[] type(byte[] body) {
        return Pushes.type(body).getBytes(StandardCharsets.UTF_8);
    }

    @FuzzTest
    @Seeds(files = "gate-cli/src/test/resources/otlp/*.otlp")
    void otlp(byte[] input) {
        Recordings recordings = new Recordings();
        try {
            recordings.addOtlp(input);
        } catch (IOException e) {
            return; // no profile
        }
        recordings.end(OptionalLong.of(1));
        recordings.cut(WINDOW, OptionalLong.empty(), 2);
        recordings.cut(EVER, OptionalLong.empty(), 2);
    }

    @FuzzTest
    @Seeds(made = "labelSnapshots")
    void labels(byte[] input) throws IOException {
        Recordings recordings = new Recordings();
        try {
            recordings.add(Recording.FILE, input);
        } catch (IOException e) {
            return;
        }
        recordings.cut(WINDOW, OptionalLong.empty(), 2);
    }

    static List<byte[]> labelSnapshots() throws IOException {
        Path folder = Input.folder("labels");
        return List.of(
                Files.readAllBytes(Pushes.part(Pushes.body(Pushes.FIRST), "labels", folder)),
                Files.readAllBytes(Pushes.part(Pushes.body(Pushes.STEADY), "labels", folder)));
    }

    /** A recording that labels belong to. */
    private static final class Recording {
        static final Path FILE = file();

        private static Path file() {
            try {
                return Pushes.part(Pushes.body(Pushes.STEADY), "jfr", Input.folder("recording-of-labels"));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @FuzzTest
    @Seeds(made = "requests")
    void request(byte[] input) throws IOException, URISyntaxException {
        List<byte[]> parts = Input.parts(input, 4);
        String address = Input.text(parts.get(1));
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            return; // the server refuses it
        }
        if (uri.getPath() == null) {
            return;
        }
        Request request = new Request(Input.text(parts.get(0)), uri, Input.text(parts.get(2)), parts.get(3));
        try (PushQueue pushes = queue()) {
            new IngestHandler(OPTIONS, pushes, null).handle(request);
        }
        if (request.answered < 200 || request.answered > 599) {
            throw new IllegalStateException("answered " + request.answered);
        }
    }

    private static PushQueue queue() {
        return new PushQueue(new Recordings(), Input.folder("pushes"), OPTIONS.mostInflated());
    }

    static List<byte[]> requests() {
        String body = "--b\r\nContent-Disposition: form-data; name=\"jfr\"\r\n\r\nFLR\r\n--b--\r\n";
        return List.of(
                Input.of("GET", "/ready", "", ""),
                Input.of(
                        "POST", "/ingest?name=a%7Bb%3Dc%7D&format=jfr&from=1", "multipart/form-data; boundary=b", body),
                Input.of("POST", "/pyroscope/ingest?format=jfr", "multipart/form-data;boundary=\"b\"", body + "x"),
                Input.of("POST", "/ingest?format=collapsed", "text/plain", "a;b 1"),
                Input.of("POST", "/v1development/profiles", "application/x-protobuf", "x"),
                Input.of("PUT", "/elsewhere", "", ""));
    }

    /** One request, without a server. */
    private static final class Request extends HttpExchange {
        private final String method;
        private final URI uri;
        private final Headers headers = new Headers();
        private final InputStream body;
        private int answered;

        Request(String method, URI uri, String contentType, byte[] body) {
            this.method = method;
            this.uri = uri;
            this.body = new ByteArrayInputStream(body);
            headers.set(IngestHandler.TOKEN_HEADER, TOKEN.hex());
            if (contentType.chars().noneMatch(c -> c < ' ')) {
                headers.set("Content-Type", contentType);
            }
        }

        @Override
        public Headers getRequestHeaders() {
            return headers;
        }

        @Override
        public Headers getResponseHeaders() {
            return new Headers();
        }

        @Override
        public URI getRequestURI() {
            return uri;
        }

        @Override
        public String getRequestMethod() {
            return method;
        }

        @Override
        public @Nullable HttpContext getHttpContext() {
            return null;
        }

        @Override
        public void close() {}

        @Override
        public InputStream getRequestBody() {
            return body;
        }

        @Override
        public OutputStream getResponseBody() {
            return new ByteArrayOutputStream();
        }

        @Override
        public void sendResponseHeaders(int status, long length) {
            answered = status;
        }

        @Override
        public InetSocketAddress getRemoteAddress() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        }

        @Override
        public int getResponseCode() {
            return answered;
        }

        @Override
        public InetSocketAddress getLocalAddress() {
            return getRemoteAddress();
        }

        @Override
        public String getProtocol() {
            return "HTTP/1.1";
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            return null;
        }

        @Override
        public void setAttribute(String name, Object value) {}

        @Override
        public void setStreams(InputStream in, OutputStream out) {}

        @Override
        public @Nullable HttpPrincipal getPrincipal() {
            return null;
        }
    }
}
