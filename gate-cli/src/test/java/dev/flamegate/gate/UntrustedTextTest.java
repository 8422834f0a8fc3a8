package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.flamegate.model.Faults;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Pair;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.finding.CallRate;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.MoreCalls;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.ExampleCauses;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.ExampleFindings;
import dev.flamegate.report.FailedRequests;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.PairSeries;
import dev.flamegate.report.formats.StrictOpenMetrics;
import dev.flamegate.report.text.Summary;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.testing.TrialBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * A comparison whose every text holds marks that mean something in some output: no output lets one through. Takes all
 * files of a report, so a new format fails here until its marks are named.
 */
public class UntrustedTextTest {
    /** The text that is everywhere in {@link #hostile}. */
    public static final String HOSTILE =
            "<img src=x onerror=alert(1)> `x` ``` ]]> | a [x](http://evil.example) @all \"' &amp;"
                    + " ${1} %0A\n::error file=a::forged\n\n# big\r\n/close\u001b[31m\u202e\u0000";

    /** Code of Markdown, in which nothing else means anything. */
    private static final String CODE = "(?s)(`+)(?!`).*?(?<!`)\\1(?!`)|<code>[^<]*</code>";

    @TempDir
    Path folder;

    @Test
    void no_file_of_a_report_lets_untrusted_text_through() throws IOException {
        new ReportFolder(folder).write(hostile(), 1, false);

        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                check(file.getFileName().toString(), Files.readString(file));
            }
        }
    }

    @Test
    void nothing_said_in_a_terminal_lets_untrusted_text_through() {
        GateReport report = hostile();
        check("terminal.txt", Summary.write(report, new Terminal(100, false), HOSTILE));
    }

    /** Checks that a file lets no mark through that means something in its format. */
    public static void check(String name, String text) {
        assertThat(text.codePoints())
                .as(name)
                .noneMatch(
                        c -> (Character.isISOControl(c) && c != '\n' && c != '\t') || (c == '\u202e' && !isJson(name)));
        assertThat(text.lines())
                .as(name)
                .noneMatch(line -> line.startsWith("::") || line.startsWith("# big") || line.startsWith("/close"));
        switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> assertThat(text).as(name).contains("&lt;img").doesNotContain("<img", "href=\"http://evil");
            case "svg", "xml" -> assertThat(text).as(name).doesNotContain("<img", "]]>", "href=\"http://evil");
            case "md" ->
                assertThat(text.replaceAll(CODE, "")).as(name).doesNotContain("<img", "@all", "](", "`", "]]>", "evil");
            case "json", "sarif" -> JsonMapper.shared().readTree(text);
            case "txt" -> {
                if (name.equals("metrics.txt")) {
                    assertThat(samples(text)).isNotEmpty();
                }
            }
            case "css" -> assertThat(text).doesNotContain("img", "alert");
            default -> fail(name + ": say here which marks mean something in this format");
        }
    }

    private static boolean isJson(String name) {
        return name.endsWith(".json") || name.endsWith(".sarif");
    }

    private static Map<String, StrictOpenMetrics.Sample> samples(String text) {
        try {
            return StrictOpenMetrics.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A report whose every text is hostile. */
    public static GateReport hostile() {
        GateReport base = ExampleComparisons.failing();
        ProfiledRun candidate = hostile(base.candidate());
        ProfiledRun baseline = hostile(base.baseline().orElseThrow().run());
        ComparisonCourse pairs = base.comparison().orElseThrow();
        return new GateReport(
                candidate,
                judgement(),
                List.of(),
                Map.of(HOSTILE, new GateReport.Baseline(baseline, List.of())),
                List.of(),
                Optional.of(hostile(pairs)),
                Optional.empty(),
                HOSTILE,
                base.judged());
    }

    private static Judgement judgement() {
        Finding finding = ExampleFindings.of(HOSTILE, "latency.p99")
                .on(new Selector(HOSTILE, HOSTILE, HOSTILE))
                .criterion(ExampleFindings.limit(HOSTILE, Operator.LESS, 1, Unit.MILLISECONDS))
                .value(0.0124)
                .because(HOSTILE)
                .warning(HOSTILE)
                .why(HOSTILE, HOSTILE)
                .culprit(ExampleCauses.named(HOSTILE))
                .diagnosis(
                        new Diagnosis(HOSTILE, Diagnosis.Severity.WARN, HOSTILE, HOSTILE, "https://example.org/", 2, 1))
                .is(Outcome.FAIL, Finding.Reason.BEYOND_LIMIT);
        return new Judgement(
                Verdict.FAIL,
                List.of(finding),
                List.of(new ValidityProblem(HOSTILE, List.of(1), false, HOSTILE, HOSTILE)),
                Map.of());
    }

    private static ComparisonCourse hostile(ComparisonCourse pairs) {
        return new ComparisonCourse(
                HOSTILE,
                pairs.started(),
                HOSTILE,
                HOSTILE,
                pairs.pairs().stream()
                        .map(pair -> new Pair(
                                pair.number(),
                                pair.order(),
                                pair.valid() ? null : HOSTILE,
                                List.of(new Warning(HOSTILE, HOSTILE))))
                        .toList(),
                pairs.seconds(),
                Map.of(HOSTILE, 1.0),
                pairs.series().stream().map(UntrustedTextTest::hostile).toList(),
                List.of(new FailedRequests(
                        "candidate",
                        List.of(new FailedRequests.Name(
                                HOSTILE, 2, 3, List.of(new Faults.Failure(HOSTILE, HOSTILE, 2)))),
                        List.of(new Faults.Logged(2, List.of(HOSTILE, HOSTILE))))),
                List.of(new MoreCalls(
                        HOSTILE,
                        List.of(HOSTILE, HOSTILE),
                        new CallRate(1, 3, 3.0, new Interval(2.9, 3.1, 0.99), true))),
                List.of(new Warning(HOSTILE, HOSTILE)),
                new WorkDifference(List.of(), 1, 0, List.of(HOSTILE), null));
    }

    private static PairSeries hostile(PairSeries series) {
        Rule rule = series.rule();
        Rule named = new Rule(
                HOSTILE + rule.id(),
                rule.indicator(),
                rule.selector(),
                rule.must(),
                rule.should(),
                rule.onNoData(),
                rule.onNoBaseline(),
                rule.decision(),
                rule.applies(),
                HOSTILE,
                HOSTILE,
                HOSTILE,
                1);
        Selector part = new Selector(HOSTILE, null, HOSTILE);
        return new PairSeries(named, series.criterion(), series.level(), part, series.growth(), series.looks());
    }

    private static ProfiledRun hostile(ProfiledRun base) {
        Run run = base.run();
        Map<String, String> context = new LinkedHashMap<>(Map.of(HOSTILE, HOSTILE));
        List.of(Run.COMMIT, Run.BRANCH, Run.TARGET, "version", "jdk").forEach(key -> context.put(key, HOSTILE));
        Run named = new Run(
                HOSTILE,
                HOSTILE,
                run.started(),
                HOSTILE,
                run.cpus(),
                context,
                new Fingerprint(Map.of(HOSTILE, HOSTILE)),
                run.trials().stream().map(UntrustedTextTest::hostile).toList(),
                Map.of(HOSTILE, 1.0),
                List.of(new Warning(HOSTILE, HOSTILE)));
        CallTree tree = new CallTree.Builder()
                .add(
                        List.of(new Frame("java.lang.Thread.run", 0), new Frame(HOSTILE, 7)),
                        new Facet(HOSTILE, HOSTILE, HOSTILE),
                        1_000_000_000)
                .build();
        return new ProfiledRun(
                named,
                IntStream.range(0, run.trials().size())
                        .mapToObj(i -> Map.of(ProfileEvent.CPU, tree))
                        .toList());
    }

    private static Trial hostile(Trial trial) {
        List<RequestStats> requests = IntStream.range(0, trial.requests().size())
                .mapToObj(i -> {
                    RequestStats stats = trial.requests().get(i);
                    return new RequestStats(HOSTILE + i, stats.ok(), stats.failed(), stats.latency());
                })
                .toList();
        return TrialBuilder.like(trial)
                .seconds(Map.of(HOSTILE, 1.0))
                .beside(List.of())
                .requests(requests)
                .warnings(List.of(new Warning(HOSTILE, HOSTILE)))
                .faults(Faults.NONE)
                .build();
    }
}
