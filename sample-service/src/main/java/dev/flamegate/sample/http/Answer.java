package dev.flamegate.sample.http;

import tools.jackson.databind.json.JsonMapper;

/**
 * What goes back to the client.
 *
 * @param status HTTP status
 * @param contentType of the body
 * @param body bytes; owned by the answer
 */
@SuppressWarnings("ArrayRecordComponent") // written once to the socket, never compared
public record Answer(int status, String contentType, byte[] body) {
    private static final JsonMapper JSON = new JsonMapper();

    public static Answer json(int status, Object value) {
        return new Answer(status, "application/json", JSON.writeValueAsBytes(value));
    }

    /** An error as {@code {"error": message}}. */
    public static Answer error(int status, String message) {
        return json(status, new Problem(message));
    }

    /** Body of every error answer. */
    public record Problem(String error) {}
}
