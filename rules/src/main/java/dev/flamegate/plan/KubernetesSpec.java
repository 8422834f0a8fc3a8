package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Amounts;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Value;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The place and the settings of a target in a Kubernetes cluster.
 *
 * @param context of the kubeconfig; {@code null} for its current one, or the cluster that the gate itself runs in
 * @param namespace that everything is made in; {@code null} for the context's
 * @param nodeSelector labels of the nodes that pods may run on
 * @param serviceAccount that pods run as; {@code null} for the namespace's default
 * @param manifest file with a Pod in which <code>{image}</code> stands for the image, as written; {@code null} to make
 *     one
 * @param reach how the gate and the load reach the target
 * @param pending the longest time that a pod may wait for a node and its image
 */
public record KubernetesSpec(
        @Nullable String context,
        @Nullable String namespace,
        Map<String, String> nodeSelector,
        @Nullable String serviceAccount,
        @Nullable String manifest,
        Reach reach,
        Duration pending) {
    public static final String IMAGE = "{image}";

    static final List<String> KEYS =
            List.of("context", "namespace", "node-selector", "service-account", "manifest", "reach", "pending");

    private static final Duration DEFAULT_PENDING = Duration.ofMinutes(3);
    private static final String NAME = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

    public static final KubernetesSpec USUAL =
            new KubernetesSpec(null, null, Map.of(), null, null, Reach.PORT_FORWARD, DEFAULT_PENDING);

    public KubernetesSpec {
        nodeSelector = Collections.unmodifiableMap(new LinkedHashMap<>(nodeSelector));
    }

    /** The way of requests from the gate's machine to the target. */
    public enum Reach {
        /** Requests go through the API server, from any place where the gate runs. */
        PORT_FORWARD,
        /** Requests go through a Service, for a gate inside the cluster. */
        SERVICE
    }

    /** Reads the settings from the plan file; wrong values are recorded as problems and replaced by the default. */
    static KubernetesSpec read(Section target) {
        Section section = target.section("kubernetes", KEYS);
        return new KubernetesSpec(
                section.read("context", Value::text).orElse(null),
                section.read("namespace", KubernetesSpec::name).orElse(null),
                section.read("node-selector", Map.of(), Value::settings),
                section.read("service-account", KubernetesSpec::name).orElse(null),
                section.read("manifest", Value::text).orElse(null),
                section.read("reach", Reach.PORT_FORWARD, Value.choice(Reach.class)),
                section.read("pending", DEFAULT_PENDING, Amounts.duration(Duration.ofSeconds(1), Duration.ofHours(1))));
    }

    private static Optional<String> name(Value value) {
        return value.text(NAME, "a name in the cluster: lower-case letters, digits and dashes");
    }
}
