package dev.flamegate.cluster;

import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.targets.Agents;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pods for tests. */
final class Pods {
    static final String NAMESPACE = "perf";

    static final String PLAIN = """
            version: 1
            service: shop
            target:
              image: registry.example/shop:1.4
              runtime: kubernetes
              port: 9000
              java-options: [-Xmx256m]
              environment: {MODE: load, PRICE: "$(cat)"}
              limits: {cpus: 1.5, memory: 512 MiB}
              kubernetes: {node-selector: {pool: performance}, service-account: shop, pending: 1 s}
            """;

    private Pods() {}

    /** A run in a cluster that knows nothing yet. */
    static RunObjects run(KubernetesClient client, Path folder) throws IOException {
        Path probe = Files.write(folder.resolve("probe.jar"), new byte[] {1, 2, 3});
        return RunObjects.create(Cluster.of(client, NAMESPACE), probe, Duration.ofHours(1));
    }

    /** The start of a plan's target. */
    static PodSetup setup(String plan, @Nullable String manifest, @Nullable String node) {
        return new PodSetup(
                PlanReader.read(new Source("flamegate.yaml", plan), Map.of()).target(),
                manifest,
                "candidate",
                1,
                new Agents(List.of("-javaagent:" + PodSetup.probe()), Map.of("FLAMEGATE_PROBE_TOKEN", "secret")),
                node,
                PodPermissions.of(Map.of(PodPermissions.ALLOWED, "service-account:shop")),
                Duration.ofMinutes(20));
    }
}
