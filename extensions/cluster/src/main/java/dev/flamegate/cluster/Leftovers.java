package dev.flamegate.cluster;

import dev.flamegate.targets.Owner;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes leftovers of dead gates from the namespace: the ConfigMaps of their runs, with which the cluster removes
 * their pods. A gate of this machine is dead if its process is; one of another machine counts as dead once its objects
 * have expired. Nothing without a gate's label and annotations is touched.
 */
public final class Leftovers {
    private Leftovers() {}

    /**
     * Sweeps; the next sweep takes what cannot be removed now.
     *
     * @return the number of runs that were removed
     * @throws dev.flamegate.targets.TargetFailed when the cluster does not even list what it has
     */
    public static int sweep(Cluster cluster) {
        return sweep(cluster, Instant.now());
    }

    static int sweep(Cluster cluster, Instant now) {
        List<ConfigMap> runs = cluster.ask(
                "list ConfigMaps",
                client -> client.configMaps()
                        .inNamespace(cluster.namespace())
                        .withLabel(RunObjects.MANAGED_BY, RunObjects.FLAMEGATE)
                        .list()
                        .getItems());
        return (int) runs.stream()
                .filter(run -> isDead(run.getMetadata().getAnnotations(), now))
                .filter(run -> RunObjects.remove(cluster, run.getMetadata().getName()))
                .count();
    }

    /** True if the annotations name a gate that no longer runs. */
    static boolean isDead(@Nullable Map<String, String> annotations, Instant now) {
        String label = annotations == null ? null : annotations.get(Owner.LABEL);
        if (annotations == null || label == null) {
            return false;
        }
        return Owner.parse(label)
                .map(owner -> switch (owner.state()) {
                    case ALIVE -> false;
                    case DEAD -> true;
                    case UNKNOWN -> hasExpired(annotations.get(RunObjects.EXPIRES), now);
                })
                .orElse(false);
    }

    private static boolean hasExpired(@Nullable String expires, Instant now) {
        try {
            return expires != null && Instant.parse(expires).isBefore(now);
        } catch (DateTimeParseException e) {
            return false;
        }
    }
}
