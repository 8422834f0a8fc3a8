package dev.flamegate.judge.evidence;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource.ProfileShare;
import dev.flamegate.model.rule.IndicatorSource.ProfileShare.Part;
import dev.flamegate.model.rule.NamePatterns;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.profile.TaskFrames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Indicators from profiles: shares of all samples of an event. The profiler's own threads never count.
 */
final class ProfileEvidence {
    private static final String PROFILER = "[profiler]";

    private ProfileEvidence() {}

    /** The share of an event's samples; for an indicator of the worst method, the share of the hottest one. */
    static Measurement share(ProfiledRun profiled, Indicator indicator, Selector selector, ProfileShare source) {
        ProfileEvent event = source.event();
        if (!profiled.run().trials().isEmpty()
                && profiled.trials().stream().anyMatch(trees -> !trees.containsKey(event))) {
            return missing(indicator, selector, event);
        }
        Selector part = source.part() == Part.WORST_METHOD
                ? selector.withFrame(hottest(profiled.merged(event), selector))
                : selector;
        boolean self = source.part() != Part.TOTAL;
        return measure(profiled, indicator, part, event, tree -> share(tree, part, self));
    }

    /** Runnable wall time over CPU time. */
    static Measurement starvation(ProfiledRun profiled, Indicator indicator, Selector selector) {
        for (ProfileEvent event : List.of(ProfileEvent.CPU, ProfileEvent.WALL)) {
            if (profiled.trials().stream().anyMatch(trees -> !trees.containsKey(event))) {
                return missing(indicator, selector, event);
            }
        }
        List<Double> each = new ArrayList<>();
        double runnable = 0;
        double running = 0;
        for (Map<ProfileEvent, CallTree> trees : profiled.trials()) {
            double wall = weight(trees.getOrDefault(ProfileEvent.WALL, CallTree.empty()), selector, "runnable");
            double cpu = weight(trees.getOrDefault(ProfileEvent.CPU, CallTree.empty()), selector, null);
            runnable += wall;
            running += cpu;
            each.add(wall / cpu);
        }
        if (!(running > 0) || each.stream().anyMatch(ratio -> !Double.isFinite(ratio))) {
            return new Measurement.Missing(indicator, selector, "a trial has no CPU samples of it");
        }
        return new Measurement.Measured(indicator, selector, runnable / running, each, List.of());
    }

    private static Measurement measure(
            ProfiledRun profiled,
            Indicator indicator,
            Selector selector,
            ProfileEvent event,
            Function<CallTree, OptionalDouble> share) {
        List<Double> each = new ArrayList<>();
        for (Map<ProfileEvent, CallTree> trees : profiled.trials()) {
            OptionalDouble value = share.apply(trees.getOrDefault(event, CallTree.empty()));
            if (value.isEmpty()) {
                return new Measurement.Missing(indicator, selector, "a trial has no " + event.key() + " samples");
            }
            each.add(value.getAsDouble());
        }
        double all = share.apply(profiled.merged(event)).orElseThrow();
        return new Measurement.Measured(indicator, selector, all, each, List.of());
    }

    private static Measurement missing(Indicator indicator, Selector selector, ProfileEvent event) {
        return new Measurement.Missing(
                indicator,
                selector,
                "no " + event.key() + " profile was taken (profile: events: [" + event.key() + "])");
    }

    private static OptionalDouble share(CallTree tree, Selector selector, boolean selfOnly) {
        boolean[] inside = new boolean[tree.size()];
        String frame = selector.frame();
        boolean endsAtTasks = frame != null && TaskFrames.isWorker(frame);
        inside[CallTree.ROOT] = frame == null;
        for (int node = 1; node < tree.size(); node++) {
            boolean matches = frame == null || NamePatterns.frameMatches(frame, tree.name(node));
            boolean ends = endsAtTasks && TaskFrames.isTask(tree.name(node));
            inside[node] = matches || (!selfOnly && !ends && inside[tree.parent(node)]);
        }
        double all = 0;
        double part = 0;
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            Facet facet = tree.sampleFacet(sample);
            if (facet.pool().equals(PROFILER)) {
                continue;
            }
            all += tree.sampleWeight(sample);
            if (inside[tree.sampleNode(sample)] && isOf(facet, selector)) {
                part += tree.sampleWeight(sample);
            }
        }
        return all > 0 ? OptionalDouble.of(part / all) : OptionalDouble.empty();
    }

    private static double weight(CallTree tree, Selector selector, @Nullable String state) {
        double weight = 0;
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            Facet facet = tree.sampleFacet(sample);
            if (!facet.isMachine() && isOf(facet, selector) && (state == null || state.equals(facet.state()))) {
                weight += tree.sampleWeight(sample);
            }
        }
        return weight;
    }

    private static boolean isOf(Facet facet, Selector selector) {
        return (selector.pool() == null || NamePatterns.matches(selector.pool(), facet.pool()))
                && (selector.request() == null || NamePatterns.matches(selector.request(), facet.request()));
    }

    /** The method of the application with the largest self weight. */
    private static @Nullable String hottest(CallTree tree, Selector selector) {
        Map<String, Long> self = new HashMap<>();
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            Facet facet = tree.sampleFacet(sample);
            int node = tree.sampleNode(sample);
            if (node != CallTree.ROOT && !facet.isMachine() && isOf(facet, selector)) {
                self.merge(tree.name(node), tree.sampleWeight(sample), Long::sum);
            }
        }
        return self.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(null);
    }
}
