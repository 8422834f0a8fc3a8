package dev.flamegate.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The methods of a profile with what each costs, and the machine's own part by bucket.
 *
 * @param weight of all samples, the machine's included; shares are parts of it
 * @param methods of the application's samples, by falling total, then by name
 * @param machine weight by bucket: {@code [jit]}, {@code [gc]}, {@code [vm]}, {@code [profiler]}
 */
public record Hotspots(long weight, List<MethodCost> methods, Map<String, Long> machine) {
    public Hotspots {
        methods = List.copyOf(methods);
        machine = Collections.unmodifiableMap(new TreeMap<>(machine));
    }

    /** Reads a tree. A method that calls itself counts once in each sample. */
    public static Hotspots of(CallTree tree) {
        Map<String, Long> machine = new TreeMap<>();
        long[] self = new long[tree.size()];
        for (int i = 0; i < tree.sampleCount(); i++) {
            Facet facet = tree.sampleFacet(i);
            if (facet.isMachine()) {
                machine.merge(facet.pool(), tree.sampleWeight(i), Long::sum);
            } else {
                self[tree.sampleNode(i)] += tree.sampleWeight(i);
            }
        }
        long[] total = self.clone();
        for (int node = tree.size() - 1; node > CallTree.ROOT; node--) {
            total[tree.parent(node)] += total[node];
        }
        Map<String, Sum> sums = new HashMap<>();
        for (int node = 1; node < tree.size(); node++) {
            if (total[node] > 0) {
                Sum sum = sums.computeIfAbsent(tree.name(node), name -> new Sum());
                sum.add(self[node], isOutermost(tree, node) ? total[node] : 0, total[node], tree.line(node));
            }
        }
        return new Hotspots(tree.weight(), costs(sums, tree.weight()), machine);
    }

    /** The method of this canonical name. */
    public Optional<MethodCost> find(String name) {
        return methods.stream().filter(method -> method.name().equals(name)).findFirst();
    }

    private static boolean isOutermost(CallTree tree, int node) {
        String name = tree.name(node);
        for (int at = tree.parent(node); at != CallTree.ROOT; at = tree.parent(at)) {
            if (tree.name(at).equals(name)) {
                return false;
            }
        }
        return true;
    }

    private static List<MethodCost> costs(Map<String, Sum> sums, long weight) {
        List<MethodCost> costs = new ArrayList<>(sums.size());
        sums.forEach((name, sum) -> costs.add(new MethodCost(
                name, sum.line, sum.self, sum.total, (double) sum.self / weight, (double) sum.total / weight)));
        costs.sort(Comparator.comparingLong(MethodCost::total).reversed().thenComparing(MethodCost::name));
        return costs;
    }

    /** Adds up the nodes of one method. */
    private static final class Sum {
        private long self;
        private long total;
        private long heaviest;
        private int line;

        void add(long nodeSelf, long outermost, long nodeTotal, int nodeLine) {
            self += nodeSelf;
            total += outermost;
            if (nodeLine > 0 && nodeTotal > heaviest) {
                heaviest = nodeTotal;
                line = nodeLine;
            }
        }
    }
}
