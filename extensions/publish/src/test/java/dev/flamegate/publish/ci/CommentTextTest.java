package dev.flamegate.publish.ci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.JsonReport;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommentTextTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "comment");
    private static final CommentLinks LINKS = new CommentLinks(
            Optional.of(URI.create("https://ci.example/run/1?a=1&b=2")),
            Optional.of(URI.create("https://ci.example/flame.html")));

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    public static Stream<String> examples() {
        return Examples.names().stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void the_comment_is_the_same_in_every_locale(String name) throws IOException {
        Path golden = GOLDEN.resolve(name + ".md");
        for (Locale locale : List.of(Locale.ROOT, Locale.GERMANY, Locale.forLanguageTag("tr-TR"))) {
            Locale.setDefault(locale);
            String text = text(Examples.named(name), LINKS);
            if (Boolean.getBoolean("golden.update") && locale.equals(Locale.ROOT)) {
                Files.createDirectories(GOLDEN);
                Files.writeString(golden, text);
            }
            assertThat(text).isEqualTo(Files.readString(golden));
        }
    }

    @Test
    void the_lines_that_matter_come_first_and_the_rest_is_folded() {
        String[] paragraphs = text(ExampleComparisons.failing(), LINKS).split("\n\n", -1);

        assertThat(paragraphs[0].split("\n", -1)[1])
                .startsWith("**✗ FAIL** `sample-service`, baseline `commit 11aa77e` against candidate")
                .endsWith("7 pairs of which 6 count");
        assertThat(paragraphs[1]).contains("grew by 24.5 % of the baseline's whole", "2 of 6 criteria are broken");
        assertThat(paragraphs[2])
                .startsWith("**Why:** `")
                .contains("MatrixCalculator.multiply` explains 100 % of the growth: +0.9 ms of CPU per request")
                .contains("`dev.flamegate.sample.Matrix.row` is called 3.1 times as often: ");
        assertThat(paragraphs[3]).startsWith("**Where:** `").contains("`MatrixHandler.handle`:68");
        assertThat(paragraphs[4]).contains("**Since:** `commit 11aa77e`", "`jackson-databind` `2.17.0` → `2.18.1`");
        assertThat(paragraphs[5]).startsWith("**Now:** ").contains("`flamegate accept worst-method`");
        assertThat(paragraphs[6])
                .contains("[flame diff](<https://ci.example/flame.html#e=cpu&amp;", "multiply>)")
                .contains("[full report](<https://ci.example/run/1?a=1&amp;b=2>)");
        assertThat(List.of(paragraphs).subList(7, paragraphs.length - 1))
                .allMatch(part -> part.startsWith("<details>"));
        assertThat(String.join("\n", paragraphs))
                .contains("Methods that grew most", "a growth of 3.3 % in <code>cpu-cost</code>")
                .contains("pair 2 does not count");
    }

    @Test
    void what_a_fork_reports_is_said_to_be_its_own(@TempDir Path folder) throws IOException {
        Path event = Files.writeString(folder.resolve("event.json"), """
                {"workflow_run": {"html_url": "https://github.com/acme/shop/actions/runs/1",
                 "head_repository": {"full_name": "mallory/shop`](http://evil.example)"}}}""");
        Map<String, String> environment =
                Map.of("GITHUB_EVENT_PATH", event.toString(), "GITHUB_REPOSITORY", "acme/shop");
        Optional<CommentLinks.Fork> fork = CommentLinks.Fork.of(new CiEnvironment(environment));

        String text = text(Examples.failing(), new CommentLinks(Optional.empty(), Optional.empty(), fork));

        assertThat(text.lines().toList().get(1))
                .isEqualTo("As reported by [the workflow](<https://github.com/acme/shop/actions/runs/1>) of the fork"
                        + " ``mallory/shop`](http://evil.example)``, whose code can write any result:");
        assertThat(CommentLinks.Fork.of(new CiEnvironment(Map.of()))).isEmpty();
        Files.writeString(event, "{\"workflow_run\": {\"head_repository\": {\"full_name\": \"acme/shop\"}}}");
        assertThat(CommentLinks.Fork.of(new CiEnvironment(environment))).isEmpty();
    }

    @Test
    void it_says_whose_rules_a_change_was_judged_by() {
        byte[] json = new String(JsonReport.write(Examples.failing(), 1, "index.html"), StandardCharsets.UTF_8)
                .replace("\"baselines\" :", "\"policy\" : \"judged by its own `rules.yaml`\",\n\"baselines\" :")
                .getBytes(StandardCharsets.UTF_8);

        assertThat(CommentText.write(
                        ResultReader.parse(json, "result.json"),
                        new Marker("s", ""),
                        LINKS,
                        List.of(),
                        GitHubForge.LIMIT))
                .contains("\n\nNote: `` judged by its own `rules.yaml` ``\n\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"javascript:alert(1)", "data:text/html,x", "/relative", "https:///x", "https://a b", "x"})
    void only_addresses_of_pages_become_links(String address) {
        assertThatThrownBy(() -> CommentLinks.address(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(address);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void a_comment_keeps_every_limit_and_ends_whole(String name) {
        String text =
                CommentText.write(Results.of(Examples.named(name)), new Marker("s", ""), LINKS, List.of(), 32 * 1024);

        assertThat(text.length()).isLessThanOrEqualTo(32 * 1024);
        assertThat(text.split("<details>", -1)).hasSameSizeAs(text.split("</details>", -1));
        assertThat(text).endsWith("</sub>\n");
    }

    @Test
    void a_marker_ends_only_where_it_ends_and_differs_by_service_and_key() {
        for (String name : List.of("-->", "a--!>b", "x\n-->", "ü".repeat(300), "--", "")) {
            String text = new Marker(name, name).text();
            assertThat(text).doesNotContain("\n").hasSizeLessThan(400);
            assertThat(text.indexOf("-->")).isEqualTo(text.length() - 3);
            assertThat(text.substring(4, text.length() - 3)).doesNotContain("--", ">");
        }
        assertThat(new Marker("a:b", "")).extracting(Marker::text).isNotEqualTo(new Marker("a", "b:").text());
    }

    @Test
    void a_result_of_another_version_or_none_is_refused_with_its_name() {
        for (String json :
                List.of("{}", "{\"version\": 2}", "[]", "nonsense", "{\"version\": 1, \"verdict\": \"GOOD\"}")) {
            assertThatThrownBy(() -> ResultReader.parse(json.getBytes(StandardCharsets.UTF_8), "result.json"))
                    .isInstanceOf(CommentFailed.class)
                    .hasMessageStartingWith("result.json");
        }
    }

    private static String text(GateReport report, CommentLinks links) {
        return CommentText.write(
                Results.of(report), new Marker("sample-service", ""), links, List.of(), GitHubForge.LIMIT);
    }
}
