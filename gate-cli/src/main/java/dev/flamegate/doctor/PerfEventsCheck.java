package dev.flamegate.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kernel's rights to perf events. The profiler works without; said because people look there first. */
final class PerfEventsCheck implements Check {
    private final Path proc;

    PerfEventsCheck(Path proc) {
        this.proc = proc;
    }

    @Override
    public String id() {
        return "perf-events";
    }

    @Override
    public Group group() {
        return Group.JAVA;
    }

    @Override
    public CheckResult look() {
        Path file = proc.resolve("sys/kernel/perf_event_paranoid");
        try {
            int level = Integer.parseInt(Files.readString(file).strip());
            return CheckResult.ok("kernel.perf_event_paranoid is " + level
                            + ": all the same, the profiler samples by a timer per thread (ctimer) and needs neither perf"
                            + " events nor ptrace")
                    .with("paranoid", level);
        } catch (IOException | NumberFormatException e) {
            return CheckResult.skip("this system has none; they are not needed");
        }
    }
}
