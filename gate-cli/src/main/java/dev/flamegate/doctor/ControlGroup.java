package dev.flamegate.doctor;

import dev.flamegate.targets.container.CgroupMounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The control group this very process is in, with the groups around it: the narrowest limit counts.
 *
 * @param folders by controller; that of version 2 has the empty name
 */
record ControlGroup(Map<String, Path> folders) {
    /** A limit beyond any machine's memory is version 1's way to say none. */
    private static final double NO_LIMIT = 1L << 60;

    ControlGroup {
        folders = Map.copyOf(folders);
    }

    /** Of this process. */
    static ControlGroup own() {
        try {
            return new ControlGroup(CgroupMounts.folders(
                    Files.readAllLines(Path.of("/proc/self/cgroup")),
                    Files.readAllLines(Path.of("/proc/self/mountinfo"))));
        } catch (IOException e) {
            return new ControlGroup(Map.of());
        }
    }

    boolean isKnown() {
        return !folders.isEmpty();
    }

    /** CPUs that may be used at once; empty without a limit. */
    OptionalDouble cpuLimit() {
        OptionalDouble unified = narrowest("", folder -> quota(text(folder, "cpu.max")));
        return unified.isPresent()
                ? unified
                : narrowest(
                        "cpu",
                        folder -> quota(text(folder, "cpu.cfs_quota_us") + " " + text(folder, "cpu.cfs_period_us")));
    }

    /** Bytes; empty without a limit. */
    OptionalDouble memoryLimit() {
        OptionalDouble unified = narrowest("", folder -> bytes(text(folder, "memory.max")));
        return unified.isPresent()
                ? unified
                : narrowest("memory", folder -> bytes(text(folder, "memory.limit_in_bytes")));
    }

    /** Bytes until the limit is reached; empty without one. Cached files count as free. */
    OptionalDouble memoryLeft() {
        OptionalDouble limit = memoryLimit();
        if (limit.isEmpty()) {
            return limit;
        }
        double used = 0;
        Path unified = folders.get("");
        Path first = folders.get("memory");
        if (unified != null && Files.exists(unified.resolve("memory.current"))) {
            used = number(text(unified, "memory.current")) - stat(unified, "memory.stat", "inactive_file");
        } else if (first != null) {
            used = number(text(first, "memory.usage_in_bytes")) - stat(first, "memory.stat", "total_inactive_file");
        }
        return OptionalDouble.of(Math.max(0, limit.getAsDouble() - Math.max(0, used)));
    }

    /** Seconds for which this group was kept from running since it exists; empty where it is not counted. */
    OptionalDouble throttled() {
        Path unified = folders.get("");
        Path first = folders.get("cpu");
        if (unified != null && text(unified, "cpu.stat").contains("throttled_usec")) {
            return OptionalDouble.of(stat(unified, "cpu.stat", "throttled_usec") / 1e6);
        } else if (first != null && text(first, "cpu.stat").contains("throttled_time")) {
            return OptionalDouble.of(stat(first, "cpu.stat", "throttled_time") / 1e9);
        }
        return OptionalDouble.empty();
    }

    private interface Reader {
        double read(Path folder);
    }

    /** The smallest number of a folder and those around it; {@code NaN} counts as none. */
    private OptionalDouble narrowest(String controller, Reader reader) {
        double least = Double.POSITIVE_INFINITY;
        @Nullable Path folder = folders.get(controller);
        while (folder != null && Files.isDirectory(folder)) {
            double limit = reader.read(folder);
            least = limit > 0 ? Math.min(least, limit) : least;
            folder = folder.getParent();
        }
        return Double.isFinite(least) ? OptionalDouble.of(least) : OptionalDouble.empty();
    }

    /** CPUs of {@code 150000 100000}; NaN for {@code max 100000}, {@code -1 100000} and what is no quota. */
    private static double quota(String text) {
        String[] parts = text.split("\\s+");
        return parts.length == 2 && number(parts[0]) > 0 ? number(parts[0]) / number(parts[1]) : Double.NaN;
    }

    private static double bytes(String text) {
        double limit = number(text);
        return limit < NO_LIMIT ? limit : Double.NaN;
    }

    private static double stat(Path folder, String file, String name) {
        return List.of(text(folder, file).split("\n")).stream()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> number(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(0);
    }

    private static double number(String text) {
        return text.strip().matches("-?\\d{1,19}") ? Double.parseDouble(text.strip()) : Double.NaN;
    }

    private static String text(Path folder, String file) {
        try {
            return Files.readString(folder.resolve(file)).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
