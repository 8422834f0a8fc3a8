package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Diagnosis;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Requests that wait for each other at monitors and locks; waiting for a pool is a different diagnosis. */
final class LockContention implements Recogniser {
    /** Seconds per request, from the lock profile. */
    private static final double WARN_SECONDS = 1e-3;

    /** The share of the time that threads had work, from the wall clock profile. */
    private static final double WARN_SHARE = 0.05;

    private static final double FAIL = 4;

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        Weights lock = now.of(ProfileEvent.LOCK);
        Weights wall = now.of(ProfileEvent.WALL);
        if (!lock.isEmpty() && now.requests() > 0) {
            double perRequest = perRequest(now);
            double was = Recogniser.was(before, LockContention::perRequest);
            String evidence = "each request waits " + Numbers.quantity(perRequest, Unit.MILLISECONDS) + " for locks"
                    + (Double.isNaN(was) ? "" : ", " + Numbers.quantity(was, Unit.MILLISECONDS) + " in the baseline");
            return diagnosis(perRequest, WARN_SECONDS, evidence, byCaller(lock));
        } else if (wall.isEmpty()) {
            return Optional.empty();
        }
        double share = wall.sum(waiting(wall, false)) / wall.working();
        String evidence = Numbers.rough(share) + " of the time is spent waiting for locks";
        return diagnosis(share, WARN_SHARE, evidence, wall.byCaller(waiting(wall, false), wall.below(Waits::isLock)));
    }

    private static Optional<Diagnosis> diagnosis(
            double value, double threshold, String evidence, Map<String, Double> callers) {
        if (!(value > threshold)) {
            return Optional.empty();
        }
        return Optional.of(new Diagnosis(
                "lock-contention",
                Recogniser.severity(value, FAIL * threshold),
                evidence + ", most of it in " + Weights.largest(callers),
                "Hold the lock for less, split it, or use a structure that needs none",
                "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/concurrent/locks/package-summary.html",
                value,
                threshold));
    }

    /** Nanoseconds of waiting in a lock profile, by the frame responsible. */
    static Map<String, Double> byCaller(Weights lock) {
        return lock.byCaller(waiting(lock, true), lock.below(Waits::isLock));
    }

    private static double perRequest(Profiles profiles) {
        Weights lock = profiles.of(ProfileEvent.LOCK);
        return Profiles.seconds(lock.sum(waiting(lock, true))) / profiles.requests();
    }

    /**
     * Waits for monitors have no separate frame in the lock profile, which contains nothing but waits. Where no
     * code that can be changed is on the stack, as in a server's own dispatcher, no request waits for another.
     */
    private static Weights.Meant waiting(Weights weights, boolean onlyWaits) {
        boolean[] locking = weights.below(Waits::isLock);
        boolean[] parked = weights.below(Waits::isPark);
        boolean[] changeable = weights.below(SourceCode::isChangeable);
        boolean[] elsewhere = weights.below(name -> Waits.isBorrow(name) || Waits.isResult(name));
        return (node, facet) -> weights.isWorking(node, facet)
                && changeable[node]
                && !elsewhere[node]
                && (locking[node] || (onlyWaits && !parked[node]));
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.WALL, ProfileEvent.LOCK);
    }
}
