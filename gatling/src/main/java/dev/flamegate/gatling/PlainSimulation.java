package dev.flamegate.gatling;

import io.gatling.core.scenario.SimulationParams;
import io.gatling.core.structure.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A simulation that knows nothing of the gate, as it is, but for this: it waits for the gate's {@code go}, and if all
 * its populations get a steady load ({@link SteadyProfile}), that load goes on for as long as the gate measures and can
 * be paused. The system property {@value #CLASS} names its class, in Java, Kotlin or Scala.
 *
 * <p>A team may bring its own Gatling; not every version of it can be asked what a simulation set up
 * ({@link #isPossible}).
 */
public final class PlainSimulation extends Simulation {
    static final String CLASS = "flamegate.simulation";

    private static final int PARAMETERS = 9;

    private final LoadControl control = LoadControl.fromSystemProperties();

    /**
     * True if a class is a simulation that does not know the gate; for a class that is no simulation, Gatling itself
     * explains the mistake.
     */
    static boolean isPlain(Class<?> simulation) {
        return !ControlledSimulation.class.isAssignableFrom(simulation)
                && !Modifier.isAbstract(simulation.getModifiers())
                && (Simulation.class.isAssignableFrom(simulation)
                        || io.gatling.core.scenario.Simulation.class.isAssignableFrom(simulation));
    }

    /** True if the Gatling on the class path has simulations that say what they set up, in the form known here. */
    static boolean isPossible() {
        try {
            Simulation.class.getMethod("params", String.class);
            return Arrays.stream(SimulationParams.class.getConstructors())
                    .anyMatch(constructor -> constructor.getParameterCount() == PARAMETERS);
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }

    @Override
    public SimulationParams params(String ignored) {
        String name = System.getProperty(CLASS, "");
        SimulationParams theirs = theirs(name);
        List<PopulationBuilder> share = share(theirs);
        @Nullable List<PopulationBuilder> steady = steady(theirs, share);
        return new SimulationParams(
                name,
                CollectionConverters.asScala(steady == null ? share : steady).toList(),
                theirs.globalProtocols(),
                theirs.globalPauseType(),
                theirs.globalThrottleSteps(),
                steady == null ? theirs.maxDuration() : Option.<FiniteDuration>empty(),
                theirs.assertions(),
                Option.apply(() -> {
                    control.awaitGo();
                    if (theirs.before().isDefined()) {
                        theirs.before().get().apply();
                    }
                    return null;
                }),
                theirs.after());
    }

    /** This JVM's share of the simulation's populations. */
    private static List<PopulationBuilder> share(SimulationParams theirs) {
        List<PopulationBuilder> whole = CollectionConverters.asJava(theirs.rootPopulationBuilders());
        InjectorShare share = InjectorShare.fromSystemProperties();
        if (share.isAll()) {
            return whole;
        }
        if (theirs.globalThrottleSteps().nonEmpty()) {
            throw new IllegalStateException(InjectorShare.undivided("the simulation is throttled"));
        }
        return whole.stream().map(share::of).toList();
    }

    /** The simulation's populations under control; {@code null} when the load of one of them is not steady. */
    private @Nullable List<PopulationBuilder> steady(SimulationParams theirs, List<PopulationBuilder> populations) {
        try {
            List<SteadyProfile> profiles = new ArrayList<>();
            for (PopulationBuilder population : populations) {
                Optional<SteadyProfile> steady = SteadyProfile.of(population.injectionProfile(), LoadControl.hurry());
                if (steady.isEmpty()
                        || population.children().nonEmpty()
                        || population.scenarioThrottleSteps().nonEmpty()) {
                    return null;
                }
                profiles.add(steady.get());
            }
            return theirs.globalThrottleSteps().nonEmpty() ? null : control.controlled(populations, profiles);
        } catch (LinkageError e) {
            return null; // their own Gatling, of another version
        }
    }

    private static SimulationParams theirs(String name) {
        try {
            Object simulation = Class.forName(name).getConstructor().newInstance();
            if (simulation instanceof Simulation java) {
                return java.params(name);
            }
            return ((io.gatling.core.scenario.Simulation) simulation).params();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(cause(e), e);
        }
    }

    private static String cause(ReflectiveOperationException e) {
        return String.valueOf(e.getCause() == null ? e : e.getCause());
    }
}
