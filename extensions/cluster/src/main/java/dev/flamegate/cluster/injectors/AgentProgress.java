package dev.flamegate.cluster.injectors;

import dev.flamegate.load.Load;
import dev.flamegate.load.LoadProgress;
import java.io.IOException;
import java.time.Duration;

/**
 * The progress of a load on another machine.
 *
 * @param at by the agent's clock, in microseconds since the epoch
 * @param cpuSeconds of the generator since its start; NaN where the system does not say
 * @param processors that the agent sees
 */
record AgentProgress(
        long at,
        double cpuSeconds,
        int processors,
        boolean hurries,
        boolean controlled,
        boolean counted,
        Duration rampUp,
        LoadProgress progress) {
    static AgentProgress of(Load load) {
        return new AgentProgress(
                Wire.now(),
                load.cpuSeconds().orElse(Double.NaN),
                Runtime.getRuntime().availableProcessors(),
                load.hurries(),
                load.isControlled(),
                load.isCounted(),
                load.rampUp(),
                load.progress());
    }

    void write(Wire wire) throws IOException {
        wire.out().writeLong(at);
        wire.out().writeDouble(cpuSeconds);
        wire.out().writeInt(processors);
        wire.out().writeBoolean(hurries);
        wire.out().writeBoolean(controlled);
        wire.out().writeBoolean(counted);
        wire.out().writeLong(rampUp.toMillis());
        wire.out().writeLong(progress.ended());
        wire.out().writeLong(progress.failed());
        wire.out().writeLong(progress.active());
    }

    static AgentProgress read(Wire wire) throws IOException {
        return new AgentProgress(
                wire.in().readLong(),
                wire.in().readDouble(),
                wire.in().readInt(),
                wire.in().readBoolean(),
                wire.in().readBoolean(),
                wire.in().readBoolean(),
                Duration.ofMillis(wire.in().readLong()),
                new LoadProgress(
                        wire.in().readLong(), wire.in().readLong(), wire.in().readLong()));
    }
}
