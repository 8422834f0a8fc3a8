package dev.flamegate.report.flame;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.report.flame.FlameEvent.Side;

/** The cost of every node of a union tree in both arms, in base units of the event's unit. */
final class UnionCosts {
    private final FlameEvent event;
    private final UnionTree tree;
    private final double[] baselineSelf;
    private final double[] candidateSelf;
    private final double[] baseline;
    private final double[] candidate;
    private final boolean compared;
    private final double largest;

    private UnionCosts(FlameEvent event, UnionTree tree, double[] baselineSelf, double[] candidateSelf) {
        this.event = event;
        this.tree = tree;
        this.baselineSelf = baselineSelf;
        this.candidateSelf = candidateSelf;
        compared = event.baseline().isPresent() && event.candidate().isPresent();
        baseline = totals(baselineSelf);
        candidate = totals(candidateSelf);
        double most = 0;
        for (int node = 0; node < tree.size(); node++) {
            most = Math.max(most, Math.abs(candidate[node] - baseline[node]));
        }
        largest = most;
    }

    static UnionCosts of(FlameEvent event, UnionTree tree) {
        double[] baseline = new double[tree.size()];
        double[] candidate = new double[tree.size()];
        double baselineFactor = event.baseline().map(Side::factor).orElse(0.0);
        double candidateFactor = event.candidate().map(Side::factor).orElse(0.0);
        for (UnionTree.Sample sample : tree.samples()) {
            baseline[sample.node()] += sample.baseline() * baselineFactor;
            candidate[sample.node()] += sample.candidate() * candidateFactor;
        }
        return new UnionCosts(event, tree, baseline, candidate);
    }

    private double[] totals(double[] self) {
        double[] totals = self.clone();
        for (int node = tree.size() - 1; node > 0; node--) {
            totals[tree.parent(node)] += totals[node];
        }
        return totals;
    }

    /** The width of a node: the mean of both arms, or the cost of the only one. */
    double width(int node) {
        return (baseline[node] + candidate[node]) / (compared ? 2 : 1);
    }

    /** The part of a node's width due to its self cost. */
    double selfWidth(int node) {
        return (baselineSelf[node] + candidateSelf[node]) / (compared ? 2 : 1);
    }

    double total() {
        return width(0);
    }

    /** Width as a fraction of the whole, in [0, 1]. */
    double share(int node) {
        return total() == 0 ? 0 : width(node) / total();
    }

    /** Text with both costs and the change: {@code 12.4 ms → 19.3 ms, +6.9 ms (+55.6 %)}. */
    String text(int node) {
        if (!compared) {
            return Numbers.quantity(width(node), event.unit()) + ", " + Numbers.percent(share(node));
        }
        double change = candidate[node] - baseline[node];
        String ratio = baseline[node] == 0
                ? candidate[node] == 0 ? "" : " (new)"
                : " (" + Numbers.growth(change / baseline[node]) + ")";
        return Numbers.quantity(baseline[node], event.unit()) + " → " + Numbers.quantity(candidate[node], event.unit())
                + ", " + Numbers.change(change, event.unit()) + ratio + significance(node);
    }

    private String significance(int node) {
        return isChance(node) ? ", not significant" : "";
    }

    /** True if the trials show no significant change of this node's method; false without trials. */
    private boolean isChance(int node) {
        if (node == 0 || event.methods().isEmpty()) {
            return false;
        }
        FrameCost cost = event.methods().get(tree.name(node));
        return cost == null || !cost.inclusive().significant();
    }

    /** The colour of a node by the change of its total; plain if nothing is compared. */
    FlameColours.Colour colour(int node, boolean comparison) {
        if (!comparison || !compared) {
            return FlameColours.plain(tree.name(node));
        }
        double change = candidate[node] - baseline[node];
        return isChance(node) || largest == 0 ? FlameColours.UNCHANGED : FlameColours.of(change / largest);
    }
}
