package dev.flamegate.trends.series;

import dev.flamegate.format.Names;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.trends.site.SiteData;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The runs of a kind for Horreum, each a JSON document to be uploaded: what was measured, with {@code start} and
 * {@code stop} for the parameters of the upload, under the schema {@value #SCHEMA}.
 */
public final class HorreumRuns {
    /** Name of the documents' form; a change of it gets a new one. */
    public static final String SCHEMA = "urn:flamegate:run:1";

    private HorreumRuns() {}

    /** A document for each run, the first run first, each on one line. */
    public static List<String> documents(SiteData.Kind kind) {
        List<String> documents = new ArrayList<>();
        for (int i = 0; i < kind.runs().size(); i++) {
            documents.add(JsonMapper.shared().writeValueAsString(document(kind, i)));
        }
        return documents;
    }

    private static ObjectNode document(SiteData.Kind kind, int index) {
        SiteData.Measured run = kind.runs().get(index);
        ObjectNode document = JsonMapper.shared().createObjectNode();
        document.put("$schema", SCHEMA);
        document.put("service", Names.visible(kind.service()));
        document.put("run", Names.visible(run.id()));
        document.put("start", run.started().toEpochMilli());
        document.put("stop", run.ended().toEpochMilli());
        document.put("commit", Names.visible(run.commit()));
        document.put("branch", Names.visible(run.branch()));
        document.put("verdict", run.verdict().map(Verdict::name).orElse(""));
        document.put("note", Names.visible(run.labels().note()));
        ObjectNode tags = document.putObject("tags");
        run.labels().tags().forEach((name, value) -> tags.put(Names.visible(name), Names.visible(value)));
        ObjectNode fingerprint = document.putObject("fingerprint");
        new TreeMap<>(kind.fingerprint())
                .forEach((name, value) -> fingerprint.put(Names.visible(name), Names.visible(value)));
        ObjectNode results = document.putObject("results");
        for (SiteData.Trend trend : kind.trends()) {
            double value = trend.values().get(index);
            if (Double.isFinite(value)) {
                Indicator indicator = trend.indicator();
                results.putObject(Names.visible(indicator.name()))
                        .put("value", SeriesNumbers.in(value, indicator))
                        .put("unit", indicator.unit().symbol())
                        .put("better", indicator.better().name().toLowerCase(Locale.ROOT));
            }
        }
        return document;
    }
}
