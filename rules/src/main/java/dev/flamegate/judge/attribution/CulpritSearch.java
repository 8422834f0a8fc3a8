package dev.flamegate.judge.attribution;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
            Optional<Moves.Move> move = Moves.into(cost, left, grown.levels(), next.get());
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
}
