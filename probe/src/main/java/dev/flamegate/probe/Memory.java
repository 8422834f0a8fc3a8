package dev.flamegate.probe;

import java.io.IOException;

/** Resident memory as the kernel counts it, in bytes; Linux only. */
final class Memory {
    private static final long KIB = 1024;

    private final ProcFile file = new ProcFile();

    void read(Values values) {
        try {
            String status = file.read("/proc/self/status");
            put(values, "rss", ProcFile.number(status, "VmRSS:"));
            put(values, "rss.peak", ProcFile.number(status, "VmHWM:"));
        } catch (IOException e) {
            // Not Linux: the gate reports that resident memory is not known.
        }
    }

    private static void put(Values values, String name, long kib) {
        if (kib >= 0) {
            values.put(name, kib * KIB);
        }
    }
}
