package dev.flamegate.report.json;

import static dev.flamegate.report.json.Values.orEmpty;

import dev.flamegate.model.finding.MoreCalls;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.GateReport;
import java.util.List;

/**
 * A method that is called more often, in a {@link Result}.
 *
 * @param method canonical name
 * @param callers methods through which it is called, the nearest first; empty where none is known
 */
public record CalledMethod(String method, List<String> callers, CallRateJson rate) {
    /** The maximum number of methods: longer lists would hide the important ones. */
    private static final int MOST = 100;

    public CalledMethod {
        method = orEmpty(method);
        callers = orEmpty(callers);
        if (rate == null) {
            throw new IllegalArgumentException("a method that is called more often has its rate");
        }
    }

    static List<CalledMethod> of(GateReport report) {
        return report.comparison().map(ComparisonCourse::calls).orElse(List.of()).stream()
                .limit(MOST)
                .map(more -> new CalledMethod(more.method(), more.callers(), CallRateJson.of(more.calls())))
                .toList();
    }

    /**
     * The method, for words.
     *
     * @throws IllegalArgumentException when the record does not contain one
     */
    public MoreCalls model() {
        return new MoreCalls(method, callers, rate.model());
    }
}
