package dev.flamegate.probe;

import java.io.File;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything the probe counts, read in one go. All values count from the start of the target, except levels and
 * {@code gc.pause.max.ms}, which covers the time since the last reading. What cannot be known is left out. Used by the
 * probe's thread only.
 */
final class Counters {
    /** The time between two looks at the threads, between readings. */
    static final int WATCH_MILLIS = 250;

    /** Native threads cost a file each, so they are looked at less often than Java's. */
    private static final long NATIVE_WATCH_NANOS = 1_000_000_000;

    private final Cpu cpu = new File(NativeThreads.TASKS).isDirectory() ? new NativeThreads() : new JavaThreads();
    private final Allocation allocation = Allocation.ofThisProcess();
    private final Collectors collectors = new Collectors();
    private final Memory memory = new Memory();
    private final Throttling throttling = Throttling.ofThisProcess();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    private final @Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private long lastNativeWatch = System.nanoTime();

    Counters() {
        collectors.listen();
    }

    /** Remembers the threads' use so far, since some may end before the next reading. */
    void watch() {
        allocation.watch();
        if (System.nanoTime() - lastNativeWatch >= NATIVE_WATCH_NANOS) {
            cpu.watch();
            lastNativeWatch = System.nanoTime();
        }
    }

    /** One reading, by name; the time comes first. */
    Map<String, String> read() {
        Values values = new Values();
        Instant now = Instant.now();
        values.put("at.ns", now.getEpochSecond() * 1_000_000_000 + now.getNano());
        values.put("monotonic.ns", System.nanoTime());
        cpu.read(values);
        lastNativeWatch = System.nanoTime();
        collectors.read(values);
        allocation.read(values);
        values.put("threads.live", threads.getThreadCount());
        values.put("threads.peak", threads.getPeakThreadCount());
        values.put("classes.loaded", classes.getTotalLoadedClassCount());
        if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
            values.put("compile.ms", compiler.getTotalCompilationTime());
        }
        memory.read(values);
        throttling.read(values);
        return values.byName();
    }
}
