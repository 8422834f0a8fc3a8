import dev.flamegate.model.Arm;
import dev.flamegate.model.Trial;
import java.util.List;
import java.util.Map;

/**
 * One recorded pair.
 *
 * @param invalid why it does not count, or {@code null}
 * @param seconds where the pair's time went, by stage
 * @param points of the whole seconds inside the blocks of each arm: cores, cores of the JIT compiler, requests ended,
 *     and latency's median and 99th percentile in seconds; NaN where unknown
 */
record RecordedPair(
        int number,
        Arm first,
        String invalid,
        Map<String, Double> seconds,
        Trial baseline,
        Trial candidate,
        List<double[]> baselinePoints,
        List<double[]> candidatePoints) {
    /** Time from the first start to the last stop, analysis included. */
    double totalSeconds() {
        return seconds.values().stream().mapToDouble(value -> value).sum();
    }

    /** Time that one start of one arm alone would have taken. */
    double singleSeconds() {
        return totalSeconds() - seconds.getOrDefault("measure", 0.0) / 2;
    }

    /** True if both arms were loaded at once, so that loading them took hardly longer than loading one. */
    boolean isTogether() {
        return seconds.getOrDefault("measure", 0.0) < 1.5 * baseline.measuredSeconds();
    }

    Trial trial(Arm arm) {
        return arm == Arm.BASELINE ? baseline : candidate;
    }

    List<double[]> points(Arm arm) {
        return arm == Arm.BASELINE ? baselinePoints : candidatePoints;
    }

    static Arm other(Arm arm) {
        return arm == Arm.BASELINE ? Arm.CANDIDATE : Arm.BASELINE;
    }
}
