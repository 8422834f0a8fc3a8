package dev.flamegate.runtime;

import dev.flamegate.targets.Target;

/** A target that was started. Closing it ends it and everything that listened to it. */
public interface StartedTarget extends AutoCloseable {
    /** The target itself. */
    Target target();

    /**
     * Waits for what tells of the target; after it is ready.
     *
     * @throws dev.flamegate.collect.CollectionFailed when something that should tell of it does not
     */
    Sources awaitSources() throws InterruptedException;

    /**
     * Checks that the target and whatever it is measured by still run.
     *
     * @throws dev.flamegate.targets.TargetFailed when something has ended
     */
    default void checkAlive() {
        target().checkAlive();
    }

    @Override
    void close();
}
