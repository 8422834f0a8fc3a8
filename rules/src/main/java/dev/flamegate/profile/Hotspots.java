package dev.flamegate.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The cost of each method in a profile, or in two that are brought to one unit.
 *
 * @param baseline cost of everything in the baseline; NaN without one
 * @param candidate cost of everything in the candidate, or the only profile
 * @param methods the application's methods, and the virtual machine's own threads by bucket ({@code [gc]}), by falling
 *     growth of their own cost, or by falling own cost when there is one profile alone; then by total, then by name
 */
public record Hotspots(double baseline, double candidate, List<MethodCost> methods) {
    private static final Sum NOTHING = new Sum();

    public Hotspots {
        methods = List.copyOf(methods);
    }

    /** The methods of one profile, by weight. A method that calls itself counts once in each sample. */
    public static Hotspots of(CallTree tree) {
        return between(null, Double.NaN, tree, 1);
    }

    /**
     * The methods of two profiles.
     *
     * @param baseline {@code null} when there is one profile alone
     * @param baselineFactor cost of one unit of the baseline's weight, at least 0
     * @param candidateFactor cost of one unit of the candidate's weight, at least 0
     */
    public static Hotspots between(
            @Nullable CallTree baseline, double baselineFactor, CallTree candidate, double candidateFactor) {
        Map<String, Sum> before = baseline == null ? Map.of() : sums(baseline);
        Map<String, Sum> after = sums(candidate);
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<MethodCost> methods = new ArrayList<>(names.size());
        double weight = Math.max(1, candidate.weight());
        for (String name : names) {
            Sum old = before.getOrDefault(name, NOTHING);
            Sum now = after.getOrDefault(name, NOTHING);
            Sum original = now == NOTHING ? old : now;
            methods.add(new MethodCost(
                    name,
                    original.original.isEmpty() ? name : original.original,
                    now.line > 0 ? now.line : old.line,
                    new MethodCost.Cost(old.self * baselineFactor, now.self * candidateFactor, now.self / weight),
                    new MethodCost.Cost(old.total * baselineFactor, now.total * candidateFactor, now.total / weight)));
        }
        methods.sort(Comparator.comparingDouble((MethodCost method) -> -growth(method.self()))
                .thenComparingDouble(method -> -growth(method.total()))
                .thenComparing(MethodCost::name));
        double whole = baseline == null ? Double.NaN : baseline.weight() * baselineFactor;
        return new Hotspots(whole, candidate.weight() * candidateFactor, methods);
    }

    private static double growth(MethodCost.Cost cost) {
        return Double.isNaN(cost.baseline()) ? cost.candidate() : cost.change();
    }

    /** The method of this canonical name, or the bucket. */
    public Optional<MethodCost> find(String name) {
        return methods.stream().filter(method -> method.name().equals(name)).findFirst();
    }

    private static Map<String, Sum> sums(CallTree tree) {
        Map<String, Sum> machine = new HashMap<>();
        long[] self = new long[tree.size()];
        for (int i = 0; i < tree.sampleCount(); i++) {
            Facet facet = tree.sampleFacet(i);
            if (facet.isMachine()) {
                machine.computeIfAbsent(facet.pool(), pool -> new Sum()).add(tree.sampleWeight(i));
            } else {
                self[tree.sampleNode(i)] += tree.sampleWeight(i);
            }
        }
        long[] total = self.clone();
        for (int node = tree.size() - 1; node > CallTree.ROOT; node--) {
            total[tree.parent(node)] += total[node];
        }
        boolean[] outermost = tree.outermost();
        Map<String, Sum> sums = new HashMap<>();
        for (int node = 1; node < tree.size(); node++) {
            if (total[node] > 0) {
                Sum sum = sums.computeIfAbsent(tree.name(node), name -> new Sum());
                sum.add(tree, node, self[node], total[node], outermost[node]);
            }
        }
        sums.putAll(machine);
        return sums;
    }

    /** Adds up the nodes of one method, or the samples of one bucket. */
    private static final class Sum {
        private long self;
        private long total;
        private long heaviest;
        private int line;
        private String original = "";

        void add(CallTree tree, int node, long nodeSelf, long nodeTotal, boolean outermost) {
            self += nodeSelf;
            total += outermost ? nodeTotal : 0;
            original = tree.original(node);
            if (tree.line(node) > 0 && nodeTotal > heaviest) {
                heaviest = nodeTotal;
                line = tree.line(node);
            }
        }

        void add(long weight) {
            self += weight;
            total += weight;
        }
    }
}
