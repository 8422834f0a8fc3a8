package dev.flamegate.judge.attribution;

import dev.flamegate.model.finding.Culprit.Kind;
import dev.flamegate.profile.CallTree;
import dev.flamegate.stats.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Recognises cost that only moved: a growth offset by a fall under the same callers, as when methods are renamed, taken
 * apart, merged, or inlined otherwise.
 */
final class Moves {
    /** Nearly all of a growth: under the callers that are looked at, or made up for by falls that are small alone. */
    private static final double MOST = 0.8;

    /** A caller with less than this part of the growth under it is not looked at. */
    private static final double LEAST = 0.05;

    /** A fall below this part of the growth next to it is a small one, unless the method is gone. */
    private static final double NOTABLE = 0.3;

    /** A frame that cost at most this part before is new; one that costs at most this part now is gone. */
    private static final double LITTLE = 0.1;

    private final DifferentialCost cost;
    private final CostTree tree;
    private final Levels levels;
    private final GrownFrames.Explanation found;

    private Moves(DifferentialCost cost, CostTree tree, Levels levels, GrownFrames.Explanation found) {
        this.cost = cost;
        this.tree = tree;
        this.levels = levels;
        this.found = found;
    }

    /**
     * The cost that moved into a frame.
     *
     * @param from the frames whose cost fell, the one that fell most first
     * @param values cost by trial of the frame and of all that fell, together: without the move
     */
    record Move(List<Integer> from, double[] values) {}

    /**
     * Looks for cost that fell at the place where a frame grew: below the frame when its own cost grew, otherwise or in
     * addition next to it.
     */
    static Optional<Move> into(DifferentialCost cost, CostTree tree, Levels levels, GrownFrames.Explanation found) {
        Moves moves = new Moves(cost, tree, levels, found);
        Places places = Places.of(tree, found);
        Optional<Move> below = found.kind() == Kind.SELF
                ? moves.move(Map.of(found.frame(), found.change().estimate()), places)
                : Optional.empty();
        return below.or(() -> moves.move(moves.callers(places), places));
    }

    /**
     * The part of the growth that is under each caller; frames that are new between the caller and the frame came with
     * it.
     */
    private Map<Integer, Double> callers(Places places) {
        CallTree shape = tree.shape();
        Map<Integer, Double> growths = new HashMap<>();
        places.costs().forEach((place, values) -> {
            int top = place;
            while (shape.parent(top) != CallTree.ROOT && isNew(shape.parent(top))) {
                top = shape.parent(top);
            }
            if (shape.parent(top) != CallTree.ROOT) {
                growths.merge(tree.frameOf(shape.parent(top)), cost.trials().change(values), Double::sum);
            }
        });
        double growth = found.change().estimate();
        growths.values().removeIf(under -> under < LEAST * growth);
        double known = growths.values().stream().mapToDouble(under -> under).sum();
        return known < MOST * growth ? Map.of() : growths;
    }

    /** Finds the cost that fell under these callers. */
    private Optional<Move> move(Map<Integer, Double> growths, Places places) {
        List<Fall> falls = new ArrayList<>();
        growths.forEach((caller, growth) -> callees(caller).forEach((callee, values) -> {
            Change change = cost.scatter().change(values);
            boolean isGone = isGone(values);
            if (callee != found.frame() && (isGone || levels.isFall(change))) {
                boolean isNotable = isGone || -change.estimate() >= NOTABLE * growth;
                falls.add(new Fall(caller, callee, -change.estimate(), isNotable));
            }
        }));
        double growth = found.change().estimate();
        if (sum(falls) < MOST * growth) {
            // Small falls say nothing, unless they make up for the growth together.
            falls.removeIf(fall -> !fall.isNotable());
        }
        return falls.isEmpty() || sum(falls) < NOTABLE * growth
                ? Optional.empty()
                : Optional.of(new Move(from(falls), together(falls, places)));
    }

    /** A callee that lost cost under a caller. */
    private record Fall(int caller, int callee, double loss, boolean isNotable) {}

    private static double sum(List<Fall> falls) {
        return falls.stream().mapToDouble(Fall::loss).sum();
    }

    /** True if a method cost something and costs nothing now; with fewer samples it can be gone by chance. */
    private boolean isGone(double[] values) {
        return cost.trials().meanCandidate(values) <= LITTLE * cost.trials().meanBaseline(values)
                && cost.scatter().samples(values) >= DifferentialCost.FEWEST_SAMPLES;
    }

    private static List<Integer> from(List<Fall> falls) {
        Map<Integer, Double> losses = new HashMap<>();
        falls.forEach(fall -> losses.merge(fall.callee(), fall.loss(), Double::sum));
        return losses.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<Integer, Double> loss) -> -loss.getValue())
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The cost by trial of the grown frame and all falls, each sample counted once. */
    private double[] together(List<Fall> falls, Places places) {
        boolean[] moved = new boolean[tree.shape().size()];
        falls.forEach(fall -> mark(fall.caller(), fall.callee(), moved));
        double[] together = found.values().clone();
        for (int node = 1; node < moved.length; node++) {
            if (moved[node] && !places.counts()[node]) {
                double[] values = tree.self(node);
                Arrays.setAll(together, trial -> together[trial] + values[trial]);
            }
        }
        return together;
    }

    /** Marks the cost of a callee under a caller; under its own number, the caller itself. */
    private void mark(int caller, int callee, boolean[] moved) {
        CallTree shape = tree.shape();
        boolean[] under = new boolean[moved.length];
        for (int node = 1; node < moved.length; node++) {
            int parent = shape.parent(node);
            boolean isCallee = callee != caller
                    && parent != CallTree.ROOT
                    && tree.frameOf(parent) == caller
                    && tree.frameOf(node) == callee;
            under[node] = isCallee || under[parent];
            moved[node] |= under[node] || (callee == caller && tree.frameOf(node) == caller);
        }
    }

    private boolean isNew(int node) {
        double[] total = tree.total(node);
        return cost.trials().meanBaseline(total) <= LITTLE * cost.trials().meanCandidate(total);
    }

    /** Cost by trial of each callee of a frame, with all below it, and under its own number of the frame itself. */
    private Map<Integer, double[]> callees(int caller) {
        CallTree shape = tree.shape();
        Map<Integer, double[]> callees = new HashMap<>();
        for (int node = 1; node < shape.size(); node++) {
            if (tree.frameOf(node) == caller) {
                Places.add(callees, caller, tree.self(node));
            }
            int parent = shape.parent(node);
            if (parent != CallTree.ROOT && tree.frameOf(parent) == caller && tree.frameOf(node) != caller) {
                Places.add(callees, tree.frameOf(node), tree.total(node));
            }
        }
        return callees;
    }
}
