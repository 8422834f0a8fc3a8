package dev.flamegate.trends.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.rule.Indicators;
import dev.flamegate.trends.site.SiteData;
import dev.flamegate.trends.site.SiteExamples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What other tools read, kept as files, which {@code -Dgolden.update=true} rewrites. Look at the difference. */
class SeriesTest {
    private static final Path FILES = Path.of("src", "test", "resources", "golden", "series");

    private static final SiteData.Kind KIND = SiteExamples.of(60).kinds().get(0);

    @Test
    void the_files_are_as_they_were_whatever_the_locale() throws IOException {
        Locale before = Locale.getDefault();
        try {
            for (Locale locale : List.of(Locale.ROOT, Locale.GERMANY, Locale.forLanguageTag("ar-u-nu-arab"))) {
                Locale.setDefault(locale);
                OtavaSeries otava = new OtavaSeries(KIND);
                golden("otava.csv", text(otava.table()));
                golden("otava.yaml", text(otava.configuration("build/orders.csv")));
                golden("horreum.ndjson", String.join("\n", HorreumRuns.documents(KIND)) + "\n");
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void the_configuration_names_columns_of_the_table() {
        OtavaSeries otava = new OtavaSeries(KIND);
        List<String> columns =
                List.of(text(otava.table()).lines().findFirst().orElseThrow().split(","));
        Map<String, Map<String, Map<String, Object>>> yaml = (Map<String, Map<String, Map<String, Object>>>)
                new Load(LoadSettings.builder().build()).loadFromString(text(otava.configuration("a \"b\".csv")));
        Map<String, Object> test = yaml.get("tests").get("orders");
        Map<String, Map<String, Object>> metrics = (Map<String, Map<String, Object>>) test.get("metrics");
        List<String> attributes = (List<String>) test.get("attributes");

        assertThat(test).containsEntry("type", "csv").containsEntry("file", "a \"b\".csv");
        assertThat(Stream.of(
                                Stream.of(test.get("time_column").toString()),
                                attributes.stream(),
                                metrics.values().stream()
                                        .map(metric -> metric.get("column").toString()))
                        .flatMap(names -> names)
                        .toList())
                .containsExactlyElementsOf(columns);
        assertThat(metrics.get("throughput")).containsEntry("direction", 1);
        assertThat(metrics.get("cpu.per-request")).containsEntry("direction", -1);
    }

    @Test
    void a_document_has_what_an_upload_needs_and_each_value_with_its_unit() {
        JsonNode document =
                JsonMapper.shared().readTree(HorreumRuns.documents(KIND).get(0));

        assertThat(document.path("$schema").asString()).isEqualTo("urn:flamegate:run:1");
        assertThat(document.path("start").asLong())
                .isEqualTo(KIND.runs().get(0).started().toEpochMilli());
        assertThat(document.path("stop").asLong() - document.path("start").asLong())
                .isEqualTo(120_000);
        assertThat(document.path("tags").path("release").asString()).isEqualTo("2.0");
        assertThat(document.path("results").path("latency.p99").path("unit").asString())
                .isEqualTo("ms");
        assertThat(document.path("results").path("latency.p99").path("value").asDouble())
                .isBetween(30.0, 50.0);
    }

    @Test
    void an_indicator_that_a_run_lacks_is_no_column_of_the_table_and_no_value_of_the_run() {
        List<Double> values = new ArrayList<>(KIND.trends().get(0).values());
        values.set(3, Double.NaN);
        List<SiteData.Trend> trends = new ArrayList<>(KIND.trends());
        trends.set(0, SiteData.Trend.of(KIND.trends().get(0).indicator(), values));
        SiteData.Kind some = new SiteData.Kind(KIND.service(), KIND.fingerprint(), KIND.runs(), trends);
        String lacking = trends.get(0).indicator().name();

        assertThat(new OtavaSeries(some).leftOut()).containsExactly(lacking);
        assertThat(text(new OtavaSeries(some).table())).doesNotContain(lacking);
        assertThat(text(new OtavaSeries(some).configuration("x.csv"))).doesNotContain(lacking);
        List<String> documents = HorreumRuns.documents(some);
        assertThat(documents.get(3)).doesNotContain(lacking);
        assertThat(documents.get(4)).contains(lacking);
    }

    @Test
    void large_and_tiny_values_are_plain_numbers() {
        assertThat(Stream.of(123_456_789.0, 1.23456789e-7, 0.0, -4.0)
                        .map(value -> SeriesNumbers.in(
                                        value, Indicators.find("throughput").orElseThrow())
                                .toPlainString())
                        .collect(Collectors.joining(" ")))
                .isEqualTo("123457000 0.000000123457 0 -4");
    }

    private static void golden(String name, String written) throws IOException {
        Path golden = FILES.resolve(name);
        if (Boolean.getBoolean("golden.update") && Locale.getDefault().equals(Locale.ROOT)) {
            Files.createDirectories(FILES);
            Files.writeString(golden, written);
        }
        assertThat(written).as(name).isEqualTo(Files.readString(golden));
    }

    private static String text(byte[] file) {
        return new String(file, StandardCharsets.UTF_8);
    }
}
