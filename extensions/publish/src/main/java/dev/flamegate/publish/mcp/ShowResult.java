package dev.flamegate.publish.mcp;

import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.StoredId;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.JsonReport;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Shows what the rules say about a run or a comparison. */
final class ShowResult implements Tool {
    /** Lists, and objects whose names are data, of a result. */
    private static final List<String> LISTS = List.of(
            "findings",
            "validity",
            "baselines",
            "libraries",
            "pairs",
            "detectable",
            "diagnoses",
            "hottest",
            "grown",
            "failures");

    @Override
    public String name() {
        return "show_result";
    }

    @Override
    public String description() {
        return "Judges a stored run or comparison by the present rules, as `flamegate judge --json` does: verdict,"
                + " headline, findings (worst first) with value, growth, its interval, the smallest growth that would"
                + " have been seen (detectable), culprit and diagnosis; why a measurement is unsound (validity); failed"
                + " requests. Growths are ratios: 0.1 is +10 %.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.text("id", "A run or comparison; without it, what was measured last."), Parameter.LIMIT);
    }

    @Override
    public ObjectNode answer(Arguments arguments, Stored stored) throws InterruptedException {
        PlanFiles files = stored.files();
        String id = arguments.text("id").orElseGet(() -> stored.latest(stored.history()));
        return of(StoredId.judged(id, files, stored::warn), arguments.limit());
    }

    static ObjectNode of(GateReport report, int limit) {
        int code = ExitCode.of(report.judgement().verdict(), false);
        ObjectNode answer = JsonReport.worstFirst(JsonReport.of(report, code, null));
        LISTS.forEach(list -> Answers.cut(answer, list, limit));
        answer.path("pairs").forEach(pair -> Answers.cut((ObjectNode) pair, "growth", limit));
        answer.path("failures").forEach(arm -> {
            Answers.cut((ObjectNode) arm, "requests", limit);
            Answers.cut((ObjectNode) arm, "logged", limit);
        });
        return answer;
    }
}
