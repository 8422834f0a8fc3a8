package dev.flamegate.cluster;

import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.Capabilities;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.WindowsSecurityContextOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The privileges that a pod of a plan may ask for: only those that the person who starts the gate allows. A change can
 * edit plan and manifest, and the gate may create pods in a namespace that holds the secrets and accounts of others.
 */
final class PodPermissions {
    /** Variable of the gate's environment with the permissions, separated by commas or spaces. */
    static final String ALLOWED = "FLAMEGATE_ALLOW_POD";

    private final Set<String> allowed;

    private PodPermissions(Set<String> allowed) {
        this.allowed = Set.copyOf(allowed);
    }

    static PodPermissions of(Map<String, String> environment) {
        return new PodPermissions(new TreeSet<>(
                List.of(environment.getOrDefault(ALLOWED, "").trim().split("[\\s,]+", -1))));
    }

    /**
     * Checks that a pod asks for nothing that is not allowed.
     *
     * @throws TargetFailed with what it asks for
     */
    void check(Pod pod) {
        Set<String> missing = new TreeSet<>(asked(pod.getSpec()));
        missing.removeAll(allowed);
        if (!missing.isEmpty()) {
            String all = String.join(",", missing);
            throw new TargetFailed("the pod asks for " + all.replace(",", ", ")
                    + ", which a plan or manifest may not have by itself, as a change can write them."
                    + "\nIf that is meant, allow it where the gate is started: " + ALLOWED + "=" + all);
        }
    }

    /** The permissions that a pod asks for. */
    private static Set<String> asked(PodSpec spec) {
        Set<String> asked = new TreeSet<>();
        add(asked, "host-network", spec.getHostNetwork());
        add(asked, "host-pid", spec.getHostPID());
        add(asked, "host-ipc", spec.getHostIPC());
        account(spec).forEach(name -> asked.add("service-account:" + name));
        list(spec.getVolumes()).forEach(volume -> asked.addAll(asked(volume)));
        if (spec.getSecurityContext() != null) {
            add(asked, "sysctls", !list(spec.getSecurityContext().getSysctls()).isEmpty());
            add(asked, "privileged", isHostProcess(spec.getSecurityContext().getWindowsOptions()));
        }
        Stream.of(list(spec.getContainers()), list(spec.getInitContainers()))
                .flatMap(List::stream)
                .forEach(container -> asked.addAll(asked(container)));
        add(asked, "ephemeral-containers", !list(spec.getEphemeralContainers()).isEmpty());
        add(asked, "resource-claims", !list(spec.getResourceClaims()).isEmpty());
        if (spec.getPriorityClassName() != null) {
            asked.add("priority:" + spec.getPriorityClassName()); // it evicts others' pods
        }
        return asked;
    }

    /** Accounts whose token the pod could use. */
    private static Set<String> account(PodSpec spec) {
        Set<String> accounts = new TreeSet<>();
        Stream.of(spec.getServiceAccountName(), spec.getServiceAccount())
                .filter(name -> name != null && !name.isEmpty())
                .forEach(accounts::add);
        if (accounts.isEmpty() && !Boolean.FALSE.equals(spec.getAutomountServiceAccountToken())) {
            accounts.add("default");
        }
        return accounts;
    }

    private static Set<String> asked(Container container) {
        Set<String> asked = new TreeSet<>();
        SecurityContext security = container.getSecurityContext();
        if (security != null) {
            add(asked, "privileged", security.getPrivileged());
            add(asked, "privileged", isHostProcess(security.getWindowsOptions()));
            add(asked, "privilege-escalation", security.getAllowPrivilegeEscalation());
            add(asked, "unmasked-proc", "Unmasked".equals(security.getProcMount()));
            Capabilities capabilities = security.getCapabilities();
            if (capabilities != null) {
                list(capabilities.getAdd()).forEach(name -> asked.add("capability:" + name));
            }
        }
        list(container.getPorts()).stream()
                .filter(port -> port.getHostPort() != null && port.getHostPort() != 0)
                .forEach(port -> asked.add("host-port:" + port.getHostPort()));
        add(asked, "devices", !list(container.getVolumeDevices()).isEmpty());
        list(container.getEnvFrom()).stream()
                .filter(source -> source.getSecretRef() != null)
                .forEach(source -> asked.add("secret:" + source.getSecretRef().getName()));
        list(container.getEnv()).stream()
                .filter(variable -> variable.getValueFrom() != null
                        && variable.getValueFrom().getSecretKeyRef() != null)
                .forEach(variable -> asked.add(
                        "secret:" + variable.getValueFrom().getSecretKeyRef().getName()));
        return asked;
    }

    private static List<String> asked(Volume volume) {
        List<String> asked = new ArrayList<>();
        if (volume.getHostPath() != null) {
            asked.add("host-path:" + volume.getHostPath().getPath());
        } else if (volume.getSecret() != null) {
            asked.add("secret:" + volume.getSecret().getSecretName());
        } else if (volume.getPersistentVolumeClaim() != null) {
            asked.add("claim:" + volume.getPersistentVolumeClaim().getClaimName());
        } else if (volume.getProjected() != null) {
            list(volume.getProjected().getSources()).forEach(source -> asked.addAll(asked(source)));
        } else if (!isHarmless(volume)) {
            asked.add("volume:" + volume.getName());
        }
        return asked;
    }

    private static List<String> asked(VolumeProjection source) {
        List<String> asked = new ArrayList<>();
        if (source.getSecret() != null) {
            asked.add("secret:" + source.getSecret().getName());
        }
        if (source.getServiceAccountToken() != null) {
            asked.add("service-account-token");
        }
        if (source.getClusterTrustBundle() == null
                && source.getConfigMap() == null
                && source.getDownwardAPI() == null
                && asked.isEmpty()) {
            asked.add("projection");
        }
        return asked;
    }

    /** True for a volume that reaches nothing but the pod itself and what is no secret in the namespace. */
    private static boolean isHarmless(Volume volume) {
        return volume.getAdditionalProperties().isEmpty()
                && (volume.getEmptyDir() != null
                        || volume.getConfigMap() != null
                        || volume.getDownwardAPI() != null
                        || volume.getEphemeral() != null);
    }

    private static boolean isHostProcess(@Nullable WindowsSecurityContextOptions windows) {
        return windows != null && Boolean.TRUE.equals(windows.getHostProcess());
    }

    private static void add(Set<String> asked, String permission, @Nullable Boolean value) {
        if (Boolean.TRUE.equals(value)) {
            asked.add(permission);
        }
    }

    private static <T> List<T> list(@Nullable List<T> given) {
        return given == null ? List.of() : given;
    }
}
