package dev.flamegate.containers.servers;

import dev.flamegate.containers.engine.ContainerLimits;
import dev.flamegate.containers.engine.ImagePull;
import dev.flamegate.containers.engine.Images;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The settings of a stack.
 *
 * @param targets what Prometheus scrapes; they need not run yet
 * @param pyroscope whether a Pyroscope server is started
 * @param limits what each server may use: the CPUs that the target does not
 * @param logs folder for the servers' output, made when it is not there
 * @param images names of the servers' images
 * @param pull how long pulling a missing image may take
 * @param progress called with a message for what takes long
 */
public record StackSetup(
        List<ScrapeTarget> targets,
        Pyroscope pyroscope,
        ContainerLimits limits,
        Path logs,
        Images images,
        ImagePull.Limits pull,
        Consumer<String> progress) {
    public StackSetup {
        targets = List.copyOf(targets);
    }

    /** The use of a Pyroscope server; profiles come to the gate in any case. */
    public enum Pyroscope {
        /** No server. */
        OFF,
        /** A server is wanted; failing to start it is a warning. */
        WANTED,
        /** A server is needed; failing to start it is a failure. */
        NEEDED
    }

    /**
     * A container that Prometheus scrapes.
     *
     * @param alias the container's name in the stack's network
     * @param port port inside the container
     * @param path of the exposition
     * @param service value of the label {@code service}
     * @param arm value of the label {@code arm}, such as {@code candidate}
     */
    public record ScrapeTarget(String alias, int port, String path, String service, String arm) {}
}
