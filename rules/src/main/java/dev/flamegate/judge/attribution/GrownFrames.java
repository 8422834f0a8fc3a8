package dev.flamegate.judge.attribution;

import dev.flamegate.model.finding.Culprit.Kind;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.CpuCalibration;
import dev.flamegate.stats.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The frames of a tree that grew significantly, and the deepest of them that explains the growth.
 *
 * <p>Going down from caller to callee stops where a method's own growth would be lost on the way: a method that is
 * called more often grows with all it calls, and is the answer, not one of its callees.
 */
final class GrownFrames {
    /** A growth below this part of the baseline's whole cost is not worth looking at. */
    private static final double LEAST_GROWTH = 0.01;

    /** The part of the largest growth that a frame must explain. */
    private static final double HALF = 0.5;

    /** The part of a growth that must be in the samples themselves, not in what one stands for. */
    private static final double SEEN = 0.7;

    /** A callee with this part of its caller's growth is the better answer. */
    private static final double KEPT = 0.8;

    /** A caller with this part of its growth in itself is the better answer. */
    private static final double OWN = 0.2;

    private final DifferentialCost cost;
    private final CostTree tree;
    private final double[][] self;
    private final double[][] inclusive;
    private final Levels levels;
    private final double[] changes;
    private final double[] depths;
    private final double[] growths;

    GrownFrames(DifferentialCost cost, CostTree tree) {
        this.cost = cost;
        this.tree = tree;
        self = tree.byFrame(false);
        inclusive = tree.byFrame(true);
        levels = cost.levels(self, inclusive);
        changes = tree.changes(cost.trials());
        depths = depths();
        growths = new double[self.length];
        for (int frame = 0; frame < self.length; frame++) {
            growths[frame] = growth(frame);
        }
    }

    /** True if a growth is certain and large enough to look at. */
    boolean counts(Change change) {
        return change.estimate() >= LEAST_GROWTH * cost.baseline() && levels.isGrowth(change);
    }

    Levels levels() {
        return levels;
    }

