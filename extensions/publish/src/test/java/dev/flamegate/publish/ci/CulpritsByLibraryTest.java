package dev.flamegate.publish.ci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.flamegate.model.Interval;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Library;
import dev.flamegate.publish.format.MarkdownReport;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.json.ChangedLibrary;
import dev.flamegate.report.json.Result;
import dev.flamegate.report.text.Summary;
import dev.flamegate.report.text.Terminal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an upgrade cost, in every output: the comparison of the examples, whose builds differ in jackson-databind. */
class CulpritsByLibraryTest {
    private static final Library JACKSON = new Library("jackson-databind", "2.17.0", "2.18.1");
    private static final String LINE =
            "In jackson-databind 2.17.0 → 2.18.1: ObjectReader.read +50 % of CPU per request, called from"
                    + " Cart.load:7; NodeFactory.make +4 KiB, new, of allocation per request, called from Cart.load:7";

    private final GateReport report = report(
            culprit("shop.Cart.total", ProfileEvent.CPU, 0.1, null),
            culprit("com.fasterxml.jackson.databind.ObjectReader.read", ProfileEvent.CPU, 0.5, JACKSON),
            culprit("com.fasterxml.jackson.databind.NodeFactory.make", ProfileEvent.ALLOC, null, JACKSON));

    @Test
    void every_output_lists_the_culprits_by_library() throws Exception {
        assertThat(words(Summary.write(report, new Terminal(100, false), null))).contains(LINE + ".");
        assertThat(words(text(MarkdownReport.write(report)).replace("`", ""))).contains(LINE + ".");
        assertThat(words(comment(report).replace("`", ""))).contains(LINE + ".");
        assertThat(text(HtmlReport.write(report, ReportFlame.of(report), false).get("index.html")))
                .contains(LINE + ".");
    }

    @Test
    void the_result_has_them_with_their_rules() {
        List<String> rules =
                report.worstFirst().stream().map(finding -> finding.rule().id()).toList();

        assertThat(Results.of(report).compared().libraries()).singleElement().satisfies(library -> {
            assertThat(library.model()).isEqualTo(JACKSON);
            assertThat(library.culprits())
                    .extracting(ChangedLibrary.Method::frame, ChangedLibrary.Method::event)
                    .containsExactly(
                            tuple("com.fasterxml.jackson.databind.ObjectReader.read", "cpu"),
                            tuple("com.fasterxml.jackson.databind.NodeFactory.make", "alloc"));
            assertThat(library.culprits().get(0).rules()).containsExactly(rules.get(1));
            assertThat(library.culprits().get(1).growth()).isNull();
        });
    }

    @Test
    void a_single_culprit_is_not_told_twice() {
        GateReport single = report(
                culprit("com.fasterxml.jackson.databind.ObjectReader.read", ProfileEvent.CPU, 0.5, JACKSON),
                culprit("com.fasterxml.jackson.databind.ObjectReader.read", ProfileEvent.CPU, 0.5, JACKSON));

        assertThat(words(comment(single).replace("`", "")))
                .contains("ObjectReader.read in jackson-databind 2.18.1 (baseline: 2.17.0) explains")
                .doesNotContain("In jackson-databind");
        assertThat(Results.of(single).compared().libraries().get(0).culprits())
                .singleElement()
                .satisfies(one -> assertThat(one.rules()).hasSize(2));
    }

    @Test
    void a_library_that_does_not_differ_is_none_of_them() {
        GateReport same = report(
                culprit("shop.Cart.total", ProfileEvent.CPU, 0.1, null),
                culprit("com.acme.Lib.run", ProfileEvent.CPU, 0.5, new Library("lib", "1.0", "1.0")));

        assertThat(comment(same)).doesNotContain("In `lib`");
    }

    /** The failing comparison, with these culprits from its worst finding on. */
    private static GateReport report(Culprit... culprits) {
        GateReport base = ExampleComparisons.failing();
        List<Finding> order = base.worstFirst();
        List<Finding> findings = new ArrayList<>();
        for (Finding finding : base.judgement().findings()) {
            int place = order.indexOf(finding);
            findings.add(
                    finding.explained(new Finding.Cause(place < culprits.length ? culprits[place] : null, null, null)));
        }
        Judgement judgement = base.judgement();
        return new GateReport(
                base.candidate(),
                new Judgement(judgement.verdict(), findings, judgement.validity(), judgement.baselines()),
                base.measurements(),
                base.baselines(),
                base.trends(),
                base.comparison(),
                Optional.empty(),
                base.version(),
                base.judged());
    }

    private static Culprit culprit(
            String frame, ProfileEvent event, @Nullable Double growth, @Nullable Library library) {
        double unit = event == ProfileEvent.ALLOC ? 1024 : 0.001;
        Culprit culprit = new Culprit(
                        frame,
                        null,
                        0,
                        0.9,
                        growth,
                        growth == null ? null : new Interval(growth / 2, growth * 2, 0.95),
                        new Culprit.Evidence(
                                event,
                                Culprit.Kind.SELF,
                                growth == null ? 0 : 4 * unit / growth,
                                growth == null ? 4 * unit : 4 * unit / growth + 4 * unit,
                                new Interval(2 * unit, 8 * unit, 0.95),
                                List.of(frame),
                                null,
                                null))
                .calledFrom(List.of(new Culprit.Caller("shop.Cart.load", null, 7, 1)));
        return library == null ? culprit : culprit.partOf(library);
    }

    private static String comment(GateReport report) {
        Result result = Results.of(report);
        return CommentText.write(
                result,
                new Marker(result.head().service(), ""),
                new CommentLinks(Optional.empty(), Optional.empty(), Optional.empty()),
                List.of(),
                GitHubForge.LIMIT);
    }

    private static String text(byte[] file) {
        return new String(file, StandardCharsets.UTF_8);
    }

    /** Without the line breaks of a terminal. */
    private static String words(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
