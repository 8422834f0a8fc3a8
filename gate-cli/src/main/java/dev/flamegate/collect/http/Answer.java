package dev.flamegate.collect.http;

import dev.flamegate.collect.CollectionFailed;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server's answer with any status. */
public final class Answer {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SHOWN = 160;
    private static final int LOOKED_AT = 4096;

    private final Exchange exchange;
    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;
    private final Instant sent;
    private final Instant received;

    Answer(Exchange exchange, int status, HttpHeaders headers, byte[] body, Instant sent, Instant received) {
        this.exchange = exchange;
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.sent = sent;
        this.received = received;
    }

    /** HTTP's status, 100 to 599. */
    public int status() {
        return status;
    }

    /** True if the status means success. */
    public boolean isOk() {
        return status >= 200 && status < 300;
    }

    /** The first value of a header. */
    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /** The moment at which the answered attempt was sent, by this machine's clock. */
    public Instant sent() {
        return sent;
    }

    /** The moment at which the last byte of the answer arrived, by this machine's clock. */
    public Instant received() {
        return received;
    }

    /** True if the body was larger than allowed, so that its end is missing. */
    public boolean isCutOff() {
        return body.length > exchange.limits().mostBytes();
    }

    /**
     * This answer if it is successful and complete.
     *
     * @throws CollectionFailed when it is not
     */
    public Answer orFail() {
        if (!isOk()) {
            throw failure("answers with " + statusText());
        }
        if (isCutOff()) {
            throw failure("answers with more than " + exchange.limits().mostBytes() + " bytes");
        }
        return this;
    }

    /**
     * The body of a successful answer.
     *
     * @throws CollectionFailed when the answer is not successful, or too large
     */
    public byte[] bytes() {
        return orFail().body.clone();
    }

    /** The body as text, as far as it was kept, for any status. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * The body as JSON, for any status: APIs explain errors in JSON as well.
     *
     * @throws CollectionFailed when it is not JSON
     */
    public JsonNode json() {
        if (isCutOff()) {
            orFail();
        }
        try {
            JsonNode root = JSON.readTree(body);
            if (root != null && root.isContainer()) {
                return root;
            }
        } catch (JacksonException e) {
            throw failure(notJson(), e);
        }
        throw failure(notJson());
    }

    private String notJson() {
        String type = header("Content-Type").orElse("no content type");
        String kind = looksLikeHtml() ? "an HTML page" : body.length == 0 ? "nothing" : "something other than JSON";
        return (isOk() ? "answers with " : "answers with " + statusText() + " and ") + kind + " (" + type + ")";
    }

    /** The status for messages, with the target of a redirect but without its query, which may contain tokens. */
    private String statusText() {
        String to = header("Location")
                .map(location -> " to " + exchange.server().redacted(location.replaceAll("[?#].*", "")))
                .orElse("");
        return "status " + status + to;
    }

    private boolean looksLikeHtml() {
        String start = start().toLowerCase(Locale.ROOT);
        return start.startsWith("<!doctype html") || start.startsWith("<html");
    }

    private String start() {
        return new String(Arrays.copyOf(body, Math.min(LOOKED_AT, body.length)), StandardCharsets.UTF_8).strip();
    }

    /**
     * An exception about this answer, with the server, what is wrong, the first words of the body and what to check.
     *
     * @param what is wrong, to follow the server's name: {@code answers without a result}
     */
    public CollectionFailed failure(String what) {
        return failure(what, null);
    }

    private CollectionFailed failure(String what, @Nullable Throwable cause) {
        return exchange.failure(what, said(), advice(), cause);
    }

    /** The beginning of the body as one line without markup and credentials, for a message. */
    public String said() {
        String plain = looksLikeHtml()
                ? start().replaceAll("(?s)<(style|script)[^>]*>.*?(</\\1>|$)", " ")
                        .replaceAll("<[^>]*(>|$)", " ")
                : start();
        // Before it is cut, as a part of a credential would not be found.
        String line = exchange.server()
                .redacted(plain.replaceAll("[\\s\\p{Cntrl}]+", " ").strip());
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
    }

    private String advice() {
        if (status == 401 || status == 403 || (status >= 300 && status < 400) || (isOk() && looksLikeHtml())) {
            return "Does it require credentials or a tenant's header, or is there a proxy or a login page in front of it?"
                    + (status < 400 && status >= 300 ? " No redirect is followed: name the final address." : "");
        } else if (status == 404 || status == 405) {
            return "Is a base path missing in the address, such as /prometheus, or is it another server's address?";
        } else if (status == 429) {
            return "The server limits the rate of requests; ask its operators for a higher limit.";
        }
        return "";
    }
}
