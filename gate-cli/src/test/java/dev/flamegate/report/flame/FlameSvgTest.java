package dev.flamegate.report.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class FlameSvgTest {
    @Test
    void a_title_says_both_costs_and_the_change() throws IOException {
        assertThat(svg(FlameExamples.service()))
                .containsPattern(
                        "MatrixCalculator.multiply:\\d+: [\\d.]+ ms → [\\d.]+ ms, \\+[\\d.]+ ms \\(\\+[\\d,]+ %\\)")
                .contains("Culprit: MatrixCalculator.multiply, +6.9 ms per request, 97 % of the growth");
    }

    @Test
    void growth_has_a_sign_besides_its_colour_and_what_is_not_significant_is_grey() throws IOException {
        String svg = svg(FlameExamples.service());
        assertThat(svg).contains("+ dev.acme.orders.MatrixCalculator.multiply").contains("not significant");
        assertThat(svg)
                .contains(FlameColours.UNCHANGED.fill())
                .contains(FlameColours.of(1).fill());
    }

    @Test
    void it_says_what_is_too_narrow_to_be_drawn() throws IOException {
        assertThat(svg(FlameExamples.large(20_000)))
                .containsPattern("[\\d,]+ frames below 0.1 % or too deep are not drawn: [\\d.]+ %");
    }

    @Test
    void a_page_gets_it_smaller_and_without_what_stands_around_it() throws IOException {
        FlameInput input = FlameExamples.large(20_000);
        FlameSvg.Picture picture = FlameSvg.inPage(input);

        assertThat(picture.markup()).startsWith("<svg class=\"flame\"").doesNotContain("#ffffff\" height", "Culprit:");
        assertThat(picture.markup().length()).isLessThan(svg(input).length());
        assertThat(picture.note()).containsPattern("[\\d,]+ frames below 0.3 % or too deep are not drawn: ");
    }

    @Test
    void every_frame_is_drawn_or_counted() {
        FlameInput input = FlameExamples.large(20_000);
        FlameSvg.Picture picture = FlameSvg.inPage(input);

        Matcher left = Pattern.compile("([\\d,]+) frames below").matcher(picture.note());
        assertThat(left.find()).isTrue();
        int drawn = picture.markup().split("<rect", -1).length - 1;
        assertThat(drawn + Integer.parseInt(left.group(1).replace(",", "")))
                .isEqualTo(UnionTree.of(FlameSvg.shown(input)).size());
    }

    @Test
    void hostile_names_leave_it_well_formed_and_without_scripts() throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg(FlameExamples.hostile()))));
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
        assertThat(document.getElementsByTagName("img").getLength()).isZero();
        assertThat(document.getElementsByTagName("rect").getLength()).isPositive();
    }

    @Test
    void a_profile_alone_has_no_change() throws IOException {
        assertThat(svg(FlameExamples.single())).doesNotContain("→").doesNotContain("Orange");
    }

    private static String svg(FlameInput input) throws IOException {
        StringBuilder svg = new StringBuilder();
        FlameSvg.write(svg, input);
        return svg.toString();
    }
}
