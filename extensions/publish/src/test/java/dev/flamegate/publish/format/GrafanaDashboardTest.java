package dev.flamegate.publish.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.rule.SelectorKind;
import dev.flamegate.report.formats.StrictOpenMetrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard among the examples asks for what reports have. */
class GrafanaDashboardTest {
    private static final Path DASHBOARD = Path.of("..", "..", "examples", "grafana", "flamegate.json");
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "report");

    private static final Pattern METRIC = Pattern.compile("\\bflamegate_\\w+");
    private static final Pattern SELECTED = Pattern.compile("(flamegate_\\w+)\\{([^}]*)\\}");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)(?:=~|!~|!=|=)\"([^\"]*)\"(?:,|$)");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)\\}\\}");
    private static final Pattern VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)\\}?");

    /** By metric, the labels that some sample has; what is about an indicator can be about any part of the service. */
    private final Map<String, Set<String>> labels = labels();

    private final JsonNode dashboard = JsonMapper.shared().readTree(text());

    @Test
    void every_query_is_about_metrics_and_labels_that_reports_have() {
        List<JsonNode> targets = targets();

        assertThat(targets).hasSizeGreaterThan(6);
        assertThat(targets).allSatisfy(target -> {
            Set<String> known = known(target.path("expr").asString());
            Matcher legend = LEGEND.matcher(target.path("legendFormat").asString());
            while (legend.find()) {
                assertThat(known).contains(legend.group(1));
            }
        });
    }

    @Test
    void every_metric_of_a_report_is_on_the_dashboard() {
        Set<String> shown = new TreeSet<>();
        for (JsonNode target : targets()) {
            Matcher metric = METRIC.matcher(target.path("expr").asString());
            while (metric.find()) {
                shown.add(metric.group());
            }
        }

        assertThat(shown).containsExactlyInAnyOrderElementsOf(labels.keySet());
    }

    @Test
    void every_variable_is_defined_and_filled_with_a_label_that_reports_have() {
        Set<String> defined = new HashSet<>();
        for (JsonNode variable : dashboard.path("templating").path("list")) {
            defined.add(variable.path("name").asString());
            if (variable.path("type").asString().equals("query")) {
                String query = variable.path("query").path("query").asString();
                Matcher values = VALUES.matcher(query);
                assertThat(values.matches()).as(query).isTrue();
                assertThat(known(values.group(1))).contains(values.group(2));
            }
        }
        Set<String> used = new HashSet<>();
        Matcher variable = VARIABLE.matcher(text());
        while (variable.find()) {
            used.add(variable.group(1));
        }

        assertThat(used).contains("service", "indicator", "datasource");
        used.removeIf(name -> name.startsWith("__"));
        assertThat(defined).containsAll(used);
    }

    @Test
    void panels_have_numbers_of_their_own_and_do_not_cover_each_other() {
        List<JsonNode> panels = panels();
        assertThat(panels).extracting(panel -> panel.path("id").asInt()).doesNotHaveDuplicates();
        Set<String> cells = new HashSet<>();
        for (JsonNode panel : panels) {
            JsonNode place = panel.path("gridPos");
            assertThat(place.path("x").asInt() + place.path("w").asInt()).isLessThanOrEqualTo(24);
            for (int x = 0; x < place.path("w").asInt(); x++) {
                for (int y = 0; y < place.path("h").asInt(); y++) {
                    assertThat(cells.add((place.path("x").asInt() + x) + ","
                                    + (place.path("y").asInt() + y)))
                            .as(panel.path("title").asString())
                            .isTrue();
                }
            }
        }
    }

    /** The labels of the one metric of an expression, whose matchers name some of them. */
    private Set<String> known(String expression) {
        Matcher metric = METRIC.matcher(expression);
        assertThat(metric.find()).as(expression).isTrue();
        Set<String> known = labels.getOrDefault(metric.group(), Set.of());
        assertThat(known).as(expression).isNotEmpty();
        Matcher selected = SELECTED.matcher(expression);
        while (selected.find()) {
            assertThat(selected.group(1)).isEqualTo(metric.group());
            Matcher matcher = MATCHER.matcher(selected.group(2));
            int end = 0;
            while (matcher.find()) {
                assertThat(known).as(expression).contains(matcher.group(1));
                end = matcher.end();
            }
            assertThat(end).as(expression).isEqualTo(selected.group(2).length());
        }
        return known;
    }

    private List<JsonNode> panels() {
        List<JsonNode> panels = new ArrayList<>();
        dashboard.path("panels").forEach(panels::add);
        return panels;
    }

    private List<JsonNode> targets() {
        List<JsonNode> targets = new ArrayList<>();
        panels().forEach(panel -> panel.path("targets").forEach(targets::add));
        return targets;
    }

    private static Map<String, Set<String>> labels() {
        Map<String, Set<String>> labels = new HashMap<>();
        try (Stream<Path> examples = Files.list(GOLDEN)) {
            for (Path example : examples.toList()) {
                StrictOpenMetrics.read(Files.readAllBytes(example.resolve("metrics.txt")))
                        .values()
                        .forEach(sample -> labels.computeIfAbsent(sample.name(), key -> new HashSet<>())
                                .addAll(sample.labels().keySet()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Stream.of(SelectorKind.values())
                .forEach(part -> labels.values().stream()
                        .filter(known -> known.contains("indicator"))
                        .forEach(known -> known.add(part.key())));
        return labels;
    }

    private static String text() {
        try {
            return Files.readString(DASHBOARD);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
