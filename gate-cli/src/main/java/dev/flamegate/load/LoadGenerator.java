package dev.flamegate.load;

import java.net.URI;
import java.nio.file.Path;

/** Starts loads, one per start of a target or more. */
@FunctionalInterface
public interface LoadGenerator {
    /**
     * Starts a load for a target; the load need not be ready when this returns, and sends nothing before
     * {@link Load#go}.
     *
     * @param baseUrl of the target
     * @param work a folder for this load alone; created when it does not exist
     * @throws LoadFailed when it cannot be started; nothing is running then
     * @throws dev.flamegate.os.CloseableRegistry.Closed when the gate is ending; nothing is running then
     */
    Load start(URI baseUrl, Path work);
}
