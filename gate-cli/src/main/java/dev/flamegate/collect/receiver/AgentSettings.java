package dev.flamegate.collect.receiver;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.os.Platform;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of the Pyroscope agent, as the variables it reads. CPU is always sampled: the profiler needs a main
 * event, and this one costs least.
 *
 * @param application name in its pushes; letters, digits, {@code . - _}
 * @param events to sample in addition to CPU
 * @param interval CPU time between two samples, at least 4 ms: below a clock tick, samples are lost silently
 * @param upload time between two pushes, at least a second
 */
public record AgentSettings(String application, Set<ProfileEvent> events, Duration interval, Duration upload) {
    /**
     * The time between two samples of a thread by the wall clock. Most of the cost of profiling depends on it: at 20
     * ms, it costs twice as much as the rest.
     */
    public static final Duration WALL = Duration.ofMillis(50);

    private static final Duration SHORTEST = Duration.ofMillis(4);
    private static final String ALLOCATION = "512k";
    private static final String LOCK = "10ms";

    public AgentSettings {
        if (!application.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException(
                    application + ": the name of an application has letters, digits, . - and _");
        }
        if (interval.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(interval + ": the profiler loses samples below 4 ms");
        }
        if (upload.toSeconds() < 1) {
            throw new IllegalArgumentException(upload + ": the agent pushes at most once a second");
        }
        Set<ProfileEvent> copy = EnumSet.noneOf(ProfileEvent.class);
        copy.addAll(events);
        events = Set.copyOf(copy);
    }

    /** The usual settings: a push every two seconds. */
    public static AgentSettings of(String application, Set<ProfileEvent> events, Duration interval) {
        return new AgentSettings(application, events, interval, Duration.ofSeconds(2));
    }

    /**
     * The agent's variables.
     *
     * @param server where it pushes, such as {@code http://127.0.0.1:4040}
     * @param headers it sends with every push
     */
    Map<String, String> environment(String server, Map<String, String> headers) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("PYROSCOPE_AGENT_ENABLED", "true");
        variables.put("PYROSCOPE_APPLICATION_NAME", application);
        variables.put("PYROSCOPE_SERVER_ADDRESS", server);
        variables.put("PYROSCOPE_FORMAT", "jfr");
        // Only Linux has a timer for each thread.
        variables.put("PYROSCOPE_PROFILER_EVENT", Platform.current() == Platform.LINUX ? "ctimer" : "itimer");
        variables.put("PYROSCOPE_PROFILING_INTERVAL", interval.toMillis() + "ms");
        variables.put("PYROSCOPE_UPLOAD_INTERVAL", upload.toSeconds() + "s");
        variables.put("PYROSCOPE_HTTP_HEADERS", json(headers));
        variables.put("PYROSCOPE_LOG_LEVEL", "warn");
        // Set even when empty: the gate's own environment may have another setting.
        variables.put(
                "PYROSCOPE_AP_EXTRA_ARGUMENTS",
                events.contains(ProfileEvent.WALL) ? "wall=" + WALL.toMillis() + "ms" : "");
        variables.put("PYROSCOPE_PROFILER_ALLOC", events.contains(ProfileEvent.ALLOC) ? ALLOCATION : "");
        variables.put("PYROSCOPE_PROFILER_LOCK", events.contains(ProfileEvent.LOCK) ? LOCK : "");
        return variables;
    }

    private static String json(Map<String, String> headers) {
        StringBuilder json = new StringBuilder("{");
        for (String name : new TreeSet<>(headers.keySet())) {
            json.append(json.length() == 1 ? "" : ",");
            json.append('"')
                    .append(name)
                    .append("\":\"")
                    .append(headers.get(name))
                    .append('"');
        }
        return json.append('}').toString();
    }
}
