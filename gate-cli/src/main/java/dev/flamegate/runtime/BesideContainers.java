package dev.flamegate.runtime;

import dev.flamegate.model.Arm;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.targets.Beside;
import java.nio.file.Path;
import java.util.List;

/** Starts the containers that run next to the targets of one runtime. Closing it makes a start under way fail. */
public interface BesideContainers extends AutoCloseable {
    /** Finds what runs containers: an extension declares its implementation as a service of this type. */
    interface Provider {
        /**
         * Opens the engine for the containers of a plan.
         *
         * @throws dev.flamegate.targets.TargetFailed when none answers
         */
        BesideContainers open(MeasurementPlan setup);
    }

    /**
     * The place of a container.
     *
     * @param before what already runs beside the same target, which the container may name
     * @param log file for its output, replaced
     * @param cpus of this machine that it may use; empty for any
     * @param alone whether nothing else uses these CPUs
     * @param allowed number of CPUs it may use, above 0
     */
    record Place(Arm arm, StartEnvironment before, Path log, List<Integer> cpus, boolean alone, double allowed) {
        public Place {
            cpus = List.copyOf(cpus);
        }
    }

    /**
     * Starts a container, which need not be ready when this returns.
     *
     * @throws dev.flamegate.targets.TargetFailed when it cannot be started; nothing is left running then
     */
    Beside start(BesideSpec spec, Place place) throws InterruptedException;

    /** The content of an image, by its id; fetches one that is missing. */
    String content(String image) throws InterruptedException;

    @Override
    void close();
}
