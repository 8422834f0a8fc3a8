package dev.flamegate.cluster;

import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Agents;
import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The pod of one start of a target: a plain one, or the user's with what a measurement needs put into it. Requests and
 * limits are equal, so that the pod gets all of what it may use, and no more on an idle node than on a busy one.
 */
final class PodManifest {
    /** The name of the container in a pod that is made here. */
    static final String CONTAINER = "target";

    private static final String PROBE_VOLUME = "flamegate-probe";
    private static final String PROFILER_VOLUME = "flamegate-profiler";
    private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";
    private static final String PROFILER_SIZE = "64Mi";
    private static final long GRACE_SECONDS = 5;
    private static final long MIB = 1 << 20;

    private final PodSetup setup;
    private final RunObjects run;

    private PodManifest(PodSetup setup, RunObjects run) {
        this.setup = setup;
        this.run = run;
    }

    /**
     * A pod, and which of its containers is the target.
     *
     * @param container its name
     */
    record Made(Pod pod, String container) {}

    /**
     * The pod to create.
     *
     * @throws TargetFailed when the manifest is not one of a pod with the image, or asks for what is not allowed
     */
    static Made of(PodSetup setup, RunObjects run) {
        return new PodManifest(setup, run).made();
    }

    private Made made() {
        Pod given = setup.manifest() == null ? plain() : filled(setup.manifest());
        PodSpec spec = given.getSpec();
        Container target = spec.getContainers().stream()
                .filter(container -> setup.image().equals(container.getImage()))
                .findFirst()
                .orElseThrow(() -> wrong("has no container whose image is " + KubernetesSpec.IMAGE));
        List<Container> containers = new ArrayList<>(spec.getContainers());
        containers.set(containers.indexOf(target), dressed(target));
        Pod pod = new PodBuilder()
                .withMetadata(metadata(given.getMetadata()))
                .withSpec(dressed(spec, containers))
                .build();
        setup.permissions().check(pod);
        return new Made(pod, target.getName());
    }

    private Pod plain() {
        KubernetesSpec kubernetes = setup.kubernetes();
        boolean ownAccount = kubernetes.serviceAccount() != null;
        return new PodBuilder()
                .withNewSpec()
                .withAutomountServiceAccountToken(ownAccount ? null : Boolean.FALSE)
                .withEnableServiceLinks(false)
                .addNewContainer()
                .withName(CONTAINER)
                .withImage(setup.image())
                .addNewPort()
                .withContainerPort(setup.spec().port())
                .endPort()
                .endContainer()
                .endSpec()
                .build();
    }

    /** The user's manifest with the values for its placeholders. */
    private Pod filled(String text) {
        if (!text.contains(KubernetesSpec.IMAGE)) {
            throw wrong("does not contain " + KubernetesSpec.IMAGE + ", where the image of the build goes");
        }
        String filled = new Placeholders(Map.of(
                        KubernetesSpec.IMAGE, setup.image(),
                        Placeholders.ARM, setup.arm(),
                        Placeholders.PORT, String.valueOf(setup.spec().port())))
                .fill(text);
        Object read;
        try {
            read = new KubernetesSerialization().unmarshal(filled);
        } catch (RuntimeException e) {
            throw wrong("cannot be read: " + e.getMessage());
        }
        if (!(read instanceof Pod pod)) {
            throw wrong("has to be one Pod (apiVersion: v1, kind: Pod): of a Deployment, take the template");
        }
        String namespace = pod.getMetadata() == null ? null : pod.getMetadata().getNamespace();
        if (namespace != null && !namespace.equals(run.cluster().namespace())) {
            throw wrong("is for the namespace " + namespace + ", but the gate works in "
                    + run.cluster().namespace() + ": leave its namespace out");
        }
        if (pod.getSpec() == null || pod.getSpec().getContainers() == null) {
            throw wrong("has no containers");
        }
        return pod;
    }

    private TargetFailed wrong(String what) {
        return new TargetFailed("the manifest " + setup.kubernetes().manifest() + " " + what + ".");
    }

    private ObjectMeta metadata(ObjectMeta given) {
        ObjectMeta own = run.metadata(setup.arm() + "-" + setup.number(), setup.arm());
        if (given == null) {
            return own;
        }
        Map<String, String> labels = new LinkedHashMap<>(or(given.getLabels()));
        labels.putAll(own.getLabels());
        Map<String, String> annotations = new LinkedHashMap<>(or(given.getAnnotations()));
        annotations.putAll(own.getAnnotations());
        return new ObjectMetaBuilder(own)
                .withLabels(labels)
                .withAnnotations(annotations)
                .build();
    }

    private static <V> Map<String, V> or(Map<String, V> map) {
        return map == null ? Map.of() : map;
    }

