package dev.flamegate.judge.attribution;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Trial;
import dev.flamegate.model.rule.NamePatterns;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfiledRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One trial's profile and the cost of its weights.
 *
 * @param scale cost per request of one unit of weight
 * @param perSample cost per request that one sample of the application stands for: the grain of all costs of the trial
 * @param stretch how much more CPU was counted for the application than its samples show: 2 where every second was
 *     missed; NaN where it is not known
 */
record TrialCost(CallTree tree, double scale, double perSample, double stretch) {
    private static final double NANOS = 1e9;

    /** The value of one sample if a recording does not say how many it has: nanoseconds, or bytes. */
    private static final double USUAL_GRAIN = 10e6;

    private static final double USUAL_ALLOCATION = 512 * 1024;

    /** Even in a profile that is all the machine's, this part of the samples counts as the application's. */
    private static final double LEAST_PART = 0.05;

    /** Every trial of a run; empty when one of them has no profile, no samples, no cost or no requests. */
    static Optional<List<TrialCost>> of(ProfiledRun run, ProfileEvent event, Selector selector) {
        List<TrialCost> costs = known(run, event, selector);
        return costs.isEmpty() || costs.size() < run.trials().size() ? Optional.empty() : Optional.of(costs);
    }

    /** The trials of a run that have samples, a cost and requests. */
    static List<TrialCost> known(ProfiledRun run, ProfileEvent event, Selector selector) {
        List<TrialCost> costs = new ArrayList<>();
        for (int i = 0; i < run.trials().size(); i++) {
            Trial trial = run.run().trials().get(i);
            CallTree tree = run.trials().get(i).get(event);
            long requests = requests(trial, selector.request());
            if (tree != null && tree.weight() > 0 && requests > 0) {
                double scale = total(trial, event, tree) / tree.weight() / requests;
                // A counter that did not move while samples were taken is broken, and would make everything free.
                if (scale > 0) {
                    double perSample = scale * grain(trial, event, tree);
                    costs.add(new TrialCost(tree, scale, perSample, stretch(trial, event, perSample * requests)));
                }
            }
        }
        return costs;
    }

    /**
     * Successful requests of the selected names; all of them when the load knows none of these names, since labels can
     * differ.
     */
    private static long requests(Trial trial, @Nullable String pattern) {
        if (pattern == null) {
            return trial.ok();
        }
        long named = trial.requests().stream()
                .filter(request -> NamePatterns.matches(pattern, request.name()))
                .mapToLong(RequestStats::ok)
                .sum();
        return named > 0 ? named : trial.ok();
    }

    /** Cost of the whole profile: exact where there is a counter, else as sampled. */
    private static double total(Trial trial, ProfileEvent event, CallTree tree) {
        return event.counter()
                .map(counter -> trial.counter(counter))
                .orElse(OptionalDouble.empty())
                .orElse(tree.weight() / event.perBaseUnit());
    }

    private static double stretch(Trial trial, ProfileEvent event, double secondsPerSample) {
        double interval = trial.profile(event)
                .filter(quality -> event == ProfileEvent.CPU && quality.samples() > 0)
                .map(ProfileQuality::interval)
                .orElse(0.0);
        return interval > 0 ? secondsPerSample / interval : Double.NaN;
    }

    /**
     * Weight of one sample of the application. CPU trees were set to the CPU counted, group by group: the
     * machine's own threads, which run on and on, have about a sample for every interval, the application fewer.
     */
    private static double grain(Trial trial, ProfileEvent event, CallTree tree) {
        double usual = event == ProfileEvent.ALLOC ? USUAL_ALLOCATION : USUAL_GRAIN;
        Optional<ProfileQuality> quality = trial.profile(event).filter(one -> one.samples() > 0);
        if (quality.isEmpty()) {
            return Math.min(usual, tree.weight());
        }
        double samples = quality.get().samples();
        if (event != ProfileEvent.CPU) {
            return tree.weight() / samples;
        }
        double interval = quality.get().interval() > 0 ? quality.get().interval() * NANOS : usual;
        double machine = 0;
        for (int i = 0; i < tree.sampleCount(); i++) {
            Facet facet = tree.sampleFacet(i);
            machine += facet.isMachine() ? tree.sampleWeight(i) : 0;
        }
        double own = Math.max(samples - machine / interval, LEAST_PART * samples);
        return Math.max(1, tree.weight() - machine) / own;
    }
}
