package dev.flamegate.targets;

import com.sun.management.OperatingSystemMXBean;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Run;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Facts of the machine the gate runs on. */
public final class Host {
    private static final double TICKS_PER_SECOND = 100;
    private static final int STEAL = 8;
    private static final double GIB = 1024.0 * 1024 * 1024;

    private Host() {}

    /** Facts that make two machines differ, for a fingerprint: CPU model and number, kernel, architecture. */
    public static Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("host.cpu", cpuModel());
        facts.put(Run.HOST_CPUS, String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.put(Fingerprint.OS, System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("host.arch", System.getProperty("os.arch"));
        return facts;
    }

    /**
     * Memory of the host, or of the container that the gate runs in, in whole GiB: less says how it was booted, not
     * what it is.
     */
    public static String memory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? Math.max(1, Math.round(system.getTotalMemorySize() / GIB)) + " GiB"
                : "unknown";
    }

    /**
     * CPU seconds the hypervisor gave to other guests since boot, over all CPUs; empty where the system does not say.
     */
    public static OptionalDouble steal() {
        try {
            String all = Files.readAllLines(Path.of("/proc/stat")).get(0);
            return OptionalDouble.of(Double.parseDouble(all.split("\\s+")[STEAL]) / TICKS_PER_SECOND);
        } catch (IOException | RuntimeException e) {
            return OptionalDouble.empty();
        }
    }

    private static String cpuModel() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return String.valueOf(System.getProperty("os.arch"));
        }
    }
}
