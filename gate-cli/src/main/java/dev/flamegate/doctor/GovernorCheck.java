package dev.flamegate.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** How the kernel chooses the CPUs' clock frequency, where it is the one to choose. */
final class GovernorCheck implements Check {
    private final Path cpus;

    /** With the kernel's folder of CPUs. */
    GovernorCheck(Path cpus) {
        this.cpus = cpus;
    }

    @Override
    public String id() {
        return "governor";
    }

    @Override
    public Group group() {
        return Group.MACHINE;
    }

    @Override
    public CheckResult look() throws IOException {
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
            return CheckResult.skip("the clock frequency is not this kernel's to choose (usual in a virtual machine)");
        }
        String names = String.join(", ", governors);
        return governors.equals(Set.of("performance"))
                ? CheckResult.ok("performance: the clock frequency does not follow the load")
                : CheckResult.warn(
                        names + ": the clock frequency follows the load, so that CPU time per request does, too",
                        "sudo cpupower frequency-set -g performance, for the time of the measurement.");
    }
}
