package dev.flamegate.targets.container;

import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A container's counters from its control group's files, of version 1 or 2.
 *
 * @param unified whether all files are in one folder, as in version 2
 * @param cpu folder with {@code cpu.stat}
 * @param accounting folder with {@code cpuacct.usage}; version 1
 * @param memory folder with the memory's files
 */
record CgroupFiles(boolean unified, Path cpu, Path accounting, Path memory) implements ContainerCounters {
    /** A limit beyond any machine's memory is version 1's way to say none. */
    private static final long NO_LIMIT = 1L << 60;

    /** Of the group that a process of this host is in; empty where its files cannot be found. */
    static Optional<CgroupFiles> of(long pid) {
        try {
            List<String> groups = Files.readAllLines(Path.of("/proc", String.valueOf(pid), "cgroup"));
            List<String> mounts = Files.readAllLines(Path.of("/proc/self/mountinfo"));
            Map<String, Path> folders = CgroupMounts.folders(groups, mounts);
            return of(folders).filter(CgroupFiles::readable);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Of the folders by controller; version 2's has the empty name. */
    static Optional<CgroupFiles> of(Map<String, Path> folders) {
        Path cpu = folders.get("cpu");
        Path accounting = folders.get("cpuacct");
        Path memory = folders.get("memory");
        if (cpu != null && accounting != null && memory != null) {
            return Optional.of(new CgroupFiles(false, cpu, accounting, memory));
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
    public ContainerReading read() {
        try {
            return unified ? readUnified() : readVersion1();
        } catch (IOException | NumberFormatException e) {
            throw new TargetFailed("the container's counters cannot be read: " + e + ". Has it ended?", e);
        }
    }

    private ContainerReading readVersion1() throws IOException {
        double seconds = number(accounting.resolve("cpuacct.usage")) / 1e9;
        Instant at = Instant.now();
        Map<String, Long> stat = table(cpu.resolve("cpu.stat"));
        long usage = number(memory.resolve("memory.usage_in_bytes"));
        long droppable = table(memory.resolve("memory.stat")).getOrDefault("total_inactive_file", 0L);
        long limit = number(memory.resolve("memory.limit_in_bytes"));
        return new ContainerReading(
                at,
                seconds,
                stat.getOrDefault("nr_throttled", 0L),
                stat.getOrDefault("throttled_time", 0L) / 1e9,
                Math.max(0, usage - droppable),
                limit >= NO_LIMIT ? OptionalLong.empty() : OptionalLong.of(limit));
    }

    private ContainerReading readUnified() throws IOException {
        Map<String, Long> stat = table(cpu.resolve("cpu.stat"));
        Instant at = Instant.now();
        long usage = number(memory.resolve("memory.current"));
        long droppable = table(memory.resolve("memory.stat")).getOrDefault("inactive_file", 0L);
        String limit = Files.readString(memory.resolve("memory.max")).strip();
        return new ContainerReading(
                at,
                stat.getOrDefault("usage_usec", 0L) / 1e6,
                stat.getOrDefault("nr_throttled", 0L),
                stat.getOrDefault("throttled_usec", 0L) / 1e6,
                Math.max(0, usage - droppable),
                limit.equals("max") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(limit)));
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
}
