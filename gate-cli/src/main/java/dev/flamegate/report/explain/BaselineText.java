package dev.flamegate.report.explain;

import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.BaselineRef.LastPassingRun;
import dev.flamegate.model.rule.BaselineRef.MedianOf;
import dev.flamegate.model.rule.BaselineRef.OtherArm;
import dev.flamegate.model.rule.BaselineRef.Pinned;
import dev.flamegate.model.rule.BaselineRef.PreviousRun;
import dev.flamegate.model.rule.BaselineRef.RunWithId;
import org.jspecify.annotations.Nullable;

/** What a growth is measured against, in words. */
final class BaselineText {
    private BaselineText() {}

    /** As used in a sentence: {@code the previous run}. */
    static String name(BaselineRef baseline) {
        if (baseline instanceof MedianOf median) {
            return "the median of the latest " + median.runs() + " comparable runs";
        } else if (baseline instanceof RunWithId run) {
            return "the stored run " + run.id();
        } else if (baseline instanceof Pinned pinned) {
            return "the run pinned as \"" + pinned.name() + "\"";
        }
        return "the " + baseline.text();
    }

    /** An explanation, or {@code null} when the name says enough. */
    static @Nullable String of(BaselineRef baseline) {
        if (baseline instanceof OtherArm) {
            return "The baseline is the other arm of a comparison, measured alternately with this one.";
        } else if (baseline instanceof PreviousRun) {
            return "The previous run is the latest comparable one that was neither FAIL nor INVALID.";
        } else if (baseline instanceof LastPassingRun) {
            return "The last passing run is the latest comparable one that was PASS or WARN.";
        }
        return null;
    }
}
