package dev.flamegate.judge;

import dev.flamegate.model.Indicator;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.Selector;
import dev.flamegate.profile.ProfiledRun;
import java.util.List;

/** Turns a run into measurements: the one place that says how an indicator follows from what was recorded. */
public final class Evidence {
    private Evidence() {}

    /**
     * What a run says of an indicator.
     *
     * @param selector the part of the service, with patterns as in a rule
     * @return one measurement, or one per request name that the pattern matches
     */
    public static List<Measurement> of(ProfiledRun profiled, Indicator indicator, Selector selector) {
        if (indicator.query() != null) {
            return List.of(ScrapedEvidence.of(profiled.run(), indicator));
        } else if (indicator.isProfile()) {
            return List.of(ProfileEvidence.of(profiled, indicator, selector));
        } else if (RequestEvidence.speaksOf(indicator)) {
            return RequestEvidence.of(profiled.run(), indicator, selector);
        }
        return List.of(ProcessEvidence.of(profiled.run(), indicator));
    }
}
