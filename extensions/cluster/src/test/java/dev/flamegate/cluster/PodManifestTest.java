package dev.flamegate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.targets.Owner;
import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifests are sealed: run with {@code -Dgolden.update=true} after a change, and read the difference. */
@EnableKubernetesMockClient(crud = true, https = false)
class PodManifestTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "kubernetes");

    private static final String OWN = """
            apiVersion: v1
            kind: Pod
            metadata:
              labels: {team: checkout}
            spec:
              containers:
                - name: db
                  image: postgres:17
                - name: shop
                  image: "{image}"
                  env:
                    - {name: JAVA_TOOL_OPTIONS, value: -Dfrom=manifest}
                    - {name: MODE, value: deployed}
                    - {name: AT, value: "{arm} {port}"}
                  resources: {limits: {ephemeral-storage: 1Gi}}
              affinity:
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                      - matchExpressions: [{key: disk, operator: In, values: [ssd]}]
            """;

    KubernetesClient client;

    @TempDir
    private Path folder;

    private RunObjects run;

    @BeforeEach
    void createRun() throws IOException {
        run = Pods.run(client, folder);
    }

    @Test
    void a_pod_is_made_of_the_plan() throws IOException {
        check("plain.yaml", PodManifest.of(Pods.setup(Pods.PLAIN, null, null), run));
    }

    @Test
    void a_manifest_keeps_what_it_says_and_gets_what_a_measurement_needs_on_the_node_of_the_first_pod()
            throws IOException {
        PodManifest.Made made = PodManifest.of(Pods.setup(Pods.PLAIN, OWN, "node-7"), run);

        assertThat(made.container()).isEqualTo("shop");
        check("manifest.yaml", made);
    }

    @Test
    void arguments_of_the_plan_take_the_place_of_the_images_own() {
        String plan = Pods.PLAIN.replace("  port: 9000", "  port: 9000\n  arguments: [serve, fast]");

        assertThat(PodManifest.of(Pods.setup(plan, null, null), run)
                        .pod()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getArgs())
                .containsExactly("serve", "fast");
    }

    @Test
    void a_manifest_that_does_not_fit_is_refused_with_what_is_wrong() {
        refused("apiVersion: v1\nkind: Pod\n", "does not contain {image}");
        refused("# {image}\napiVersion: v1\nkind: Secret\n", "has to be one Pod");
        refused("# {image}\napiVersion: v1\nkind: Pod\n", "has no containers");
        refused("# {image}\n{", "cannot be read");
        refused(OWN.replace("\"{image}\"", "other # {image}"), "has no container whose image is {image}");
        refused(OWN.replace("labels:", "namespace: production\n  labels:"), "is for the namespace production");
    }

    @Test
    void a_manifest_or_a_plan_cannot_ask_for_what_nobody_allowed() {
        refused(OWN.replace("image: postgres:17", "image: x\n      securityContext: {privileged: true}"), "privileged");
        String plan = Pods.PLAIN.replace("service-account: shop", "service-account: flamegate");
        assertThatThrownBy(() -> PodManifest.of(Pods.setup(plan, null, null), run))
                .hasMessageContaining("service-account:flamegate");
        String injected = Pods.PLAIN.replace("image: ", "image: \"x\\n  hostNetwork: true # \" # ");
        assertThatThrownBy(() -> PodManifest.of(Pods.setup(injected, OWN.replace("\"{image}\"", "{image}"), null), run))
                .isInstanceOf(TargetFailed.class);
    }

    private void refused(String manifest, String words) {
        assertThatThrownBy(() -> PodManifest.of(Pods.setup(Pods.PLAIN, manifest, null), run))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining(words);
    }

    @Test
    void the_examples_of_a_plan_and_of_a_manifest_fit() throws IOException {
        Path examples = Path.of("..", "..", "examples", "kubernetes");
        String plan = Files.readString(examples.resolve("flamegate.yaml"));
        String manifest = Files.readString(examples.resolve("pod.yaml"));

        assertThat(PodManifest.of(Pods.setup(plan, manifest, null), run).container())
                .isEqualTo("shop");
    }

    /** Without what differs from run to run. */
    private void check(String name, PodManifest.Made made) throws IOException {
        String text = Serialization.asYaml(made.pod())
                .replace(run.run(), "RUN")
                .replace(Owner.current().text(), "OWNER")
                .replaceAll("uid: .*", "uid: UID")
                .replaceAll("(dev.flamegate.expires: ).*", "$1TIME");
        Path golden = GOLDEN.resolve(name);
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, text);
        }
        assertThat(text).isEqualTo(Files.readString(golden));
    }
}
