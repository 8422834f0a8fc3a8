package dev.flamegate.judge;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Criterion;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Measurement.Measured;
import dev.flamegate.model.Selector;
import dev.flamegate.model.Trial;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfileEvent;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Blur;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.Unpaired;
import dev.flamegate.stats.VariancePrior;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * The method whose own cost per request grew most for certain, as a part of the baseline's whole cost per request:
 * a growth of 2 % means that this one method makes every request 2 % dearer.
 *
 * @param measured its cost per request over the baseline's whole cost, by trial
 * @param baseline its value in the baseline
 * @param change of one method, in those parts
 * @param choices how many methods it was picked from
 */
record WorstMethod(Measured measured, double baseline, Change change, int choices) {
    /** Methods below this share on both sides are too thin to judge. */
    private static final double MIN_SHARE = 0.005;

    /** Level at which the lower bounds of methods are compared. */
    private static final double LEVEL = 0.05;

    static boolean isMeant(Indicator indicator) {
        return indicator.name().endsWith(".worst-method");
    }

    /**
     * The worst method of two runs.
     *
     * @param comparing says from a method's parts in each baseline trial and each candidate trial how it changed
     */
    static Optional<WorstMethod> between(
            ProfiledRun baseline,
            ProfiledRun candidate,
            Indicator indicator,
            Selector selector,
            BiFunction<List<Double>, List<Double>, Change> comparing) {
        ProfileEvent event = event(indicator);
        List<Map<String, Double>> before = costs(baseline, event, selector);
        List<Map<String, Double>> after = costs(candidate, event, selector);
        double whole = whole(before);
        if (!(whole > 0) || after.isEmpty()) {
            return Optional.empty();
        }
        WorstMethod worst = null;
        Set<String> methods = methods(before, after, whole);
        for (String method : methods) {
            WorstMethod next = of(
                    method,
                    methods.size(),
                    indicator,
                    selector,
                    parts(before, method, whole),
                    parts(after, method, whole),
                    comparing);
            if (worst == null || next.change.lower(LEVEL) > worst.change.lower(LEVEL)) {
                worst = next;
            }
        }
        return Optional.ofNullable(worst);
    }

    /**
     * How the method of {@code selector} changed in each pair of trials, as a part of the baseline's whole; empty where
     * a trial has no profile.
     */
    static List<Double> differences(
            ProfiledRun baseline, ProfiledRun candidate, Indicator indicator, Selector selector) {
        String method = selector.frame();
        List<Map<String, Double>> before = costs(baseline, event(indicator), selector);
        List<Map<String, Double>> after = costs(candidate, event(indicator), selector);
        double whole = whole(before);
        if (method == null || !(whole > 0) || before.size() != after.size()) {
            return List.of();
        }
        List<Double> from = parts(before, method, whole);
        List<Double> to = parts(after, method, whole);
        return IntStream.range(0, from.size())
                .mapToObj(i -> to.get(i) - from.get(i))
                .toList();
    }

    private static ProfileEvent event(Indicator indicator) {
        return ProfileEvent.find(indicator.name().split("\\.")[1]).orElseThrow();
    }

    /** The mean cost per request of all methods together. */
    private static double whole(List<Map<String, Double>> trials) {
        return trials.stream()
                .mapToDouble(
                        costs -> costs.values().stream().mapToDouble(c -> c).sum())
                .average()
                .orElse(0);
    }

    /** Compares the trials of two runs that were measured one after the other. */
    static Change unpaired(List<Double> before, List<Double> after) {
        return Unpaired.compare(Moments.of(after), List.of(Moments.of(before)), VariancePrior.NONE, 0);
    }

    Growth growth(Criterion.Growth criterion) {
        return new Growth(
                baseline + change.estimate(),
                baseline,
                change,
                criterion.limit().base(),
                Growth.Scale.OF_WHOLE,
                false,
                choices,
                Blur.NONE);
    }

    private static WorstMethod of(
            String method,
            int choices,
            Indicator indicator,
            Selector selector,
            List<Double> before,
            List<Double> after,
            BiFunction<List<Double>, List<Double>, Change> comparing) {
        Moments old = Moments.of(before);
        Moments now = Moments.of(after);
        Change change = comparing.apply(before, after);
        Measured measured = new Measured(indicator, selector.withFrame(method), now.mean(), after, List.of());
        return new WorstMethod(measured, old.mean(), change, choices);
    }

    private static Set<String> methods(
            List<Map<String, Double>> before, List<Map<String, Double>> after, double whole) {
        Set<String> methods = new HashSet<>();
        for (List<Map<String, Double>> side : List.of(before, after)) {
            Map<String, Double> sums = new HashMap<>();
            side.forEach(trial -> trial.forEach((method, cost) -> sums.merge(method, cost, Double::sum)));
            sums.forEach((method, cost) -> {
                if (cost / side.size() >= MIN_SHARE * whole) {
                    methods.add(method);
                }
            });
        }
        return methods;
    }

    private static List<Double> parts(List<Map<String, Double>> trials, String method, double whole) {
        return trials.stream()
                .map(costs -> costs.getOrDefault(method, 0.0) / whole)
                .toList();
    }

    /** Self cost per request by method, one map per trial; empty when a trial has no profile or no requests. */
    private static List<Map<String, Double>> costs(ProfiledRun profiled, ProfileEvent event, Selector selector) {
        List<Map<String, Double>> costs = new ArrayList<>();
        for (int i = 0; i < profiled.trials().size(); i++) {
            Trial trial = profiled.run().trials().get(i);
            CallTree tree = profiled.trials().get(i).get(event);
            if (tree == null || trial.ok() == 0 || tree.weight() == 0) {
                return List.of();
            }
            double scale = event == ProfileEvent.CPU
                    ? trial.counter(Counter.CPU_PROCESS).orElse(0) / tree.weight() / trial.ok()
                    : 1.0 / trial.ok();
            costs.add(selfCosts(tree, selector, scale));
        }
        return costs;
    }

    private static Map<String, Double> selfCosts(CallTree tree, Selector selector, double scale) {
        Map<String, Double> costs = new HashMap<>();
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            Facet facet = tree.sampleFacet(sample);
            int node = tree.sampleNode(sample);
            boolean wanted = !facet.isMachine()
                    && (selector.pool() == null || Names.matches(selector.pool(), facet.pool()))
                    && (selector.request() == null || Names.matches(selector.request(), facet.request()));
            if (wanted && node != CallTree.ROOT) {
                costs.merge(tree.name(node), tree.sampleWeight(sample) * scale, Double::sum);
            }
        }
        return costs;
    }
}