    private PodSpec dressed(PodSpec given, List<Container> containers) {
        KubernetesSpec kubernetes = setup.kubernetes();
        Map<String, String> nodes = new LinkedHashMap<>(or(given.getNodeSelector()));
        nodes.putAll(kubernetes.nodeSelector());
        PodSpecBuilder spec = new PodSpecBuilder(given)
                .withContainers(containers)
                .withRestartPolicy("Never")
                .withActiveDeadlineSeconds(setup.deadline().toSeconds())
                .withNodeSelector(nodes)
                .addNewVolume()
                .withName(PROBE_VOLUME)
                .withNewConfigMap()
                .withName(run.name())
                .endConfigMap()
                .endVolume()
                .addNewVolume()
                .withName(PROFILER_VOLUME)
                .withNewEmptyDir()
                .withSizeLimit(new Quantity(PROFILER_SIZE))
                .endEmptyDir()
                .endVolume();
        if (given.getTerminationGracePeriodSeconds() == null) {
            spec.withTerminationGracePeriodSeconds(GRACE_SECONDS);
        }
        if (kubernetes.serviceAccount() != null) {
            spec.withServiceAccountName(kubernetes.serviceAccount());
        } else if (given.getAutomountServiceAccountToken() == null && given.getServiceAccountName() == null) {
            spec.withAutomountServiceAccountToken(false);
        }
        if (setup.node() != null) {
            spec.withAffinity(onNode(given.getAffinity(), setup.node()));
        }
        return spec.build();
    }

    /**
     * Binds the pod by affinity, not by {@code nodeName}: that would bypass the scheduler, which knows whether there is
     * room. Terms are alternatives, so the node goes into each of the user's.
     */
    private static Affinity onNode(Affinity given, String node) {
        var field = new NodeSelectorRequirementBuilder()
                .withKey("metadata.name")
                .withOperator("In")
                .withValues(node)
                .build();
        var required = given == null || given.getNodeAffinity() == null
                ? null
                : given.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution();
        List<NodeSelectorTerm> terms =
                required == null || required.getNodeSelectorTerms().isEmpty()
                        ? List.of(new NodeSelectorTerm())
                        : required.getNodeSelectorTerms();
        return (given == null ? new AffinityBuilder() : new AffinityBuilder(given))
                .editOrNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .withNodeSelectorTerms(terms.stream()
                        .map(term -> new NodeSelectorTermBuilder(term)
                                .addToMatchFields(field)
                                .build())
                        .toList())
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .build();
    }

    private Container dressed(Container given) {
        TargetSpec spec = setup.spec();
        ContainerBuilder container = new ContainerBuilder(given)
                .withEnv(environment(given.getEnv()))
                .addNewVolumeMount()
                .withName(PROBE_VOLUME)
                .withMountPath(PodSetup.PROBE_FOLDER)
                .withReadOnly(true)
                .endVolumeMount()
                .addNewVolumeMount()
                .withName(PROFILER_VOLUME)
                .withMountPath(PodSetup.PROFILER_FOLDER)
                .endVolumeMount();
        if (!spec.arguments().isEmpty()) {
            container.withArgs(spec.arguments()); // in place of the image's own, as in a container
        }
        Map<String, Quantity> limits = limits(spec.limits());
        if (!limits.isEmpty()) {
            container.withResources(resources(given.getResources(), limits));
        }
        return container.build();
    }

    /** The manifest's, then the agents', then the plan's: the last of a name counts. */
    private List<EnvVar> environment(List<EnvVar> given) {
        Map<String, EnvVar> variables = new LinkedHashMap<>();
        given.forEach(variable -> variables.put(variable.getName(), variable));
        put(variables, setup.agents().environment());
        put(variables, setup.spec().environment());
        List<String> options = new ArrayList<>(setup.spec().javaOptions());
        options.addAll(setup.agents().options());
        if (!options.isEmpty()) {
            EnvVar present = variables.get(TOOL_OPTIONS);
            String value = present == null ? "" : Objects.requireNonNullElse(present.getValue(), "");
            put(variables, Map.of(TOOL_OPTIONS, Agents.toolOptions(value, options)));
        }
        return List.copyOf(variables.values());
    }

    /** {@code $(NAME)} would be replaced by the cluster; {@code $$} stands for the character itself. */
    private static void put(Map<String, EnvVar> variables, Map<String, String> values) {
        values.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> {
            String name = entry.getKey();
            String value = entry.getValue().replace("$(", "$$(");
            variables.put(
                    name, new EnvVarBuilder().withName(name).withValue(value).build());
        });
    }

    static Map<String, Quantity> limits(TargetSpec.Limits wanted) {
        Map<String, Quantity> limits = new LinkedHashMap<>();
        if (wanted.cpus() != null) {
            String cpus = BigDecimal.valueOf(wanted.cpus()).stripTrailingZeros().toPlainString();
            limits.put("cpu", new Quantity(cpus));
        }
        if (wanted.memoryBytes() != null) {
            long bytes = wanted.memoryBytes();
            limits.put("memory", bytes % MIB == 0 ? new Quantity(bytes / MIB + "Mi") : new Quantity("" + bytes));
        }
        return limits;
    }

    private static ResourceRequirements resources(ResourceRequirements given, Map<String, Quantity> wanted) {
        Map<String, Quantity> requests = new LinkedHashMap<>();
        Map<String, Quantity> limits = new LinkedHashMap<>();
        if (given != null) {
            requests.putAll(or(given.getRequests()));
            limits.putAll(or(given.getLimits()));
        }
        requests.putAll(wanted);
        limits.putAll(wanted);
        return new ResourceRequirementsBuilder()
                .withRequests(requests)
                .withLimits(limits)
                .build();
    }
}
