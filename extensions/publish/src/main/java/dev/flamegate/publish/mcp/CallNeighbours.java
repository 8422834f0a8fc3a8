package dev.flamegate.publish.mcp;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.MethodCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The callers and callees of a method, in one profile or in two that are brought to one unit: the first level of the
 * viewer's callers and callees. In each sample the outermost frame of the method counts, so that the costs of its
 * callers add up to its total; a method that calls itself is among its callees. The virtual machine's own threads are
 * left out, as in {@link Hotspots}.
 *
 * @param callers the costliest of both profiles first; of equal ones, by name
 * @param callees in the same order
 */
record CallNeighbours(MethodCost method, List<Call> callers, List<Call> callees) {
    /**
     * A caller, or a callee.
     *
     * @param frame canonical name; {@code null} for a caller that is not there: the method is the outermost frame
     * @param cost of the samples that pass from one to the other
     */
    public record Call(@Nullable String frame, MethodCost.Cost cost) {}

    public CallNeighbours {
        callers = List.copyOf(callers);
        callees = List.copyOf(callees);
    }

    /**
     * The neighbours of the method of this canonical name; empty when it is in neither profile.
     *
     * @param baseline {@code null} when there is one profile alone
     * @param baselineFactor cost of one unit of the baseline's weight, at least 0
     * @param candidateFactor cost of one unit of the candidate's weight, at least 0
     */
    public static Optional<CallNeighbours> of(
            String name,
            @Nullable CallTree baseline,
            double baselineFactor,
            CallTree candidate,
            double candidateFactor) {
        CallTree before = baseline == null ? null : application(baseline);
        CallTree after = application(candidate);
        Optional<MethodCost> method =
                Hotspots.between(before, baselineFactor, after, candidateFactor).find(name);
        if (method.isEmpty()) {
            return Optional.empty();
        }
        Weights old = before == null ? new Weights() : Weights.of(name, before);
        Weights now = Weights.of(name, after);
        double was = before == null ? Double.NaN : baselineFactor;
        double whole = Math.max(1, candidate.weight());
        return Optional.of(new CallNeighbours(
                shared(method.get(), after.weight() / whole),
                calls(old.callers, was, now.callers, candidateFactor, whole),
                calls(old.callees, was, now.callees, candidateFactor, whole)));
    }

    private static CallTree application(CallTree tree) {
        return tree.filter(facet -> !facet.isMachine());
    }

    /** Shares are of the whole profile, the virtual machine's own threads included. */
    private static MethodCost shared(MethodCost method, double part) {
        return new MethodCost(
                method.name(),
                method.original(),
                method.line(),
                shared(method.self(), part),
                shared(method.total(), part));
    }

    private static MethodCost.Cost shared(MethodCost.Cost cost, double part) {
        return new MethodCost.Cost(cost.baseline(), cost.candidate(), cost.share() * part);
    }

    private static List<Call> calls(
            Map<String, Long> before, double baselineFactor, Map<String, Long> after, double factor, double whole) {
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<Call> calls = new ArrayList<>(names.size());
        for (String name : names) {
            long now = after.getOrDefault(name, 0L);
            calls.add(new Call(
                    name.isEmpty() ? null : name,
                    new MethodCost.Cost(before.getOrDefault(name, 0L) * baselineFactor, now * factor, now / whole)));
        }
        calls.sort(Comparator.comparingDouble(call -> -both(call.cost()))); // stable: by name where equal
        return calls;
    }

    private static double both(MethodCost.Cost cost) {
        return cost.candidate() + (Double.isNaN(cost.baseline()) ? 0 : cost.baseline());
    }

    /** Weights by name; a caller that is not there has the name of the root, which is empty. */
    private static final class Weights {
        private final Map<String, Long> callers = new HashMap<>();
        private final Map<String, Long> callees = new HashMap<>();

        static Weights of(String name, CallTree tree) {
            Weights weights = new Weights();
            boolean[] outermost = tree.outermost();
            for (int node = 1; node < tree.size(); node++) {
                int parent = tree.parent(node);
                long weight = tree.total(node);
                if (weight > 0 && outermost[node] && tree.name(node).equals(name)) {
                    weights.callers.merge(tree.name(parent), weight, Long::sum);
                }
                if (weight > 0 && outermost[parent] && tree.name(parent).equals(name)) {
                    weights.callees.merge(tree.name(node), weight, Long::sum);
                }
            }
            return weights;
        }
    }
}
