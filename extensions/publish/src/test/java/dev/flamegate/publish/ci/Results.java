package dev.flamegate.publish.ci;

import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.json.Result;

/** Results as they are read back from what a run wrote. */
public final class Results {
    private Results() {}

    public static Result of(GateReport report) {
        return ResultReader.parse(JsonReport.write(report, 1, "build/flamegate/index.html"), "result.json");
    }
}
