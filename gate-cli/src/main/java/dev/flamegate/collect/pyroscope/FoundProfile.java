package dev.flamegate.collect.pyroscope;

import dev.flamegate.model.Warning;
import dev.flamegate.profile.CallTree;
import java.util.List;

/**
 * What a server has of one event.
 *
 * @param tree without samples unless found
 * @param types that it was put together from
 * @param warnings doubts about it, or why there is none
 */
public record FoundProfile(Outcome outcome, CallTree tree, List<ProfileType> types, List<Warning> warnings) {
    public FoundProfile {
        types = List.copyOf(types);
        warnings = List.copyOf(warnings);
    }
}
