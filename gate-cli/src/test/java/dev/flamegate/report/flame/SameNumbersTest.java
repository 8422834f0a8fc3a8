package dev.flamegate.report.flame;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.json.JsonReport;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The viewer, the HTML report and the result file of one report say the same numbers. */
class SameNumbersTest {
    /** Weights are whole, and so are rounded when trials are joined. */
    private static final double ROUNDING = 1e-6;

    private static final int BASELINE = 0;
    private static final int CANDIDATE = 1;

    /** Cost of methods in milliseconds per request, as the page adds them up. */
    private record Costs(Map<String, Double> self, Map<String, Double> total) {}

    static Stream<GateReport> reports() {
        return Stream.of(Examples.failing(), ExampleComparisons.failing(), ExampleComparisons.passing());
    }

    @ParameterizedTest
    @MethodSource("reports")
    void what_methods_cost_is_the_same_in_viewer_report_and_result(GateReport report) throws IOException {
        FlameInput input = ReportFlame.of(report).orElseThrow();
        String page = page(input);
        JsonNode data = JsonMapper.shared().readTree(element(page, "data"));
        JsonNode event = data.path("events").get(0);
        assertThat(event.path("key").asString()).isEqualTo("cpu");
        BlockDecoder.Decoded block = BlockDecoder.decode(element(page, "profile-cpu"));
        Costs before =
                costs(block, BASELINE, event.path("factors").get(BASELINE).asDouble());
        Costs now = costs(block, CANDIDATE, event.path("factors").get(CANDIDATE).asDouble());
        String html = new String(
                Objects.requireNonNull(
                        HtmlReport.write(report, Optional.of(input), false).get(HtmlReport.PAGE)),
                UTF_8);
        JsonNode hottest =
                JsonMapper.shared().readTree(JsonReport.write(report, 1, null)).path("hottest");

        assertThat(hottest.size()).isPositive();
        for (JsonNode method : hottest) {
            String name = method.path("frame").asString();
            double self = now.self().getOrDefault(name, 0.0);
            double total = now.total().getOrDefault(name, 0.0);
            same(method, "selfPerRequest", self);
            same(method, "totalPerRequest", total);
            if (!before.total().isEmpty()) {
                same(method, "selfChange", self - before.self().getOrDefault(name, 0.0));
                same(method, "totalChange", total - before.total().getOrDefault(name, 0.0));
            }
            if (self > 0) {
                assertThat(html).contains("<td class=\"num\">" + Numbers.quantity(self / 1000, Unit.MILLISECONDS));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("reports")
    void the_culprit_is_the_same_in_viewer_report_and_result(GateReport report) throws IOException {
        JsonNode data =
                JsonMapper.shared().readTree(element(page(ReportFlame.of(report).orElseThrow()), "data"));
        List<JsonNode> findings = JsonMapper.shared()
                .readTree(JsonReport.write(report, 1, null))
                .path("findings")
                .valueStream()
                .filter(finding -> finding.has("culprit"))
                .toList();

        assertThat(data.has("culprit")).isEqualTo(!findings.isEmpty());
        for (JsonNode finding : findings) {
            JsonNode evidence = finding.path("culprit").path("evidence");
            double change = evidence.path("perRequest").asDouble()
                    - evidence.path("baselinePerRequest").asDouble();
            assertThat(data.path("culprit").path("frame"))
                    .isEqualTo(finding.path("culprit").path("frame"));
            assertThat(data.path("culprit").path("path")).isEqualTo(evidence.path("path"));
            assertThat(data.path("culprit").path("text").asString())
                    .startsWith(Numbers.change(change / 1000, Unit.MILLISECONDS) + " per request");
        }
    }

    private static void same(JsonNode method, String key, double expected) {
        assertThat(method.path(key).asDouble())
                .as(method.path("frame").asString() + " " + key)
                .isCloseTo(expected, within(ROUNDING));
    }

    private static String page(FlameInput input) throws IOException {
        StringBuilder page = new StringBuilder();
        FlamePage.write(page, input);
        return page.toString();
    }

    private static String element(String page, String id) {
        Matcher element = Pattern.compile("id=\"" + id + "\">([^<]*)</script>").matcher(page);
        assertThat(element.find()).as(id).isTrue();
        return element.group(1).strip();
    }

    /** A method that calls itself counts once in a sample; machine threads are one bucket, whatever they run. */
    private static Costs costs(BlockDecoder.Decoded block, int arm, double factor) {
        Map<String, Double> self = new HashMap<>();
        Map<String, Double> total = new HashMap<>();
        block.samples().forEach((key, weights) -> {
            double cost = weights.get(arm) * factor * 1000;
            List<String> stack = Arrays.stream(key.split("\n", -1))
                    .skip(1)
                    .map(frame -> frame.substring(0, frame.lastIndexOf(':')))
                    .toList();
            if (cost > 0 && !stack.isEmpty()) {
                String leaf = stack.get(0).startsWith("[") ? stack.get(0) : stack.get(stack.size() - 1);
                self.merge(leaf, cost, Double::sum);
                Set<String> seen = new HashSet<>(stack.get(0).startsWith("[") ? List.of(stack.get(0)) : stack);
                seen.forEach(name -> total.merge(name, cost, Double::sum));
            }
        });
        return new Costs(self, total);
    }
}
