package dev.flamegate.search.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Main;
import dev.flamegate.cli.Schemas;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.Interval;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.report.Attacks;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.search.bisect.Bisection.Alone;
import dev.flamegate.search.bisect.Bisection.Ending;
import dev.flamegate.search.bisect.Bisection.Result;
import dev.flamegate.search.bisect.Bisection.Revision;
import dev.flamegate.search.bisect.Bisection.Step;
import dev.flamegate.search.bisect.Bisection.Suspect;
import dev.flamegate.search.bisect.CommitGraph.Commit;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code bisect} prints and writes. */
class BisectOutputTest {
    private static final Pattern TAG = Pattern.compile("<[^>]*>");

    @TempDir
    Path folder;

    @Test
    void the_summary_names_the_commit_first_and_how_sure_that_is() {
        String summary = BisectText.summary(
                bisection(Ending.FOUND, "Cache the matrix"), new Terminal(160, false), "build/bisect.html");

        assertThat(summary)
                .startsWith("FOUND  shop, Cache the matrix to Cache the matrix, 64 commits\n")
                .contains("1234567890 (Cache the matrix) made ")
                .contains("break, with 97.3 % probability.")
                .contains("+10 % [+8, +12]")
                .contains("Against its parent ffff: +9 %")
                .contains(
                        "97.3 %  1234567890  Cache the matrix  (Cache the matrix, 2026-11-20), touches the culprit's file")
                .endsWith("Report: build/bisect.html\n");
    }

    @Test
    void a_commit_whose_own_growth_is_small_is_not_said_to_be_all_of_it() {
        Bisection found = bisection(Ending.FOUND, "x", 0.001);

        assertThat(BisectText.summary(found, new Terminal(160, false), "p"))
                .contains("other commits may have added to it");
    }

    @Test
    void no_probability_is_shown_as_certainty() {
        Commit commit = commit("x");
        Step step = new Step(1, commit, Result.GROWN, 0.9999999, 3, "", 1, commit, 0.99999);

        assertThat(BisectText.step(step))
                .isEqualTo(
                        "step 1: 1234567890 (x) has the growth (over 99.9 %, 3 pairs); 1 commit is left, 1234567890 with over 99.9 %");
    }

    @ParameterizedTest
    @EnumSource
    void every_ending_has_its_words_and_follows_the_schema(Ending ending) throws IOException {
        Bisection bisection = bisection(ending, "words");

        assertThat(Schemas.errors("bisect", json(bisection))).isEmpty();
        assertThat(BisectText.summary(bisection, new Terminal(80, false), "page"))
                .contains("words");
        assertThat(page(bisection)).contains("<h2 id=\"result\">");
    }

