package dev.flamegate.runtime;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.os.OwnFolders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * An extension's agent, unpacked from the extension's jar for as long as targets are started with it.
 *
 * @param path of the agent's jar
 */
public record UnpackedAgent(Path path) implements AutoCloseable {
    /**
     * Unpacks {@code agent.jar}, which lies beside a class.
     *
     * @param what the agent's name for people, at the start of a sentence
     * @throws CollectionFailed when it is not there, or cannot be written
     */
    public static UnpackedAgent of(Class<?> beside, String what) {
        try (InputStream in = beside.getResourceAsStream("agent.jar")) {
            if (in == null) {
                throw new CollectionFailed(
                        what + " is missing from the extension's jar; unpack or build flamegate again");
            }
            // Where the next gate looks for what a killed one has left.
            Path file = Files.createTempFile(OwnFolders.temporary(), "agent-", ".jar");
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            return new UnpackedAgent(file);
        } catch (IOException e) {
            throw new CollectionFailed(what + " cannot be unpacked into the temporary folder: " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // A file in the temporary folder, which the system removes.
        }
    }
}
