package dev.flamegate.init.simulation;

/** A file that no simulation can be written from; the message says what was expected and what was found. */
public final class UnusableTraffic extends Exception {
    private static final long serialVersionUID = 1;

    UnusableTraffic(String message) {
        super(message);
    }
}
