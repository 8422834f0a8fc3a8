package dev.flamegate.runtime;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.load.LoadGenerator;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.TargetSpec;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Runs the targets of one plan and listens to them. Closing it ends everything it started. */
public interface TargetRuntime extends AutoCloseable {
    /** Name in plans and fingerprints: {@code process}, {@code container}, {@code attach} or {@code kubernetes}. */
    String name();

    /** CPUs a target may use; above 0. */
    double cpus();

    /**
     * CPUs that two targets share while both are loaded, with load generators too unless {@link #generatorPrefix} keeps
     * these off; empty if unknown.
     */
    default OptionalDouble sharedCpus() {
        return OptionalDouble.empty();
    }

    /** A command that keeps the load generator off the target's CPUs; empty for none. */
    List<String> generatorPrefix();

    /** Warnings about how targets are run, such as a limit that is not enforced. */
    List<Warning> warnings();

    /**
     * Gives a target an address where it will answer, different from the other arm's. Where several candidates are
     * compared in turns, each side is placed several times, and at most one target of a side runs at any time.
     *
     * @param arm what the plan says about it; {@code null} outside of a comparison
     */
    PlacedTarget place(TargetSpec spec, Arm side, @Nullable ArmSpec arm);

    /**
     * Makes the later starts of targets faster, where the runtime knows a way that suits all of them: all of them start
     * alike. A second call for the same targets does nothing.
     */
    default void hastenStarts(List<PlacedTarget> targets) throws InterruptedException {}

    /**
     * Prepares what one start of a target needs: the programs next to it, and a folder with its data; does nothing if
     * the runtime has neither.
     *
     * @param work a folder of this start alone, for logs
     * @throws dev.flamegate.targets.TargetFailed when something is missing or does not get ready; of what was started
     *     for this start alone nothing is left running
     */
    default StartEnvironment startEnvironment(PlacedTarget placed, Path work) throws InterruptedException {
        return StartEnvironment.NONE;
    }

    /**
     * Starts a target, which need not be ready when this returns.
     *
     * @param around of this start; not closed by it
     * @param work a folder of this start alone, for logs
     * @throws dev.flamegate.targets.TargetFailed when it cannot be started; nothing is left running
     */
    RunningTarget start(PlacedTarget placed, StartEnvironment around, Path work) throws InterruptedException;

    /**
     * The counters and gauges of a target over a window in the past.
     *
     * @throws dev.flamegate.collect.CollectionFailed when no server has stored it
     */
    default PastWindow past(PlacedTarget placed, Window window) throws InterruptedException {
        throw new CollectionFailed(
                "A window in the past can be judged only for a service that runs already: runtime: attach");
    }

    /** The content behind a jar's path or an image's name, which distinguishes builds with equal plans. */
    String identity(TargetSpec spec) throws InterruptedException;

    /** The content of the image of a container beside the target, which is fetched if it is missing; empty for a program. */
    default String content(BesideSpec beside) throws InterruptedException {
        return "";
    }

    default URI loadUrl(PlacedTarget placed) {
        return placed.baseUrl();
    }

    /** The load generator elsewhere; empty if this machine sends the load. */
    default Optional<LoadGenerator> generator() {
        return Optional.empty();
    }

    /** The entries of a fingerprint in addition to the machine and the plan. */
    Map<String, String> fingerprint();

    /** Facts for the report about how a target was run. */
    Map<String, String> context(TargetSpec spec);

    @Override
    void close();

    /**
     * The data that servers have stored about a service and a window in the past.
     *
     * @param counters increments over the window, as far as the service's metrics show
     * @param gauges largest levels in it, likewise
     */
    record PastWindow(
            Window window,
            Map<Counter, Double> counters,
            Map<Gauge, Double> gauges,
            ScrapeIncrement scraped,
            ProfileCut profiles) {
        public PastWindow {
            counters = Collections.unmodifiableMap(new EnumMap<>(counters));
            gauges = Collections.unmodifiableMap(new EnumMap<>(gauges));
        }
    }
}
