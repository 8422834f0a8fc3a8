package dev.flamegate.load;

import dev.flamegate.os.Children;
import dev.flamegate.os.ProcessTree;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/** A child process that is certain to be ended, with all of its descendants. */
final class ChildProcess {
    private final Process process;
    private final Children children;
    private volatile double cpuSeconds = Double.NaN;

    ChildProcess(Process process, Children children) {
        this.process = process;
        this.children = children;
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

    /**
     * CPU used so far by the process and its living descendants, of an ended process as far as it was last seen; empty
     * if the system does not report it.
     */
    OptionalDouble cpuSeconds() {
        ProcessTree.cpuSeconds(process.toHandle())
                .ifPresent(all -> cpuSeconds = Double.isNaN(cpuSeconds) ? all : Math.max(cpuSeconds, all));
        return Double.isNaN(cpuSeconds) ? OptionalDouble.empty() : OptionalDouble.of(cpuSeconds);
    }

    /** Waits for the end; true if it came in time. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends the process and its descendants; see {@link Children#end}. */
    void end() {
        children.end(process);
    }
}
