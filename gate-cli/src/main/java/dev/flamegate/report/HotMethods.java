package dev.flamegate.report;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Trial;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfileEvent;
import dev.flamegate.profile.ProfiledRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * What CPU each method costs per request: its share of the samples times the CPU of the process over the successful
 * requests, for the candidate and, where there is one, against the baseline.
 */
public final class HotMethods {
    /** Growth below this part of the baseline's whole cost per request is no headline. */
    private static final double NOTABLE = 0.02;

    /**
     * One method, or the pool of the machine's own threads under its bracketed name. NaN where unknown.
     *
     * @param line in its source file; 0 when unknown
     * @param selfShare part of all samples that end in it, in [0, 1]
     * @param totalShare part of all samples with it in the stack, in [0, 1]
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
        /** Whether it is application code and not the machine's own threads. */
        public boolean isApplication() {
            return !name.startsWith("[");
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
        MethodWeights.Weight weight = now.method(name);
        double self = now.cost(weight.self());
        double total = now.cost(weight.total());
        return new HotMethod(
                name,
                weight.line(),
                now.share(weight.self()),
                now.share(weight.total()),
                self,
                total,
                self - before.map(old -> old.cost(old.method(name).self())).orElse(Double.NaN),
                total - before.map(old -> old.cost(old.method(name).total())).orElse(Double.NaN));
    }

    /** All methods of both runs, those with the most CPU of their own first; empty without a CPU profile. */
    public List<HotMethod> bySelf() {
        return bySelf;
    }

    /** Whether the baseline has a CPU profile too. */
    public boolean isCompared() {
        return compared;
    }

    /** The application's hottest method by its own CPU. */
    public Optional<HotMethod> hottest() {
        return bySelf.stream()
                .filter(method -> method.isApplication() && method.selfShare() > 0)
                .findFirst();
    }

    /**
     * The method whose own CPU per request grew most, when that is a notable part of the whole. An observation from
     * the two profiles, not a test.
     */
    public Optional<HotMethod> grewMost() {
        return topGrowth(HotMethod::selfChange).filter(method -> method.selfChange() >= NOTABLE * baselineCost);
    }

    private Optional<HotMethod> topGrowth(ToDoubleFunction<HotMethod> change) {
        return bySelf.stream()
                .filter(method -> change.applyAsDouble(method) > 0)
                .max(Comparator.comparingDouble(change));
    }

    /** The CPU profile of one run, over all its trials. */
    private static final class Profile {
        private final Map<String, MethodWeights.Weight> methods;
        private final long weight;
        private final double perRequest;

        Profile(ProfiledRun run) {
            CallTree tree = run.merged(ProfileEvent.CPU);
            methods = MethodWeights.of(tree);
            weight = tree.weight();
            perRequest = cpuPerRequest(run.run().trials());
        }

        private static double cpuPerRequest(List<Trial> trials) {
            double cpu = trials.stream()
                    .mapToDouble(trial -> trial.counter(Counter.CPU_PROCESS).orElse(Double.NaN))
                    .sum();
            long requests = trials.stream().mapToLong(Trial::ok).sum();
            return requests == 0 ? Double.NaN : cpu / requests;
        }

        MethodWeights.Weight method(String name) {
            return methods.getOrDefault(name, MethodWeights.Weight.NONE);
        }

        double share(long part) {
            return (double) part / weight;
        }

        double cost(long part) {
            return share(part) * perRequest;
        }
    }
}
