package dev.flamegate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.NamedContextBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.VersionInfo;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With answers as API servers word them. */
@EnableKubernetesMockClient(https = false)
class RefusalTest {
    private static final String CONFIG_MAPS = "/api/v1/namespaces/perf/configmaps";

    KubernetesMockServer server;
    KubernetesClient client;

    @TempDir
    private Path folder;

    @BeforeEach
    void answerVersion() throws Exception {
        server.expect()
                .get()
                .withPath("/version")
                .andReturn(
                        200, new VersionInfo.Builder().withGitVersion("v1.36.3").build())
                .always();
    }

    @Test
    void a_missing_right_is_named_with_the_file_that_grants_it() {
        refused(
                403,
                "configmaps is forbidden: User \"system:serviceaccount:ci:gate\" cannot create resource \"configmaps\" in"
                        + " API group \"\" in the namespace \"perf\"",
                "system:serviceaccount:ci:gate may not create configmaps in the namespace perf, which the gate needs in"
                        + " order to create a ConfigMap.\nThe Role in examples/kubernetes/role.yaml has everything that it"
                        + " needs");
    }

    @Test
    void a_quota_is_told_in_the_words_of_the_cluster() {
        refused(
                403,
                "pods \"x\" is forbidden: exceeded quota: team, requested: limits.cpu=2, used: limits.cpu=7, limited:"
                        + " limits.cpu=8",
                "the quota of the namespace perf does not let the target start: pods \"x\" is forbidden: exceeded quota:"
                        + " team, requested: limits.cpu=2");
    }

    @Test
    void a_namespace_that_asks_for_a_security_context_points_at_the_manifest() {
        refused(
                403,
                "pods \"x\" is forbidden: violates PodSecurity \"restricted:latest\": allowPrivilegeEscalation != false",
                "Set target: kubernetes: manifest to a Pod with the securityContext that it asks for.");
        refused(403, "admission webhook \"policy\" denied the request: no", "A rule of the cluster refuses it");
    }

    @Test
    void a_missing_namespace_a_login_that_is_over_and_a_wrong_pod_have_their_remedies() {
        refused(404, "namespaces \"perf\" not found", "has no namespace perf.\nCreate it, or correct");
        refused(401, "Unauthorized", "Log in again");
        refused(
                422,
                "Pod \"x\" is invalid: spec.nodeSelector: Invalid value",
                "does not accept the pod: Pod \"x\" is invalid");
        refused(409, "already exists", "does not create a ConfigMap (status 409): already exists");
    }

    private void refused(int code, String said, String words) {
        server.expect()
                .post()
                .withPath(CONFIG_MAPS)
                .andReturn(
                        code,
                        new StatusBuilder().withCode(code).withMessage(said).build())
                .once();

        assertThatThrownBy(() -> Pods.run(client, folder))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining(words);
    }

    @Test
    void rights_are_asked_of_the_cluster_itself() {
        String path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
        for (Right right : Right.NEEDED) {
            server.expect()
                    .post()
                    .withPath(path)
                    .andReturn(
                            201,
                            new SelfSubjectAccessReviewBuilder()
                                    .withNewStatus()
                                    .withAllowed(!right.path().equals("pods/portforward"))
                                    .endStatus()
                                    .build())
                    .once();
        }

        assertThat(Right.missing(Cluster.of(client, "perf"), false, false))
                .extracting(Right::toString)
                .containsExactly("get pods/portforward", "create pods/portforward");
    }

    /** A port that is bound and not listened on refuses connections. */
    @Test
    void a_cluster_that_does_not_answer_is_told_with_its_address() throws IOException {
        try (SocketChannel bound = SocketChannel.open()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = ((InetSocketAddress) bound.getLocalAddress()).getPort();
            Config config = new ConfigBuilder(Config.empty())
                    .withMasterUrl("http://127.0.0.1:" + port)
                    .build();

            assertThatThrownBy(() -> Cluster.open(config, KubernetesSpec.USUAL))
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("no Kubernetes cluster answers at http://127.0.0.1:" + port
                            + "/: nothing accepts connections there")
                    .hasMessageContaining("KUBECONFIG");
        }
    }

    @Test
    void a_context_that_the_kubeconfig_does_not_have_is_told_with_those_it_has() {
        Config config = new ConfigBuilder(Config.empty())
                .withContexts(
                        List.of(new NamedContextBuilder().withName("staging").build()))
                .build();
        KubernetesSpec spec = new KubernetesSpec(
                "prod",
                null,
                KubernetesSpec.USUAL.nodeSelector(),
                null,
                null,
                KubernetesSpec.USUAL.reach(),
                KubernetesSpec.USUAL.pending());

        assertThatThrownBy(() -> Cluster.open(config, spec))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("the kubeconfig has no context prod, but staging");
    }
}
