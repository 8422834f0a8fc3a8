package dev.flamegate.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.ExampleCauses;
import dev.flamegate.report.ExampleFindings;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.formats.Badge;
import dev.flamegate.report.formats.JUnitReport;
import dev.flamegate.report.formats.MarkdownReport;
import dev.flamegate.report.formats.OpenMetricsReport;
import dev.flamegate.report.formats.SarifReport;
import dev.flamegate.report.formats.StrictOpenMetrics;
import dev.flamegate.report.html.HtmlReport;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every name that comes from outside (service, request, frame, branch, rule, commit, messages) holds an attack; no format
 * lets it mean anything.
 */
class InjectionTest {
    private static final Pattern CODE = Pattern.compile("(?s)(`+)(?!`).*?(?<!`)\\1(?!`)|<code>[^<]*</code>");

    static Stream<String> attacks() {
        return Stream.of(
                "<script>alert(1)</script>",
                "\"><img src=x onerror=alert(1)>",
                "' onmouseover='x",
                "</code></td></table><h1>x</h1>",
                "</details>\n\n# Big\n\n[x](javascript:alert(1))",
                "`` ` ``` [x](http://evil.example) ![x](http://evil.example/p.png)",
                "@everyone @acme/admins #1 !1 ~label %milestone GH-1 acme/shop#2",
                "https://evil.example/click www.evil.example",
                "x\n/close\n/assign @mallory\n/merge",
                "/close",
                "--> <b>out of the marker</b> <!--",
                "x\n::error file=a,line=1::forged",
                "::set-output name=verdict::PASS",
                "::add-mask::a%0A::error::b",
                "##[error]forged",
                "x\r\n::warning::forged",
                "$(touch pwned) `touch pwned` ; touch pwned && | > x",
                "${{ github.token }} ${IFS} %PATH% !PATH!",
                "\"} 1\nflamegate_verdict{x=\"y",
                "back\\slash\\\" quote\\n",
                "# EOF\n",
                "]]><failure/><![CDATA[",
                "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>&e;",
                "&lt;b&gt; &amp; &#x3c;",
                "[link](1) {0} {{1}} ](http://evil.example)",
                "../../../../etc/passwd",
                "C:\\Windows\\x:1,title=forged",
                "=cmd|' /C calc'!A1",
                "\u001b[2J\u001b]0;title\u0007",
                "\u202etxt.exe\u202c \u2066x\u2069 \u200b\ufeff",
                "\u0000\u0001\ufffe\uffff\ud800",
                "\u2028\u2029\u0085",
                "x".repeat(5000),
                "`".repeat(300));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void in_markdown_an_attack_stands_in_code_alone(String attack) {
        for (String text : List.of(comment(attack), utf8(MarkdownReport.write(report(attack))))) {
            String visible = text.startsWith("<!-- flamegate-comment:") ? text.substring(text.indexOf('\n') + 1) : text;
            String rest = CODE.matcher(visible).replaceAll("");
            assertThat(rest)
                    .doesNotContain("`", "@", "](", "http", "javascript", "<script", "<img", "<b>", "<h1", "<!", "-->")
                    .doesNotContain("&", "::", "##", "evil", "forged", "pwned", "onmouse", "passwd", "/close");
            assertThat(rest.replaceAll("</?(details|summary|table|thead|tbody|tr|th|td|br|ul|li|p|sub)>", ""))
                    .doesNotContain("<", ">");
            assertThat(visible.lines()).noneMatch(line -> line.startsWith("/") || line.startsWith("::"));
            assertThat(text.chars()).noneMatch(c -> c < ' ' && c != '\n');
        }
        String marker = comment(attack).lines().findFirst().orElseThrow();
        assertThat(marker).matches("<!-- flamegate-comment:[\\w.%*+]*:[\\w.%*+]* -->");
        assertThat(comment(attack).length()).isLessThanOrEqualTo(GitHubForge.LIMIT);
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void a_workflow_command_is_one_line_that_only_says_its_message(String attack) {
        for (Optional<String> file : List.of(Optional.of(attack), Optional.<String>empty())) {
            List<String> lines = new Annotations(path -> file).of(Results.of(report(attack)));

            assertThat(lines).isNotEmpty();
            for (String line : lines) {
                assertThat(line.lines()).hasSize(1);
                assertThat(line).matches("(?s)::(error|warning) [^:]*::.*");
                String properties = line.substring(line.indexOf(' ') + 1, line.indexOf("::", 2));
                assertThat(properties.split(",")).allMatch(one -> one.matches("(file|line|title)=[^,:]*"));
                assertThat(line.replaceAll("%(25|0A|0D|3A|2C)", "")).doesNotContain("%");
                assertThat(line.chars()).noneMatch(c -> c < ' ');
            }
        }
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void a_metric_is_still_one_sample_with_the_attack_in_a_label(String attack) throws Exception {
        GateReport report = report(attack);

        assertThat(StrictOpenMetrics.read(OpenMetricsReport.write(report)).keySet())
                .hasSameSizeAs(StrictOpenMetrics.read(OpenMetricsReport.write(report("plain")))
                        .keySet());
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void xml_keeps_its_elements(String attack) throws Exception {
        for (byte[][] pair : List.of(
                new byte[][] {JUnitReport.write(report(attack)), JUnitReport.write(report("plain"))},
                new byte[][] {Badge.write(report(attack)), Badge.write(report("plain"))})) {
            assertThat(parse(pair[0]).getElementsByTagName("*").getLength())
                    .isEqualTo(parse(pair[1]).getElementsByTagName("*").getLength());
            assertThat(parse(pair[0]).getDoctype()).isNull();
        }
        String page = utf8(Objects.requireNonNull(
                        HtmlReport.write(report(attack), ReportFlame.of(report(attack)), false)
                                .get(HtmlReport.PAGE)))
                .substring("<!DOCTYPE html>\n".length());
        assertThat(parse(page.getBytes(StandardCharsets.UTF_8))
                        .getElementsByTagName("script")
                        .getLength())
                .isZero();
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void sarif_points_into_the_repository_and_its_texts_are_plain(String attack) {
        JsonNode run = JsonMapper.shared()
                .readTree(SarifReport.write(report(attack), path -> Optional.of(attack)))
                .path("runs")
                .get(0);

        for (JsonNode result : run.path("results")) {
            String uri = result.path("locations")
                    .get(0)
                    .path("physicalLocation")
                    .path("artifactLocation")
                    .path("uri")
                    .asString();
            assertThat(URI.create(uri).isAbsolute()).isFalse();
            assertThat(uri).doesNotStartWith("/").doesNotContain("..", "//", "\\");
            assertThat(result.path("message").path("text").asString()).doesNotContain("](", "{0}");
        }
    }

    private static String comment(String attack) {
        return CommentText.write(
                Results.of(report(attack)), new Marker(attack, attack), CommentLinks.NONE, GitHubForge.LIMIT);
    }

    private static GateReport report(String attack) {
        GateReport base = Examples.hostile();
        Run run = base.run();
        Run named = new Run(
                run.id(),
                attack,
                run.started(),
                run.runtime(),
                run.cpus(),
                Map.of("branch", attack, "commit", attack),
                run.fingerprint(),
                run.trials(),
                run.seconds(),
                run.warnings());
        List<Finding> findings = List.of(ExampleFindings.of(attack, "latency.p99")
                .on(new Selector(attack, attack, attack))
                .criterion(ExampleFindings.limit("< 1 ms", Operator.LESS, 1, Unit.MILLISECONDS))
                .value(0.0124)
                .because(attack)
                .warning(attack)
                .why(attack, attack)
                .culprit(ExampleCauses.named(attack))
                .diagnosis(new Diagnosis(attack, Diagnosis.Severity.WARN, attack, attack, "https://example.org/", 2, 1))
                .is(Outcome.FAIL, Finding.Reason.BEYOND_LIMIT));
        return new GateReport(
                new ProfiledRun(named, base.candidate().trials()),
                new Judgement(
                        Verdict.FAIL,
                        findings,
                        List.of(new ValidityProblem(attack, List.of(1), false, attack, attack)),
                        Map.of()),
                List.of(),
                Map.of(),
                List.of(),
                "0.1.0",
                base.judged());
    }

    private static Document parse(byte[] xml) throws Exception {
        DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        builder.setErrorHandler(null);
        return builder.parse(new ByteArrayInputStream(xml));
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
