package dev.flamegate.work;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.os.OwnFolders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The agent's jar, unpacked from this extension's for as long as targets are started with it.
 *
 * @param path of the file
 */
record AgentJar(Path path) implements AutoCloseable {
    static AgentJar unpacked() {
        try (InputStream in = AgentJar.class.getResourceAsStream("agent.jar")) {
            if (in == null) {
                throw new CollectionFailed("The agent that counts is missing from the extension's jar; unpack or build"
                        + " flamegate again");
            }
            // Where the next gate looks for what a killed one has left.
            Path file = Files.createTempFile(OwnFolders.temporary(), "work-agent-", ".jar");
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            return new AgentJar(file);
        } catch (IOException e) {
            throw new CollectionFailed("The agent that counts cannot be unpacked into the temporary folder: " + e, e);
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
