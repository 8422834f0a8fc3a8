package dev.flamegate.sample;

/** The client's request is not understood; the message says what is wrong with it. */
final class BadRequest extends Exception {
    private static final long serialVersionUID = 1;

    BadRequest(String message) {
        super(message);
    }
}
