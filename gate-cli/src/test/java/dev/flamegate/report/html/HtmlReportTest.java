package dev.flamegate.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.RichExample;
import dev.flamegate.report.flame.ReportFlame;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

class HtmlReportTest {
    static Stream<GateReport> examples() {
        return Examples.all().values().stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void the_page_is_complete_without_script_inline_style_or_anything_from_elsewhere(GateReport report)
            throws Exception {
        for (Element element : elements(parse(page(report, false)))) {
            assertThat(element.getTagName())
                    .isNotIn("script", "style", "iframe", "object", "embed", "form", "base", "img");
            NamedNodeMap attributes = element.getAttributes();
            for (int i = 0; i < attributes.getLength(); i++) {
                String name = attributes.item(i).getNodeName().toLowerCase(Locale.ROOT);
                assertThat(name).isNotEqualTo("style").doesNotStartWith("on").isNotIn("src", "xlink:href", "srcset");
                if (name.equals("href")) {
                    assertThat(attributes.item(i).getNodeValue())
                            .matches("#[a-z]+|report\\.css|flame\\.svg|flame\\.html(#[A-Za-z0-9=&%;._$+*-]*)?");
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_link_of_the_page_leads_to_a_place_in_it_and_ids_are_unique(GateReport report) throws Exception {
        Set<String> ids = new HashSet<>();
        List<Element> elements = elements(parse(page(report, false)));
        for (Element element : elements) {
            if (element.hasAttribute("id")) {
                assertThat(ids.add(element.getAttribute("id")))
                        .as(element.getAttribute("id"))
                        .isTrue();
            }
        }
        for (Element element : elements) {
            for (String name : List.of("href", "aria-labelledby")) {
                String target = element.getAttribute(name).replace("#", "");
                if (element.hasAttribute(name) && !target.matches("(report\\.css|flame\\.(html|svg)).*")) {
                    assertThat(ids).contains(target);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void tables_pictures_and_headings_speak_to_a_screen_reader(GateReport report) throws Exception {
        for (Element element : elements(parse(page(report, false)))) {
            switch (element.getTagName()) {
                case "table" ->
                    assertThat(element.getElementsByTagName("caption").getLength())
                            .isEqualTo(1);
                case "th" -> assertThat(element.getAttribute("scope")).isIn("col", "row");
                case "svg" -> {
                    assertThat(element.getAttribute("role")).isEqualTo("img");
                    assertThat(element.getAttribute("aria-label")).isNotBlank();
                }
                default -> {}
            }
        }
    }

    @Test
    void every_class_of_the_page_is_in_the_sheet_and_the_sheet_asks_for_nothing() throws Exception {
        String sheet = text(
                Objects.requireNonNull(HtmlReport.write(Examples.failing(), ReportFlame.of(Examples.failing()), false)
                        .get("report.css")));

        assertThat(sheet).doesNotContain("url(", "@import", "expression(");
        Set<String> classes = new HashSet<>();
        for (GateReport report : List.of(Examples.failing(), ExampleComparisons.failing())) {
            for (Element element : elements(parse(page(report, false)))) {
                if (!element.getAttribute("class").isEmpty()) {
                    classes.addAll(List.of(element.getAttribute("class").split(" ")));
                }
            }
        }
        classes.removeAll(Set.of("must", "chart", "candidate", "strip"));
        assertThat(classes).isNotEmpty().allSatisfy(name -> assertThat(sheet).contains("." + name));
    }

    @Test
    void a_comparison_speaks_of_baseline_and_candidate_and_shows_its_pairs() throws Exception {
        Document document = parse(page(ExampleComparisons.failing(), false));
        String text = document.getDocumentElement().getTextContent();

        assertThat(text)
                .contains("baseline commit 11aa77e against candidate commit 8f3a1c9, 7 pairs of which 6 count")
                .contains("9.1 % of the CPU went to other guests")
                .contains("the candidate's blocks had 0.4 % more requests")
                .doesNotContain("this run", "This run");
        assertThat(elements(document).stream()
                        .filter(element -> element.getAttribute("class").equals("void")))
                .as("two strokes of a cross in each of three charts")
                .hasSize(6);
    }

    @Test
    void a_comparison_of_too_few_pairs_has_a_table_of_them_but_no_chart() throws Exception {
        String text = parse(page(ExampleComparisons.tooShort(), false))
                .getDocumentElement()
                .getTextContent();

        assertThat(text).contains("2 pairs").doesNotContain("Bar: the estimate");
    }

    @Test
    void several_instances_are_listed_with_their_cpus_the_busiest_first() throws Exception {
        String text =
                parse(page(RichExample.report(), false)).getDocumentElement().getTextContent();

        assertThat(text).containsPattern("CPUs by instance\\s*shop-2 [0-9.]+, shop-1 [0-9.]+");
    }

    @Test
    void hostile_names_stay_text() throws Exception {
        Document document = parse(page(Examples.hostile(), false));

        assertThat(document.getElementsByTagName("script").getLength()).isZero();
        assertThat(document.getDocumentElement().getTextContent())
                .contains("<script>alert('1')</script>", "\\u001B[31m");
    }

    @Test
    void one_file_has_its_sheet_inside() {
        var files = HtmlReport.write(Examples.failing(), ReportFlame.of(Examples.failing()), true);

        assertThat(files).containsOnlyKeys("index.html");
        assertThat(text(Objects.requireNonNull(files.get("index.html"))))
                .contains("<style>\n:root {", "Noto Sans\", \"DejaVu")
                .doesNotContain("report.css");
    }

    @Test
    void many_requests_and_rules_stay_a_page_a_browser_likes_and_every_finding_is_counted() throws Exception {
        byte[] page = page(Examples.large(200, 50), false);

        assertThat(page.length).isLessThan(2 * 1024 * 1024);
        assertThat(parse(page).getDocumentElement().getTextContent())
                .contains("9,700 findings more, none of them worse");
    }

    private static byte[] page(GateReport report, boolean singleFile) {
        return Objects.requireNonNull(
                HtmlReport.write(report, ReportFlame.of(report), singleFile).get(HtmlReport.PAGE));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** As XML, which the page is written to be as well: nothing is left open, nothing unescaped. */
    private static Document parse(byte[] page) throws Exception {
        String text = text(page);
        assertThat(text).startsWith("<!DOCTYPE html>\n");
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text.substring("<!DOCTYPE html>\n".length()))));
    }

    private static List<Element> elements(Node node) {
        List<Element> all = new ArrayList<>();
        if (node instanceof Element element) {
            all.add(element);
        }
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            all.addAll(elements(child));
        }
        return all;
    }
}
