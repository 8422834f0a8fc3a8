package dev.flamegate.judge.attribution;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the frames that explain a growth, one after the other: the deepest frame that at least half of the largest
 * growth goes through, then of what is left without it the next.
 */
final class CulpritSearch {
    private static final int MOST = 5;

    private final DifferentialCost cost;
    private final Set<Integer> moved = new HashSet<>();
    private final List<Found> moves = new ArrayList<>();
    private final List<Found> found = new ArrayList<>();

    private CulpritSearch(DifferentialCost cost) {
        this.cost = cost;
    }

    /** A search that is over. */
    static CulpritSearch in(DifferentialCost cost) {
        CulpritSearch search = new CulpritSearch(cost);
        CostTree left = cost.tree();
        while (search.found.size() < MOST) {
            Optional<Found> next = search.next(left);
            if (next.isEmpty()) {
                break;
            }
            search.found.add(next.get());
            left = left.without(next.get().explains());
        }
        return search;
    }

    /** The frames by falling importance; empty when none stands out. */
    List<Found> found() {
        return found;
    }

    /** Frames that grew only because cost moved into them. */
    List<Found> moves() {
        return moves;
    }

    private Optional<Found> next(CostTree left) {
        GrownFrames grown = new GrownFrames(cost, left);
        while (true) {
            Optional<Found> next = grown.deepest(moved);
            if (next.isEmpty()) {
                return next;
            }
            Optional<Moves.Move> move = new Moves(cost, left).into(next.get());
            if (move.isEmpty()) {
                return next;
            }
            Found net =
                    next.get().net(move.get(), cost.scatter().change(move.get().values()));
            if (GrownFrames.isNotable(cost, net.change()) && cost.isGrowth(net.change())) {
                return Optional.of(net);
            }
            moved.add(net.explains());
            moves.add(net);
        }
    }
}
