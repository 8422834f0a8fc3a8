package dev.flamegate.demo;

import dev.flamegate.judge.attribution.Attribution;
import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Selector;
import dev.flamegate.report.GateReport;
import java.util.Optional;

/** Whether CPU moved from method to method between two arms, without a growth of their sum. */
final class Moved {
    private Moved() {}

    /** What moved, a clause; empty when nothing did, or something grew as well. */
    static Optional<String> words(GateReport report) {
        return report.baseline()
                .flatMap(before ->
                        DifferentialCost.ofPairs(before.run(), report.candidate(), ProfileEvent.CPU, Selector.ALL))
                .map(Attribution::of)
                .map(Attribution::because)
                .filter(because -> because.contains("cost moved"));
    }
}
