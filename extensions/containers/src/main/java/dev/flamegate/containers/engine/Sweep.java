package dev.flamegate.containers.engine;

import com.github.dockerjava.api.command.InspectVolumeResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import dev.flamegate.targets.Owner;
import dev.flamegate.targets.TargetFailed;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Removes what dead gates left in the engine, but leaves resources of running gates alone. A gate of another machine,
 * whose state cannot be known, counts as dead after some hours: no measurement takes that long.
 *
 * @param containers removed
 * @param networks removed
 * @param volumes removed
 */
public record Sweep(int containers, int networks, int volumes) {
    private static final Duration FOREIGN_AFTER = Duration.ofHours(12);

    /**
     * Sweeps, and returns what was found. Resources that cannot be removed are left to the next sweep.
     *
     * @throws TargetFailed when the engine does not even list what it has
     */
    public static Sweep run(Engine engine) {
        try {
            return run(engine, Instant.now());
        } catch (DockerException e) {
            throw new TargetFailed("the Docker engine does not list what it has: " + e.getMessage(), e);
        }
    }

    public static Sweep run(Engine engine, Instant now) {
        return new Sweep(containers(engine, now), networks(engine, now), volumes(engine, now));
    }

    public boolean found() {
        return containers + networks + volumes > 0;
    }

    private static int containers(Engine engine, Instant now) {
        List<Container> containers = engine.ask(
                "list containers",
                () -> engine.client()
                        .listContainersCmd()
                        .withShowAll(true)
                        .withLabelFilter(List.of(Owner.LABEL))
                        .exec());
        return (int) containers.stream()
                .filter(container -> isOrphan(container.getLabels(), now))
                .filter(container -> RunningContainer.remove(engine, container.getId()))
                .count();
    }

    private static int networks(Engine engine, Instant now) {
        List<Network> networks = engine.ask(
                "list networks",
                () -> engine.client()
                        .listNetworksCmd()
                        .withFilter("label", List.of(Owner.LABEL))
                        .exec());
        return (int) networks.stream()
                .filter(network -> isOrphan(network.getLabels(), now))
                .filter(network -> ContainerNetwork.remove(engine, network.getId()))
                .count();
    }

    private static int volumes(Engine engine, Instant now) {
        List<InspectVolumeResponse> volumes = Objects.requireNonNullElse(
                engine.ask(
                                "list volumes",
                                () -> engine.client()
                                        .listVolumesCmd()
                                        .withFilter("label", List.of(Owner.LABEL))
                                        .exec())
                        .getVolumes(),
                List.of());
        return (int) volumes.stream()
                .filter(volume -> isOrphan(volume.getLabels(), now))
                .filter(volume -> removed(
                        engine,
                        () -> engine.client().removeVolumeCmd(volume.getName()).exec()))
                .count();
    }

    private static boolean removed(Engine engine, Runnable removal) {
        try {
            engine.ask("remove leftovers", () -> {
                removal.run();
                return true;
            });
            return true;
        } catch (RuntimeException e) {
            return false; // in use, or another gate was quicker
        }
    }

    /** True if the labels name a gate that no longer runs. */
    static boolean isOrphan(@Nullable Map<String, String> labels, Instant now) {
        String label = labels == null ? null : labels.get(Owner.LABEL);
        if (labels == null || label == null) {
            return false;
        }
        return Owner.parse(label)
                .map(owner -> switch (owner.state()) {
                    case ALIVE -> false;
                    case DEAD -> true;
                    case UNKNOWN -> isOld(labels.get(Owner.CREATED), now);
                })
                .orElse(false);
    }

    private static boolean isOld(@Nullable String created, Instant now) {
        try {
            return created != null && Instant.parse(created).plus(FOREIGN_AFTER).isBefore(now);
        } catch (DateTimeParseException e) {
            return false;
        }
    }
}