    /** The deepest frame that explains the growth, other than these; empty when none grew significantly. */
    Optional<Explanation> deepest(Set<Integer> without) {
        double largest = 0;
        for (int frame = 0; frame < growths.length; frame++) {
            largest = Math.max(largest, without.contains(frame) ? 0 : growths[frame]);
        }
        if (largest == 0) {
            return Optional.empty();
        }
        List<Integer> changeable = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int frame = 0; frame < growths.length; frame++) {
            if (growths[frame] >= HALF * largest && !without.contains(frame)) {
                (SourceCode.isChangeable(tree.frame(frame)) ? changeable : others).add(frame);
            }
        }
        if (changeable.isEmpty()) {
            return Optional.of(underItsCaller(deepest(others)));
        }
        int chosen = deepest(changeable);
        return Optional.of(found(chosen, below(chosen, others)));
    }

    private int deepest(List<Integer> frames) {
        frames.sort(Comparator.comparingDouble((Integer frame) -> depths[frame]).thenComparing(frame -> frame));
        int at = frames.get(0);
        for (int next : frames.subList(1, frames.size())) {
            boolean keeps = growths[next] >= KEPT * growths[at];
            boolean loses = change(self[at]) >= OWN * growths[at];
            if ((keeps || !loses) && isThrough(at, next, HALF * growths[at])) {
                at = next;
            }
        }
        return at;
    }

    /** The deepest of some frames that most of another's growth goes through; -1 for none. */
    private int below(int frame, List<Integer> others) {
        if (isOwn(frame)) {
            return -1;
        }
        return others.stream()
                .filter(other -> depths[other] > depths[frame])
                .filter(other -> isThrough(frame, other, KEPT * growths[frame]))
                .max(Comparator.comparingDouble(other -> depths[other]))
                .orElse(-1);
    }

    private boolean isThrough(int above, int frame, double least) {
        return change(tree.through(above, frame)) >= least;
    }

    private Explanation found(int frame, int within) {
        Kind kind = isOwn(frame) ? Kind.SELF : Kind.INCLUSIVE;
        double[] values = kind == Kind.SELF ? self[frame] : inclusive[frame];
        return new Explanation(
                frame, node(frame), kind, values, cost.scatter().change(values), within, List.of(), frame);
    }

    /** Attributes a frame that is not changeable to the nearest changeable caller with most of its growth. */
    private Explanation underItsCaller(int frame) {
        CallTree shape = tree.shape();
        for (int node = shape.parent(node(frame)); node > CallTree.ROOT; node = shape.parent(node)) {
            int caller = tree.frameOf(node);
            if (SourceCode.isChangeable(shape.name(node)) && isThrough(caller, frame, HALF * growths[frame])) {
                double[] values = tree.through(caller, frame);
                Change change = cost.scatter().change(values);
                if (levels.isGrowth(change)) {
                    return new Explanation(caller, node, Kind.INCLUSIVE, values, change, frame, List.of(), frame);
                }
            }
        }
        return found(frame, -1);
    }

    /** The significant growth of a frame; 0 if it did not grow so, or cannot be a culprit. */
    private double growth(int frame) {
        String name = tree.frame(frame);
        if (tree.isProfiler(frame) || name.equals(CpuCalibration.NOT_SAMPLED)) {
            return 0;
        }
        double of = isSeen(name, inclusive[frame]) ? certain(inclusive[frame]) : 0;
        return of > 0 || !isSeen(name, self[frame]) ? of : certain(self[frame]);
    }

    /**
     * True if most of a growth is in the samples themselves. CPU that samples missed is spread over all methods, so
     * that a hot one seems to grow when something short was added.
     */
    private boolean isSeen(String name, double[] values) {
        return name.startsWith("[") || change(values) - cost.stretched(values) >= SEEN * change(values);
    }

    private double certain(double[] values) {
        return cost.tested(values).filter(this::counts).map(Change::estimate).orElse(0.0);
    }

    /** True if most of the growth is in the method itself, or only that part is significant. */
    private boolean isOwn(int frame) {
        return change(self[frame]) >= KEPT * change(inclusive[frame])
                || (certain(inclusive[frame]) == 0 && certain(self[frame]) > 0);
    }

    private double change(double[] values) {
        return cost.trials().change(values);
    }

    /** The node at which a frame grew most. */
    int node(int frame) {
        int most = CallTree.ROOT;
        for (int node = 1; node < changes.length; node++) {
            boolean more = most == CallTree.ROOT || changes[node] > changes[most];
            if (tree.frameOf(node) == frame && tree.isOutermost(node) && more) {
                most = node;
            }
        }
        return most;
    }

    /** The mean number of frames above a frame where it grew, by frame. */
    private double[] depths() {
        CallTree shape = tree.shape();
        int[] above = new int[shape.size()];
        double[] sums = new double[self.length];
        double[] weights = new double[self.length];
        for (int node = 1; node < above.length; node++) {
            above[node] = above[shape.parent(node)] + 1;
            if (tree.isOutermost(node) && changes[node] > 0) {
                sums[tree.frameOf(node)] += changes[node] * above[node];
                weights[tree.frameOf(node)] += changes[node];
            }
        }
        for (int frame = 0; frame < sums.length; frame++) {
            sums[frame] = weights[frame] > 0 ? sums[frame] / weights[frame] : 0;
        }
        return sums;
    }

    /**
     * A frame that explains a growth.
     *
     * @param node where it grew most
     * @param values its cost by trial; with what moved into it taken together
     * @param within the frame below it that the growth is in, when that is not changeable; -1 for none
     * @param movedFrom the frames whose cost moved into it, the one that lost most first
     * @param explains the frame whose samples are all explained by it: itself, or {@code within}
     */
    record Explanation(
            int frame,
            int node,
            Kind kind,
            double[] values,
            Change change,
            int within,
            List<Integer> movedFrom,
            int explains) {
        /** This explanation without the cost that moved into the frame. */
        Explanation net(List<Integer> from, double[] netValues, Change netChange) {
            return new Explanation(frame, node, kind, netValues, netChange, within, from, explains);
        }
    }
}
