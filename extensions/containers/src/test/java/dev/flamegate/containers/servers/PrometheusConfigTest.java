package dev.flamegate.containers.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class PrometheusConfigTest {
    private static final List<StackSetup.ScrapeTarget> TARGETS =
            List.of(new StackSetup.ScrapeTarget("candidate", 8080, "/m", "bob's shop: 'x'", "candidate"));

    @Test
    void targets_bear_service_and_arm() {
        Map<?, ?> config = read(PrometheusContainer.Config.of(TARGETS, "3.13.2"));
        Map<?, ?> job = (Map<?, ?>) ((List<?>) config.get("scrape_configs")).get(0);
        Map<?, ?> target = (Map<?, ?>) ((List<?>) job.get("static_configs")).get(0);

        assertThat(((Map<?, ?>) config.get("global")).get("scrape_interval")).isEqualTo("1s");
        assertThat(target.get("targets")).isEqualTo(List.of("candidate:8080"));
        assertThat(target.get("labels"))
                .isEqualTo(Map.of("__metrics_path__", "/m", "service", "bob's shop: 'x'", "arm", "candidate"));
    }

    @Test
    void every_version_is_told_only_what_it_knows() {
        assertThat(PrometheusContainer.Config.of(TARGETS, "2.42.0+ds")).doesNotContain("histograms");
        assertThat(PrometheusContainer.Config.of(TARGETS, "2.55.1"))
                .contains("    scrape_classic_histograms: true")
                .doesNotContain("native");
        assertThat(PrometheusContainer.Config.of(TARGETS, "3.5.0"))
                .contains("    always_scrape_classic_histograms: true")
                .doesNotContain("native");
        assertThat(PrometheusContainer.Config.of(TARGETS, "3.13.2"))
                .contains("    always_scrape_classic_histograms: true")
                .contains("    scrape_native_histograms: true");
        assertThat(PrometheusContainer.Config.of(TARGETS, "10.0.0")).contains("scrape_native_histograms");
        assertThat(PrometheusContainer.Config.of(TARGETS, "")).doesNotContain("histograms");
        // An image named by a plan may call itself anything.
        assertThat(PrometheusContainer.Config.of(TARGETS, "99999999999999999999.1"))
                .doesNotContain("histograms");
        assertThat(PrometheusContainer.Config.of(TARGETS, "unknown")).doesNotContain("histograms");
    }

    @Test
    void without_targets_nothing_is_scraped() {
        assertThat(read(PrometheusContainer.Config.of(List.of(), "3.13.2")).containsKey("scrape_configs"))
                .isFalse();
        assertThat(read(PrometheusContainer.Config.empty()).containsKey("global"))
                .isTrue();
    }

    private static Map<?, ?> read(String yaml) {
        return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(yaml);
    }
}
