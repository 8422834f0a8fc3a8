package dev.flamegate.cli.history;

import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Stored runs and comparisons as a list in JSON; its schema is {@code docs/schema/history.schema.json}. */
public final class HistoryJson {
    private HistoryJson() {}

    /**
     * The list, in the order given.
     *
     * @param pins ids of runs by the name that they are pinned as
     */
    public static ObjectNode of(List<StoredRun> runs, Map<String, String> pins, List<StoredComparison> comparisons) {
        ObjectNode object = JsonMapper.shared().createObjectNode();
        ArrayNode listed = object.putArray("runs");
        runs.forEach(run -> listed.add(json(run, pins)));
        ArrayNode compared = object.putArray("comparisons");
        comparisons.forEach(comparison -> compared.add(json(comparison)));
        return object;
    }

    private static ObjectNode json(StoredRun run, Map<String, String> pins) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("run", run.id());
        json.put("verdict", run.verdict().map(Verdict::name).orElse(null));
        json.put("started", run.head().started().toString());
        json.put("service", run.head().service());
        json.put("commit", run.head().commit().orElse(null));
        ArrayNode names = json.putArray("pins");
        pins.forEach((name, id) -> {
            if (id.equals(run.id())) {
                names.add(name);
            }
        });
        labels(json, run.head());
        return json;
    }

    private static ObjectNode json(StoredComparison comparison) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("comparison", comparison.key());
        json.put("verdict", comparison.verdict().map(Verdict::name).orElse(null));
        json.put("measured", comparison.candidate().started().toString());
        json.put("service", comparison.candidate().service());
        json.put("pairs", comparison.pairs());
        json.put("baseline", comparison.baseline().target().orElse(null));
        json.put("candidate", comparison.candidate().target().orElse(null));
        labels(json, comparison.candidate());
        return json;
    }

    private static void labels(ObjectNode json, Run head) {
        json.put("note", head.labels().note());
        ObjectNode tags = json.putObject("tags");
        head.labels().tags().forEach(tags::put);
    }
}
