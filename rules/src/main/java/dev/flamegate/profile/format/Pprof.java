package dev.flamegate.profile.format;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The content of a pprof profile.
 *
 * @param types what was measured; empty when there is nothing at all
 * @param trees one for each type; weights are nanoseconds, bytes or counts by its unit
 * @param periodType what {@code period} counts; both names empty when the profile does not say
 * @param period between two samples, in the unit of {@code periodType}; 0 when the profile does not say
 * @param start when it begins; the epoch when the profile does not say
 * @param duration how long it is; zero when the profile does not say
 */
public record Pprof(
        List<SampleType> types,
        List<CallTree> trees,
        SampleType periodType,
        long period,
        Instant start,
        Duration duration) {
    private static final SampleType UNSAID = new SampleType("", "");

    public Pprof {
        types = List.copyOf(types);
        trees = List.copyOf(trees);
        if (types.size() != trees.size()) {
            throw new IllegalArgumentException(
                    trees.size() + ": there is one tree for each of " + types.size() + " types");
        }
        if (period < 0 || duration.isNegative()) {
            throw new IllegalArgumentException(period + ", " + duration + ": neither period nor duration is negative");
        }
    }

    /** A profile of these trees, without times. */
    public static Pprof of(Map<ProfileEvent, CallTree> trees) {
        List<SampleType> types = new ArrayList<>();
        List<CallTree> inOrder = new ArrayList<>();
        for (ProfileEvent event : ProfileEvent.values()) {
            CallTree tree = trees.get(event);
            if (tree != null) {
                types.add(SampleType.of(event));
                inOrder.add(tree);
            }
        }
        return new Pprof(types, inOrder, UNSAID, 0, Instant.EPOCH, Duration.ZERO);
    }

    /** A profile of one event, without times. */
    public static Pprof of(ProfileEvent event, CallTree tree) {
        return of(Map.of(event, tree));
    }

    public Pprof over(Instant newStart, Duration newDuration) {
        return new Pprof(types, trees, periodType, period, newStart, newDuration);
    }

    /**
     * The trees by event: types of the same event, such as allocation in and outside of buffers, are added up. Where a
     * profile only counts samples of its period, the event is the period's and each sample weighs one period.
     */
    public Map<ProfileEvent, CallTree> events() {
        Map<ProfileEvent, List<CallTree>> found = new EnumMap<>(ProfileEvent.class);
        for (int i = 0; i < types.size(); i++) {
            CallTree tree = trees.get(i);
            types.get(i)
                    .event()
                    .ifPresent(event -> found.computeIfAbsent(event, key -> new ArrayList<>())
                            .add(tree));
        }
        if (found.isEmpty() && types.size() == 1 && types.get(0).unit().equals("count") && period > 0) {
            double weight = periodType.toBase(period);
            periodType
                    .event()
                    .ifPresent(event -> found.put(event, List.of(trees.get(0).scaled(facet -> weight))));
        }
        Map<ProfileEvent, CallTree> merged = new EnumMap<>(ProfileEvent.class);
        found.forEach(
                (event, several) -> merged.put(event, several.size() == 1 ? several.get(0) : CallTree.merge(several)));
        return merged;
    }
}
