package dev.flamegate.sample.http;

/** The client's request is not understood; the message says what is wrong with it. */
public final class BadRequest extends Exception {
    private static final long serialVersionUID = 1;

    public BadRequest(String message) {
        super(message);
    }
}
