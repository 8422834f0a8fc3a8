package dev.flamegate.runtime;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.TargetSpec;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the targets of one plan are run and listened to. Closing it ends everything it started. */
public interface TargetRuntime extends AutoCloseable {
    /** Name in plans and fingerprints: {@code process}, {@code container}, {@code attach} or {@code kubernetes}. */
    String name();

    /** CPUs a target may use; above 0. */
    double cpus();

    /** A command that keeps the load generator off the target's CPUs; empty for none. */
    List<String> generatorPrefix();

    /** Warnings about how targets are run, such as a limit that is not enforced. */
    List<Warning> warnings();

    /**
     * Gives a target an address where it will answer, different from the other arm's. Where several candidates are compared
     * in turns, each side is placed several times, and at most one target of a side runs at any time.
     *
     * @param arm what the plan says about it; {@code null} outside of a comparison
     */
    Placed place(TargetSpec spec, Arm side, @Nullable ArmSpec arm);

    /**
     * Makes ready what one start of a target needs: the programs beside it, and a folder with its data; nothing where
     * the runtime has neither.
     *
     * @param work a folder of this start alone, for logs
     * @throws dev.flamegate.targets.TargetFailed when something is missing or does not get ready; of what was started
     *     for this start alone nothing is left running
     */
    default Surroundings surroundings(Placed placed, Path work) throws InterruptedException {
        return Surroundings.NONE;
    }

    /**
     * Starts a target; it need not be ready when this returns.
     *
     * @param around of this start; not closed by it
     * @param work a folder of this start alone, for logs
     * @throws dev.flamegate.targets.TargetFailed when it cannot be started; nothing is left running
     */
    RunningTarget start(Placed placed, Surroundings around, Path work) throws InterruptedException;

    /**
     * What is known about a target in a window in the past.
     *
     * @throws dev.flamegate.collect.CollectionFailed when no server has stored it
     */
    default Past past(Placed placed, Window window) throws InterruptedException {
        throw new CollectionFailed(
                "A window in the past can be judged only for a service that runs already: runtime: attach");
    }

    /** What distinguishes builds in addition to the plan's text: the content behind a jar's path or an image's name. */
    String identity(TargetSpec spec) throws InterruptedException;

    /** The content of an image beside the target, which is fetched if it is missing; empty for a program. */
    default String content(BesideSpec beside) throws InterruptedException {
        return "";
    }

    /** Where the load sends its requests. */
    default URI loadUrl(Placed placed) {
        return placed.baseUrl();
    }

    /** The injectors that send the load; empty where it comes from this machine. */
    default Optional<InjectorPods> injectors() {
        return Optional.empty();
    }

    /** What a fingerprint contains in addition to the machine and the plan. */
    Map<String, String> fingerprint();

    /** What people want to know about how a target was run. */
    Map<String, String> context(TargetSpec spec);

    @Override
    void close();

    /** Injectors elsewhere, by their numbers from 1. */
    interface InjectorPods {
        /**
         * Where this machine reaches an injector's agent; waits until it runs.
         *
         * @throws dev.flamegate.targets.TargetFailed when it does not in time
         */
        InetSocketAddress await(int number) throws InterruptedException;

        /** What they know the gate by. */
        String token();

        /** CPUs that each may use; infinite for all that it sees. */
        double cpus();

        /** What has become of one, as the end of a sentence; empty while it runs, or nothing is known. */
        String fate(int number);
    }

    /**
     * What servers have stored about a service and a window in the past.
     *
     * @param counters increments over the window, as far as the service's metrics show
     * @param gauges largest levels in it, likewise
     */
    record Past(
            Window window,
            Map<Counter, Double> counters,
            Map<Gauge, Double> gauges,
            ScrapeIncrement scraped,
            ProfileCut profiles) {
        public Past {
            counters = Collections.unmodifiableMap(new EnumMap<>(counters));
            gauges = Collections.unmodifiableMap(new EnumMap<>(gauges));
        }
    }
}
