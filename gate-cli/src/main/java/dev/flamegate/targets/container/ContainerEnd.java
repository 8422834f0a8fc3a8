package dev.flamegate.targets.container;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.flamegate.format.Numbers;
import dev.flamegate.targets.LogTail;
import dev.flamegate.targets.TargetFailed;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Says how a container ended. */
final class ContainerEnd {
    private static final long KILLED = 137;

    private ContainerEnd() {}

    static String describe(RunningContainer container, ContainerSpec spec) {
        String tail = "\n" + LogTail.of(container.log());
        String who = "the " + spec.role() + " (image " + spec.image() + ") ";
        ContainerState state;
        try {
            state = container.inspect().getState();
        } catch (NotFoundException e) {
            return who + "is gone: its container has been removed." + tail;
        } catch (TargetFailed e) {
            return who + "cannot be watched any more: " + e.getMessage() + tail;
        } catch (RuntimeException e) {
            return who + "cannot be watched any more: the Docker engine answers " + e.getMessage() + tail;
        }
        if (Boolean.TRUE.equals(state.getRunning())) {
            return who + "runs, but the Docker engine has stopped to report on it: was it restarted?" + tail;
        }
        return who + ending(state, spec) + tail;
    }

    private static String ending(ContainerState state, ContainerSpec spec) {
        long code = state.getExitCodeLong() == null ? -1 : state.getExitCodeLong();
        String ended = "ended with exit code " + code + " after " + Numbers.duration(seconds(state));
        if (Boolean.TRUE.equals(state.getOOMKilled())) {
            Long limit = spec.limits().memoryBytes();
            return ended + ": it was killed for using more memory than "
                    + (limit == null ? "there is" : "its limit of " + (limit >> 20) + " MiB")
                    + ". Raise limits: memory, or lower -Xmx: heap is about two thirds of what a JVM needs.";
        }
        return code == KILLED ? ended + ": it was killed." : ended + ".";
    }

    private static double seconds(ContainerState state) {
        try {
            Instant start = Instant.parse(String.valueOf(state.getStartedAt()));
            Instant end = Instant.parse(String.valueOf(state.getFinishedAt()));
            return Math.max(0, Duration.between(start, end).toMillis() / 1e3);
        } catch (DateTimeParseException e) {
            return 0;
        }
    }
}
