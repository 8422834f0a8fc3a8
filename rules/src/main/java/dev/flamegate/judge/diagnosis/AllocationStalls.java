package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.names.NativeNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Threads that wait for the collector to give them memory. */
final class AllocationStalls implements Recogniser {
    private static final double WARN = 0.01;
    private static final double FAIL = 0.1;

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        Weights wall = now.of(ProfileEvent.WALL);
        boolean[] stalled = wall.below(Waits::isStall);
        boolean[] allocating = wall.below(Waits::isStallIfAsleep);
        Weights.Meant waiting = (node, facet) -> wall.isWorking(node, facet)
                && !facet.state().equals("runnable")
                && (stalled[node] || (allocating[node] && Waits.isAsleep(facet)));
        Map<String, Double> stalls = shares(wall, waiting);
        String worst = Weights.largest(stalls);
        double share = stalls.getOrDefault(worst, 0.0);
        if (!(share > WARN)) {
            return Optional.empty();
        }
        Weights.Meant there =
                (node, facet) -> waiting.test(node, facet) && facet.request().equals(worst);
        return Optional.of(new Diagnosis(
                "allocation-stalls",
                Recogniser.severity(share, FAIL),
                Numbers.rough(share) + " of the time" + (worst.isEmpty() ? "" : " of " + worst)
                        + " is spent in allocations that wait for the collector, in " + frame(wall, there)
                        + ", most of it below "
                        + Weights.largest(
                                wall.byCaller(there, new boolean[wall.tree().size()])),
                "The heap is too small for this rate of allocation: raise -Xmx, start the collector earlier"
                        + " (SoftMaxHeapSize), or allocate less",
                "https://docs.oracle.com/en/java/javase/17/gctuning/z-garbage-collector.html",
                share,
                WARN));
    }

    /** The fraction of the time at work that is spent waiting, by request. */
    private static Map<String, Double> shares(Weights wall, Weights.Meant waiting) {
        Map<String, Double> waits = new HashMap<>();
        Map<String, Double> alls = new HashMap<>();
        for (int sample = 0; sample < wall.tree().sampleCount(); sample++) {
            Facet facet = wall.tree().sampleFacet(sample);
            int node = wall.tree().sampleNode(sample);
            if (wall.isWorking(node, facet)) {
                double weight = wall.tree().sampleWeight(sample);
                alls.merge(facet.request(), weight, Double::sum);
                waits.merge(facet.request(), waiting.test(node, facet) ? weight : 0, Double::sum);
            }
        }
        waits.replaceAll((request, weight) -> weight / alls.getOrDefault(request, Double.POSITIVE_INFINITY));
        return waits;
    }

    /** The collector's function that most of them wait in. */
    private static String frame(Weights wall, Weights.Meant waiting) {
        Map<String, Double> frames = new HashMap<>();
        CallTree tree = wall.tree();
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            int node = tree.sampleNode(sample);
            if (waiting.test(node, tree.sampleFacet(sample))) {
                while (!Waits.isStall(tree.name(node)) && !Waits.isStallIfAsleep(tree.name(node))) {
                    node = tree.parent(node);
                }
                frames.merge(NativeNames.function(tree.name(node)), (double) tree.sampleWeight(sample), Double::sum);
            }
        }
        return Weights.largest(frames);
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.WALL, ProfileEvent.ALLOC);
    }
}
