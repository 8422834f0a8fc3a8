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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Threads that wait for the collector to give them memory. */
final class AllocationStalls implements Recogniser {
    private static final double WARN = 0.01;
    private static final double FAIL = 0.1;

    /**
     * Frames of concurrent collectors in which an allocation waits for them. Collectors that stop the world are left
     * out: there every young collection is started by an allocation that waits for it, in a healthy service too (with
     * the serial collector, pauses of 11 ms in 6 s were sampled as 15 % of a request's time). Their share is GC
     * pressure.
     */
    private static final Pattern STALL =
            Pattern.compile("(ZPageAllocator::(alloc_page_)?stall|ShenandoahControlThread::handle_alloc_failure"
                    + "|ShenandoahController::handle_alloc_failure|ShenandoahPacer::(pace_for_alloc|wait))\\b.*");

    /**
     * A frame that stands for a wait only in a sleeping thread: compilers inline ZGC's wait into its caller, an
     * ordinary allocation.
     */
    private static final Pattern STALL_IF_ASLEEP = Pattern.compile("ZPageAllocator::alloc_page\\b.*");

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        Weights wall = now.of(ProfileEvent.WALL);
        boolean[] stalled = wall.below(AllocationStalls::isStall);
        boolean[] allocating = wall.below(AllocationStalls::isStallIfAsleep);
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
                while (!isStall(tree.name(node)) && !isStallIfAsleep(tree.name(node))) {
                    node = tree.parent(node);
                }
                frames.merge(NativeNames.function(tree.name(node)), (double) tree.sampleWeight(sample), Double::sum);
            }
        }
        return Weights.largest(frames);
    }

    private static boolean isStall(String frame) {
        return STALL.matcher(NativeNames.function(frame)).matches();
    }

    private static boolean isStallIfAsleep(String frame) {
        return STALL_IF_ASLEEP.matcher(NativeNames.function(frame)).matches();
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.WALL, ProfileEvent.ALLOC);
    }
}
