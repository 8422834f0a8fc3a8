import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A setting of the profiler.
 *
 * @param events sampled; CPU always is
 * @param wall milliseconds between two samples of a thread by the wall clock, if that is one of the events
 * @param interval milliseconds of CPU time between two samples
 */
record Setting(List<String> events, int wall, int interval) {
    private static final List<String> EVENTS = List.of("cpu", "wall", "alloc", "lock");

    /** As dev.flamegate.collect.receiver.AgentSettings has it. */
    private static final int USUAL_WALL = 50;

    /**
     * Reads a setting such as {@code cpu+alloc@10} or, with 20 ms between two samples by the wall clock, {@code cpu+wall20@10}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Setting of(String text) {
        String[] parts = text.split("@", 2);
        List<String> events = new ArrayList<>();
        int wall = USUAL_WALL;
        for (String event : parts[0].split("\\+")) {
            if (event.matches("wall\\d{1,3}")) {
                wall = Integer.parseInt(event.substring("wall".length()));
                events.add("wall");
            } else {
                events.add(event);
            }
        }
        if (parts.length != 2 || !EVENTS.containsAll(events) || !parts[1].matches("\\d{1,3}")) {
            throw new IllegalArgumentException(text + ": not like cpu+alloc@10, with events of " + EVENTS);
        }
        return new Setting(events, wall, Integer.parseInt(parts[1]));
    }

    /** The agent's variables, as dev.flamegate.collect.receiver.AgentSettings sets them. */
    Map<String, String> variables(int port) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("PYROSCOPE_APPLICATION_NAME", "overhead");
        variables.put("PYROSCOPE_SERVER_ADDRESS", "http://127.0.0.1:" + port);
        variables.put("PYROSCOPE_FORMAT", "jfr");
        variables.put("PYROSCOPE_PROFILER_EVENT", "ctimer");
        variables.put("PYROSCOPE_PROFILING_INTERVAL", interval + "ms");
        variables.put("PYROSCOPE_UPLOAD_INTERVAL", "2s");
        variables.put("PYROSCOPE_LOG_LEVEL", "warn");
        variables.put("PYROSCOPE_AP_EXTRA_ARGUMENTS", events.contains("wall") ? "wall=" + wall + "ms" : "");
        variables.put("PYROSCOPE_PROFILER_ALLOC", events.contains("alloc") ? "512k" : "");
        variables.put("PYROSCOPE_PROFILER_LOCK", events.contains("lock") ? "10ms" : "");
        return variables;
    }

    /** As in the tables: the events, and the interval. */
    String columns() {
        return String.join(", ", events).replace("wall", "wall every " + wall + " ms") + " | " + interval + " ms";
    }
}
