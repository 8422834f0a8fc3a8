package dev.flamegate.sample.http;

/** One method on one path. */
public interface Endpoint {
    /** {@code GET} or {@code POST}. */
    String method();

    /** The exact path, such as {@code /matrix}. */
    String path();

    /**
     * Answers one request on a worker thread.
     *
     * @throws BadRequest when the request is not understood; the client gets its message with status 400
     * @throws Exception when something else went wrong; the client gets status 500
     */
    Answer answer(Request request) throws Exception;

    /** Name in metrics and profiles: {@code GET /matrix}. */
    default String label() {
        return method() + " " + path();
    }
}
