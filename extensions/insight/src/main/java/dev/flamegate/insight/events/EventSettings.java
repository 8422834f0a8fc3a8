package dev.flamegate.insight.events;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The events that are recorded. A JDK skips those that it does not know. The most expensive ones are not included: the
 * compiler's decisions on inlining, most of which were made before (samples show their results), and every single
 * allocation.
 */
public final class EventSettings {
    /** The shortest wait that is recorded; shorter ones are those of locks that spin. */
    private static final String WAIT = "100 us";

    /** The shortest interval that exists: a service with little to do has some hundred samples in five seconds. */
    private static final String SAMPLED_EVERY = "1 ms";

    private static final Map<String, String> ALL = all();

    private EventSettings() {}

    /** The settings, as {@code jdk.jfr.Recording} takes them. */
    public static Map<String, String> settings() {
        return ALL;
    }

    private static Map<String, String> all() {
        Map<String, String> settings = new LinkedHashMap<>();
        plain(settings, "jdk.Deoptimization", false);
        plain(settings, "jdk.GarbageCollection", false);
        plain(settings, "jdk.ExecuteVMOperation", false);
        plain(settings, "jdk.ClassLoad", true);
        plain(settings, "jdk.ClassDefine", true);
        plain(settings, "jdk.JavaMonitorEnter", true);
        plain(settings, "jdk.ThreadPark", true);
        plain(settings, "jdk.ExecutionSample", true);
        settings.put("jdk.ExecutionSample#period", SAMPLED_EVERY);
        for (String longer : new String[] {"jdk.GarbageCollection", "jdk.ExecuteVMOperation", "jdk.ClassLoad"}) {
            settings.put(longer + "#threshold", "0 ns");
        }
        settings.put("jdk.JavaMonitorEnter#threshold", WAIT);
        settings.put("jdk.ThreadPark#threshold", WAIT);
        for (String level :
                new String[] {"jdk.CodeCacheStatistics", "jdk.DirectBufferStatistics", "jdk.NativeMemoryUsage"}) {
            settings.put(level + "#enabled", "true");
            settings.put(level + "#period", "everyChunk");
        }
        return Collections.unmodifiableMap(settings);
    }

    private static void plain(Map<String, String> settings, String event, boolean stackTrace) {
        settings.put(event + "#enabled", "true");
        settings.put(event + "#stackTrace", String.valueOf(stackTrace));
    }
}
