package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.Diagnosis;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfileEvent;
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

    /** Frames of HotSpot's collectors in which an allocation waits. */
    private static final Pattern STALL =
            Pattern.compile("(ZPageAllocator::(alloc_page_)?stall|ZPageAllocator::alloc_page_stall"
                    + "|ShenandoahControlThread::handle_alloc_failure|ShenandoahController::handle_alloc_failure"
                    + "|ShenandoahPacer::(pace_for_alloc|wait)|G1CollectedHeap::attempt_allocation_slow"
                    + "|G1CollectedHeap::do_collection_pause|ParallelScavengeHeap::mem_allocate_work"
                    + "|GenCollectedHeap::mem_allocate_work|VM_CollectForAllocation)\\b.*");

    /** Where compilers put the wait of ZGC into its caller, only a sleeping thread tells it from an allocation at work. */
    private static final Pattern STALL_IF_ASLEEP = Pattern.compile("ZPageAllocator::alloc_page\\b.*");

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        Weights wall = now.of(ProfileEvent.WALL);
        boolean[] stalled = wall.below(name -> STALL.matcher(name).matches());
        boolean[] allocating = wall.below(name -> STALL_IF_ASLEEP.matcher(name).matches());
        Map<String, Double> stalls = new HashMap<>();
        Map<String, Double> alls = new HashMap<>();
        for (int sample = 0; sample < wall.tree().sampleCount(); sample++) {
            Facet facet = wall.tree().sampleFacet(sample);
            int node = wall.tree().sampleNode(sample);
            if (wall.isWorking(node, facet)) {
                double weight = wall.tree().sampleWeight(sample);
                alls.merge(facet.request(), weight, Double::sum);
                boolean waits =
                        stalled[node] || (allocating[node] && facet.state().equals("sleeping"));
                stalls.merge(facet.request(), waits ? weight : 0, Double::sum);
            }
        }
        stalls.replaceAll((request, weight) -> weight / alls.getOrDefault(request, Double.POSITIVE_INFINITY));
        String worst = Weights.largest(stalls);
        double share = stalls.getOrDefault(worst, 0.0);
        if (!(share > WARN)) {
            return Optional.empty();
        }
        return Optional.of(new Diagnosis(
                "allocation-stalls",
                share > FAIL ? Diagnosis.Severity.FAIL : Diagnosis.Severity.WARN,
                Words.percent(share) + " of the time" + (worst.isEmpty() ? "" : " of " + worst)
                        + " passes in allocations that wait for the collector",
                "The heap is too small for this rate of allocation: raise -Xmx, start the collector earlier"
                        + " (SoftMaxHeapSize), or allocate less",
                "https://docs.oracle.com/en/java/javase/17/gctuning/z-garbage-collector.html",
                share,
                WARN));
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.WALL, ProfileEvent.ALLOC);
    }
}
