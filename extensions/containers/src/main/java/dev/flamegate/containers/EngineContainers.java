package dev.flamegate.containers;

import dev.flamegate.containers.engine.BesideContainer;
import dev.flamegate.containers.engine.ContainerLimits;
import dev.flamegate.containers.engine.ContainerNetwork;
import dev.flamegate.containers.engine.Engine;
import dev.flamegate.containers.engine.EngineSearch;
import dev.flamegate.containers.engine.ImagePull;
import dev.flamegate.containers.engine.Images;
import dev.flamegate.containers.engine.Sweep;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.runtime.BesideContainers;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.targets.Beside;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Containers of a Docker engine next to targets that are processes, all in one network. */
final class EngineContainers implements BesideContainers {
    private final MeasurementPlan setup;
    private final Engine engine;
    private @Nullable ContainerNetwork network;

    /**
     * Finds the engine and removes what dead gates left in it.
     *
     * @throws dev.flamegate.targets.TargetFailed when there is no engine
     */
    EngineContainers(MeasurementPlan setup) {
        this.setup = setup;
        this.engine = EngineSearch.now().orThrow();
        Sweep.run(engine);
    }

    @Override
    public Beside start(BesideSpec spec, Place place) throws InterruptedException {
        String stored = stored(Objects.requireNonNull(spec.image(), "a container has an image"));
        String arm = place.arm().name().toLowerCase(Locale.ROOT);
        Map<String, String> values = new LinkedHashMap<>();
        for (Beside one : place.before().beside()) {
            if (one instanceof BesideContainer other) {
                values.put(Placeholders.beside(other.name()), other.addressInside());
            }
        }
        BesideSpec.Container inside = Objects.requireNonNull(spec.container(), "an image has a container");
        values.put(Placeholders.PORT, Integer.toString(inside.port()));
        values.put(Placeholders.ARM, arm);
        ContainerNetwork shared = network == null ? ContainerNetwork.create(engine) : network;
        network = shared;
        return BesideContainer.start(
                engine,
                spec.filled(new Placeholders(values)),
                stored,
                new BesideContainer.Place(
                        setup.folder(),
                        place.log(),
                        shared,
                        spec.name() + "-" + arm,
                        limits(spec.cpus(), place),
                        place.allowed()));
    }

    /** Never the target's CPUs; a quota, unless the container has a CPU set of its own that is as large as its limit. */
    private ContainerLimits limits(@Nullable Double limit, Place place) {
        List<Integer> cpus = engine.isHere() ? place.cpus() : List.of();
        boolean kept = !cpus.isEmpty() && place.alone() && limit != null && limit == Math.rint(limit);
        return new ContainerLimits(
                cpus.isEmpty() ? null : cpus.stream().map(String::valueOf).collect(Collectors.joining(",")),
                kept ? null : limit,
                null);
    }

    @Override
    public String content(String image) throws InterruptedException {
        return engine.imageId(stored(image));
    }

    /** The name of an image in the engine's store; one that is missing is fetched first. */
    private String stored(String image) throws InterruptedException {
        if (engine.hasImage(image)) {
            return image;
        }
        String mirrored = Images.of(setup.plan().servers().images()).prefixed(image);
        engine.need(mirrored, ImagePull.Limits.USUAL, setup.slowSteps());
        return mirrored;
    }

    @Override
    public void close() {
        engine.close();
    }
}
