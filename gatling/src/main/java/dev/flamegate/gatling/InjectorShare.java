package dev.flamegate.gatling;

import io.gatling.core.controller.inject.InjectionProfile;
import io.gatling.core.controller.inject.closed.ClosedInjectionProfile;
import io.gatling.core.controller.inject.closed.ClosedInjectionStep;
import io.gatling.core.controller.inject.closed.ConstantConcurrentUsersInjection;
import io.gatling.core.controller.inject.closed.RampConcurrentUsersInjection;
import io.gatling.core.controller.inject.open.AtOnceOpenInjection;
import io.gatling.core.controller.inject.open.ConstantRateOpenInjection;
import io.gatling.core.controller.inject.open.HeavisideOpenInjection;
import io.gatling.core.controller.inject.open.NothingForOpenInjection;
import io.gatling.core.controller.inject.open.OpenInjectionProfile;
import io.gatling.core.controller.inject.open.OpenInjectionStep;
import io.gatling.core.controller.inject.open.PoissonOpenInjection;
import io.gatling.core.controller.inject.open.RampOpenInjection;
import io.gatling.core.controller.inject.open.RampRateOpenInjection;
import io.gatling.core.structure.PopulationBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import scala.concurrent.duration.FiniteDuration;

/**
 * The share of a load that this JVM sends, where several do: users and rates are divided by the number of injectors, as
 * Gatling Enterprise divides them, and a population with {@code noShard()} is left whole. The injectors take turns:
 * each begins a constant rate later by the time between two users of the whole load, so that together they send as
 * evenly as one would.
 *
 * <p>System properties: {@code flamegate.injector}, from 1, and {@code flamegate.injectors} (both 1).
 *
 * @param number of this injector, from 1
 * @param of how many there are
 */
record InjectorShare(int number, int of) {
    InjectorShare {
        if (number < 1 || number > of) {
            throw new IllegalArgumentException("there is no injector " + number + " of " + of);
        }
    }

    static InjectorShare fromSystemProperties() {
        return new InjectorShare(
                Integer.getInteger("flamegate.injector", 1), Integer.getInteger("flamegate.injectors", 1));
    }

    /** True if this JVM sends the whole load. */
    boolean isAll() {
        return of == 1;
    }

    double rate(double whole) {
        return whole / of;
    }

    /** The delay in seconds of this injector's start after the first one's, so that it sends its part of a rate. */
    double turn(double whole) {
        return (number - 1) / whole;
    }

    /** This injector's part of a number of users; the parts of all injectors add up to the whole. */
    long users(long whole) {
        return whole * number / of - whole * (number - 1) / of;
    }

    /**
     * This injector's part of a simulation's population.
     *
     * @throws IllegalStateException when there is something in it that cannot be divided
     */
    PopulationBuilder of(PopulationBuilder whole) {
        if (isAll() || !whole.shard()) {
            return whole;
        }
        if (whole.children().nonEmpty()) {
            throw cannot(whole.scenarioBuilder().name() + " is followed by other populations (andThen)");
        }
        if (whole.scenarioThrottleSteps().nonEmpty()) {
            throw cannot(whole.scenarioBuilder().name() + " is throttled");
        }
        return whole.copy(
                whole.scenarioBuilder(),
                profile(whole.injectionProfile()),
                whole.scenarioProtocols(),
                whole.scenarioThrottleSteps(),
                whole.pauseType(),
                whole.children(),
                whole.shard());
    }

    /** The message that a simulation cannot be divided, and why. */
    static String undivided(String why) {
        return "the load cannot be divided among injectors: " + why + "; set load.injectors to 1 or change that";
    }

    private static IllegalStateException cannot(String why) {
        return new IllegalStateException(undivided(why));
    }

    InjectionProfile profile(InjectionProfile whole) {
        if (whole instanceof OpenInjectionProfile open) {
            List<OpenInjectionStep> steps = new ArrayList<>();
            for (OpenInjectionStep step : SteadyProfile.<OpenInjectionStep>steps(open)) {
                add(step, steps);
            }
            return new OpenInjectionProfile(SteadyProfile.scala(some(steps)));
        }
        if (whole instanceof ClosedInjectionProfile closed) {
            List<ClosedInjectionStep> steps = SteadyProfile.<ClosedInjectionStep>steps(closed).stream()
                    .map(this::closed)
                    .toList();
            return new ClosedInjectionProfile(SteadyProfile.scala(some(steps)));
        }
        throw cannot(whole.getClass().getSimpleName() + " is not known");
    }

    private static <T> List<T> some(List<T> steps) {
        if (steps.isEmpty()) {
            throw cannot("this version of Gatling does not say which users a simulation injects");
        }
        return steps;
    }

    private void add(OpenInjectionStep whole, List<OpenInjectionStep> steps) {
        if (whole instanceof ConstantRateOpenInjection step) {
            // A later step needs no turn: the earlier one has moved it.
            if (steps.isEmpty() && number > 1 && step.rate() > 0) {
                steps.add(NothingForOpenInjection.apply(
                        FiniteDuration.apply(Math.round(turn(step.rate()) * 1e6), TimeUnit.MICROSECONDS)));
            }
            steps.add(ConstantRateOpenInjection.apply(rate(step.rate()), step.duration()));
        } else if (whole instanceof RampRateOpenInjection step) {
            steps.add(RampRateOpenInjection.apply(rate(step.startRate()), rate(step.endRate()), step.duration()));
        } else if (whole instanceof PoissonOpenInjection step) {
            // Poisson processes, one beside the other, are one of all their rates: they need no turns.
            steps.add(RampRateOpenInjection.apply(rate(step.startRate()), rate(step.endRate()), step.duration())
                    .randomized());
        } else if (whole instanceof RampOpenInjection step) {
            steps.add(RampOpenInjection.apply(users(step.users()), step.duration()));
        } else if (whole instanceof HeavisideOpenInjection step) {
            steps.add(HeavisideOpenInjection.apply(users(step.users()), step.duration()));
        } else if (whole instanceof AtOnceOpenInjection step) {
            steps.add(AtOnceOpenInjection.apply(users(step.users())));
        } else if (whole instanceof NothingForOpenInjection) {
            steps.add(whole);
        } else {
            throw cannot(whole.getClass().getSimpleName() + " is not known");
        }
    }

    private ClosedInjectionStep closed(ClosedInjectionStep whole) {
        if (whole instanceof ConstantConcurrentUsersInjection step) {
            return ConstantConcurrentUsersInjection.apply((int) users(step.number()), step.duration());
        }
        if (whole instanceof RampConcurrentUsersInjection step) {
            return RampConcurrentUsersInjection.apply(
                    (int) users(step.from()), (int) users(step.to()), step.duration());
        }
        throw cannot(whole.getClass().getSimpleName() + " is not known");
    }
}
