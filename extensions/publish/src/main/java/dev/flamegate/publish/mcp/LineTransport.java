package dev.flamegate.publish.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The stdio transport of the Model Context Protocol: a message a line, in UTF-8. It reads on the thread that calls
 * {@link #serve}, and answers a question before it reads the next. A line that is no message is answered with an error,
 * and the next is read.
 */
final class LineTransport implements McpServerTransportProvider, McpServerTransport {
    /** Bytes of a message; questions are short. */
    private static final int LONGEST = 1 << 20;

    private static final int NOT_INITIALIZED = -32002;

    private final McpJsonMapper mapper;
    private final OutputStream out;
    private @Nullable McpServerSession session;
    private boolean isInitialized;
    private boolean isBroken;

    LineTransport(McpJsonMapper mapper, OutputStream out) {
        this.mapper = mapper;
        this.out = out;
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory sessions) {
        session = sessions.create(this);
    }

    /** Reads until the input ends, cannot be read, or the answers cannot be written. */
    void serve(InputStream stream) {
        InputStream in = new BufferedInputStream(stream);
        try {
            for (ByteArrayOutputStream line = line(in); line != null && !isBroken; line = line(in)) {
                if (line.size() > LONGEST) {
                    refuse(McpSchema.ErrorCodes.INVALID_REQUEST, "the message is longer than " + LONGEST + " bytes");
                } else if (!line.toString(StandardCharsets.UTF_8).isBlank()) {
                    receive(line.toString(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            return; // the reader is gone, as at the end of the input
        }
    }

    /** The next line without its end; of one that is too long, a byte more than is taken; {@code null} at the end. */
    private static @Nullable ByteArrayOutputStream line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (line.size() <= LONGEST) {
                line.write(next);
            }
        }
        return line;
    }

    private void receive(String line) {
        JSONRPCMessage message;
        try {
            message = McpSchema.deserializeJsonRpcMessage(mapper, line);
        } catch (IOException | RuntimeException e) {
            refuse(McpSchema.ErrorCodes.PARSE_ERROR, "the line is not a JSON-RPC message");
            return;
        }
        if (message instanceof JSONRPCRequest request && isTooEarly(request)) {
            write(JSONRPCResponse.error(
                    request.id(),
                    new JSONRPCError(
                            NOT_INITIALIZED,
                            "send `initialize`, and then the notification `notifications/initialized`, before anything else",
                            null)));
            return;
        }
        Objects.requireNonNull(session, "session")
                .handle(message) // answers mistakes in a question; no caller waits for more
                .onErrorComplete()
                .subscribe();
        isInitialized |= message instanceof McpSchema.JSONRPCNotification notification
                && notification.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED);
    }

    /** True for a question before the notification, for which the SDK would silently keep the question. */
    private boolean isTooEarly(JSONRPCRequest request) {
        return !isInitialized && !request.method().equals(McpSchema.METHOD_INITIALIZE);
    }

    /** Answers a message without an id: JSON-RPC says null for it, which the SDK's own class does not take. */
    private void refuse(int code, String why) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.put("jsonrpc", McpSchema.JSONRPC_VERSION).putNull("id");
        message.putObject("error").put("code", code).put("message", why);
        write(message);
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return Mono.fromRunnable(() -> write(message));
    }

    private synchronized void write(Object message) {
        try {
            out.write((mapper.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            isBroken = true;
        }
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return mapper.convertValue(data, type);
    }

    @Override
    public Mono<Void> notifyClients(String method, Object params) {
        return Objects.requireNonNull(session, "session").sendNotification(method, params);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }

    @Override
    public void close() {}

    @Override
    public List<String> protocolVersions() {
        return McpServerTransportProvider.super.protocolVersions();
    }
}
