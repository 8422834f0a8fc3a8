package dev.flamegate.gate.measure;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Trial;
import dev.flamegate.profile.CallTree;
import java.util.Map;

/**
 * One trial as measured.
 *
 * @param profiles call trees by event
 * @param facts what the target's virtual machine reported about itself
 */
public record MeasuredTrial(Trial trial, Map<ProfileEvent, CallTree> profiles, ProbeFacts facts) {
    public MeasuredTrial {
        profiles = Map.copyOf(profiles);
    }
}
