package dev.flamegate.containers.engine;

import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.flamegate.targets.Owner;
import dev.flamegate.targets.TargetFailed;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/** A network of containers that find each other by alias. */
public final class ContainerNetwork implements AutoCloseable {
    private static final int ATTEMPTS = 10;
    private static final long PAUSE_MILLIS = 200;

    private final Engine engine;
    private final String id;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ContainerNetwork(Engine engine, String id) {
        this.engine = engine;
        this.id = id;
    }

    /**
     * Creates a network.
     *
     * @throws TargetFailed when the engine refuses, such as when it has no address range left
     */
    public static ContainerNetwork create(Engine engine) {
        try {
            return engine.made().start(() -> new ContainerNetwork(engine, make(engine)), ContainerNetwork::close);
        } catch (DockerException e) {
            throw new TargetFailed(
                    "the Docker engine cannot make a network: " + e.getMessage()
                            + ".\n`docker network prune` removes networks that nothing uses.",
                    e);
        }
    }

    private static String make(Engine engine) {
        return engine.ask(
                "create a network",
                () -> engine.client()
                        .createNetworkCmd()
                        .withName("flamegate-" + UUID.randomUUID().toString().substring(0, 8))
                        .withDriver("bridge")
                        .withLabels(Owner.current().labels("network"))
                        .exec()
                        .getId());
    }

    String id() {
        return id;
    }

    /** Removes the network; one that cannot be removed now is left to the next gate's {@link Sweep}. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            remove(engine, id);
            engine.made().release(this);
        }
    }

    /** Removes a network; a container that is just going may hold it for a moment. */
    static boolean remove(Engine engine, String id) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                engine.askRemoval(
                        "remove a network",
                        () -> engine.client().removeNetworkCmd(id).exec());
                return true;
            } catch (NotFoundException | TargetFailed e) {
                return false; // gone already, or the engine is
            } catch (DockerException e) {
                pause();
            }
        }
        return false;
    }

    /** Pauses despite interrupts: this is part of cleaning up. */
    private static void pause() {
        long end = System.nanoTime() + PAUSE_MILLIS * 1_000_000;
        boolean interrupted = false;
        while (System.nanoTime() < end) {
            try {
                Thread.sleep(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
