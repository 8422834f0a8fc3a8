package dev.flamegate.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What a method costs in two profiles, or in one, in any unit that both are brought to. An observation, not a test.
 *
 * @param frame canonical name, or the bucket of the machine's own threads
 * @param original what a recording called it, the same when nothing was taken out
 * @param line where it weighs most; 0 when unknown
 * @param selfBefore in the method itself, in the baseline; 0 when it is not there or there is none
 * @param selfAfter in the method itself
 * @param totalBefore in it and what it calls, a sample counted once, in the baseline
 * @param totalAfter in it and what it calls, a sample counted once
 */
public record MethodDifference(
        String frame,
        String original,
        int line,
        double selfBefore,
        double selfAfter,
        double totalBefore,
        double totalAfter) {
    /** Growth of the method's own cost. */
    public double self() {
        return selfAfter - selfBefore;
    }

    /** Growth of the cost of it and what it calls. */
    public double total() {
        return totalAfter - totalBefore;
    }

    /**
     * All methods of both profiles by falling growth of their own cost, then by name.
     *
     * @param factorBefore cost of one unit of the baseline's weight, at least 0
     * @param factorAfter cost of one unit of the candidate's weight, at least 0
     */
    public static List<MethodDifference> between(
            CallTree baseline, double factorBefore, CallTree candidate, double factorAfter) {
        Map<String, MethodCost> before = costs(baseline);
        Map<String, MethodCost> after = costs(candidate);
        Map<String, String> originals = new HashMap<>();
        List.of(baseline, candidate).forEach(tree -> {
            for (int node = 1; node < tree.size(); node++) {
                originals.put(tree.name(node), tree.original(node));
            }
        });
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<MethodDifference> growths = new ArrayList<>();
        for (String name : names) {
            MethodCost old = before.getOrDefault(name, none(name));
            MethodCost now = after.getOrDefault(name, none(name));
            growths.add(new MethodDifference(
                    name,
                    originals.getOrDefault(name, name),
                    now.line() > 0 ? now.line() : old.line(),
                    old.self() * factorBefore,
                    now.self() * factorAfter,
                    old.total() * factorBefore,
                    now.total() * factorAfter));
        }
        growths.sort(Comparator.comparingDouble((MethodDifference growth) -> -growth.self())
                .thenComparingDouble(growth -> -growth.total())
                .thenComparing(MethodDifference::frame));
        return growths;
    }

    private static Map<String, MethodCost> costs(CallTree tree) {
        Map<String, MethodCost> costs = new HashMap<>();
        Hotspots hotspots = Hotspots.of(tree);
        hotspots.methods().forEach(method -> costs.put(method.name(), method));
        hotspots.machine().forEach((pool, weight) -> costs.put(pool, new MethodCost(pool, 0, weight, weight, 0, 0)));
        return costs;
    }

    private static MethodCost none(String name) {
        return new MethodCost(name, 0, 0, 0, 0, 0);
    }
}
