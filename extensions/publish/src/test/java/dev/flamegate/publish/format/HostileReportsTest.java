package dev.flamegate.publish.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.report.EveryTextTest;
import dev.flamegate.report.EveryTextTest.Output;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.Leaves;
import dev.flamegate.report.RichExample;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Texts of a report that are attacks, in the files of {@link ToolReports}. */
class HostileReportsTest {
    @Test
    void every_file_is_built_the_same_whatever_its_texts_say() throws Exception {
        List<Output<GateReport>> outputs = List.of(
                EveryTextTest.one("summary.md", MarkdownReport::write),
                EveryTextTest.one("there.sarif", report -> SarifReport.write(report, Optional::of)),
                EveryTextTest.one("elsewhere.sarif", report -> SarifReport.write(report, file -> Optional.empty())),
                EveryTextTest.one("openmetrics.metrics", OpenMetricsReport::write));
        Set<String> rich = Leaves.in(RichExample.report());
        Set<String> pairs = new TreeSet<>(Leaves.in(ExampleComparisons.failing()));
        pairs.removeAll(rich);

        assertThat(EveryTextTest.check(RichExample.report(), rich, outputs)).isGreaterThan(1_400);
        assertThat(EveryTextTest.check(ExampleComparisons.failing(), pairs, outputs))
                .isGreaterThan(30);
    }
}
