package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.profile.CallTree;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Callers that wait until a pool of connections or the like gives them one. */
final class ExhaustedPool implements Recogniser {
    private static final double WARN = 0.05;
    private static final double FAIL = 0.25;

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        double share = share(now);
        if (!(share > WARN)) {
            return Optional.empty();
        }
        Weights wall = now.of(ProfileEvent.WALL);
        Weights.Meant waiting = waiting(wall);
        return Optional.of(new Diagnosis(
                "pool-exhausted",
                Recogniser.severity(share, FAIL),
                Numbers.rough(share) + " of the time is spent waiting for " + Weights.largest(pools(wall, waiting))
                        + Recogniser.inBaseline(Recogniser.was(before, ExhaustedPool::share))
                        + ", most of it from " + Weights.largest(wall.byCaller(waiting, wall.below(Waits::isBorrow))),
                "Return what is borrowed sooner (no remote call or long query while holding it), or make the pool "
                        + "larger if what it protects can take it",
                "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing",
                share,
                WARN));
    }

    private static double share(Profiles profiles) {
        Weights wall = profiles.of(ProfileEvent.WALL);
        return wall.sum(waiting(wall)) / wall.working();
    }

    /** Asleep below a borrow; what runs there creates or checks a connection. */
    private static Weights.Meant waiting(Weights wall) {
        boolean[] borrowing = wall.below(Waits::isBorrow);
        boolean[] parked = wall.below(Waits::isPark);
        return (node, facet) -> wall.isWorking(node, facet) && borrowing[node] && parked[node];
    }

    private static Map<String, Double> pools(Weights wall, Weights.Meant waiting) {
        Map<String, Double> sums = new HashMap<>();
        CallTree tree = wall.tree();
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            int node = tree.sampleNode(sample);
            if (waiting.test(node, tree.sampleFacet(sample))) {
                while (!Waits.isBorrow(tree.name(node))) {
                    node = tree.parent(node);
                }
                sums.merge(tree.name(node), (double) tree.sampleWeight(sample), Double::sum);
            }
        }
        return sums;
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.WALL, ProfileEvent.LOCK);
    }
}
