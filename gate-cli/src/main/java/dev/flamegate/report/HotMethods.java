package dev.flamegate.report;

import dev.flamegate.judge.attribution.RequestCosts;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.profile.names.Origin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What CPU each method costs per request, in the mean of the trials, for the candidate and, where there is one, against
 * the baseline: the same numbers as in the flame graph.
 */
public final class HotMethods {
    /** Growth below this part of the baseline's whole cost per request is no headline. */
    private static final double NOTABLE = 0.02;

    /** A change below this part of a cost is what is left of a difference of equals. */
    private static final double ROUNDING = 1e-12;

    /**
     * One method, or the pool of the machine's own threads under its bracketed name. NaN where unknown.
     *
     * @param line in its source file; 0 when unknown
     * @param selfShare part of all CPU spent in the method itself, in [0, 1]
     * @param totalShare part of all CPU spent in it and below, in [0, 1]
     * @param self seconds of CPU per request in the method itself
     * @param total seconds of CPU per request in it and below
     * @param selfChange {@code self} less the baseline's
     * @param totalChange {@code total} less the baseline's
     */
    public record HotMethod(
            String name,
            int line,
            double selfShare,
            double totalShare,
            double self,
            double total,
            double selfChange,
            double totalChange) {
        /** Whose code it is. */
        public Origin origin() {
            return Origin.of(name);
        }
    }

    private final List<HotMethod> bySelf;
    private final boolean compared;
    private final double baselineCost;

    private HotMethods(List<HotMethod> bySelf, boolean compared, double baselineCost) {
        this.bySelf = bySelf;
        this.compared = compared;
        this.baselineCost = baselineCost;
    }

    public static HotMethods of(GateReport report) {
        Profile now = new Profile(report.candidate());
        Optional<Profile> before =
                report.baseline().map(baseline -> new Profile(baseline.run())).filter(profile -> profile.weight > 0);
        TreeSet<String> names = new TreeSet<>(now.methods.keySet());
        before.ifPresent(profile -> names.addAll(profile.methods.keySet()));
        List<HotMethod> methods = new ArrayList<>();
        if (now.weight > 0) {
            names.forEach(name -> methods.add(method(name, now, before)));
        }
        methods.sort(Comparator.comparingDouble((HotMethod method) -> -method.selfShare())
                .thenComparing(HotMethod::name));
        return new HotMethods(
                List.copyOf(methods),
                before.isPresent(),
                before.map(profile -> profile.perRequest).orElse(Double.NaN));
    }

    private static HotMethod method(String name, Profile now, Optional<Profile> before) {
        MethodCost cost = now.method(name);
        double self = now.cost(cost.selfShare());
        double total = now.cost(cost.totalShare());
        return new HotMethod(
                name,
                cost.line(),
                cost.selfShare(),
                cost.totalShare(),
                self,
                total,
                change(self, before.map(old -> old.cost(old.method(name).selfShare()))),
                change(total, before.map(old -> old.cost(old.method(name).totalShare()))));
    }

    private static double change(double now, Optional<Double> before) {
        double change = now - before.orElse(Double.NaN);
        return Math.abs(change) < ROUNDING * now ? 0 : change;
    }

    /** All methods of both runs, those with the most CPU of their own first; empty without a CPU profile. */
    public List<HotMethod> bySelf() {
        return bySelf;
    }

    /** The methods whose own CPU per request grew, those that grew most first; empty without a baseline. */
    public List<HotMethod> grown() {
        return bySelf.stream()
                .filter(method -> method.selfChange() > 0)
                .sorted(Comparator.comparingDouble(method -> -method.selfChange()))
                .toList();
    }

    /** Whether the baseline has a CPU profile too. */
    public boolean isCompared() {
        return compared;
    }

    /**
     * The hottest method by its own CPU: code of a class where there is any, which somebody can change, else a native
     * function; never the machine's threads or what measures.
     */
    public Optional<HotMethod> hottest() {
        return Stream.of(Origin.JAVA, Origin.NATIVE)
                .flatMap(origin -> bySelf.stream()
                        .filter(method -> method.origin() == origin && method.selfShare() > 0)
                        .limit(1))
                .findFirst();
    }

    /**
     * The method whose own CPU per request grew most, when that is a notable part of the whole: code of a class where
     * any grew so, else a native function, else a bucket of the machine's threads, never what measures. An observation
     * from the two profiles, not a test.
     */
    public Optional<HotMethod> grewMost() {
        return Stream.of(Origin.JAVA, Origin.NATIVE, Origin.MACHINE)
                .flatMap(origin -> bySelf.stream()
                        .filter(method -> method.origin() == origin
                                && method.selfChange() > 0
                                && method.selfChange() >= NOTABLE * baselineCost)
                        .max(Comparator.comparingDouble(HotMethod::selfChange))
                        .stream())
                .findFirst();
    }

    /** The CPU profile of one run, over all its trials. */
    private static final class Profile {
        private final Map<String, MethodCost> methods = new HashMap<>();
        private final long weight;
        private final double perRequest;

        Profile(ProfiledRun run) {
            Optional<RequestCosts> costs = RequestCosts.of(run, ProfileEvent.CPU);
            Hotspots hotspots = Hotspots.of(costs.map(RequestCosts::tree).orElseGet(CallTree::empty));
            hotspots.methods().forEach(method -> methods.put(method.name(), method));
            hotspots.machine().forEach((pool, part) -> {
                double share = (double) part / hotspots.weight();
                methods.put(pool, new MethodCost(pool, 0, part, part, share, share));
            });
            weight = hotspots.weight();
            perRequest = costs.map(RequestCosts::total).orElse(Double.NaN);
        }

        MethodCost method(String name) {
            return methods.getOrDefault(name, new MethodCost(name, 0, 0, 0, 0, 0));
        }

        double cost(double share) {
            return share * perRequest;
        }
    }
}
