package dev.flamegate.publish.mcp;

import dev.flamegate.report.GateReport;
import java.nio.charset.StandardCharsets;

/** What an agent gets of a report, for tests of all outputs together. */
public final class AnsweredReport {
    private AnsweredReport() {}

    /** The answer in UTF-8. */
    public static byte[] of(GateReport report) {
        return Answers.json(ShowResult.of(report, 200)).getBytes(StandardCharsets.UTF_8);
    }
}
