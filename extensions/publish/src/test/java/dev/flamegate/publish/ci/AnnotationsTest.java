package dev.flamegate.publish.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AnnotationsTest {
    @Test
    void a_broken_rule_stands_at_its_culprits_line_and_else_at_its_own() {
        List<String> lines =
                in("shop/src/main/java/").lines(Results.of(ExampleComparisons.failing()), AnnotationFormat.GITHUB);

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .startsWith("::error file=shop/src/main/java/dev/flamegate/sample/matrix/MatrixCalculator.java,line=73,"
                        + "title=Flamegate%3A worst-method::profile.cpu.worst-method of frame")
                .contains("100 %25 of the growth", "%0Aculprit: dev.flamegate");
        List<String> elsewhere = new Annotations(
                        file -> file.endsWith(".yaml") ? Optional.of("perf/" + file) : Optional.empty())
                .lines(Results.of(ExampleComparisons.failing()), AnnotationFormat.GITHUB);
        assertThat(elsewhere.get(1))
                .startsWith("::error file=perf/flamegate.yaml,line=12,title=Flamegate%3A cpu-cost::");
        assertThat(new Annotations(file -> Optional.empty())
                        .lines(Results.of(ExampleComparisons.failing()), AnnotationFormat.GITHUB)
                        .get(0))
                .startsWith("::error title=");
    }

    @Test
    void a_rule_that_fails_and_warns_is_said_once_and_one_that_only_warns_warns() {
        List<String> lines = in("").lines(Results.of(Examples.failing()), AnnotationFormat.GITHUB);

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("::error ").contains("cpu-cost");
        assertThat(lines.get(1)).startsWith("::warning ").contains("checkout-p99");
    }

    @Test
    void more_than_ten_broken_rules_end_in_a_count() {
        List<String> lines = in("").lines(Results.of(Examples.large(3, 30)), AnnotationFormat.GITHUB);

        assertThat(lines).hasSize(10);
        assertThat(lines.get(9)).contains("21 more broken rules");
        assertThat(in("").lines(Results.of(Examples.large(30, 1)), AnnotationFormat.GITHUB)
                        .get(0))
                .endsWith("%0Aand 9 findings more of this rule");
    }

    @Test
    void an_unsound_measurement_is_an_error_and_doubt_a_warning() {
        assertThat(in("").lines(Results.of(Examples.invalid()), AnnotationFormat.GITHUB))
                .containsExactly("::error title=Flamegate%3A unsound measurement::The measurement is unsound: the"
                        + " generator started 31.2 of 40 requests per second (trial 2, the worst)");
        assertThat(in("").lines(Results.of(Examples.inconclusive()), AnnotationFormat.GITHUB)
                        .get(0))
                .startsWith("::warning title=Flamegate%3A not enough");
        assertThat(in("").lines(Results.of(Examples.passing()), AnnotationFormat.GITHUB))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_passing_run_has_nothing_to_show_but_statistics(AnnotationFormat format) {
        assertThat(in("").lines(Results.of(Examples.passing()), format))
                .allMatch(line -> line.startsWith("##teamcity[buildStatisticValue "));
    }

    @Test
    void azure_gets_issues_at_a_line_of_the_sources() {
        List<String> lines = in("shop/").lines(Results.of(ExampleComparisons.failing()), AnnotationFormat.AZURE);

        assertThat(lines.get(0))
                .startsWith("##vso[task.logissue type=error;"
                        + "sourcepath=shop/dev/flamegate/sample/matrix/MatrixCalculator.java;linenumber=73]"
                        + "Flamegate: worst-method: profile.cpu.worst-method of frame")
                .contains("100 %AZP25 of the growth", "%0Aculprit: dev.flamegate");
        assertThat(in("").lines(Results.of(Examples.failing()), AnnotationFormat.AZURE)
                        .get(1))
                .startsWith("##vso[task.logissue type=warning;sourcepath=");
        assertThat(AnnotationFormat.AZURE.summary(Path.of("/build/a%b/summary.md")))
                .contains("##vso[task.uploadsummary]/build/a%AZP25b/summary.md");
    }

    @Test
    void teamcity_gets_problems_that_keep_their_identity_warnings_and_statistics() {
        List<String> lines = in("").lines(Results.of(Examples.failing()), AnnotationFormat.TEAMCITY);

        assertThat(lines.get(0))
                .startsWith("##teamcity[buildProblem description='Flamegate: cpu-cost (")
                .containsPattern("' identity='flamegate_[0-9a-f]{32}'\\]$");
        assertThat(lines.get(1))
                .startsWith("##teamcity[message text='Flamegate: checkout-p99 (")
                .endsWith("' status='WARNING']");
        assertThat(lines).contains("##teamcity[buildStatisticValue key='flamegate.cpu-cost' value='11.2']");
    }

    @Test
    void buildkite_gets_markdown_that_begins_with_the_verdict() {
        List<String> lines = in("").lines(Results.of(Examples.failing()), AnnotationFormat.BUILDKITE);

        assertThat(lines.get(0)).isEqualTo("**✗ FAIL** `sample-service`\n");
        assertThat(lines.get(1)).startsWith("* error `Flamegate: cpu-cost` at `");
        assertThat(lines.get(2)).startsWith("* warning `Flamegate: checkout-p99` at `");
    }

    private static Annotations in(String root) {
        return new Annotations(file -> Optional.of(root + file));
    }
}
