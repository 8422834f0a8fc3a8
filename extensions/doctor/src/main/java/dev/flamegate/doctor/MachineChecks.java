package dev.flamegate.doctor;

import static dev.flamegate.check.Check.Group.MACHINE;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.ReceiverCheck;
import dev.flamegate.check.Situation;
import dev.flamegate.model.message.DoctorCheck;
import dev.flamegate.os.Platform;
import dev.flamegate.os.Program;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.CgroupFiles;
import dev.flamegate.targets.CpuSet;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The system, its CPUs and memory, whether target and load generator fit, and where the gate listens. */
final class MachineChecks {
    private static final double MIB = 1024 * 1024;
    /** Memory of Gatling's JVM at a few hundred requests per second, and of the gate's own. */
    private static final double OTHERS = 1024 * MIB;
    /** Memory that a JVM needs in addition to its heap. */
    private static final double BESIDES_HEAP = 256 * MIB;

    private static final Pattern HEAP = Pattern.compile("-Xmx(\\d{1,15})([kKmMgGtT]?)");

    private final Situation situation;
    private final int cpus;
    private final Optional<CgroupFiles> cgroup;
    /** The target's CPU limit; empty without one. */
    private final Optional<Double> limit;

    MachineChecks(Situation situation) {
        this(situation, CpuSet.allowed().size(), CgroupFiles.own());
    }

    /**
     * Checks a machine with the resources of this process.
     *
     * @param cpus number of CPUs that this process may use
     */
    MachineChecks(Situation situation, int cpus, Optional<CgroupFiles> cgroup) {
        this.situation = situation;
        this.cpus = cpus;
        this.cgroup = cgroup;
        this.limit = situation.target().map(TargetSpec::limits).map(TargetSpec.Limits::cpus);
    }

    List<Check> all() {
        List<Check> all = new ArrayList<>(List.of(
                Check.of(DoctorCheck.SYSTEM, MACHINE, () -> system(Platform.current())),
                Check.of(DoctorCheck.CPUS, MACHINE, this::cpus),
                Check.of(DoctorCheck.MEMORY, MACHINE, () -> memory(Path.of("/proc/meminfo"))),
                Check.of(DoctorCheck.CGROUP, MACHINE, this::cgroup),
                Check.of(DoctorCheck.TASKSET, MACHINE, this::pinning),
                Check.of(DoctorCheck.GOVERNOR, MACHINE, () -> governor(Path.of("/sys/devices/system/cpu")))));
        if (!situation.startsContainer()) {
            all.add(Check.of(DoctorCheck.RECEIVER, MACHINE, this::receiver));
        }
        return all;
    }

    private CheckResult receiver() {
        return situation.runtime() == TargetSpec.Runtime.ATTACH
                ? CheckResult.skip("not needed: a target that runs elsewhere pushes nothing to the gate")
                : ReceiverCheck.at(
                        InetAddress.getLoopbackAddress(), "Allow programs to listen on the loopback address.");
    }

    /** Reports what cannot be measured on a system that is not Linux. */
    CheckResult system(Platform platform) {
        String name = System.getProperty("os.name") + " " + System.getProperty("os.version");
        if (platform == Platform.LINUX || !situation.startsProcess()) {
            return CheckResult.ok(name);
        }
        String missing = "the target cannot have CPUs of its own, and what else uses the machine is not seen (other"
                + " processes, steal, throttling)";
        if (platform == Platform.WINDOWS) {
            return CheckResult.warn(
                    name + " has no profiler, so no method is named; " + missing,
                    "Work in WSL 2, which is a Linux, or use runtime: container. Without a profiler: profile: {events:"
                            + " []}.");
        }
        return CheckResult.warn(
                name + ": " + missing + "; one timer samples all threads together",
                "Good enough to try things out. For verdicts that fail a build use Linux, as in CI, or runtime:"
                        + " container.");
    }

    /** Checks the CPUs, and how they are shared out. */
    CheckResult cpus() {
        return shares().with("cpus", cpus);
    }

    private CheckResult shares() {
        String all = DoctorNumbers.cpus(cpus);
        if (situation.runsElsewhere()) {
            return CheckResult.ok(all + " here for the load generator; the target runs elsewhere");
        } else if (cpus < 2) {
            return CheckResult.warn(
                    "1 CPU: service and load generator share it and slow each other down",
                    "Use a machine with two or more CPUs, or attach to a service that runs elsewhere.");
        } else if (limit.isEmpty()) {
            return situation.plan() == null
                    ? CheckResult.ok(all + ": a plan would leave " + DoctorNumbers.cpus(cpus - 1)
                            + " to the service and one to the load generator")
                    : CheckResult.warn(
                            all + ", shared by the service and the load generator",
                            "Leave some for the generator: target: limits: {cpus: " + (cpus - 1) + "}.");
        }
        double target = limit.get();
        if (target >= cpus) {
            return CheckResult.warn(
                    "the target may use " + DoctorNumbers.number(target) + " of " + all
                            + ": the load generator has none of its own",
                    "Set target: limits: {cpus: " + (cpus - 1) + "}, or use a larger machine.");
        }
        return CheckResult.ok(all + ": " + DoctorNumbers.number(target) + " for the target, "
                + DoctorNumbers.number(cpus - target) + " left for the load generator");
    }

    /** Checks the memory, and whether both arms of a comparison and the load generator fit into it. */
    CheckResult memory(Path meminfo) throws IOException {
        if (!Files.exists(meminfo)) {
            return CheckResult.skip("this system does not report how much is free");
        }
        List<String> lines = Files.readAllLines(meminfo);
        double total = kibibytes(lines, "MemTotal:");
        double group = cgroup.map(CgroupFiles::memoryLeft)
                .orElse(OptionalDouble.empty())
                .orElse(Double.POSITIVE_INFINITY);
        double available = Math.min(kibibytes(lines, "MemAvailable:"), group);
        return fit(available).with("totalBytes", total).with("availableBytes", available);
    }

