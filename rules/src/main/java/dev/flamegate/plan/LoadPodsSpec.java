package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Amounts;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pods that send the load, in the cluster and the namespace of the target.
 *
 * @param image with Flamegate, and the load tool if it is not Gatling; {@code null} for Flamegate's own of the same version
 * @param files files and folders below the plan's folder that the load reads, beside its class path
 * @param nodeSelector labels of the nodes that they may run on
 * @param limits of each of them; requests are the same
 */
public record LoadPodsSpec(
        @Nullable String image, List<String> files, Map<String, String> nodeSelector, TargetSpec.Limits limits) {
    static final List<String> KEYS = List.of("image", "files", "node-selector", "limits");

    private static final List<String> LIMITS_KEYS = List.of("cpus", "memory");
    private static final double MOST_CPUS = 4096;
    private static final double CPUS = 1;
    private static final long MEMORY = 1L << 30;

    public LoadPodsSpec {
        files = List.copyOf(files);
        nodeSelector = Collections.unmodifiableMap(new LinkedHashMap<>(nodeSelector));
    }

    /** As in the plan file; {@code null} where it says nothing of pods. */
    static @Nullable LoadPodsSpec read(Section load) {
        Section section = load.section("kubernetes", KEYS);
        Section limits = section.section("limits", LIMITS_KEYS);
        LoadPodsSpec pods = new LoadPodsSpec(
                section.read("image", Value::text).orElse(null),
                section.read("files", List.of(), Value::texts),
                section.read("node-selector", Map.of(), Value::settings),
                new TargetSpec.Limits(
                        limits.read("cpus", CPUS, Value.positive(MOST_CPUS)),
                        limits.read("memory", MEMORY, Amounts::size)));
        return load.has("kubernetes") ? pods : null;
    }
}
