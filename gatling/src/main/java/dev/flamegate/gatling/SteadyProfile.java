package dev.flamegate.gatling;

import io.gatling.core.controller.inject.InjectionProfile;
import io.gatling.core.controller.inject.closed.ClosedInjectionProfile;
import io.gatling.core.controller.inject.closed.ClosedInjectionStep;
import io.gatling.core.controller.inject.closed.ConstantConcurrentUsersInjection;
import io.gatling.core.controller.inject.open.ConstantRateOpenInjection;
import io.gatling.core.controller.inject.open.NothingForOpenInjection;
import io.gatling.core.controller.inject.open.OpenInjectionProfile;
import io.gatling.core.controller.inject.open.OpenInjectionStep;
import io.gatling.core.controller.inject.open.PoissonOpenInjection;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import scala.collection.immutable.Seq;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.CollectionConverters;

/**
 * An injection profile that ends with a constant rate or a constant number of users, prolonged for as long as the gate
 * measures. Any window after its ramp sees the same load, so it can be paused and measured in blocks. A constant rate
 * may be {@code randomized()}, which makes its arrivals a Poisson process.
 *
 * @param profile the profile, its last step prolonged, its last rate multiplied
 * @param rampSeconds how long its earlier steps take, 0 for a profile of one step
 * @param usersPerSecond the planned rate of the last step; 0 for a number of users
 * @param times what the last rate was multiplied by, at least 1; 1 for a number of users
 * @param randomized whether users arrive at random moments
 * @param constant whether users arrive evenly from the first one on
 */
record SteadyProfile(
        InjectionProfile profile,
        double rampSeconds,
        double usersPerSecond,
        int times,
        boolean randomized,
        boolean constant) {
    /** Longer than any measurement: the gate says when to stop. */
    private static final FiniteDuration PROLONGED = FiniteDuration.apply(24, TimeUnit.HOURS);

    /**
     * The steady form of a profile; empty when its load changes until its end.
     *
     * @param hurry how many times its rate it may have in a warm-up, at least 1
     */
    static Optional<SteadyProfile> of(InjectionProfile profile, int hurry) {
        if (profile instanceof OpenInjectionProfile open) {
            List<OpenInjectionStep> steps = steps(open);
            double rate = steps.isEmpty() ? 0 : rate(last(steps));
            if (rate > 0) {
                boolean randomized = last(steps) instanceof PoissonOpenInjection;
                double ramp = ramp(steps, OpenInjectionStep::duration);
                int times = PlannedUsers.times(rate, hurry);
                ConstantRateOpenInjection even = ConstantRateOpenInjection.apply(times * rate, PROLONGED);
                steps.set(steps.size() - 1, randomized ? even.randomized() : even);
                boolean constant = !randomized
                        && steps.subList(0, steps.size() - 1).stream()
                                .allMatch(NothingForOpenInjection.class::isInstance);
                return Optional.of(new SteadyProfile(
                        new OpenInjectionProfile(scala(steps)), ramp, rate, times, randomized, constant));
            }
        } else if (profile instanceof ClosedInjectionProfile closed) {
            List<ClosedInjectionStep> steps = steps(closed);
            if (!steps.isEmpty()
                    && last(steps) instanceof ConstantConcurrentUsersInjection constant
                    && constant.number() > 0) {
                double ramp = ramp(steps, ClosedInjectionStep::duration);
                steps.set(steps.size() - 1, ConstantConcurrentUsersInjection.apply(constant.number(), PROLONGED));
                return Optional.of(
                        new SteadyProfile(new ClosedInjectionProfile(scala(steps)), ramp, 0, 1, false, false));
            }
        }
        return Optional.empty();
    }

    /** Users per second of a step at one rate; 0 for any other step. */
    private static double rate(OpenInjectionStep step) {
        if (step instanceof PoissonOpenInjection random) {
            return random.startRate() == random.endRate() ? random.startRate() : 0;
        }
        return step instanceof ConstantRateOpenInjection even ? even.rate() : 0;
    }

    /** The steps of a profile, which it keeps to itself; none in a Gatling that has them elsewhere. */
    @SuppressWarnings("unchecked") // the field is declared as a list of the steps of its profile
    static <T> List<T> steps(InjectionProfile profile) {
        try {
            Field field = profile.getClass().getDeclaredField("steps");
            field.setAccessible(true);
            return new ArrayList<>(CollectionConverters.asJava((Seq<T>) field.get(profile)));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return new ArrayList<>();
        }
    }

    /** The duration of all steps but the last, in seconds. */
    private static <T> double ramp(List<T> steps, Function<T, FiniteDuration> duration) {
        return steps.subList(0, steps.size() - 1).stream()
                .mapToDouble(step -> duration.apply(step).toUnit(TimeUnit.SECONDS))
                .sum();
    }

    private static <T> T last(List<T> steps) {
        return steps.get(steps.size() - 1);
    }

    static <T> scala.collection.immutable.List<T> scala(List<T> steps) {
        return CollectionConverters.asScala(steps).toList();
    }
}
