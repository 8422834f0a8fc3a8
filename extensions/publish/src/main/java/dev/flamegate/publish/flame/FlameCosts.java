package dev.flamegate.publish.flame;

import dev.flamegate.judge.attribution.RequestCosts;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.profile.CallTree;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One event of one profile, or of two that are brought to one scale.
 *
 * @param baseline {@code null} when there is one profile alone
 * @param baselineFactor cost of one unit of the baseline's weight, in base units of {@code unit}
 * @param candidateFactor cost of one unit of the candidate's weight, likewise
 * @param per what a cost is for: {@code request}, {@code second}; empty for the whole profile
 */
record FlameCosts(
        ProfileEvent event,
        @Nullable CallTree baseline,
        CallTree candidate,
        Unit unit,
        double baselineFactor,
        double candidateFactor,
        String per) {
    /**
     * Brings two profiles to one scale.
     *
     * @param baseline empty when there is one profile alone
     * @throws IllegalArgumentException when what costs are divided by is not known, or the two are not of one kind
     */
    public static FlameCosts of(
            ProfileEvent event, Optional<FlameSide> baseline, FlameSide candidate, Normalization normalization) {
        Optional<RequestCosts> now = stored(candidate, event, normalization);
        Optional<RequestCosts> was = baseline.flatMap(side -> stored(side, event, normalization));
        if (now.isPresent() && (baseline.isEmpty() || was.isPresent())) {
            return new FlameCosts(
                    event,
                    was.map(RequestCosts::tree).orElse(null),
                    now.get().tree(),
                    unit(event, false),
                    was.map(RequestCosts::factor).orElse(0.0),
                    now.get().factor(),
                    "request");
        }
        CallTree after = tree(candidate, event);
        CallTree before = baseline.map(side -> tree(side, event)).orElse(null);
        boolean counted = candidate.recording().counted();
        if (baseline.isPresent()
                && baseline.get().recording().counted() != counted
                && normalization.kind() != Normalization.Kind.TOTAL) {
            throw new IllegalArgumentException(
                    "one of the profiles counts samples, the other measures: only their shares can be compared"
                            + " (use total)");
        }
        boolean shares = normalization.kind() == Normalization.Kind.TOTAL;
        double base = shares || counted ? 1 : 1 / event.perBaseUnit();
        return new FlameCosts(
                event,
                before,
                after,
                shares ? Unit.PERCENT : unit(event, counted),
                before == null
                        ? 0
                        : base / divisor(baseline.orElse(candidate), before, normalization, normalization.baseline()),
                base / divisor(candidate, after, normalization, normalization.candidate()),
                switch (normalization.kind()) {
                    case REQUESTS -> "request";
                    case TIME -> "second";
                    case TOTAL, NONE -> "";
                });
    }

    /** The costs of a stored run, equal to those in its report and of its culprits. */
    private static Optional<RequestCosts> stored(FlameSide side, ProfileEvent event, Normalization normalization) {
        return normalization.isPerOwnRequest()
                ? side.run().flatMap(run -> RequestCosts.of(run, event))
                : Optional.empty();
    }

    private static CallTree tree(FlameSide side, ProfileEvent event) {
        CallTree tree = side.recording().trees().get(event);
        return tree == null ? CallTree.empty() : tree;
    }

    private static Unit unit(ProfileEvent event, boolean counted) {
        if (counted) {
            return Unit.count("samples");
        }
        return event.unit();
    }

    private static double divisor(FlameSide side, CallTree tree, Normalization normalization, double given) {
        double divisor = switch (normalization.kind()) {
            case NONE -> 1;
            case TOTAL -> Math.max(1, tree.weight());
            case TIME -> side.recording().seconds();
            case REQUESTS -> Double.isNaN(given) ? side.requests() : given;
        };
        if (!(divisor > 0)) {
            throw new IllegalArgumentException(side.name()
                    + (normalization.kind() == Normalization.Kind.TIME
                            ? " does not say how long it was recorded: use total, requests=N:M or none"
                            : " does not say how many requests were served: give requests=N:M"));
        }
        return divisor;
    }

    /** The baseline with its weights brought to the candidate's scale, for formats that have weights alone. */
    Optional<CallTree> scaledBaseline() {
        if (baseline == null) {
            return Optional.empty();
        }
        double ratio = baselineFactor / candidateFactor;
        return Optional.of(ratio == 1 ? baseline : baseline.scaled(facet -> ratio));
    }
}
