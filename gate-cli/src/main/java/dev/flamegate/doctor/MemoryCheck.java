package dev.flamegate.doctor;

import dev.flamegate.plan.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The memory, and whether both arms of a comparison and the load generator fit into it. */
final class MemoryCheck implements Check {
    private static final double MIB = 1024 * 1024;
    /** Gatling's JVM at a few hundred requests per second, and the gate's own. */
    private static final double OTHERS = 1024 * MIB;
    /** What a JVM takes beside its heap. */
    private static final double BESIDE_HEAP = 256 * MIB;

    private static final Pattern HEAP = Pattern.compile("-Xmx(\\d{1,15})([kKmMgGtT]?)");

    private final Situation situation;
    private final ControlGroup group;
    private final Path proc;

    MemoryCheck(Situation situation, ControlGroup group, Path proc) {
        this.situation = situation;
        this.group = group;
        this.proc = proc;
    }

    @Override
    public String id() {
        return "memory";
    }

    @Override
    public Group group() {
        return Group.MACHINE;
    }

    @Override
    public CheckResult look() throws IOException {
        Path file = proc.resolve("meminfo");
        if (!Files.exists(file)) {
            return CheckResult.skip("this system does not say how much is free");
        }
        List<String> lines = Files.readAllLines(file);
        double total = kibibytes(lines, "MemTotal:");
        double available =
                Math.min(kibibytes(lines, "MemAvailable:"), group.memoryLeft().orElse(Double.POSITIVE_INFINITY));
        return result(available).with("totalBytes", total).with("availableBytes", available);
    }

    private CheckResult result(double available) {
        String free = Words.bytes(available) + " free";
        OptionalDouble target = situation.target().map(MemoryCheck::need).orElse(OptionalDouble.empty());
        if (situation.runtime() == TargetSpec.Runtime.ATTACH) {
            return available < OTHERS
                    ? CheckResult.warn(free + ": little for the load generator", "End other programs.")
                    : CheckResult.ok(free + ", enough for the load generator");
        }
        if (target.isEmpty()) {
            String hint = "; a target without -Xmx takes up to a quarter of the memory for its heap";
            return available < 2 * OTHERS
                    ? CheckResult.warn(free + hint, "End other programs, and bound the heap with -Xmx.")
                    : CheckResult.ok(free + (situation.plan() == null ? "" : hint));
        }
        double one = target.getAsDouble() + OTHERS;
        double two = 2 * target.getAsDouble() + OTHERS;
        String needs = free + "; `run` takes about " + Words.bytes(one) + ", `compare` " + Words.bytes(two);
        return available >= two
                ? CheckResult.ok(needs)
                : CheckResult.warn(
                        needs,
                        "End other programs, or give the target less: target: java-options: [-Xmx...], limits: memory.");
    }

    /** What one start of the target takes at most, as far as the plan says. */
    private static OptionalDouble need(TargetSpec target) {
        Long limit = target.limits().memoryBytes();
        if (limit != null) {
            return OptionalDouble.of(limit);
        }
        return target.javaOptions().stream()
                .map(HEAP::matcher)
                .filter(Matcher::matches)
                .mapToDouble(heap -> Double.parseDouble(heap.group(1)) * factor(heap.group(2)) + BESIDE_HEAP)
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
}
