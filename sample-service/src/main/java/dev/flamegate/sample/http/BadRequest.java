package dev.flamegate.sample.http;

/** The client's request is invalid; the message says why. */
public final class BadRequest extends Exception {
    private static final long serialVersionUID = 1;

    public BadRequest(String message) {
        super(message);
    }
}
