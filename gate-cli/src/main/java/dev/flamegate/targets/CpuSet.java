package dev.flamegate.targets;

import dev.flamegate.os.ProcessTree;
import dev.flamegate.os.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The CPUs that the target and the load generator run on. With a whole number of CPUs for the target, fewer than the
 * host has, target and generator use separate CPUs, so that the generator does not slow the service down.
 *
 * @param target the target's own CPUs by their numbers on this host; empty when it is not pinned
 * @param generator those of the load generator; empty when it is not pinned
 * @param cpus CPUs the target may use, above 0
 * @param warning why a limit could not be pinned; empty when it could, or without a limit
 */
public record CpuSet(List<Integer> target, List<Integer> generator, double cpus, Optional<String> warning) {
    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final Duration PIN_WITHIN = Duration.ofSeconds(5);

    /** Rounds of pinning: a thread that an unpinned thread starts escapes one round, and the next pins it. */
    private static final int PIN_ROUNDS = 5;

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
        return new CpuSet(allowed.subList(0, n), allowed.subList(n, allowed.size()), n, Optional.empty());
    }

    /** True if the target gets CPUs that nothing else uses. */
    public boolean isPinned() {
        return !target.isEmpty();
    }

    /** A command that runs another on these CPUs; empty for none. */
    public static List<String> prefix(List<Integer> cpus) {
        return cpus.isEmpty() ? List.of() : List.of("taskset", "-c", list(cpus));
    }

    /**
     * Options that tell the target's virtual machine about its limit: it may not be enforced at all, or only once the
     * target has started, while the virtual machine sizes its pools before.
     *
     * @param given the target's own options; one that says the number already is left alone
     */
    public List<String> javaOptions(List<String> given) {
        return isPinned() || warning.isPresent() ? processors(cpus, given) : List.of();
    }

    /** The option that says how many CPUs there are; none where the options given say so already. */
    public static List<String> processors(double cpus, List<String> given) {
        return given.stream().anyMatch(option -> option.startsWith(PROCESSORS))
                ? List.of()
                : List.of(PROCESSORS + (int) Math.ceil(cpus));
    }

    /**
     * Keeps a process that runs already, with all its threads and descendants, to the target's CPUs; does nothing
     * unless the target is pinned.
     *
     * @throws TargetFailed when some of its threads still run elsewhere after several rounds
     */
    public void pin(ProcessHandle root) throws InterruptedException {
        if (!isPinned()) {
            return;
        }
        for (int round = 0; round < PIN_ROUNDS; round++) {
            for (ProcessHandle process : ProcessTree.of(root)) {
                taskset(process);
            }
            if (ProcessTree.of(root).stream().allMatch(this::isKept)) {
                return;
            }
        }
        throw new TargetFailed("the target could not be kept to CPU " + list(target)
                + ": taskset -a -p has no effect on its threads.\nRemove limits: cpus, or use runtime: container.");
    }

    private void taskset(ProcessHandle process) throws InterruptedException {
        try {
            // Its exit code says nothing: a thread may have ended meanwhile.
            Program.of("taskset", "-a", "-p", "-c", list(target), Long.toString(process.pid()))
                    .within(PIN_WITHIN)
                    .run();
        } catch (IOException e) {
            throw new TargetFailed("the target cannot be kept to CPU " + list(target) + ": " + e.getMessage(), e);
        }
    }

    /** True if all threads of a process may use the target's CPUs only; a thread that has ended does not count. */
    private boolean isKept(ProcessHandle process) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return threads.map(thread -> allowed(thread.resolve("status")))
                    .allMatch(cpus -> cpus.isEmpty() || cpus.equals(target));
        } catch (IOException ended) {
            return true;
        }
    }

    private static CpuSet unpinned(double limit, String why) {
        return new CpuSet(List.of(), List.of(), limit, Optional.of("limits: cpus is not enforced: " + why));
    }

    private static String list(List<Integer> cpus) {
        return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
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
        List<Integer> cpus = new ArrayList<>(allowed(Path.of("/proc/self/status")));
        for (int cpu = cpus.size(); cpus.isEmpty() || cpu < Runtime.getRuntime().availableProcessors(); cpu++) {
            cpus.add(cpu);
        }
        return cpus;
    }

    /** The CPUs that the process or thread of a status file may use; empty where the file does not say. */
    private static List<Integer> allowed(Path status) {
        List<Integer> cpus = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith(ALLOWED)) {
                    for (String range : line.substring(ALLOWED.length()).strip().split(",")) {
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
            return List.of();
        }
        return cpus;
    }
}
