package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.Counter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Trial;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledRun;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A run as diagnoses see it: all trials together, each tree merged once. */
final class Profiles {
    private static final double NANOS = 1e9;

    private final ProfiledRun run;
    private final Map<ProfileEvent, Weights> weights = new EnumMap<>(ProfileEvent.class);

    Profiles(ProfiledRun run) {
        this.run = run;
    }

    /** The samples of one event; empty where any trial lacks its profile. */
    Weights of(ProfileEvent event) {
        return weights.computeIfAbsent(event, unread -> {
            boolean whole = run.trials().stream().allMatch(trees -> trees.containsKey(event));
            return new Weights(whole ? run.merged(event) : CallTree.empty());
        });
    }

    /** The trials in which the heap was looked at. */
    List<Trial> watched() {
        return run.run().trials().stream()
                .filter(trial -> !trial.live().isEmpty() && trial.ok() > 0)
                .toList();
    }

    long requests() {
        return run.run().trials().stream().mapToLong(Trial::ok).sum();
    }

    /** Length of all measured windows together. */
    double seconds() {
        return run.run().trials().stream().mapToDouble(Trial::measuredSeconds).sum();
    }

    /** Seconds of a weight in nanoseconds. */
    static double seconds(double weight) {
        return weight / NANOS;
    }

    /** One counter over another; empty where a trial lacks one. */
    OptionalDouble ratio(Counter above, Counter below) {
        double sum = sum(below);
        double part = sum(above);
        return sum > 0 && part >= 0 ? OptionalDouble.of(part / sum) : OptionalDouble.empty();
    }

    /** Sum of a counter over the trials; NaN where one lacks it. */
    double sum(Counter counter) {
        return run.run().trials().stream()
                .mapToDouble(trial -> trial.counter(counter).orElse(Double.NaN))
                .sum();
    }
}
