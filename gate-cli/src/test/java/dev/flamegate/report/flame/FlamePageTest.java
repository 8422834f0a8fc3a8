package dev.flamegate.report.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FlamePageTest {
    private static final Pattern POLICY =
            Pattern.compile("http-equiv=\"Content-Security-Policy\" content=\"([^\"]+)\"");

    @Test
    void the_content_policy_allows_the_pages_own_script_and_style_and_nothing_else() throws Exception {
        String page = page(FlameExamples.service());
        Matcher policy = POLICY.matcher(page);
        assertThat(policy.find()).isTrue();
        assertThat(policy.group(1).split("; "))
                .containsExactly(
                        "default-src 'none'",
                        "script-src '" + hash(between(page, "<script>", "</script>")) + "'",
                        "style-src '" + hash(between(page, "<style>", "</style>")) + "'",
                        "base-uri 'none'",
                        "form-action 'none'");
    }

    @Test
    void the_scripts_neither_fetch_nor_evaluate_nor_parse_markup() {
        String script = FlamePage.script();
        assertThat(script)
                .doesNotContain("eval(")
                .doesNotContain("new Function")
                .doesNotContain("fetch(")
                .doesNotContain("XMLHttpRequest")
                .doesNotContain("import(")
                .doesNotContain("innerHTML")
                .doesNotContain("outerHTML")
                .doesNotContain("insertAdjacentHTML")
                .doesNotContain("document.write")
                .doesNotContainIgnoringCase("</script")
                .doesNotContain("<!--");
    }

    @Test
    void hostile_names_stay_text() throws IOException {
        String page = page(FlameExamples.hostile());
        String lower = page.toLowerCase(Locale.ROOT);
        assertThat(count(lower, "<script")).isEqualTo(3);
        assertThat(count(lower, "</script")).isEqualTo(3);
        assertThat(count(lower, "<noscript")).isEqualTo(1);
        assertThat(count(lower, "</noscript")).isEqualTo(1);
        assertThat(lower).doesNotContain("<img").doesNotContain("<!--").doesNotContain("<svg onload");
        assertThat(page.codePoints().filter(point -> Character.isISOControl(point) && point != '\n'))
                .isEmpty();
        assertThat(page.codePoints().filter(point -> Character.getType(point) == Character.FORMAT))
                .isEmpty();
    }

    @Test
    void a_name_of_a_megabyte_and_a_stack_of_ten_thousand_frames_make_a_small_page() throws IOException {
        assertThat(page(FlameExamples.hostile())).hasSizeLessThan(1 << 19);
    }

    @Test
    void what_is_known_beside_the_profiles_is_json_that_reads_back() {
        JsonNode data = JsonMapper.builder().build().readTree(FlamePage.data(FlameExamples.hostile()));
        assertThat(data.get("baseline").asString())
                .isEqualTo(FlameExamples.hostileNames().get(0));
        assertThat(data.get("culprit").get("frame").asString())
                .isEqualTo(FlameExamples.hostileNames().get(0));
    }

    @Test
    void a_typical_run_of_ten_minutes_is_a_page_of_less_than_three_megabytes() throws IOException {
        assertThat(page(FlameExamples.large(60_000))).hasSizeLessThan(3_000_000);
    }

    @Test
    void where_scripts_are_forbidden_the_page_shows_the_picture() throws IOException {
        String picture = between(page(FlameExamples.service()), "<noscript>", "</noscript>");
        assertThat(picture).contains("<svg xmlns").contains("MatrixCalculator.multiply");
    }

    private static String page(FlameInput input) throws IOException {
        StringBuilder page = new StringBuilder();
        FlamePage.write(page, input);
        return page.toString();
    }

    private static String between(String text, String before, String after) {
        int start = text.indexOf(before) + before.length();
        return text.substring(start, text.indexOf(after, start));
    }

    private static int count(String text, String part) {
        return List.of(text.split(Pattern.quote(part), -1)).size() - 1;
    }

    private static String hash(String text) throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }
}
