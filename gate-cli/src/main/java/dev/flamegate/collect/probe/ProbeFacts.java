package dev.flamegate.collect.probe;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The facts that a target's probe reports about it once.
 *
 * @param pid process id as the target sees it: in a container not the host's
 * @param start when its virtual machine started
 * @param javaVersion such as {@code 17.0.15+6}
 * @param javaHome folder of its runtime
 * @param vmName such as {@code OpenJDK 64-Bit Server VM}
 * @param osName such as {@code Linux}
 * @param osVersion such as {@code 6.1.0}: on Linux, the kernel's
 * @param cpuModel as Linux names its processors; empty elsewhere
 * @param processors CPUs it may use, as the virtual machine sees them
 * @param heapMax bytes its heap may grow to
 * @param collectors names of its garbage collectors
 * @param profilerProblem why the profiler that the gate sent through the probe does not run; empty otherwise
 * @param arguments options of its virtual machine, without the probe's token
 * @param jars bytes of the jars it was started with, by file name
 */
public record ProbeFacts(
        long pid,
        Instant start,
        String javaVersion,
        String javaHome,
        String vmName,
        String osName,
        String osVersion,
        String cpuModel,
        int processors,
        long heapMax,
        String collectors,
        String profilerProblem,
        String arguments,
        Map<String, Long> jars) {
    public ProbeFacts {
        jars = Map.copyOf(jars);
    }

    /** The facts of a target without a probe. */
    public static ProbeFacts unknown() {
        return of(Map.of());
    }

    /** Reads the lines of a hello; what is missing is empty or 0. */
    static ProbeFacts of(Map<String, String> values) {
        return new ProbeFacts(
                number(values, "pid"),
                Instant.ofEpochMilli(number(values, "start.ms")),
                values.getOrDefault("java.version", ""),
                values.getOrDefault("java.home", ""),
                values.getOrDefault("vm.name", ""),
                values.getOrDefault("os.name", ""),
                values.getOrDefault("os.version", ""),
                values.getOrDefault("cpu.model", ""),
                (int) number(values, "processors"),
                number(values, "heap.max"),
                values.getOrDefault("collectors", ""),
                values.getOrDefault("profiler.problem", ""),
                values.getOrDefault("arguments", ""),
                jars(values.getOrDefault("jars", "")));
    }

    /** Parses {@code NAME/BYTES}, with a slash between two. */
    private static Map<String, Long> jars(String text) {
        String[] parts = text.split("/", -1);
        Map<String, Long> jars = new HashMap<>();
        for (int i = 0; i + 1 < parts.length; i += 2) {
            jars.put(parts[i], number(Map.of(parts[i], parts[i + 1]), parts[i]));
        }
        return jars;
    }

    private static long number(Map<String, String> values, String name) {
        try {
            return Long.parseLong(values.getOrDefault(name, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
