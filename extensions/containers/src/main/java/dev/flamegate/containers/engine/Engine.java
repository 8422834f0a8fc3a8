package dev.flamegate.containers.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** A Docker engine that answers. Every call to it is bounded in time; safe for several threads. */
public final class Engine implements AutoCloseable {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);
    private static final Duration REMOVE_WITHIN = Duration.ofSeconds(10);

    private final DockerClient client;
    private final EngineFacts facts;
    private final Reach reach;
    private final CloseableRegistry made = new CloseableRegistry();

    Engine(DockerClient client, EngineFacts facts, Reach reach) {
        this.client = client;
        this.facts = facts;
        this.reach = reach;
    }

    /** The engine's report about itself. */
    public EngineFacts facts() {
        return facts;
    }

    /** True if containers run on this Linux system, with bridge addresses and control groups accessible. */
    public boolean isHere() {
        return reach.place() == Reach.Place.HERE;
    }

    /**
     * The address for the gate to listen at, within reach of containers; {@code FLAMEGATE_GATE_ADDRESS} overrides it.
     */
    public InetAddress gateAddress() {
        return reach.gateAddress();
    }

    /** The name or address under which containers reach the gate; {@code FLAMEGATE_GATE_HOST} overrides it. */
    public String gateHost() {
        return reach.gateHost();
    }

    /** The name or address under which the gate, and the load generator, reach the ports of containers. */
    String publishedHost() {
        return reach.publishedHost();
    }

    /** True if an image is in the engine's own store. */
    public boolean hasImage(String name) {
        try {
            ask("look for the image " + name, () -> client.inspectImageCmd(name).exec());
            return true;
        } catch (NotFoundException e) {
            return false;
        }
    }

    /**
     * Fetches an image from its registry. Goes on while there is progress.
     *
     * @param progress called about once a second with a message
     * @throws TargetFailed with the remedy when the registry refuses, cannot be reached, or falls silent
     */
    public void pull(String name, ImagePull.Limits limits, Consumer<String> progress) throws InterruptedException {
        ImagePull.run(client, made, name, limits, progress);
    }

    /** Makes sure that an image is in the engine's store: fetches it when it is missing. */
    public void need(String name, ImagePull.Limits limits, Consumer<String> progress) throws InterruptedException {
        if (!hasImage(name)) {
            pull(name, limits, progress);
        }
    }

    /** The content of an image, by its id; it must be in the engine's store. */
    public String imageId(String name) {
        return ask(
                "look at the image " + name,
                () -> client.inspectImageCmd(name).exec().getId());
    }

    /** Entries of a run's context: the engine and how its containers are reached. */
    public Map<String, String> context() {
        return facts.context();
    }

    public DockerClient client() {
        return client;
    }

    Reach reach() {
        return reach;
    }

    /** A call within the usual limit. */
    <T> T ask(String what, Callable<T> call) {
        return TimeBox.call(what, ANSWER_WITHIN, call);
    }

    /** A removal, with a short time limit, since people wait for the end. */
    <T> T askRemoval(String what, Callable<T> call) {
        return TimeBox.call(what, REMOVE_WITHIN, call);
    }

    /** The containers, networks and pulls that were started through this object and have not ended. */
    CloseableRegistry made() {
        return made;
    }

    /**
     * Removes everything that was created through this object, prevents further creation, and releases the
     * connections; from any thread and at any moment.
     */
    @Override
    public void close() {
        made.close();
        try {
            client.close();
        } catch (IOException e) {
            // The connections go with the process.
        }
    }
}
