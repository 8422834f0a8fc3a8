package dev.flamegate.report.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

class BadgeTest {
    static Stream<GateReport> examples() {
        return Examples.all().values().stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void a_badge_is_one_picture_with_its_verdict_that_asks_for_nothing(GateReport report) throws Exception {
        byte[] badge = Badge.write(report);
        Element svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(badge))
                .getDocumentElement();

        assertThat(svg.getAttribute("aria-label"))
                .contains(report.judgement().verdict().name());
        assertThat(svg.getElementsByTagName("*").getLength()).isEqualTo(5);
        assertThat(new String(badge, StandardCharsets.UTF_8))
                .doesNotContain("href", "script", "style", "url(", "@import");
    }

    @Test
    void the_worst_growth_of_a_broken_rule_is_shown() {
        assertThat(new String(Badge.write(Examples.failing()), StandardCharsets.UTF_8))
                .contains(">✗ FAIL +152 %</text>");
    }
}
