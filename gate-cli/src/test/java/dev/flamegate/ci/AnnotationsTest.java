package dev.flamegate.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnnotationsTest {
    @Test
    void a_broken_rule_stands_at_its_culprits_line_and_else_at_its_own() {
        List<String> lines = in("shop/src/main/java/").of(Results.of(ExampleComparisons.failing()));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .startsWith("::error file=shop/src/main/java/dev/flamegate/sample/matrix/MatrixCalculator.java,line=73,"
                        + "title=Flamegate%3A worst-method::profile.cpu.worst-method of frame")
                .contains("100 %25 of the growth", "%0Aculprit: dev.flamegate");
        List<String> elsewhere = new Annotations(
                        file -> file.endsWith(".yaml") ? Optional.of("perf/" + file) : Optional.empty())
                .of(Results.of(ExampleComparisons.failing()));
        assertThat(elsewhere.get(1))
                .startsWith("::error file=perf/flamegate.yaml,line=12,title=Flamegate%3A cpu-cost::");
        assertThat(new Annotations(file -> Optional.empty())
                        .of(Results.of(ExampleComparisons.failing()))
                        .get(0))
                .startsWith("::error title=");
    }

    @Test
    void a_rule_that_fails_and_warns_is_said_once_and_one_that_only_warns_warns() {
        List<String> lines = in("").of(Results.of(Examples.failing()));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("::error ").contains("cpu-cost");
        assertThat(lines.get(1)).startsWith("::warning ").contains("checkout-p99");
    }

    @Test
    void more_than_ten_broken_rules_end_in_a_count() {
        List<String> lines = in("").of(Results.of(Examples.large(3, 30)));

        assertThat(lines).hasSize(10);
        assertThat(lines.get(9)).contains("21 more broken rules");
        assertThat(in("").of(Results.of(Examples.large(30, 1))).get(0)).endsWith("%0Aand 9 findings more of this rule");
    }

    @Test
    void an_unsound_measurement_is_an_error_and_doubt_a_warning() {
        assertThat(in("").of(Results.of(Examples.invalid())))
                .containsExactly("::error title=Flamegate%3A unsound measurement::The measurement is unsound: the"
                        + " generator started 31.2 of 40 requests per second (trial 2, the worst)");
        assertThat(in("").of(Results.of(Examples.inconclusive())).get(0))
                .startsWith("::warning title=Flamegate%3A not enough");
        assertThat(in("").of(Results.of(Examples.passing()))).isEmpty();
    }

    private static Annotations in(String root) {
        return new Annotations(file -> Optional.of(root + file));
    }
}
