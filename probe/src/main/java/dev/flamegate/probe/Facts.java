package dev.flamegate.probe;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Facts that do not change while the target runs; they are sent once, in the hello. */
final class Facts {
    /** Longer arguments are cut, to keep the hello short. */
    private static final int LONGEST = 8_000;

    private static final int LONGEST_JARS = 120_000;

    private Facts() {}

    static Map<String, String> read() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        Map<String, String> facts = new LinkedHashMap<>();
        String name = runtime.getName(); // pid@host: the only way to the pid in Java 8
        facts.put("pid", name.indexOf('@') > 0 ? name.substring(0, name.indexOf('@')) : "0");
        facts.put("start.ms", Long.toString(runtime.getStartTime()));
        facts.put("java.version", property("java.runtime.version"));
        facts.put("java.home", property("java.home"));
        facts.put("vm.name", runtime.getVmName());
        facts.put("os.name", property("os.name"));
        facts.put("os.version", property("os.version"));
        facts.put("cpu.model", cpuModel());
        facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("heap.max", Long.toString(Runtime.getRuntime().maxMemory()));
        facts.put("collectors", Collectors.names());
        facts.put("profiler.problem", SentProfiler.problem());
        facts.put("arguments", join(runtime.getInputArguments()));
        facts.put("jars", ClassPath.jars(property("java.class.path"), LONGEST_JARS));
        return facts;
    }

    private static String join(List<String> arguments) {
        StringBuilder text = new StringBuilder();
        for (String argument : arguments) {
            // The probe's own argument contains the token.
            String shown = argument.startsWith("-javaagent:") && argument.contains("token=")
                    ? argument.substring(0, argument.indexOf("token="))
                    : argument;
            text.append(text.length() == 0 ? "" : " ").append(shown);
        }
        return text.length() > LONGEST ? text.substring(0, LONGEST) : text.toString();
    }

    /** The processor's name in Linux; empty elsewhere, and for processors without a name in Linux. */
    private static String cpuModel() {
        try {
            for (String line : new ProcFile().read("/proc/cpuinfo").split("\n", -1)) {
                if (line.startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).trim();
                }
            }
        } catch (IOException e) {
            // Another system.
        }
        return "";
    }

    private static String property(String key) {
        String value = System.getProperty(key);
        return value == null ? "" : value;
    }
}
