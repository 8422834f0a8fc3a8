package dev.flamegate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.targets.Owner;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EnableKubernetesMockClient(crud = true, https = false)
class LeftoversTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final String ELSEWHERE = "4711/1/elsewhere";

    KubernetesClient client;

    @Test
    void only_runs_of_dead_gates_are_removed(@TempDir Path folder) throws Exception {
        Owner self = Owner.current();
        String dead = new Owner(self.pid(), self.startMillis() - 60_000, self.host()).text();
        RunObjects own = Pods.run(client, folder);
        left("dead", dead, "2026-11-20T23:00:00Z");
        left("expired", ELSEWHERE, "2026-11-20T11:59:59Z");
        left("elsewhere", ELSEWHERE, "2026-11-20T12:00:01Z");
        left("unreadable", ELSEWHERE, "some day");
        client.configMaps()
                .inNamespace(Pods.NAMESPACE)
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("foreign")
                        .endMetadata()
                        .build())
                .create();

        assertThat(Leftovers.sweep(own.cluster(), NOON)).isEqualTo(2);

        assertThat(client.configMaps().inNamespace(Pods.NAMESPACE).list().getItems())
                .extracting(left -> left.getMetadata().getName())
                .containsExactlyInAnyOrder(own.name(), "elsewhere", "unreadable", "foreign");
    }

    @Test
    void what_has_no_owner_of_ours_is_left_alone() {
        assertThat(Leftovers.isDead(null, NOON)).isFalse();
        assertThat(Leftovers.isDead(Map.of(RunObjects.EXPIRES, "2026-11-19T00:00:00Z"), NOON))
                .isFalse();
        assertThat(Leftovers.isDead(Map.of(Owner.LABEL, "somebody's"), NOON)).isFalse();
    }

    private void left(String name, String owner, String expires) {
        client.configMaps()
                .inNamespace(Pods.NAMESPACE)
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels(RunObjects.MANAGED_BY, RunObjects.FLAMEGATE)
                        .addToAnnotations(Owner.LABEL, owner)
                        .addToAnnotations(RunObjects.EXPIRES, expires)
                        .endMetadata()
                        .build())
                .create();
    }
}
