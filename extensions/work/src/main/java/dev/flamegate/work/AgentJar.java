package dev.flamegate.work;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/**
 * The agent's jar, unpacked from this extension's for as long as targets are started with it.
 *
 * @param path of the file
 */
record AgentJar(Path path) implements AutoCloseable {
    static AgentJar unpacked() {
        try (InputStream in = Objects.requireNonNull(AgentJar.class.getResourceAsStream("agent.jar"), "agent.jar")) {
            Path file = Files.createTempFile("flamegate-work-agent", ".jar");
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            return new AgentJar(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the agent cannot be unpacked into the temporary folder", e);
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
