package dev.flamegate.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.Plans;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import org.junit.jupiter.api.Test;

class GrafanaLinkTest {
    private static final String TARGET = "target: {jar: shop.jar}\n";
    private static final String SERVERS = """
            pyroscope: {url: "http://pyroscope.example:4040", labels: {region: eu}}
            grafana: {url: "http://grafana.example/g/", source: pyro}
            """;

    @Test
    void a_comparison_leads_to_both_arms_in_the_time_that_was_measured() {
        GateReport report = ExampleComparisons.failing();

        assertThat(GrafanaLink.of(Plans.of(TARGET + SERVERS), report)
                        .orElseThrow()
                        .toString())
                .startsWith("http://grafana.example/g/a/grafana-pyroscope-app/explore?explorationType=diff-flame-graph")
                .contains("var-dataSource=pyro")
                .contains("var-filtersBaseline=region%7C%3D%7Ceu", "var-filtersBaseline=arm%7C%3D%7Cbaseline")
                .contains("var-filtersComparison=arm%7C%3D%7Ccandidate")
                .contains("diffFrom="
                        + report.baseline()
                                .orElseThrow()
                                .run()
                                .run()
                                .trials()
                                .get(0)
                                .windows()
                                .get(0)
                                .start()
                                .toEpochMilli());
    }

    @Test
    void a_run_is_held_against_the_stored_run_at_its_own_time() {
        assertThat(GrafanaLink.of(Plans.of(TARGET + SERVERS), Examples.failing())
                        .orElseThrow()
                        .toString())
                .contains("var-filtersBaseline=arm%7C%3D%7Ccandidate", "var-filtersComparison=arm%7C%3D%7Ccandidate");
    }

    @Test
    void arms_that_run_already_are_told_by_their_labels_in_the_plan() {
        String arms = """
                compare:
                  baseline: {from: "http://old.example", labels: {version: "1"}}
                  candidate: {from: "http://new.example", labels: {version: "2"}}
                """;

        assertThat(GrafanaLink.of(Plans.of(TARGET + SERVERS + arms), ExampleComparisons.failing())
                        .orElseThrow()
                        .toString())
                .contains("var-filtersBaseline=version%7C%3D%7C1", "var-filtersComparison=version%7C%3D%7C2");
    }

    @Test
    void without_a_grafana_or_without_profiles_on_a_server_there_is_no_link() {
        assertThat(GrafanaLink.of(Plans.of(TARGET), ExampleComparisons.failing()))
                .isEmpty();
        assertThat(GrafanaLink.of(
                        Plans.of(TARGET + "grafana: {url: \"http://grafana.example\"}\n"),
                        ExampleComparisons.failing()))
                .isEmpty();
    }
}
