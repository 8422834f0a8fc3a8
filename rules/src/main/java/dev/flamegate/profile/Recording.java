package dev.flamegate.profile;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Warning;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The profiles of one recording, from any profiler.
 *
 * @param trees by event; events without samples are left out
 * @param counted whether weights are numbers of samples, since the format does not say what a sample stands for; else
 *     they are nanoseconds or bytes, as {@link ProfileEvent} says
 * @param seconds that it was recorded for; NaN when unknown
 * @param warnings doubts about it
 */
public record Recording(Map<ProfileEvent, CallTree> trees, boolean counted, double seconds, List<Warning> warnings) {
    public Recording {
        Map<ProfileEvent, CallTree> copy = new EnumMap<>(ProfileEvent.class);
        trees.forEach((event, tree) -> {
            if (tree.weight() > 0) {
                copy.put(event, tree);
            }
        });
        trees = Collections.unmodifiableMap(copy);
        warnings = List.copyOf(warnings);
        if (seconds < 0) {
            throw new IllegalArgumentException(seconds + ": a recording cannot take negative time");
        }
    }
}
