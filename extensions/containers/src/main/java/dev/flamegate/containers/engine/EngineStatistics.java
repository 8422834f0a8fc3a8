package dev.flamegate.containers.engine;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.CpuStatsConfig;
import com.github.dockerjava.api.model.Statistics;
import com.github.dockerjava.api.model.ThrottlingDataConfig;
import dev.flamegate.targets.CgroupFiles;
import dev.flamegate.targets.ContainerCounters;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A container's counters as the engine sends them once a second; a single request would take a second or two. */
final class EngineStatistics extends ResultCallback.Adapter<Statistics> implements ContainerCounters {
    private static final Duration FIRST_WITHIN = Duration.ofSeconds(5);

    private final CountDownLatch first = new CountDownLatch(1);
    private volatile @Nullable Reading last;
    private volatile boolean ended;

    private EngineStatistics() {}

    /** A container's counters, read in the quickest way available: from files if the engine is here. */
    static ContainerCounters of(Engine engine, RunningContainer container) {
        Integer pid = container.started().getState().getPid();
        Optional<CgroupFiles> files = engine.isHere() && pid != null ? CgroupFiles.of(pid) : Optional.empty();
        return files.isPresent() ? files.get() : follow(engine, container);
    }

    static EngineStatistics follow(Engine engine, RunningContainer container) {
        EngineStatistics statistics = new EngineStatistics();
        engine.client().statsCmd(container.id()).exec(statistics);
        return statistics;
    }

    @Override
    public void onNext(Statistics statistics) {
        Reading reading = reading(statistics);
        if (reading != null) {
            last = reading;
            first.countDown();
        }
    }

    @Override
    public void onError(Throwable failure) {
        onComplete();
    }

    @Override
    public void onComplete() {
        ended = true;
        first.countDown();
    }

    @Override
    public Reading read() {
        try {
            if (!first.await(FIRST_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                ended = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetFailed("interrupted while waiting for the engine's statistics", e);
        }
        Reading reading = last;
        if (ended || reading == null) {
            throw new TargetFailed("the Docker engine no longer sends statistics of the container. Has it ended?");
        }
        return reading;
    }

    @Override
    public void close() {
        try {
            super.close();
        } catch (IOException e) {
            // The stream ends with the container.
        }
    }

    /** The counters in one message; {@code null} if it has none, like the last message of a container. */
    private static @Nullable Reading reading(Statistics statistics) {
        CpuStatsConfig cpu = statistics.getCpuStats();
        if (cpu == null || cpu.getCpuUsage() == null || statistics.getMemoryStats() == null) {
            return null;
        }
        ThrottlingDataConfig throttling = cpu.getThrottlingData();
        return new Reading(
                orZero(cpu.getCpuUsage().getTotalUsage()) / 1e9,
                throttling == null ? 0 : orZero(throttling.getThrottledTime()) / 1e9);
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
