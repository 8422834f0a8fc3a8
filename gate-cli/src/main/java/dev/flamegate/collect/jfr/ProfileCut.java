package dev.flamegate.collect.jfr;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.Warning;
import dev.flamegate.profile.CallTree;
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
}
