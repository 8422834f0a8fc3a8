package dev.flamegate.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Manifests of a change that ask for more than a container. */
class PodPermissionsTest {
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            spec:
              automountServiceAccountToken: false
              containers: [{name: shop, image: shop%s}]
              volumes: [{name: work, emptyDir: {}}, {name: rules, configMap: {name: rules}}%s]
              %s
            """;

    @Test
    void a_pod_with_files_of_its_own_needs_no_permission() {
        assertThatCode(() -> check(pod("", "", ""), "")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "privileged|securityContext: {privileged: true}",
                "privileged|securityContext: {windowsOptions: {hostProcess: true}}",
                "privilege-escalation|securityContext: {allowPrivilegeEscalation: true}",
                "capability:SYS_ADMIN|securityContext: {capabilities: {add: [SYS_ADMIN]}}",
                "unmasked-proc|securityContext: {procMount: Unmasked}",
                "host-port:22|ports: [{containerPort: 22, hostPort: 22}]",
                "devices|volumeDevices: [{name: disk, devicePath: /dev/sda}]",
                "secret:flamegate-history|envFrom: [{secretRef: {name: flamegate-history}}]",
                "secret:keys|env: [{name: A, valueFrom: {secretKeyRef: {name: keys, key: a}}}]"
            })
    void what_a_container_asks_for_has_to_be_allowed(String permission, String asks) {
        refusedWithout(permission, pod(", " + asks, "", ""));
        refusedWithout(permission, pod("", "", "initContainers: [{name: first, image: x, " + asks + "}]"));
        refusedWithout(permission, pod("}, {name: sidecar, image: attacker.example/x, " + asks, "", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host-path:/|hostPath: {path: /}",
                "secret:flamegate-history|secret: {secretName: flamegate-history}",
                "secret:keys|projected: {sources: [{configMap: {name: a}}, {secret: {name: keys}}]}",
                "service-account-token|projected: {sources: [{serviceAccountToken: {path: token}}]}",
                "claim:history|persistentVolumeClaim: {claimName: history}",
                "volume:v|csi: {driver: secrets-store.csi.k8s.io}",
                "volume:v|nfs: {server: files.example, path: /}",
                "volume:v|ofTomorrow: {host: true}"
            })
    void what_a_volume_reaches_has_to_be_allowed(String permission, String kind) {
        refusedWithout(permission, pod("", ", {name: v, " + kind + "}", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host-network|hostNetwork: true",
                "host-pid|hostPID: true",
                "host-ipc|hostIPC: true",
                "service-account:flamegate|serviceAccountName: flamegate",
                "service-account:flamegate|serviceAccount: flamegate",
                "sysctls|securityContext: {sysctls: [{name: kernel.msgmax, value: '1'}]}",
                "privileged|securityContext: {windowsOptions: {hostProcess: true}}",
                "priority:critical|priorityClassName: critical",
                "ephemeral-containers|ephemeralContainers: [{name: x, image: x}]",
                "resource-claims|resourceClaims: [{name: gpu}]"
            })
    void what_a_pod_asks_for_has_to_be_allowed(String permission, String asks) {
        refusedWithout(permission, pod("", "", asks));
    }

    @Test
    void the_token_of_the_default_account_has_to_be_allowed() {
        refusedWithout("service-account:default", pod("", "", "").replace("Token: false", "Token: true"));
    }

    @Test
    void all_that_is_missing_is_said_at_once() {
        assertThatThrownBy(() -> check(pod("", "", "hostNetwork: true\n  hostPID: true"), "host-ipc"))
                .hasMessageContaining("FLAMEGATE_ALLOW_POD=host-network,host-pid");
    }

    private static void refusedWithout(String permission, String pod) {
        assertThatThrownBy(() -> check(pod, "other"))
                .as(pod)
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("FLAMEGATE_ALLOW_POD=" + permission);
        assertThatCode(() -> check(pod, "other, " + permission)).doesNotThrowAnyException();
    }

    private static String pod(String container, String volume, String spec) {
        return POD.formatted(container, volume, spec);
    }

    private static void check(String pod, String allowed) {
        PodPermissions.of(Map.of(PodPermissions.ALLOWED, allowed))
                .check((Pod) new KubernetesSerialization().unmarshal(pod));
    }
}
