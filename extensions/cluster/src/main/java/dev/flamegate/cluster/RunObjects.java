package dev.flamegate.cluster;

import dev.flamegate.targets.Owner;
import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The objects of a run in the cluster: a ConfigMap with the probe, which owns everything else. Deleting it makes the
 * cluster delete the rest, so closing leaves nothing even if single deletions failed.
 */
public final class RunObjects implements AutoCloseable {
    /** The label of everything that is made, and its value. */
    static final String MANAGED_BY = "app.kubernetes.io/managed-by";

    static final String FLAMEGATE = "flamegate";

    static final String RUN = "dev.flamegate/run";

    static final String ARM = "dev.flamegate/arm";

    /** The annotation with the moment from which a dead gate's object may be removed by any other gate. */
    static final String EXPIRES = "dev.flamegate.expires";

    /** The probe's key in the ConfigMap, which becomes a file name. */
    static final String PROBE = "flamegate-probe.jar";

    private static final int RUN_DIGITS = 8;

    private final Cluster cluster;
    private final String run;
    private final Duration lives;
    private final ConfigMap anchor;

    private RunObjects(Cluster cluster, String run, Duration lives, ConfigMap anchor) {
        this.cluster = cluster;
        this.run = run;
        this.lives = lives;
        this.anchor = anchor;
    }

    /**
     * Makes the ConfigMap.
     *
     * @param probe jar that goes into every pod
     * @param lives how long the run's objects may be needed at most
     * @throws TargetFailed when the cluster refuses
     */
    public static RunObjects create(Cluster cluster, Path probe, Duration lives) {
        String run = UUID.randomUUID().toString().substring(0, RUN_DIGITS);
        ConfigMap wanted = new ConfigMapBuilder()
                .withMetadata(metadata("flamegate-" + run, run, lives))
                .withImmutable(true)
                .withBinaryData(Map.of(PROBE, Base64.getEncoder().encodeToString(content(probe))))
                .build();
        return cluster.made()
                .start(() -> new RunObjects(cluster, run, lives, created(cluster, wanted)), RunObjects::end);
    }

    private static ConfigMap created(Cluster cluster, ConfigMap wanted) {
        return cluster.make(
                "create a ConfigMap",
                client -> client.configMaps()
                        .inNamespace(cluster.namespace())
                        .resource(wanted)
                        .create(),
                () -> remove(cluster, wanted.getMetadata().getName()));
    }

    private static byte[] content(Path probe) {
        try {
            return Files.readAllBytes(probe);
        } catch (IOException e) {
            throw new TargetFailed("the probe cannot be read: " + e + "\nInstall flamegate again.", e);
        }
    }

    private static ObjectMeta metadata(String name, String run, Duration lives) {
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put(Owner.LABEL, Owner.current().text());
        annotations.put(
                EXPIRES,
                Instant.now().plus(lives).truncatedTo(ChronoUnit.SECONDS).toString());
        return new ObjectMetaBuilder()
                .withName(name)
                .addToLabels(MANAGED_BY, FLAMEGATE)
                .addToLabels(RUN, run)
                .withAnnotations(annotations)
                .build();
    }

    /**
     * The metadata of a further object of this run, which is removed with the run.
     *
     * @param name what its name ends with
     * @param arm {@code baseline} or {@code candidate}
     */
    ObjectMeta metadata(String name, String arm) {
        return new ObjectMetaBuilder(metadata(name)).addToLabels(ARM, arm).build();
    }

    /**
     * The metadata of an object of this run that belongs to no arm.
     *
     * @param name what its name ends with
     */
    ObjectMeta metadata(String name) {
        return new ObjectMetaBuilder(metadata(name(name), run, lives))
                .withOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion("v1")
                        .withKind("ConfigMap")
                        .withName(name())
                        .withUid(anchor.getMetadata().getUid())
                        .build())
                .build();
    }

    String name(String end) {
        return name() + "-" + end;
    }

    String name() {
        return anchor.getMetadata().getName();
    }

    String run() {
        return run;
    }

    Cluster cluster() {
        return cluster;
    }

    /** Deletes the ConfigMap, and with it whatever else is left of the run. */
    @Override
    public void close() {
        end();
        cluster.made().release(this);
    }

    private void end() {
        remove(cluster, name());
    }

    /** Removes a run's objects; those that cannot be removed now are left to the next gate's {@link Leftovers}. */
    static boolean remove(Cluster cluster, String name) {
        return cluster.remove(client -> client.configMaps()
                .inNamespace(cluster.namespace())
                .withName(name)
                .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                .delete());
    }
}
