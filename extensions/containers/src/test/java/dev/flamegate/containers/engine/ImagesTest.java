package dev.flamegate.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.testcontainers.utility.DockerImageName;

class ImagesTest {
    @Test
    void every_image_of_the_table_has_an_exact_tag() {
        for (Images.Image image : Images.Image.values()) {
            assertThat(DockerImageName.parse(image.standard()).getVersionPart()).matches("v?\\d+\\.\\d+\\.\\d+.*");
        }
    }

    @Test
    void a_variable_comes_before_the_plan_and_the_plan_before_the_table() {
        Images images = Images.of(
                Map.of("jre", "temurin:21", "prometheus", "prom/prometheus:v2.55.1"),
                Map.of("FLAMEGATE_IMAGE_JRE", "local/jre:1"));

        assertThat(images.name(Images.Image.JRE)).isEqualTo("local/jre:1");
        assertThat(images.name(Images.Image.PROMETHEUS)).isEqualTo("prom/prometheus:v2.55.1");
        assertThat(images.name(Images.Image.PYROSCOPE)).isEqualTo(Images.Image.PYROSCOPE.standard());
    }

    @Test
    void a_prefix_is_put_before_names_without_a_registry_alone() {
        Map<String, String> environment = Map.of(
                "FLAMEGATE_IMAGE_PREFIX", "registry.example.org/mirror",
                "FLAMEGATE_IMAGE_PYROSCOPE", "local/pyroscope:1");
        Images images = Images.of(Map.of("prometheus", "quay.example.org/prometheus:1"), environment);

        assertThat(images.name(Images.Image.JRE))
                .isEqualTo("registry.example.org/mirror/" + Images.Image.JRE.standard());
        assertThat(images.name(Images.Image.PROMETHEUS)).isEqualTo("quay.example.org/prometheus:1");
        assertThat(images.name(Images.Image.PYROSCOPE)).isEqualTo("local/pyroscope:1");
        assertThat(images.prefixed("shop:7")).isEqualTo("registry.example.org/mirror/shop:7");
        assertThat(images.prefixed("localhost:5000/shop:7")).isEqualTo("localhost:5000/shop:7");
    }

    @Test
    void the_prefix_of_testcontainers_counts_too() {
        Images images = Images.of(Map.of(), Map.of("TESTCONTAINERS_HUB_IMAGE_NAME_PREFIX", "mirror.example.org/"));

        assertThat(images.name(Images.Image.PROMETHEUS))
                .isEqualTo("mirror.example.org/" + Images.Image.PROMETHEUS.standard());
    }

    @Test
    void an_unknown_key_and_a_wrong_name_are_refused() {
        assertThatThrownBy(() -> Images.of(Map.of("grafana", "x"), Map.of()))
                .hasMessageContaining("grafana")
                .hasMessageContaining("jre, prometheus, pyroscope");
        assertThatThrownBy(() -> Images.of(Map.of("jre", "Not A Name"), Map.of()))
                .hasMessageContaining("Not A Name");
    }
}
