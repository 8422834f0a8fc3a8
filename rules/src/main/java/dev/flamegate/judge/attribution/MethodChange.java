package dev.flamegate.judge.attribution;

import dev.flamegate.stats.Change;
import java.util.List;

/**
 * How one method's own cost per request changed, as a part of what the application cost in the baseline.
 *
 * @param baseline by trial
 * @param candidate by trial
 */
public record MethodChange(String frame, List<Double> baseline, List<Double> candidate, Change change) {
    public MethodChange {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
    }
}
