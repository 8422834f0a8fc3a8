package dev.flamegate.load;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/** A child process that is sure to be gone in the end, with all of its descendants. */
final class ChildProcess {
    private static final Duration AFTER_TERM = Duration.ofSeconds(5);
    private static final Duration AFTER_KILL = Duration.ofSeconds(5);

    private final Process process;
    private volatile double cpuSeconds = Double.NaN;

    ChildProcess(Process process) {
        this.process = process;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Exit status of an ended process. */
    int status() {
        return process.exitValue();
    }

    /** CPU used so far, of an ended process as far as it was last seen; empty where the system does not say. */
    OptionalDouble cpuSeconds() {
        process.info().totalCpuDuration().ifPresent(cpu -> cpuSeconds = cpu.toNanos() / 1e9);
        return Double.isNaN(cpuSeconds) ? OptionalDouble.empty() : OptionalDouble.of(cpuSeconds);
    }

    /** Waits for the end; whether it came in time. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends the process: asks it, then its descendants too, then kills. An interruption makes it kill at once. */
    void end() {
        List<ProcessHandle> descendants = process.descendants().toList();
        try {
            process.destroy();
            if (process.waitFor(AFTER_TERM.toMillis(), TimeUnit.MILLISECONDS)) {
                descendants.forEach(ProcessHandle::destroy);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kill(descendants);
        }
    }

    private void kill(List<ProcessHandle> descendants) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        descendants.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(AFTER_KILL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
