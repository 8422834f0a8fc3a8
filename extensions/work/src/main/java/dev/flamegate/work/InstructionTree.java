package dev.flamegate.work;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Stacks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The instructions that requests of one name execute, as a tree of calls. Only methods and the calls between two of them
 * are counted, not whole stacks, so a method's instructions are split among its callers by their share of its calls, as
 * gprof does. A call back to a method that is already on the path, as in a chain of filters, opens no new branch: that
 * method's subtree grows instead. Paths with hardly any instructions are not followed; what they leave out stands below a
 * root of its own, so that the sum of each method is exact.
 */
final class InstructionTree {
    /** Name of the root above instructions whose path is not followed. */
    static final String OTHER_WAYS = "[other ways]";

    /** Ways with less than about this part of all instructions are not followed: there are very many. */
    private static final double LEAST = 0.000001;

    private static final int DEEPEST = 300;

    /** The part of a method's calls that may come back to it: nearly all, in a long chain. */
    private static final double MOST_BACK = 0.999;

    /** Circles of circles have more ways than anyone looks at. */
    private static final int MOST_NODES = 500_000;

    /** Instructions that a weight of one stands for: few calls in many requests are less than one instruction. */
    static final double WEIGHT = 0.01;

    private final StartMethods start;
    private final CallTree.Builder tree;
    private final Facet facet;
    private final Map<String, Map<String, Double>> callees = new HashMap<>();
    private final Map<String, Double> placed = new HashMap<>();
    private final Map<String, Double> below = new HashMap<>();
    private double least;
    private int nodes;

    private InstructionTree(StartMethods start, CallTree.Builder tree, Facet facet) {
        this.start = start;
        this.tree = tree;
        this.facet = facet;
    }

    /** Adds requests of one name to a tree, with instructions per request as weights, see {@link #WEIGHT}. */
    static void add(String request, StartMethods start, CallTree.Builder tree) {
        new InstructionTree(start, tree, new Facet("", request, "")).add();
    }

    private void add() {
        Map<String, Double> roots = new TreeMap<>();
        double all = 0;
        for (String name : start.methods().keySet()) {
            double calls = calls(name);
            if (start.isCounted(name)) {
                all += start.instructions(name);
                double called = edges(name, calls);
                if (called < calls) {
                    roots.put(name, calls - called);
                }
            }
        }
        least = LEAST * all;
        roots.forEach((name, calls) -> {
            Way way = way(name, calls, new HashSet<>());
            if (way != null) {
                place(way, 1, Stacks.ROOT);
            }
        });
        int others = -1;
        for (String name : new TreeMap<>(start.methods()).keySet()) {
            double rest = start.instructions(name) - placed.getOrDefault(name, 0.0);
            if (weight(rest) > 0) {
                others = others < 0 ? tree.child(Stacks.ROOT, OTHER_WAYS, 0) : others;
                tree.addAt(tree.child(others, name, 0), facet, weight(rest));
            }
        }
    }

    /**
     * Notes a method with its callers. Where these are only known from the code, an interface makes them more calls than
     * the method got, which they share then.
     *
     * @return calls per request that come from counted callers
     */
    private double edges(String name, double calls) {
        Map<String, Long> callers = start.callers(name);
        double sum = callers.values().stream().mapToDouble(each -> each).sum() / start.requests();
        double scale = sum > calls ? calls / sum : 1;
        double counted = 0;
        for (Map.Entry<String, Long> caller : callers.entrySet()) {
            if (start.isCounted(caller.getKey())) {
                double each = caller.getValue() * scale / start.requests();
                counted += each;
                callees.computeIfAbsent(caller.getKey(), key -> new TreeMap<>()).put(name, each);
            }
        }
        return counted;
    }

    /** A method on a way from a root. */
    private static final class Way {
        final String name;
        final double own;
        final List<Way> below = new ArrayList<>();

        /** Calls back to methods further up, per request; their subtrees grow by these. */
        final Map<String, Double> back = new HashMap<>();

        /** Everything from here on is this many times as much, by the calls that came back. */
        double times = 1;

        Way(String name, double own) {
            this.name = name;
            this.own = own;
        }
    }

    private @Nullable Way way(String name, double calls, Set<String> path) {
        double part = Math.min(1, calls / calls(name));
        boolean follows = part * below(name, new HashSet<>()) >= least && path.size() < DEEPEST && nodes++ < MOST_NODES;
        if (!follows) {
            return null;
        }
        Way way = new Way(name, part * start.instructions(name));
        path.add(name);
        callees.getOrDefault(name, Map.of()).forEach((callee, each) -> {
            if (path.contains(callee)) {
                way.back.merge(callee, part * each, Double::sum);
                return;
            }
            Way next = way(callee, part * each, path);
            if (next != null) {
                way.below.add(next);
                next.back.forEach((above, back) -> way.back.merge(above, back, Double::sum));
            }
        });
        path.remove(name);
        Double back = way.back.remove(name);
        if (back != null) {
            way.times = 1 / (1 - Math.min(MOST_BACK, back / calls));
            way.back.replaceAll((above, more) -> more * way.times);
        }
        return way;
    }

    private void place(Way way, double times, int parent) {
        double all = times * way.times;
        double rest = start.instructions(way.name) - placed.getOrDefault(way.name, 0.0);
        double own = Math.min(all * way.own, rest); // shares of ways into a circle can be more than the whole
        int node = tree.child(parent, way.name, 0);
        tree.addAt(node, facet, weight(own));
        placed.merge(way.name, own, Double::sum);
        way.below.forEach(next -> place(next, all, node));
    }

    /** Calls of a method; one that was entered before, such as the loop of a thread's life, is called once. */
    private double calls(String name) {
        double calls = start.calls(name);
        return calls > 0 ? calls : 1;
    }

    private static long weight(double instructions) {
        return Math.max(0, Math.round(instructions / WEIGHT));
    }

    /** Instructions of a method with everything that it calls; a circle is followed once. */
    private double below(String name, Set<String> path) {
        Double known = below.get(name);
        if (known != null) {
            return known;
        } else if (path.size() >= DEEPEST || !path.add(name)) {
            return 0;
        }
        double sum = start.instructions(name);
        for (Map.Entry<String, Double> callee :
                callees.getOrDefault(name, Map.of()).entrySet()) {
            sum += below(callee.getKey(), path) * callee.getValue() / calls(callee.getKey());
        }
        path.remove(name);
        below.put(name, sum);
        return sum;
    }
}
