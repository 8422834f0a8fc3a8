package dev.flamegate.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The facts that must be equal for two runs to be comparable: service, runtime, machine, kernel, JDK, limits, load and
 * profile settings, but never the build or its environment, which are the subject of a comparison.
 *
 * @param parts by name, such as {@code cpu.model}
 */
public record Fingerprint(Map<String, String> parts) {
    /** Part with the operating system and its version. */
    public static final String OS = "host.os";

    /** Part with the virtual machine of the target and its version. */
    public static final String JDK = "jdk";

    /** Part with the memory of the host, or of the container that the gate runs in. */
    public static final String MEMORY = "host.memory";

    /** Part with the content of the simulation. */
    public static final String SIMULATION = "load.content";

    /** Part with the version of the profiler in the target. */
    public static final String PROFILER = "profiler";

    /** Part with the content of the probe in the target. */
    public static final String PROBE = "probe";

    /** The parts that versions before 0.2 did not store: a missing one is unknown and makes no difference. */
    private static final Set<String> LATER = Set.of(MEMORY, SIMULATION, PROFILER, PROBE);

    /** {@code Linux 6.18.44-fc-v669}: name, major and minor version, the patch, and what the kernel was built for. */
    private static final Pattern KERNEL = Pattern.compile("(\\D*\\d+\\.\\d+)(.*)");

    public Fingerprint {
        parts = Collections.unmodifiableMap(new TreeMap<>(parts));
    }

    Fingerprint without(String part) {
        Map<String, String> others = new TreeMap<>(parts);
        others.remove(part);
        return new Fingerprint(others);
    }

    /** True if runs with the other fingerprint can be compared with runs with this one. */
    public boolean isComparable(Fingerprint other) {
        return differences(other).isEmpty();
    }

    /**
     * The parts that make runs with the other one not comparable, one phrase each: {@code jdk: 17.0.15 here, 21.0.2
     * there}.
     */
    public List<String> differences(Fingerprint other) {
        TreeSet<String> names = new TreeSet<>(parts.keySet());
        names.addAll(other.parts.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            String here = parts.get(name);
            String there = other.parts.get(name);
            boolean unknown = LATER.contains(name) && (here == null || there == null);
            boolean patched = name.equals(OS)
                    && here != null
                    && there != null
                    && line(here).equals(line(there));
            if (!Objects.equals(here, there) && !unknown && !patched) {
                differences.add(difference(name, here == null ? "nothing" : here, there == null ? "nothing" : there));
            }
        }
        return differences;
    }

    /** Names another patch of the same kernel, which may change costs but does not prevent a comparison; else empty. */
    public List<String> doubts(Fingerprint other) {
        String here = parts.get(OS);
        String there = other.parts.get(OS);
        return here == null
                        || there == null
                        || here.equals(there)
                        || !line(here).equals(line(there))
                ? List.of()
                : List.of(difference(OS, here, there));
    }

    private static String difference(String name, String here, String there) {
        return name + ": " + here + " here, " + there + " there";
    }

    /** A kernel without its patch level: name, major and minor version, and the words behind them. */
    private static String line(String os) {
        Matcher kernel = KERNEL.matcher(os);
        return kernel.matches() ? kernel.group(1) + kernel.group(2).replaceAll("[\\d.]+", "") : os;
    }
}
