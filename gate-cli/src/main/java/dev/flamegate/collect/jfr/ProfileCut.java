package dev.flamegate.collect.jfr;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.Warning;
import dev.flamegate.profile.CallTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The profiles of one window.
 *
 * @param trees by event; only events that were recorded
 * @param quality one for each tree, in the order of {@link ProfileEvent}
 * @param warnings about their quality
 */
public record ProfileCut(Map<ProfileEvent, CallTree> trees, List<ProfileQuality> quality, List<Warning> warnings) {
    public ProfileCut {
        Map<ProfileEvent, CallTree> copy = new EnumMap<>(ProfileEvent.class);
        copy.putAll(trees);
        trees = Collections.unmodifiableMap(copy);
        quality = List.copyOf(quality);
        warnings = List.copyOf(warnings);
    }

    /** The trees of several windows, those of each event merged. */
    public static Map<ProfileEvent, CallTree> merged(List<ProfileCut> cuts) {
        Map<ProfileEvent, List<CallTree>> byEvent = new EnumMap<>(ProfileEvent.class);
        for (ProfileCut cut : cuts) {
            cut.trees()
                    .forEach((event, tree) -> byEvent.computeIfAbsent(event, key -> new ArrayList<>())
                            .add(tree));
        }
        Map<ProfileEvent, CallTree> merged = new EnumMap<>(ProfileEvent.class);
        byEvent.forEach((event, trees) -> merged.put(event, trees.size() == 1 ? trees.get(0) : CallTree.merge(trees)));
        return merged;
    }
}
