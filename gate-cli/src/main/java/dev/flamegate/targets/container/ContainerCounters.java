package dev.flamegate.targets.container;

import dev.flamegate.targets.TargetFailed;
import java.util.Optional;

/**
 * Reads a container's counters, in milliseconds: from its control group's files where the engine is on this machine,
 * else from the engine's statistics, which come once a second and bear the time they are of.
 */
public interface ContainerCounters extends AutoCloseable {
    /**
     * Everything now, or with a remote engine as of the last second.
     *
     * @throws TargetFailed when the container has ended
     */
    ContainerReading read();

    /** Stops to follow the engine's statistics. */
    @Override
    void close();

    /** The quickest way there is for a container. */
    static ContainerCounters of(Engine engine, RunningContainer container) {
        if (engine.place() == Place.HERE) {
            Integer pid = container.started().getState().getPid();
            Optional<CgroupFiles> files = pid == null ? Optional.empty() : CgroupFiles.of(pid);
            if (files.isPresent()) {
                return files.get();
            }
        }
        return EngineStatistics.follow(engine, container);
    }
}