    private CheckResult fit(double available) {
        String free = DoctorNumbers.bytes(available) + " free";
        if (situation.runsElsewhere()) {
            return available < OTHERS
                    ? CheckResult.warn(free + ": little for the load generator", "Close other programs.")
                    : CheckResult.ok(free + ", enough for the load generator");
        }
        OptionalDouble target = situation.target().map(MachineChecks::need).orElse(OptionalDouble.empty());
        if (target.isEmpty()) {
            String hint = "; without -Xmx, a target's heap takes up to a quarter of the memory";
            return available < 2 * OTHERS
                    ? CheckResult.warn(free + hint, "Close other programs, and limit the heap with -Xmx.")
                    : CheckResult.ok(free + (situation.plan() == null ? "" : hint));
        }
        double one = target.getAsDouble() + OTHERS;
        double two = 2 * target.getAsDouble() + OTHERS;
        String needs =
                free + "; `run` takes about " + DoctorNumbers.bytes(one) + ", `compare` " + DoctorNumbers.bytes(two);
        return available >= two
                ? CheckResult.ok(needs)
                : CheckResult.warn(
                        needs,
                        "Close other programs, or give the target less: target: java-options: [-Xmx...], limits:"
                                + " memory.");
    }

    /** The most memory that one instance of the target takes, as far as the plan says. */
    private static OptionalDouble need(TargetSpec target) {
        Long limit = target.limits().memoryBytes();
        if (limit != null) {
            return OptionalDouble.of(limit);
        }
        return target.javaOptions().stream()
                .map(HEAP::matcher)
                .filter(Matcher::matches)
                .mapToDouble(heap -> Double.parseDouble(heap.group(1)) * factor(heap.group(2)) + BESIDES_HEAP)
                .reduce((first, last) -> last);
    }

    private static double factor(String letter) {
        return letter.isEmpty() ? 1 : Math.pow(1024, "kmgt".indexOf(Character.toLowerCase(letter.charAt(0))) + 1);
    }

    private static double kibibytes(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** The limits of this very process, as in a CI job's container: they apply to everything it starts. */
    CheckResult cgroup() {
        if (cgroup.isEmpty()) {
            return CheckResult.skip("no control groups are visible on this system");
        }
        OptionalDouble quota = cgroup.get().cpuLimit();
        OptionalDouble memory = cgroup.get().memoryLimit();
        String limits = "this process has "
                + (quota.isPresent() ? "a quota of " + DoctorNumbers.cpus(quota.getAsDouble()) : "no CPU quota")
                + " and "
                + (memory.isPresent()
                        ? "a memory limit of " + DoctorNumbers.bytes(memory.getAsDouble())
                        : "no memory limit");
        return bounded(quota.orElse(Double.POSITIVE_INFINITY), limits)
                .with("cpuLimit", quota.orElse(Double.NaN))
                .with("memoryLimitBytes", memory.orElse(Double.NaN));
    }

    private CheckResult bounded(double quota, String limits) {
        if (!situation.startsProcess() || quota >= cpus) {
            return CheckResult.ok(limits);
        } else if (limit.isPresent() && limit.get() + 1 <= quota) {
            return CheckResult.ok(limits + ", enough for the target's " + DoctorNumbers.cpus(limit.get())
                    + " and the load generator");
        }
        return CheckResult.warn(
                limits + ": service and load generator share the quota and are paused when it is used up",
                "Raise or remove the CPU limit of the job's container, or limit the target with target: limits: cpus.");
    }

    /** Checks that the target can be pinned to CPUs that nothing else uses. */
    CheckResult pinning() {
        boolean there = Program.find("taskset", situation.environment()).isPresent();
        if (!situation.startsProcess()) {
            return CheckResult.skip("not needed: the target is not a process on this machine");
        } else if (limit.isEmpty()) {
            return there
                    ? CheckResult.ok("available: limits: {cpus: N} pins the service to CPUs of its own")
                    : CheckResult.skip("not installed, and the plan has no CPU limit");
        }
        CpuSet set = CpuSet.of(limit.get());
        if (set.warning().isPresent()) {
            return CheckResult.warn(
                    set.warning().get(),
                    there
                            ? "Use a whole number of CPUs, or runtime: container."
                            : "Install it (package util-linux) on Linux, or use runtime: container.");
        }
        return CheckResult.ok(
                !set.isPinned()
                        ? "nothing to pin: the target may use all CPUs"
                        : "pins the target to CPU " + list(set.target()) + " and the load generator to CPU "
                                + list(set.generator()));
    }

    private static String list(List<Integer> cpus) {
        return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Checks how the kernel chooses the CPUs' clock frequency, where it does. */
    static CheckResult governor(Path cpus) throws IOException {
        Set<String> governors = new TreeSet<>();
        if (Files.isDirectory(cpus)) {
            try (Stream<Path> folders = Files.list(cpus)) {
                for (Path folder : folders.toList()) {
                    Path file = folder.resolve("cpufreq/scaling_governor");
                    if (Files.isReadable(file)) {
                        governors.add(Files.readString(file).strip());
                    }
                }
            }
        }
        if (governors.isEmpty()) {
            return CheckResult.skip("this kernel does not choose the clock frequency (usual in a virtual machine)");
        }
        String names = String.join(", ", governors);
        return governors.equals(Set.of("performance"))
                ? CheckResult.ok("performance: the clock frequency does not follow the load")
                : CheckResult.warn(
                        names + ": the clock frequency follows the load, and so does CPU time per request",
                        "While measuring, use: sudo cpupower frequency-set -g performance.");
    }
}
