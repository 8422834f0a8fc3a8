package dev.flamegate.init.simulation;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body that a document describes for a request.
 *
 * @param contentType empty without a body
 * @param text {@code null} without a body
 * @param reason why it cannot be sent as it is; empty if it can
 */
record RequestBody(String contentType, @Nullable String text, String reason) {
    private static final int LONGEST = 16 << 10;
    private static final String NO_EXAMPLE = "it writes, and the document has no example of its body";

    /**
     * The body of an operation.
     *
     * @param parameters of the operation: in Swagger 2, one of them is the body
     */
    static RequestBody of(
            ApiDocument document, Map<String, Object> operation, Collection<Map<String, Object>> parameters) {
        Map<String, Object> content =
                ApiDocument.map(document.resolved(operation.get("requestBody")).get("content"));
        for (Map.Entry<String, Object> media : content.entrySet()) {
            if (isJson(media.getKey())) {
                return made(document, media.getKey(), document.resolved(media.getValue()));
            }
        }
        for (Map<String, Object> parameter : parameters) {
            if ("body".equals(parameter.get("in"))) {
                return made(document, "application/json", parameter);
            }
        }
        String reason = content.isEmpty()
                ? "it writes, and the document describes no body"
                : "its body is not JSON: give it one";
        return new RequestBody("", null, reason);
    }

    private static boolean isJson(String type) {
        return type.matches(
                "[a-zA-Z0-9.+-]{1,40}/(?:[a-zA-Z0-9.+-]{1,40}\\+)?json(?: *; *charset=[a-zA-Z0-9-]{1,20})?");
    }

    private static RequestBody made(ApiDocument document, String type, Map<String, Object> media) {
        SchemaExample example = new SchemaExample(document);
        String text = Json.text(example.of(media));
        if (text.length() > LONGEST || SecretNames.hasSecret(text)) {
            return new RequestBody("", null, "its example is too long, or has a secret: give it a body");
        }
        String reason = example.hasSecret()
                ? "its body has a field that looks like a secret"
                : example.isMadeUp() ? NO_EXAMPLE : "";
        return new RequestBody(type, text, reason);
    }
}
