package dev.flamegate.selftest;

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
 * @param sign the file that the agent writes once the method has done more
 */
record SelfTestAgentJar(Path path, Path sign) implements AutoCloseable {
    static SelfTestAgentJar unpacked() {
        try (InputStream in = SelfTestAgentJar.class.getResourceAsStream("agent.jar")) {
            if (in == null) {
                throw new CollectionFailed(
                        "The self-test's agent is missing from the extension's jar; unpack or build flamegate again");
            }
            // Where the next gate looks for what a killed one has left.
            Path file = Files.createTempFile(OwnFolders.temporary(), "self-test-agent-", ".jar");
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            return new SelfTestAgentJar(file, file.resolveSibling(file.getFileName() + ".ran"));
        } catch (IOException e) {
            throw new CollectionFailed("The self-test's agent cannot be unpacked into the temporary folder: " + e, e);
        }
    }

    /** The option that starts a target with the agent. */
    String option(Slowdown slowdown) {
        return "-javaagent:" + path + "=jar=" + path + ",sign=" + sign + "," + slowdown.arguments();
    }

    /** True if the method has done more since {@link #forget}. */
    boolean hasRun() {
        return Files.exists(sign);
    }

    void forget() {
        delete(sign);
    }

    @Override
    public void close() {
        delete(sign);
        delete(path);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // A file in the temporary folder, which the system removes.
        }
    }
}