    @Test
    void a_search_that_never_began_follows_the_schema() throws IOException {
        Bisection none = new Bisection(
                "shop",
                new Revision("a", "1"),
                new Revision("b", "2"),
                3,
                Ending.NOT_BROKEN,
                "no rule is about two builds",
                null,
                List.of(),
                List.of(),
                null);

        assertThat(Schemas.errors("bisect", json(none))).isEmpty();
        assertThat(BisectText.summary(none, new Terminal(80, false), "page")).contains("(no rule is about two builds)");
        assertThat(BisectReport.exitCode(none.ending(), true)).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void whatever_texts_say_the_page_is_built_the_same_and_the_terminal_obeys_nothing() throws IOException {
        List<String> genuine = tags(page(bisection(Ending.FOUND, "plain words")));
        for (String attack : Attacks.all().values()) {
            Bisection evil = bisection(Ending.FOUND, attack);

            assertThat(tags(page(evil))).as(attack).isEqualTo(genuine);
            assertThat(BisectText.summary(evil, new Terminal(160, false), "page"))
                    .as(attack)
                    .doesNotContainPattern("[\\p{Cntrl}&&[^\\n]]");
            assertThat(Schemas.errors("bisect", json(evil))).as(attack).isEmpty();
        }
    }

    @Test
    void doubt_has_an_exit_code_of_its_own_only_where_it_is_asked_for() {
        assertThat(BisectReport.exitCode(Ending.FOUND, true)).isEqualTo(ExitCode.OK);
        assertThat(BisectReport.exitCode(Ending.RANGE, true)).isEqualTo(ExitCode.OK);
        assertThat(BisectReport.exitCode(Ending.OUT_OF_TIME, false)).isEqualTo(ExitCode.OK);
        assertThat(BisectReport.exitCode(Ending.OUT_OF_TIME, true)).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(BisectReport.exitCode(Ending.UNFIT, false)).isEqualTo(ExitCode.NOT_MEASURED);
    }

    @Test
    void what_cannot_be_built_or_is_no_rule_is_a_mistake_of_the_command_line() throws IOException {
        Path plan = Files.writeString(
                folder.resolve("flamegate.yaml"),
                "version: 1\nservice: shop\ntarget: {jar: a.jar, environment: {PORT: \"{port}\"}}\nload: {simulation: a.B}\nrules: [rules.yaml]\n");
        Files.writeString(
                folder.resolve("rules.yaml"),
                "version: 1\nrules:\n  - id: cpu\n    indicator: cpu.per-request\n    must: \"< 5% growth vs baseline\"\n");

        assertThat(error("bisect", "v1", "HEAD", "--plan", plan.toString())).contains("the plan needs build:");
        assertThat(error("bisect", "v1", "HEAD", "--plan", plan.toString(), "--rule", "gpu"))
                .contains("there is no rule gpu; the rules are cpu");
        assertThat(error("bisect", "v1", "--plan", plan.toString())).contains("BAD");
        assertThat(error("bisect", "v1", "two words", "--plan", plan.toString()))
                .contains("names no revision");
    }

    private static String error(String... args) {
        StringWriter err = new StringWriter();
        int code = Main.run(args, new PrintWriter(new StringWriter()), new PrintWriter(err));
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.USAGE);
        return err.toString();
    }

    private static List<String> tags(String page) {
        return TAG.matcher(page).results().map(MatchResult::group).toList();
    }

    private static String page(Bisection bisection) {
        return new String(
                BisectPage.write(bisection, "baseline a against candidate b", true, ""), StandardCharsets.UTF_8);
    }

    private static String json(Bisection bisection) {
        return BisectJson.of(
                        bisection,
                        BisectReport.exitCode(bisection.ending(), false),
                        "build/flamegate/bisect.html",
                        Optional.of("build/flamegate/flame.html"))
                .toPrettyString();
    }

    private static Bisection bisection(Ending ending, String text) {
        return bisection(ending, text, 0.09);
    }

    private static Bisection bisection(Ending ending, String text, double own) {
        Finding finding = ExampleComparisons.failing().worstFirst().get(0);
        Commit commit = commit(text);
        List<Suspect> suspects = new ArrayList<>();
        suspects.add(new Suspect(commit, 0.973, Touch.FILE, true, 4));
        if (ending != Ending.FOUND) {
            suspects.add(new Suspect(commit, 0.02, Touch.OTHER, false, 0));
        }
        return new Bisection(
                "shop",
                new Revision(text, "a".repeat(40)),
                new Revision(text, "b".repeat(40)),
                64,
                ending,
                ending == Ending.FOUND ? "" : text,
                new Bisection.FoundGrowth(finding, 0.1, new Interval(0.08, 0.12, 0.95)),
                suspects,
                List.of(
                        new Step(1, commit, Result.GROWN, 0.99, 2, "", 20, commit, 0.1),
                        new Step(2, commit, Result.NOT_MEASURABLE, 0.5, 0, text, 20, commit, 0.1)),
                new Alone("ffff", grown(finding, own)));
    }

    private static Finding grown(Finding finding, double growth) {
        return new Finding(
                finding.rule(),
                finding.criterion(),
                finding.level(),
                finding.outcome(),
                finding.selector(),
                finding.value(),
                null,
                new Finding.Growth(1, "baseline", growth, new Interval(0, 0.2, 0.99), null),
                finding.reason(),
                null,
                List.of());
    }

    private static Commit commit(String text) {
        return new Commit(
                "1234567890abcdef", List.of("ffff"), "tree", text, Instant.parse("2026-11-20T09:00:00Z"), text);
    }
}
