package dev.flamegate.trends.series;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Better;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.trends.site.SiteData;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * The runs of a kind for Apache Otava: a CSV table with a row per run, the first run first, and the configuration that
 * tells Otava which of its columns are metrics. A metric must have a value in every row, so indicators that some run
 * has no value of are left out.
 */
public final class OtavaSeries {
    private static final List<String> ATTRIBUTES = List.of("run", "commit", "branch", "verdict");
    /** The length of the longest key; YAML has no keys of more than 1,024 characters on one line, with escapes. */
    private static final int LONGEST_KEY = 150;

    private static final String TIME = "time";
    private static final String TAG = "tag.";

    private final SiteData.Kind kind;
    private final List<String> tags;

    public OtavaSeries(SiteData.Kind kind) {
        this.kind = kind;
        this.tags = List.copyOf(kind.runs().stream()
                .flatMap(run -> run.labels().tags().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** The table in UTF-8, values in the unit of their indicator. */
    public byte[] table() {
        List<SiteData.Trend> metrics = metrics();
        StringBuilder table = new StringBuilder();
        List<String> head = new ArrayList<>(List.of(TIME));
        head.addAll(attributes());
        metrics.forEach(metric -> head.add(metric.indicator().name()));
        add(table, head, List.of());
        for (int i = 0; i < kind.runs().size(); i++) {
            SiteData.Measured run = kind.runs().get(i);
            List<String> row = new ArrayList<>(List.of(
                    run.started().truncatedTo(ChronoUnit.SECONDS).toString(),
                    run.id(),
                    run.commit(),
                    run.branch(),
                    run.verdict().map(Verdict::name).orElse("")));
            tags.forEach(tag -> row.add(run.labels().tags().getOrDefault(tag, "")));
            int index = i;
            List<BigDecimal> values = metrics.stream()
                    .map(metric -> SeriesNumbers.in(metric.values().get(index), metric.indicator()))
                    .toList();
            add(table, row, values);
        }
        return table.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The configuration in UTF-8, YAML with one test of the service's name.
     *
     * @param file path of the table
     */
    public byte[] configuration(String file) {
        StringBuilder yaml = new StringBuilder("tests:\n  " + key(kind.service()) + ":\n    type: csv\n    file: "
                + quoted(file) + "\n    time_column: " + TIME + "\n    attributes: [");
        yaml.append(attributes().stream().map(OtavaSeries::quoted).collect(Collectors.joining(", ")))
                .append("]\n    metrics:\n");
        for (SiteData.Trend metric : metrics()) {
            Indicator indicator = metric.indicator();
            String name = indicator.name();
            yaml.append("      " + key(name) + ": {column: " + quoted(name) + ", direction: "
                    + (indicator.better() == Better.LOWER ? "-1" : "1") + "} # "
                    + unit(indicator) + "\n");
        }
        return yaml.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Names of the indicators that are left out. */
    public List<String> leftOut() {
        return kind.trends().stream()
                .filter(trend -> !isWhole(trend))
                .map(trend -> trend.indicator().name())
                .toList();
    }

    private List<SiteData.Trend> metrics() {
        return kind.trends().stream().filter(OtavaSeries::isWhole).toList();
    }

    private List<String> attributes() {
        List<String> names = new ArrayList<>(ATTRIBUTES);
        tags.forEach(tag -> names.add(TAG + tag));
        return names;
    }

    private static boolean isWhole(SiteData.Trend trend) {
        return trend.values().stream().allMatch(Double::isFinite);
    }

    private static String unit(Indicator indicator) {
        return indicator.unit().symbol().isEmpty()
                ? "a ratio"
                : "in " + indicator.unit().symbol();
    }

    private static void add(StringBuilder table, List<String> texts, List<BigDecimal> values) {
        table.append(texts.stream().map(Escapes::csv).collect(Collectors.joining(",")));
        values.forEach(value -> table.append(',').append(value.toPlainString()));
        table.append('\n');
    }

    private static String key(String name) {
        return quoted(Names.cut(name, LONGEST_KEY));
    }

    /** A text as a string of JSON, which is also one of YAML. */
    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(Escapes.csvText(text));
    }
}
