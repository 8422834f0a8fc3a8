package dev.flamegate.targets;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which CPUs the target and the load generator run on. With a whole number of CPUs for the target, fewer than the
 * host has, each gets its own: the generator's work then does not slow the service down.
 *
 * @param target prefix of the target's command; empty when it is not pinned
 * @param generator prefix of the generator's command
 * @param cpus CPUs the target may use, above 0
 * @param warning why a limit could not be pinned; empty when it could, or there is none
 */
public record CpuSet(List<String> target, List<String> generator, double cpus, Optional<String> warning) {
    public CpuSet {
        target = List.copyOf(target);
        generator = List.copyOf(generator);
    }

    /**
     * The split for a limit on this host.
     *
     * @param limit CPUs of the target; {@code null} for all
     */
    public static CpuSet of(@Nullable Double limit) {
        List<Integer> allowed = allowed();
        if (limit == null || limit >= allowed.size()) {
            return new CpuSet(List.of(), List.of(), allowed.size(), Optional.empty());
        }
        if (limit != Math.rint(limit)) {
            return unpinned(limit, "a process can only be pinned to whole CPUs; runtime: container enforces " + limit);
        }
        if (!hasTaskset()) {
            return unpinned(limit, "there is no taskset here; the JVM is only set to use " + limit);
        }
        int n = limit.intValue();
        return new CpuSet(
                taskset(allowed.subList(0, n)), taskset(allowed.subList(n, allowed.size())), n, Optional.empty());
    }

    /** Options that tell a virtual machine about a limit that is not enforced. */
    public List<String> javaOptions() {
        return warning.isPresent() ? List.of("-XX:ActiveProcessorCount=" + (int) Math.ceil(cpus)) : List.of();
    }

    private static CpuSet unpinned(double limit, String why) {
        return new CpuSet(List.of(), List.of(), limit, Optional.of("limits: cpus is not enforced: " + why));
    }

    private static List<String> taskset(List<Integer> cpus) {
        return List.of(
                "taskset",
                "-c",
                String.join(",", cpus.stream().map(String::valueOf).toList()));
    }

    private static boolean hasTaskset() {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String folder : path.split(File.pathSeparator)) {
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, "taskset"))) {
                return true;
            }
        }
        return false;
    }

    /** The CPUs this process may use, by their numbers on this host. */
    public static List<Integer> allowed() {
        List<Integer> cpus = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("Cpus_allowed_list:")) {
                    for (String range :
                            line.substring(line.indexOf(':') + 1).strip().split(",")) {
                        String[] ends = range.split("-");
                        for (int cpu = Integer.parseInt(ends[0]);
                                cpu <= Integer.parseInt(ends[ends.length - 1]);
                                cpu++) {
                            cpus.add(cpu);
                        }
                    }
                }
            }
        } catch (IOException | NumberFormatException e) {
            cpus.clear();
        }
        for (int cpu = cpus.size(); cpus.isEmpty() || cpu < Runtime.getRuntime().availableProcessors(); cpu++) {
            cpus.add(cpu);
        }
        return cpus;
    }
}
