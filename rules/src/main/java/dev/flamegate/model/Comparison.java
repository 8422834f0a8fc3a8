package dev.flamegate.model;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Two builds measured side by side, pair by pair.
 *
 * @param id sortable by time and unique, like a run's
 * @param started when the first pair began
 * @param baseline the trials of the baseline build, one per pair and in the order of the pairs, with their context
 * @param candidate the trials of the candidate build, likewise
 * @param pairs in order of time
 * @param seconds time the comparison spent outside the trials, by stage
 * @param difference between what both builds execute; {@code null} where it was not counted
 */
public record Comparison(
        String id,
        Instant started,
        Run baseline,
        Run candidate,
        List<Pair> pairs,
        Map<String, Double> seconds,
        List<Warning> warnings,
        @Nullable WorkDifference difference) {
    public Comparison {
        Objects.requireNonNull(started, "started");
        if (id.isBlank()) {
            throw new IllegalArgumentException("a comparison needs an id");
        }
        pairs = List.copyOf(pairs);
        seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
        warnings = List.copyOf(warnings);
        if (!baseline.service().equals(candidate.service())) {
            throw new IllegalArgumentException(
                    baseline.service() + ", " + candidate.service() + ": the builds compared must be of one service");
        }
        checkTrials(baseline, pairs);
        checkTrials(candidate, pairs);
    }

    /** A comparison of builds whose work was not counted. */
    public Comparison(
            String id,
            Instant started,
            Run baseline,
            Run candidate,
            List<Pair> pairs,
            Map<String, Double> seconds,
            List<Warning> warnings) {
        this(id, started, baseline, candidate, pairs, seconds, warnings, null);
    }

    public String service() {
        return candidate.service();
    }

    /** This comparison with these arms, pairs and warnings. */
    public Comparison with(Run before, Run after, List<Pair> measured, List<Warning> warned) {
        return new Comparison(id, started, before, after, measured, seconds, warned, difference);
    }

    /** True if pairs that count were measured without the second compiler (C2). */
    public boolean isWithoutC2() {
        return pairs.stream().anyMatch(pair -> pair.valid() && pair.withoutC2());
    }

    /** True if pairs that count had both arms under load at once. */
    public boolean isTogether() {
        return pairs.stream().anyMatch(pair -> pair.valid() && pair.together());
    }

    /** The manner in which the pairs were measured. */
    public Manner manner() {
        return new Manner(isWithoutC2(), isTogether());
    }

    /** A manner of measuring pairs, see {@link Pair}: only pairs of one manner scatter alike. */
    public record Manner(boolean withoutC2, boolean together) {
        /** Pairs whose arms take turns and are compiled by both compilers. */
        public static final Manner ORDINARY = new Manner(false, false);
    }

    private static void checkTrials(Run arm, List<Pair> pairs) {
        if (arm.trials().size() != pairs.size()) {
            throw new IllegalArgumentException(
                    arm.trials().size() + " trials: each arm needs one for each of the " + pairs.size() + " pairs");
        }
    }
}
