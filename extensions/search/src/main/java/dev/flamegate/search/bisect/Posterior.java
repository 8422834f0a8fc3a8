package dev.flamegate.search.bisect;

import dev.flamegate.model.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The probability of each commit that it made the rule break, and the size of the growth, given the pairs measured. */
final class Posterior {
    private final double[] probabilities;
    private final double[] has;
    private final SortedMap<Double, Double> amounts = new TreeMap<>();
    private final double size;

    /** Groups of commits that no pair separates. */
    private record Alike(List<Integer> steps, List<Integer> changes, double prior) {}

    /**
     * Computes the probabilities from the pairs.
     *
     * @param prior of each commit, not negative; 0 for one that it cannot be
     */
    Posterior(CommitGraph graph, double[] prior, Likelihood likelihood) {
        size = likelihood.size();
        probabilities = new double[graph.size()];
        List<Alike> all = alike(graph, prior, likelihood.arms());
        List<double[]> logs =
                all.stream().map(one -> likelihood.weights(one.steps())).toList();
        double most = Double.NEGATIVE_INFINITY;
        for (double[] one : logs) {
            for (double log : one) {
                most = Math.max(most, log);
            }
        }
        double sum = 0;
        double[] likely = new double[all.size()];
        double[] byCell = new double[likelihood.cells().size()];
        for (int a = 0; a < likely.length; a++) {
            for (int c = 0; c < byCell.length; c++) {
                double weight = all.get(a).prior() * Math.exp(logs.get(a)[c] - most);
                likely[a] += weight;
                byCell[c] += weight;
            }
            sum += likely[a];
        }
        for (int a = 0; a < likely.length; a++) {
            for (int change : all.get(a).changes()) {
                probabilities[change] =
                        likely[a] / sum * prior[change] / all.get(a).prior();
            }
        }
        for (int c = 0; c < byCell.length; c++) {
            amounts.merge(likelihood.cells().get(c).amount(), byCell[c] / sum, Double::sum);
        }
        has = new double[graph.size()];
        for (int i = 0; i < has.length; i++) {
            has[i] = Math.min(
                    1,
                    graph.within(i).stream()
                            .mapToDouble(change -> probabilities[change])
                            .sum());
        }
    }

    private static List<Alike> alike(CommitGraph graph, double[] prior, List<Likelihood.Arms> arms) {
        Map<List<Integer>, List<Integer>> bySteps = new LinkedHashMap<>();
        for (int i = 0; i < prior.length; i++) {
            int change = i;
            if (prior[change] > 0) {
                List<Integer> steps =
                        arms.stream().map(one -> one.step(graph, change)).toList();
                bySteps.computeIfAbsent(steps, key -> new ArrayList<>()).add(change);
            }
        }
        return bySteps.entrySet().stream()
                .map(entry -> new Alike(
                        entry.getKey(),
                        entry.getValue(),
                        entry.getValue().stream()
                                .mapToDouble(change -> prior[change])
                                .sum()))
                .toList();
    }

    /** The probability that this commit made the rule break. */
    double of(int commit) {
        return probabilities[commit];
    }

    /** The probability that a build of this commit has the growth. */
    double has(int commit) {
        return has[commit];
    }

    /** The growth expected, on the scale of the pairs. */
    double amount() {
        return size
                * amounts.entrySet().stream()
                        .mapToDouble(one -> one.getKey() * one.getValue())
                        .sum();
    }

    /**
     * The interval that holds the growth with a probability, half of the rest on each side; on the scale of the pairs.
     */
    Interval interval(double confidence) {
        return new Interval(size * quantile((1 - confidence) / 2), size * quantile((1 + confidence) / 2), confidence);
    }

    private double quantile(double part) {
        double below = 0;
        for (Map.Entry<Double, Double> one : amounts.entrySet()) {
            below += one.getValue();
            if (below >= part) {
                return one.getKey();
            }
        }
        return amounts.lastKey();
    }
}
