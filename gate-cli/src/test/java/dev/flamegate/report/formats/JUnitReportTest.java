package dev.flamegate.report.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.report.ExampleFindings;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

class JUnitReportTest {
    static Stream<GateReport> examples() {
        return Examples.all().values().stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void the_counts_of_the_suite_are_those_of_its_cases(GateReport report) throws Exception {
        Element suites = parse(report);

        assertThat(count(suites, "testcase")).isEqualTo(attribute(suites, "tests"));
        assertThat(count(suites, "failure")).isEqualTo(attribute(suites, "failures"));
        assertThat(count(suites, "error")).isEqualTo(attribute(suites, "errors"));
        assertThat(count(suites, "skipped")).isEqualTo(attribute(suites, "skipped"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void names_are_unique_and_hold_no_measured_number(GateReport report) throws Exception {
        List<String> names = names(report);

        assertThat(new HashSet<>(names)).hasSameSizeAs(names);
        assertThat(names).noneMatch(name -> name.contains("11.2") || name.contains("12.4") || name.contains("152"));
    }

    @Test
    void a_name_stays_when_the_outcome_changes() throws Exception {
        assertThat(names(withOutcome(Outcome.FAIL))).isEqualTo(names(withOutcome(Outcome.PASS)));
    }

    @ParameterizedTest
    @CsvSource({
        "FAIL, failure",
        "INVALID, error",
        "INCONCLUSIVE, skipped",
        "RECORDED, skipped",
        "SKIPPED, skipped",
        "WARN, system-out",
        "PASS, system-out",
        "MASKED, system-out",
        "ACCEPTED, system-out"
    })
    void each_outcome_has_its_element(Outcome outcome, String element) throws Exception {
        Element testCase = (Element)
                parse(withOutcome(outcome)).getElementsByTagName("testcase").item(1);

        List<String> children = new ArrayList<>();
        for (int i = 0; i < testCase.getChildNodes().getLength(); i++) {
            if (testCase.getChildNodes().item(i) instanceof Element child) {
                children.add(child.getTagName());
            }
        }
        assertThat(children).containsExactly(element);
        assertThat(testCase.getAttribute("file")).isEqualTo("rules/sets/service.yaml");
        assertThat(testCase.getAttribute("line")).isEqualTo("12");
    }

    @Test
    void an_unsound_measurement_is_an_error_even_when_every_finding_passes() throws Exception {
        Element error = (Element)
                parse(Examples.invalid()).getElementsByTagName("error").item(0);

        assertThat(error.getAttribute("message")).contains("the generator started 31.2 of 40");
        assertThat(error.getTextContent()).contains("give the generator more CPU");
    }

    private static GateReport withOutcome(Outcome outcome) {
        GateReport base = Examples.passing();
        Finding finding = ExampleFindings.of("cpu", "cpu.per-request")
                .value(outcome == Outcome.FAIL ? 0.011 : 0.004)
                .is(outcome, Finding.Reason.POINT_WITHIN_LIMIT);
        return new GateReport(
                base.candidate(),
                new Judgement(base.judgement().verdict(), List.of(finding), List.of(), Map.of()),
                base.measurements(),
                base.baselines(),
                base.trends(),
                base.version(),
                base.judged());
    }

    private static List<String> names(GateReport report) throws Exception {
        Element suites = parse(report);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count(suites, "testcase"); i++) {
            names.add(((Element) suites.getElementsByTagName("testcase").item(i)).getAttribute("name"));
        }
        return names;
    }

    private static int count(Element element, String tag) {
        return element.getElementsByTagName(tag).getLength();
    }

    private static int attribute(Element suites, String name) {
        return Integer.parseInt(
                ((Element) suites.getElementsByTagName("testsuite").item(0)).getAttribute(name));
    }

    private static Element parse(GateReport report) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(JUnitReport.write(report)))
                .getDocumentElement();
    }
}
