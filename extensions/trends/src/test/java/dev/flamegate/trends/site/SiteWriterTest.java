package dev.flamegate.trends.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SiteWriterTest {
    private static final List<String> STATIC = List.of("index.html", "trends.html", "culprits.html");

    static Stream<SiteData> sites() {
        return Stream.of(
                SiteExamples.of(60),
                SiteExamples.hostile(),
                new SiteData(SiteExamples.START, "0.1.0", List.of(), List.of()));
    }

    @ParameterizedTest
    @MethodSource("sites")
    void list_trends_and_culprits_need_no_script_and_nothing_from_elsewhere(SiteData site) throws Exception {
        Map<String, byte[]> files = SiteWriter.write(site);
        for (String page : STATIC) {
            for (Element element : elements(text(files, page))) {
                assertThat(element.getTagName())
                        .isNotIn("script", "style", "iframe", "object", "embed", "form", "base", "img");
                for (int i = 0; i < element.getAttributes().getLength(); i++) {
                    String name = element.getAttributes().item(i).getNodeName().toLowerCase(Locale.ROOT);
                    assertThat(name)
                            .isNotIn("style", "src", "srcset", "xlink:href")
                            .doesNotStartWith("on");
                    if (name.equals("href")) {
                        assertThat(files)
                                .containsKey(element.getAttributes().item(i).getNodeValue());
                    }
                }
            }
        }
    }

    @Test
    void the_list_says_verdict_build_and_what_broke_the_latest_first() throws Exception {
        String page = text(SiteWriter.write(SiteExamples.of(60)), "index.html");

        assertThat(page).startsWith("<!DOCTYPE html>").contains("pinned: release-1", "cpu-cost +12 %: Step3.apply");
        List<String> rows = elements(page).stream()
                .filter(element -> element.getTagName().equals("tr"))
                .map(Element::getTextContent)
                .skip(1)
                .toList();
        assertThat(rows).hasSize(60);
        assertThat(rows.get(0)).contains("2026-03-02 07:30", "payments");
        assertThat(rows.get(59)).contains("2026-03-01 02:00", "orders");
    }

    @Test
    void a_choice_hides_the_rows_that_it_is_not_about() throws Exception {
        Map<String, byte[]> files = SiteWriter.write(SiteExamples.of(60));
        List<Element> elements = elements(text(files, "index.html"));
        Set<String> ids = new HashSet<>();
        Set<String> classes = new HashSet<>();
        for (Element element : elements) {
            ids.add(element.getAttribute("id"));
            classes.addAll(List.of(element.getAttribute("class").split(" ")));
        }
        List<String> rules = text(files, "site.css")
                .lines()
                .filter(line -> line.startsWith("body:has("))
                .toList();

        assertThat(rules).hasSize(3 + 2 + 7 + 3);
        for (String rule : rules) {
            assertThat(rule)
                    .matches("body:has\\(#[a-z0-9-]+:checked\\) tbody tr:not\\(\\.[a-z0-9]+\\) \\{ display: none; }");
            assertThat(ids).contains(rule.replaceAll(".*#([a-z0-9-]+):.*", "$1"));
            assertThat(classes).contains(rule.replaceAll(".*:not\\(\\.([a-z0-9]+)\\).*", "$1"));
        }
    }

    @Test
    void a_change_is_marked_with_its_size_its_run_and_its_commit() throws Exception {
        String page = text(SiteWriter.write(SiteExamples.of(200)), "trends.html");

        assertThat(page).contains("in at most 1 % of cases");
        assertThat(elements(page).stream()
                        .filter(element -> element.getTagName().equals("li"))
                        .map(Element::getTextContent))
                .anyMatch(
                        text -> text.matches(
                                "2026-03-0\\d \\d\\d:\\d\\d: \\+(9|10|11)(\\.\\d+)? %, from 40\\S* ms to 44\\S* ms \\(run .*, commit [0-9a-f]{10}, release=2.8\\)"));
    }

    @Test
    void a_culprit_is_listed_with_every_time_it_was_named() throws Exception {
        String page = text(SiteWriter.write(SiteExamples.of(60)), "culprits.html");

        assertThat(page).contains("dev.acme.orders.Step3.apply", "when dev.acme.orders.Step3.apply was named", "+12 %");
    }

    @Test
    void the_page_that_compares_runs_only_its_own_script_on_data_that_cannot_end_its_element() {
        for (SiteData site : sites().toList()) {
            String page = text(SiteWriter.write(site), "compare.html");
            String policy =
                    page.replaceAll("(?s).*http-equiv=\"Content-Security-Policy\" content=\"([^\"]*)\".*", "$1");
            assertThat(policy.replace("&#39;", "'"))
                    .matches(
                            "default-src 'none'; script-src 'sha256-[A-Za-z0-9+/=]+'; style-src 'sha256-[A-Za-z0-9+/=]+';"
                                    + " base-uri 'none'; form-action 'none'");
            assertThat(page.split("<script", -1)).hasSize(3);
            String data = page.replaceAll("(?s).*<script type=\"application/json\" id=\"data\">(.*?)</script>.*", "$1");
            JsonNode json = JsonMapper.shared().readTree(data);
            assertThat(json.path("runs").size())
                    .isEqualTo(site.kinds().stream()
                            .mapToInt(kind -> kind.runs().size())
                            .sum());
        }
    }

    @Test
    void values_for_comparing_are_in_the_unit_of_their_indicator() {
        String page = text(SiteWriter.write(SiteExamples.of(60)), "compare.html");
        String data = page.replaceAll("(?s).*<script type=\"application/json\" id=\"data\">(.*?)</script>.*", "$1");
        JsonNode json = JsonMapper.shared().readTree(data);

        assertThat(json.path("indicators").path(1).toString()).isEqualTo("[\"cpu.per-request\",\"ms\"]");
        assertThat(json.path("runs").path(0).path(6).asDouble()).isBetween(35.0, 55.0);
    }

    @Test
    void every_class_of_the_pages_is_in_the_sheet_and_the_sheet_asks_for_nothing() throws Exception {
        Map<String, byte[]> files = SiteWriter.write(SiteExamples.of(60));
        String sheet = text(files, "site.css");
        assertThat(sheet).doesNotContain("url(", "@import", "expression(");
        Set<String> classes = new HashSet<>();
        for (String page : STATIC) {
            for (Element element : elements(text(files, page))) {
                classes.addAll(List.of(element.getAttribute("class").split(" ")));
            }
        }
        classes.removeIf(name -> name.isEmpty() || name.matches("[sb][0-9]+"));
        assertThat(classes).isNotEmpty().allSatisfy(name -> assertThat(sheet).contains("." + name));
    }

    @Test
    void tables_and_pictures_speak_to_a_screen_reader() throws Exception {
        Map<String, byte[]> files = SiteWriter.write(SiteExamples.of(60));
        for (String page : STATIC) {
            for (Element element : elements(text(files, page))) {
                switch (element.getTagName()) {
                    case "table" ->
                        assertThat(element.getElementsByTagName("caption").getLength())
                                .isEqualTo(1);
                    case "th" -> assertThat(element.getAttribute("scope")).isIn("col", "row");
                    case "svg" -> assertThat(element.getAttribute("aria-label")).isNotBlank();
                    case "input" ->
                        assertThat(element.getParentNode().getNodeName()).isEqualTo("label");
                    default -> {}
                }
            }
        }
    }

    private static String text(Map<String, byte[]> files, String name) {
        return new String(Objects.requireNonNull(files.get(name), name), StandardCharsets.UTF_8);
    }

    private static List<Element> elements(String page) throws Exception {
        var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        NodeList all = builder.parse(new InputSource(new StringReader(page.replace("<!DOCTYPE html>", ""))))
                .getElementsByTagName("*");
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            elements.add((Element) all.item(i));
        }
        return elements;
    }
}
