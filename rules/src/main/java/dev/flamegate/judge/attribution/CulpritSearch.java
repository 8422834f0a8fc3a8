package dev.flamegate.judge.attribution;

import dev.flamegate.model.finding.Culprit.Kind;
import dev.flamegate.profile.CallTree;
import dev.flamegate.stats.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the frames that explain a growth, one after the other: the deepest frame that at least half of the largest
 * growth goes through, then the next in what is left without it, at the levels of what is left.
 */
final class CulpritSearch {
    private static final int MOST = 5;

    private final DifferentialCost cost;
    private final Set<Integer> moved = new HashSet<>();
    private final List<GrownFrames.Explanation> moves = new ArrayList<>();
    private final List<GrownFrames.Explanation> found = new ArrayList<>();

    private CulpritSearch(DifferentialCost cost) {
        this.cost = cost;
    }

    /** Runs the search. */
    static CulpritSearch in(DifferentialCost cost) {
        CulpritSearch search = new CulpritSearch(cost);
        CostTree left = cost.tree();
        while (search.found.size() < MOST) {
            Optional<GrownFrames.Explanation> next = search.next(left);
            if (next.isEmpty()) {
                break;
            }
            search.found.add(next.get());
            left = left.without(next.get().explains());
        }
        return search;
    }

    /** The frames by falling importance; empty when none stands out. */
    List<GrownFrames.Explanation> found() {
        return found;
    }

    /** Frames that grew only because cost moved into them. */
    List<GrownFrames.Explanation> moves() {
        return moves;
    }

    private Optional<GrownFrames.Explanation> next(CostTree left) {
        GrownFrames grown = new GrownFrames(cost, left);
        while (true) {
            Optional<GrownFrames.Explanation> next = grown.deepest(moved);
            if (next.isEmpty()) {
                return next;
            }
            Optional<Moves.Move> move = new Moves(cost, left, grown.levels()).into(next.get());
            if (move.isEmpty()) {
                return next;
            }
            GrownFrames.Explanation net = next.get()
                    .net(
                            move.get().from(),
                            move.get().values(),
                            cost.scatter().change(move.get().values()));
            if (grown.counts(net.change())) {
                return Optional.of(net);
            }
            moved.add(net.explains());
            moves.add(net);
        }
    }

    /**
     * Recognises cost that only moved: what grew is offset by what fell under the same caller, as when a method is
     * renamed, taken apart, or inlined otherwise.
     */
    private static final class Moves {
        /** With less of the growth than this under one caller, there is no single place to look at. */
        private static final double MOST = 0.8;

        /** A fall below this part of the growth does not count as a move. */
        private static final double NOTABLE = 0.3;

        /** A caller that cost at most this part before is new. */
        private static final double NEW = 0.1;

        private final DifferentialCost cost;
        private final CostTree tree;
        private final Levels levels;

        Moves(DifferentialCost cost, CostTree tree, Levels levels) {
            this.cost = cost;
            this.tree = tree;
            this.levels = levels;
        }

        /**
         * What moved into a frame.
         *
         * @param from the frame whose cost fell most at the place
         * @param values cost by trial of the frame and of all that fell, together: without the move
         */
        record Move(int from, double[] values) {}

        /** Looks for what fell where a frame grew: below it when its own cost grew, otherwise or in addition next to it. */
        Optional<Move> into(GrownFrames.Explanation found) {
            Optional<Move> below = found.kind() == Kind.SELF ? under(found.frame(), found) : Optional.empty();
            return below.or(() -> beside(found));
        }

        /** What fell under the caller of the frame, or of all that is new above it. */
        private Optional<Move> beside(GrownFrames.Explanation found) {
            CallTree shape = tree.shape();
            int top = found.node();
            while (shape.parent(top) != CallTree.ROOT && isNew(shape.parent(top))) {
                top = shape.parent(top);
            }
            int parent = shape.parent(top);
            if (parent == CallTree.ROOT) {
                return Optional.empty();
            }
            int caller = tree.frameOf(parent);
            double through = cost.trials().change(tree.through(caller, found.frame()));
            return through < MOST * found.change().estimate() ? Optional.empty() : under(caller, found);
        }

        private Optional<Move> under(int caller, GrownFrames.Explanation found) {
            double[] together = found.values().clone();
            int from = -1;
            double most = 0;
            for (Map.Entry<Integer, double[]> callee : callees(caller).entrySet()) {
                Change change = cost.scatter().change(callee.getValue());
                boolean falls = callee.getKey() != found.frame()
                        && levels.isFall(change)
                        && -change.estimate() >= NOTABLE * found.change().estimate();
                if (falls) {
                    add(together, callee.getValue());
                    from = -change.estimate() > most ? callee.getKey() : from;
                    most = Math.max(most, -change.estimate());
                }
            }
            return from < 0 ? Optional.empty() : Optional.of(new Move(from, together));
        }

        private boolean isNew(int node) {
            double[] total = tree.total(node);
            return cost.trials().meanBaseline(total) <= NEW * cost.trials().meanCandidate(total);
        }

        /** Cost by trial of each callee of a frame, with all below it, and under its own number of the frame itself. */
        private Map<Integer, double[]> callees(int caller) {
            CallTree shape = tree.shape();
            Map<Integer, double[]> callees = new HashMap<>();
            for (int node = 1; node < shape.size(); node++) {
                if (tree.frameOf(node) == caller) {
                    add(callees, caller, tree.self(node));
                }
                int parent = shape.parent(node);
                if (parent != CallTree.ROOT && tree.frameOf(parent) == caller && tree.frameOf(node) != caller) {
                    add(callees, tree.frameOf(node), tree.total(node));
                }
            }
            return callees;
        }

        private static void add(Map<Integer, double[]> sums, int frame, double[] values) {
            double[] sum = sums.computeIfAbsent(frame, key -> new double[values.length]);
            add(sum, values);
        }

        private static void add(double[] sum, double[] values) {
            Arrays.setAll(sum, trial -> sum[trial] + values[trial]);
        }
    }
}
