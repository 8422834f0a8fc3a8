package dev.flamegate.judge.attribution;

import dev.flamegate.model.finding.Culprit.Caller;
import dev.flamegate.profile.CallTree;
import dev.flamegate.stats.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The callers of a culprit: the frames above it that at least half of its growth comes through, as long as their own
 * growth is mostly the culprit's, up to the highest frame of the application. A method of a library or a utility is
 * rarely what was changed; one of these is.
 */
final class Callers {
    /** The part of the culprit's growth that a caller passes on. */
    private static final double MOST = 0.5;

    private final DifferentialCost cost;
    private final CostTree tree;
    private final GrownFrames.Explanation found;

    /** Frames, each with the part of the culprit's cost by trial that has the frame above it. */
    private final Map<Integer, double[]> through = new HashMap<>();

    private final double growth;

    private Callers(DifferentialCost cost, CostTree tree, GrownFrames.Explanation found) {
        this.cost = cost;
        this.tree = tree;
        this.found = found;
        double all = 0;
        for (Map.Entry<Integer, double[]> place : Places.of(tree, found).costs().entrySet()) {
            all += cost.trials().change(place.getValue());
            above(place.getKey()).forEach(frame -> Places.add(through, frame, place.getValue()));
        }
        growth = all;
    }

    /** The callers of a culprit, the nearest first. */
    static List<Caller> of(DifferentialCost cost, GrownFrames.Explanation found) {
        return new Callers(cost, cost.tree(), found).upToTheApplication();
    }

    private List<Caller> upToTheApplication() {
        List<Caller> callers = growth > 0 ? callers() : List.of();
        int changeable = 0;
        int application = 0;
        for (int i = 0; i < callers.size(); i++) {
            String frame = callers.get(i).frame();
            changeable = SourceCode.isChangeable(frame) ? i + 1 : changeable;
            application = SourceCode.isApplication(frame) ? i + 1 : application;
        }
        return callers.subList(0, application > 0 ? application : changeable);
    }

    private List<Caller> callers() {
        CallTree shape = tree.shape();
        double[][] inclusive = tree.byFrame(true);
        List<Caller> callers = new ArrayList<>();
        Set<Integer> seen = new HashSet<>(Set.of(found.frame()));
        for (int node = shape.parent(found.node()); node > CallTree.ROOT; node = shape.parent(node)) {
            int frame = tree.frameOf(node);
            double[] values = through.getOrDefault(frame, new double[found.values().length]);
            double share = cost.trials().change(values) / growth;
            if (growsMoreOtherwise(inclusive[frame], values)) {
                break;
            }
            if (share >= MOST && seen.add(frame)) {
                String name = tree.frame(frame);
                callers.add(new Caller(name, SourceCode.file(name).orElse(null), Math.max(0, shape.line(node)), share));
            }
        }
        return callers;
    }

    /** True if something other than the culprit made most of a frame's certain growth. */
    private boolean growsMoreOtherwise(double[] inclusive, double[] values) {
        double[] others = inclusive.clone();
        Arrays.setAll(others, trial -> others[trial] - values[trial]);
        Change change = cost.scatter().change(others);
        return change.estimate() > growth && change.pLarger() <= DifferentialCost.FALSE_DISCOVERIES;
    }

    private Set<Integer> above(int place) {
        Set<Integer> frames = new HashSet<>();
        CallTree shape = tree.shape();
        for (int node = shape.parent(place); node > CallTree.ROOT; node = shape.parent(node)) {
            frames.add(tree.frameOf(node));
        }
        return frames;
    }
}
