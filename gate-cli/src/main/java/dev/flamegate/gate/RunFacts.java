package dev.flamegate.gate;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.target.Host;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Says of a run what people want to know, and what must be equal for comparing it. */
final class RunFacts {
    private final Plan plan;
    private final TargetSpec target;
    private final ProbeFacts probe;

    /**
     * Of one start.
     *
     * @param target as it was started: in a comparison an arm's
     */
    RunFacts(Plan plan, TargetSpec target, ProbeFacts probe) {
        this.plan = plan;
        this.target = target;
        this.probe = probe;
    }

    /**
     * What must be equal: machine, kernel, JDK and its options, limits, load and profile. Never the jar or its
     * environment, which are what a comparison is about.
     */
    Map<String, String> fingerprint() {
        Map<String, String> parts = new LinkedHashMap<>(Host.facts());
        TargetSpec planned = plan.target();
        LoadSpec load = plan.load();
        parts.put("runtime", "process");
        parts.put("jdk", probe.vmName() + " " + probe.javaVersion());
        parts.put("java-options", String.join(" ", planned.javaOptions()));
        parts.put("limits.cpus", or(planned.limits().cpus(), "all"));
        parts.put("limits.memory", or(planned.limits().memoryBytes(), "all"));
        parts.put("load.simulation", load.simulation());
        parts.put("load.properties", new TreeMap<>(load.properties()).toString());
        parts.put("load.measure", seconds(load.measure()));
        parts.put(
                "load.warm-up",
                seconds(load.warmUp().atLeast()) + " to "
                        + seconds(load.warmUp().atMost()));
        parts.put(
                "profile",
                String.join(", ", plan.profile().events()) + " every "
                        + plan.profile().interval().toMillis() + " ms");
        return parts;
    }

    /** For people: the target's file with its checksum, the JDK, the machine, this tool. */
    Map<String, String> context(Path planFolder) {
        Map<String, String> context = new LinkedHashMap<>();
        if (target.jar() != null) {
            context.put("target", target.jar());
            context.put("target.sha256", Sha256.of(planFolder.resolve(target.jar())));
        } else {
            context.put("target", String.join(" ", target.command()));
        }
        context.put("jdk", probe.vmName() + " " + probe.javaVersion());
        context.put("jvm.options", String.join(" ", target.javaOptions()));
        context.put("jvm.collectors", probe.collectors());
        context.put("jvm.heap-max", String.valueOf(probe.heapMax()));
        context.putAll(Host.facts());
        context.put("flamegate", Installation.version());
        return context;
    }

    private static String or(@Nullable Object value, String otherwise) {
        return value == null ? otherwise : value.toString();
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }
}
