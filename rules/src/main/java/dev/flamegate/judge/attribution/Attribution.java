package dev.flamegate.judge.attribution;

import dev.flamegate.model.Interval;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Culprit.Evidence;
import dev.flamegate.model.finding.Culprit.Kind;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Frame;
import dev.flamegate.stats.Change;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The explanation of a growth of cost per request.
 *
 * @param culprits the frames that explain it, the most important first, each counted without those before it; empty
 *     when none stands out
 * @param because why no frame stands out, a clause for people; {@code null} when one does
 */
public record Attribution(List<Culprit> culprits, @Nullable String because) {
    /** Error probability of each bound of the intervals shown. */
    private static final double LEVEL = 0.025;

    /** A frame with fewer samples than this in the baseline counts as new. */
    private static final double FEWEST_TO_GROW_FROM = 5;

    /** A frame that explains less of the growth than this does not stand out. */
    private static final double LEAST_SHARE = 0.1;

    /** The least growth of the whole, as a part of the frame's growth, that makes a share of it meaningful. */
    private static final double LEAST_WHOLE = 0.3;

    public Attribution {
        culprits = List.copyOf(culprits);
    }

    /** The most important culprit. */
    public Optional<Culprit> culprit() {
        return culprits.stream().findFirst();
    }

    /** An attribution without culprits, for a reason. */
    public static Attribution none(String because) {
        return new Attribution(List.of(), because);
    }

    /** Finds the frames that explain the growth. */
    public static Attribution of(DifferentialCost cost) {
        if (cost.trials().degrees() == 0) {
            return none("one trial of each build cannot show how much methods vary");
        }
        Search search = Search.in(cost);
        List<Culprit> culprits = search.found().stream()
                .map(found -> culprit(cost, found))
                .filter(culprit -> culprit.share() == null || culprit.share() >= LEAST_SHARE)
                .toList();
        return new Attribution(culprits, culprits.isEmpty() ? because(cost, search) : null);
    }

    /** The culprit of a rule that is about one method: that method. */
    public static Attribution ofMethod(DifferentialCost cost, String method) {
        int frame = cost.tree().find(method);
        if (frame < 0) {
            return none("it is not in the profiles");
        }
        double[] values = cost.tree().byFrame(false)[frame];
        Change change = cost.scatter().change(values);
        if (change.estimate() <= 0) {
            return none("the method itself did not grow");
        }
        int node = new GrownFrames(cost, cost.tree()).node(frame);
        return new Attribution(
                List.of(culprit(
                        cost,
                        new GrownFrames.Explanation(frame, node, Kind.SELF, values, change, -1, List.of(), frame))),
                null);
    }

    private static Culprit culprit(DifferentialCost cost, GrownFrames.Explanation found) {
        CostTree tree = cost.tree();
        String frame = tree.frame(found.frame());
        Change change = found.change();
        double before = cost.trials().meanBaseline(found.values());
        double whole = cost.change().estimate();
        boolean isNew = before * cost.trials().baseline() < FEWEST_TO_GROW_FROM * cost.grain();
        boolean shares = whole > 0 && whole >= LEAST_WHOLE * change.estimate();
        Interval interval = change.interval(LEVEL);
        Culprit culprit = new Culprit(
                frame,
                SourceCode.file(frame).orElse(null),
                line(tree.shape(), found),
                shares ? change.estimate() / whole : null,
                isNew ? null : change.estimate() / before,
                isNew ? null : new Interval(interval.low() / before, interval.high() / before, interval.confidence()),
                new Evidence(
                        cost.event(),
                        found.kind(),
                        before,
                        cost.trials().meanCandidate(found.values()),
                        interval,
                        tree.shape().stack(found.node()).stream()
                                .map(Frame::name)
                                .toList(),
                        name(tree, found.within()),
                        found.movedFrom().isEmpty()
                                ? null
                                : tree.frame(found.movedFrom().get(0))));
        return culprit.calledFrom(Callers.of(cost, found));
    }

    private static int line(CallTree shape, GrownFrames.Explanation found) {
        return Math.max(0, shape.line(found.node()));
    }

    private static @Nullable String name(CostTree tree, int frame) {
        return frame < 0 ? null : tree.frame(frame);
    }

    private static String because(DifferentialCost cost, Search search) {
        if (!search.found().isEmpty()) {
            return "the growth is spread over many methods, none accounting for a tenth of it";
        }
        if (!search.moves().isEmpty()) {
            GrownFrames.Explanation moved = search.moves().get(0);
            int others = moved.movedFrom().size() - 1;
            return cost.tree().frame(moved.frame()) + " grew by what "
                    + cost.tree().frame(moved.movedFrom().get(0))
                    + (others > 0 ? " and " + others + (others == 1 ? " other" : " others") : "")
                    + " next to it lost: cost moved, the total is unchanged";
        }
        return "no method's growth is distinguishable from noise";
    }

    /**
     * Finds the frames that explain a growth, one after the other: the deepest frame that at least half of the largest
     * growth goes through, then the next in what is left without it, at the levels of what is left.
     */
    static final class Search {
        private static final int MOST = 5;

        private final DifferentialCost cost;
        private final Set<Integer> moved = new HashSet<>();
        private final List<GrownFrames.Explanation> moves = new ArrayList<>();
        private final List<GrownFrames.Explanation> found = new ArrayList<>();

        private Search(DifferentialCost cost) {
            this.cost = cost;
        }

        static Search in(DifferentialCost cost) {
            Search search = new Search(cost);
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
}
