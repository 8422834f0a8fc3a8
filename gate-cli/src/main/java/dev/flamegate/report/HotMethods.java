package dev.flamegate.report;

import dev.flamegate.judge.attribution.RequestCosts;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.profile.names.Origin;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The CPU cost of each method per request, in seconds and in the mean of the trials, for the candidate and, if there is
 * one, against the baseline: the same numbers as in the flame graph.
 */
public final class HotMethods {
    private final List<MethodCost> bySelf;
    private final boolean compared;

    private HotMethods(List<MethodCost> bySelf, boolean compared) {
        this.bySelf = bySelf;
        this.compared = compared;
    }

    /**
     * The methods of both runs.
     *
     * @param baseline the baseline's CPU profile, where there is one
     * @param candidate the candidate's CPU profile; without one there are no methods
     */
    static HotMethods of(Optional<RequestCosts> baseline, Optional<RequestCosts> candidate) {
        Optional<RequestCosts> before = baseline.filter(costs -> costs.tree().weight() > 0);
        Hotspots hotspots = Hotspots.between(
                before.map(RequestCosts::tree).orElse(null),
                before.map(RequestCosts::factor).orElse(Double.NaN),
                candidate.map(RequestCosts::tree).orElseGet(CallTree::empty),
                candidate.map(RequestCosts::factor).orElse(0.0));
        List<MethodCost> methods = hotspots.candidate() == 0
                ? List.of()
                : hotspots.methods().stream()
                        .sorted(Comparator.comparingDouble(
                                        (MethodCost method) -> -method.self().share())
                                .thenComparing(MethodCost::name))
                        .toList();
        return new HotMethods(methods, before.isPresent());
    }

    /** All methods of both runs, those with the highest self cost first; empty without a CPU profile. */
    public List<MethodCost> bySelf() {
        return bySelf;
    }

    /** The methods whose own CPU per request grew, those that grew most first; empty without a baseline. */
    public List<MethodCost> grown() {
        return bySelf.stream()
                .filter(method -> method.self().change() > 0)
                .sorted(Comparator.comparingDouble(method -> -method.self().change()))
                .toList();
    }

    /** True if the baseline has a CPU profile too. */
    public boolean isCompared() {
        return compared;
    }

    /**
     * The hottest method by its self CPU: code of a class if there is any, since that can be changed, else a native
     * function; never the JVM's own threads or the profiler.
     */
    public Optional<MethodCost> hottest() {
        return Stream.of(Origin.JAVA, Origin.NATIVE)
                .flatMap(origin -> bySelf.stream()
                        .filter(method ->
                                method.origin() == origin && method.self().share() > 0)
                        .limit(1))
                .findFirst();
    }
}
