package dev.flamegate.insight.upgrade;

/** A build cannot get another version of a library, or did not. */
public final class UpgradeFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    UpgradeFailed(String message) {
        super(message);
    }
}
