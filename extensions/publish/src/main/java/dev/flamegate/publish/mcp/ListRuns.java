package dev.flamegate.publish.mcp;

import dev.flamegate.cli.history.HistoryJson;
import dev.flamegate.cli.history.Selection;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Lists the stored runs and comparisons. */
final class ListRuns implements Tool {
    private static final List<String> VERDICTS =
            Stream.of(Verdict.values()).map(Verdict::name).toList();

    @Override
    public String name() {
        return "list_runs";
    }

    @Override
    public String description() {
        return "Lists stored runs (one build measured) and comparisons (two builds measured side by side), latest first, with"
                + " the verdict of their first judging. Their ids are what the other tools take.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.text("service", "Only those of this service."),
                Parameter.text("branch", "Only those of this branch."),
                Parameter.words("verdict", "Only those with one of these verdicts.", VERDICTS),
                Parameter.texts("tag", "Only those with all of these tags, each KEY or KEY=VALUE."),
                Parameter.text("note", "Only those whose note contains this text."),
                Parameter.LIMIT,
                Parameter.SKIP);
    }

    @Override
    public ObjectNode answer(Arguments arguments, Stored stored) {
        Selection selection = Selection.of(
                arguments.text("service").orElse(null),
                arguments.text("branch").orElse(null),
                arguments.words("verdict", VERDICTS).stream()
                        .map(Verdict::valueOf)
                        .toList(),
                arguments.texts("tag"),
                arguments.text("note").orElse(null));
        int limit = arguments.limit();
        int skip = arguments.skip();
        History history = stored.history();
        List<StoredRun> runs =
                history.list().stream().filter(selection::has).skip(skip).toList();
        List<StoredComparison> comparisons = stored.comparisons(history).list().stream()
                .filter(selection::has)
                .skip(skip)
                .toList();
        ObjectNode answer = HistoryJson.of(runs, history.allPins(), comparisons);
        Answers.cut(answer, "runs", limit);
        Answers.cut(answer, "comparisons", limit);
        return answer;
    }
}
