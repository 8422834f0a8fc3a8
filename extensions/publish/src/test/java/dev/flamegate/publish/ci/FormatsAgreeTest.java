package dev.flamegate.publish.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.publish.format.MarkdownReport;
import dev.flamegate.publish.format.OpenMetricsReport;
import dev.flamegate.publish.format.SarifReport;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.formats.JUnitReport;
import dev.flamegate.report.formats.StrictOpenMetrics;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.text.CauseText;
import dev.flamegate.report.text.Summary;
import dev.flamegate.report.text.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One comparison, one run: every format tells the same verdict and the same numbers of it, whatever the locale. */
class FormatsAgreeTest {
    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    public static Stream<Arguments> reports() {
        return Stream.of("ROOT", "de-DE", "tr-TR", "ar-EG", "hi-IN-u-nu-deva")
                .flatMap(locale -> Stream.of(ExampleComparisons.failing(), Examples.failing())
                        .map(report -> Arguments.of(locale, report)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reports")
    void texts_for_people_hold_the_same_words_and_numbers(String locale, GateReport report) {
        Locale.setDefault(locale.equals("ROOT") ? Locale.ROOT : Locale.forLanguageTag(locale));
        Finding worst = report.worstFirst().get(0);
        Culprit culprit = Objects.requireNonNull(worst.culprit());
        double change = culprit.evidence().value() - culprit.evidence().baseline();
        List<String> numbers = List.of(
                report.judgement().verdict().name(),
                Numbers.quantity(Objects.requireNonNull(worst.value()), unit(worst)),
                Numbers.percent(Objects.requireNonNull(worst.growth())),
                Numbers.percent(Objects.requireNonNull(culprit.share())),
                Numbers.change(change, CauseText.unit(culprit)));

        for (Map.Entry<String, String> text : texts(report).entrySet()) {
            assertThat(text.getValue()).as(text.getKey()).contains(numbers);
        }
    }

    @Test
    void the_comment_rests_its_verdict_on_the_same_words_as_the_summary() {
        for (GateReport report : List.of(
                ExampleComparisons.failing(), Examples.failing(), Examples.inconclusive(), Examples.invalid())) {
            String comment = CommentText.write(
                    Results.of(report), new Marker("s", ""), CommentLinks.NONE, List.of(), GitHubForge.LIMIT);

            assertThat(comment.split("\n\n", -1)[1])
                    .isEqualTo(utf8(MarkdownReport.write(report)).split("\n\n", -1)[1]);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reports")
    void files_for_machines_hold_the_same_numbers_for_every_finding(String locale, GateReport report)
            throws IOException {
        Locale.setDefault(locale.equals("ROOT") ? Locale.ROOT : Locale.forLanguageTag(locale));
        JsonNode json =
                JsonMapper.shared().readTree(JsonReport.write(report, 1, null)).path("findings");
        Map<String, StrictOpenMetrics.Sample> samples = StrictOpenMetrics.read(OpenMetricsReport.write(report));
        JsonNode sarif = JsonMapper.shared()
                .readTree(SarifReport.write(report, file -> Optional.of(file)))
                .path("runs")
                .get(0)
                .path("results");

        for (int i = 0; i < report.judgement().findings().size(); i++) {
            Finding finding = report.judgement().findings().get(i);
            JsonNode one = json.get(i);
            agrees(
                    finding.value(),
                    unit(finding),
                    one.path("value"),
                    sample(samples, "flamegate_value", finding, false));
            agrees(
                    finding.growth(),
                    Unit.RATIO,
                    one.path("growth"),
                    sample(samples, "flamegate_growth_ratio", finding, true));
            if (finding.culprit() != null) {
                agrees(
                        finding.culprit().share(),
                        Unit.RATIO,
                        one.path("culprit").path("share"),
                        sample(samples, "flamegate_culprit_share_ratio", finding, true));
            }
        }
        for (JsonNode result : sarif) {
            Finding worst = report.worstFirst().stream()
                    .filter(finding ->
                            finding.rule().id().equals(result.path("ruleId").asString()))
                    .filter(finding -> finding.outcome() == Outcome.FAIL || finding.outcome() == Outcome.WARN)
                    .findFirst()
                    .orElseThrow();
            agrees(worst.value(), unit(worst), result.path("properties").path("value"), Optional.empty());
            agrees(worst.growth(), Unit.RATIO, result.path("properties").path("growth"), Optional.empty());
        }
    }

    private static void agrees(
            @org.jspecify.annotations.Nullable Double base, Unit unit, JsonNode json, Optional<Double> metric) {
        if (base == null || !Double.isFinite(base)) {
            assertThat(json.isNull()).isTrue();
            assertThat(metric).isEmpty();
            return;
        }
        double value = base / unit.toBase();
        assertThat(json.asDouble()).isCloseTo(value, Offset.offset(Math.abs(value) * 1e-8));
        metric.ifPresent(sample -> assertThat(sample).isCloseTo(value, Offset.offset(Math.abs(value) * 6e-4)));
    }

    private static Optional<Double> sample(
            Map<String, StrictOpenMetrics.Sample> samples, String name, Finding finding, boolean byRule) {
        return samples.values().stream()
                .filter(sample -> sample.name().equals(name))
                .filter(sample ->
                        finding.rule().indicator().name().equals(sample.labels().get("indicator")))
                .filter(sample -> Objects.equals(
                        finding.selector().request(), sample.labels().get("request")))
                .filter(sample -> Objects.equals(
                        finding.selector().frame(), sample.labels().get("frame")))
                .filter(sample -> !byRule
                        || (finding.rule().id().equals(sample.labels().get("rule"))
                                && finding.criterion()
                                        .text()
                                        .equals(sample.labels().get("criterion"))))
                .map(StrictOpenMetrics.Sample::value)
                .findFirst();
    }

    private static Map<String, String> texts(GateReport report) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("terminal", Summary.write(report, new Terminal(400, false), null));
        texts.put("summary", utf8(MarkdownReport.write(report)));
        texts.put(
                "comment",
                CommentText.write(
                        Results.of(report), new Marker("s", ""), CommentLinks.NONE, List.of(), GitHubForge.LIMIT));
        texts.put(
                "annotations",
                report.judgement().verdict() + "\n"
                        + String.join(
                                        "\n",
                                        new Annotations(file -> Optional.empty())
                                                .lines(Results.of(report), AnnotationFormat.GITHUB))
                                .replace("%25", "%")
                        + changes(report));
        texts.put("JUnit", utf8(JUnitReport.write(report)).replace("&gt;", ">"));
        texts.put(
                "HTML",
                utf8(Objects.requireNonNull(
                        HtmlReport.write(report, ReportFlame.of(report), false).get(HtmlReport.PAGE))));
        texts.put("SARIF", report.judgement().verdict() + utf8(SarifReport.write(report, file -> Optional.empty())));
        return texts;
    }

    /** An annotation is short: it names the culprit and its share, not its cost. */
    private static String changes(GateReport report) {
        Culprit culprit = Objects.requireNonNull(report.worstFirst().get(0).culprit());
        return Numbers.change(culprit.evidence().value() - culprit.evidence().baseline(), CauseText.unit(culprit));
    }

    private static Unit unit(Finding finding) {
        return finding.rule().indicator().unit();
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
