package dev.flamegate.targets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The counters and limits in a control group's files, of version 1 or 2: a container's, or this process's own.
 *
 * @param unified whether all files are in one folder, as in version 2
 * @param cpu folder with {@code cpu.stat}
 * @param accounting folder with {@code cpuacct.usage}; version 1
 * @param memory folder with the memory's files
 */
public record CgroupFiles(boolean unified, Path cpu, Path accounting, Path memory) implements ContainerCounters {
    /** A limit beyond any machine's memory, version 1's notation for "no limit". */
    private static final long NO_LIMIT = 1L << 60;

    /** The files of the group that a process of this host is in; empty if they cannot be found. */
    public static Optional<CgroupFiles> of(long pid) {
        try {
            List<String> groups = Files.readAllLines(Path.of("/proc", String.valueOf(pid), "cgroup"));
            List<String> mounts = Files.readAllLines(Path.of("/proc/self/mountinfo"));
            Map<String, Path> folders = Mounts.folders(groups, mounts);
            return of(folders).filter(CgroupFiles::readable);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The files of the group that this process is in; empty on a system without control groups. */
    public static Optional<CgroupFiles> own() {
        try {
            return of(Mounts.folders(
                    Files.readAllLines(Path.of("/proc/self/cgroup")),
                    Files.readAllLines(Path.of("/proc/self/mountinfo"))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The files in folders by controller. Version 2 has the empty name; it counts if version 1 lacks CPU. */
    static Optional<CgroupFiles> of(Map<String, Path> folders) {
        Path cpu = folders.get("cpu");
        if (cpu != null) {
            // A controller that the kernel leaves out has no files: no limit, and no counters to read.
            return Optional.of(new CgroupFiles(
                    false, cpu, folders.getOrDefault("cpuacct", cpu), folders.getOrDefault("memory", cpu)));
        }
        Path all = folders.get("");
        return all == null ? Optional.empty() : Optional.of(new CgroupFiles(true, all, all, all));
    }

    private boolean readable() {
        try {
            read();
            return true;
        } catch (TargetFailed e) {
            return false;
        }
    }

    @Override
    public Reading read() {
        try {
            Map<String, Long> stat = table(cpu.resolve("cpu.stat"));
            return unified
                    ? new Reading(
                            stat.getOrDefault("usage_usec", 0L) / 1e6, stat.getOrDefault("throttled_usec", 0L) / 1e6)
                    : new Reading(
                            number(accounting.resolve("cpuacct.usage")) / 1e9,
                            stat.getOrDefault("throttled_time", 0L) / 1e9);
        } catch (IOException | NumberFormatException e) {
            throw new TargetFailed("the container's counters cannot be read: " + e + ". Has it ended?", e);
        }
    }

    /** CPUs that may be used at once, here and in the groups around it; empty without a limit. */
    public OptionalDouble cpuLimit() {
        return narrowest(
                cpu,
                folder -> unified
                        ? quota(text(folder, "cpu.max"))
                        : quota(text(folder, "cpu.cfs_quota_us") + " " + text(folder, "cpu.cfs_period_us")));
    }

    /** Bytes that may be used, here and in the groups around it; empty without a limit. */
    public OptionalDouble memoryLimit() {
        return narrowest(memory, folder -> {
            double limit = value(text(folder, unified ? "memory.max" : "memory.limit_in_bytes"));
            return limit < NO_LIMIT ? limit : Double.NaN;
        });
    }

    /** Bytes until the limit is reached; empty without one. Cached files count as free. */
    public OptionalDouble memoryLeft() {
        OptionalDouble limit = memoryLimit();
        if (limit.isEmpty()) {
            return limit;
        }
        try {
            long used = number(memory.resolve(unified ? "memory.current" : "memory.usage_in_bytes"));
            Map<String, Long> stat = table(memory.resolve("memory.stat"));
            long cached = stat.getOrDefault(unified ? "inactive_file" : "total_inactive_file", 0L);
            return OptionalDouble.of(Math.max(0, limit.getAsDouble() - Math.max(0, used - cached)));
        } catch (IOException | NumberFormatException e) {
            return limit; // what is used is not told
        }
    }

    /** Seconds for which this group has been kept from running since it was created; empty where it is not counted. */
    public OptionalDouble throttledSeconds() {
        try {
            Long throttled = table(cpu.resolve("cpu.stat")).get(unified ? "throttled_usec" : "throttled_time");
            return throttled == null ? OptionalDouble.empty() : OptionalDouble.of(throttled / (unified ? 1e6 : 1e9));
        } catch (IOException | NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /** The smallest positive number of a folder and those around it; {@code NaN} counts as none. */
    private static OptionalDouble narrowest(Path folder, ToDoubleFunction<Path> reader) {
        return Stream.iterate(folder, at -> at != null && Files.isDirectory(at), Path::getParent)
                .mapToDouble(reader)
                .filter(limit -> limit > 0)
                .min();
    }

    /**
     * CPUs of {@code 150000 100000}; NaN for {@code max 100000}, {@code -1 100000} and anything that is not a quota.
     */
    private static double quota(String text) {
        String[] parts = text.split("\\s+");
        return parts.length == 2 && value(parts[0]) > 0 ? value(parts[0]) / value(parts[1]) : Double.NaN;
    }

    private static double value(String text) {
        return text.matches("-?\\d{1,19}") ? Double.parseDouble(text) : Double.NaN;
    }

    private static String text(Path folder, String file) {
        try {
            return Files.readString(folder.resolve(file)).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static long number(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }

    private static Map<String, Long> table(Path file) throws IOException {
        Map<String, Long> table = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            int space = line.indexOf(' ');
            if (space > 0) {
                table.put(
                        line.substring(0, space),
                        Long.parseLong(line.substring(space + 1).strip()));
            }
        }
        return table;
    }

    @Override
    public void close() {
        // Nothing is held open.
    }

    /** Finds the folders of a process's control groups among what is mounted here. */
    static final class Mounts {
        private static final int ROOT = 3;
        private static final int POINT = 4;

        private Mounts() {}

        /**
         * The folder of each controller; that of version 2 has the empty name.
         *
         * @param groups lines of the process's {@code /proc/PID/cgroup}
         * @param mounts lines of our own {@code /proc/self/mountinfo}
         */
        static Map<String, Path> folders(List<String> groups, List<String> mounts) {
            Map<String, Path> folders = new HashMap<>();
            for (String group : groups) {
                String[] parts = group.split(":", 3);
                if (parts.length == 3) {
                    for (String controller : parts[1].split(",", -1)) {
                        for (String mount : mounts) {
                            add(folders, controller, parts[2], mount);
                        }
                    }
                }
            }
            return folders;
        }

        /** Adds the folder when the mount is of the controller and shows the group. */
        private static void add(Map<String, Path> folders, String controller, String group, String mount) {
            String[] halves = mount.split(" - ", 2);
            String[] left = halves[0].split(" ", -1);
            String[] right = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
            if (left.length <= POINT || right.length < 3) {
                return;
            }
            boolean matches = controller.isEmpty()
                    ? right[0].equals("cgroup2")
                    : right[0].equals("cgroup")
                            && List.of(right[2].split(",", -1)).contains(controller);
            String root = left[ROOT].equals("/") ? "" : left[ROOT];
            if (matches && (group + "/").startsWith(root + "/")) {
                folders.put(
                        controller,
                        Path.of(left[POINT] + "/" + group.substring(root.length()))
                                .normalize());
            }
        }
    }
}
