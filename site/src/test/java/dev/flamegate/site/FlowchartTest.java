package dev.flamegate.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.site.Layers.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowchartTest {
    private static final Path ARCHITECTURE = Path.of("..", "docs", "internals", "architecture.md");

    @Test
    void nodes_labels_and_arrows_are_read_in_their_order() {
        Flowchart chart = Flowchart.read("""
                flowchart TD
                    %% a remark
                    a[The gate] --> b --> c
                    a --> c[Its <store>]
                    a --> b
                """);

        assertThat(chart.labels()).containsExactly(entry("a", "The gate"), entry("b", "b"), entry("c", "Its <store>"));
        assertThat(chart.arrows())
                .containsExactly(
                        new Flowchart.Arrow("a", "b"), new Flowchart.Arrow("b", "c"), new Flowchart.Arrow("a", "c"));
        assertThat(chart.ranks()).containsExactly(entry("a", 0), entry("b", 1), entry("c", 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "flowchart LR\na --> b",
                "sequenceDiagram\na --> b",
                "flowchart TD\na -.-> b",
                "flowchart TD\na -->|uses| b",
                "flowchart TD\nsubgraph one",
                "flowchart TD\na --> b\nb --> c\nc --> a",
                "flowchart TD\na --> a"
            })
    void what_cannot_be_drawn_breaks_the_build_instead_of_being_left_out(String source) {
        assertThatIllegalArgumentException().isThrownBy(() -> FlowchartSvg.figure(source));
    }

    @Test
    void rows_are_ordered_so_that_arrows_do_not_cross() {
        Layers layers = new Layers(Flowchart.read("flowchart TD\nc\nd\na --> d\nb --> c"), label -> 50);

        assertThat(layers.crossings()).isZero();
        assertThat(layers.rows().get(0)).extracting(Place::node).containsExactly("a", "b");
        assertThat(layers.rows().get(1)).extracting(Place::node).containsExactly("d", "c");
    }

    @Test
    void a_node_stands_in_the_middle_of_those_below_it_and_a_long_arrow_passes_beside_them() {
        Layers layers = new Layers(Flowchart.read("flowchart TD\na --> b --> d\na --> c --> d\na --> d"), label -> 50);

        Place top = layers.rows().get(0).get(0);
        List<Place> middle = layers.rows().get(1);
        assertThat(middle)
                .hasSize(3)
                .filteredOn(place -> place.node().isEmpty())
                .hasSize(1);
        assertThat(top.x())
                .isCloseTo(
                        (middle.get(0).x() + middle.get(1).x() + middle.get(2).x()) / 3, within(1e-9));
        assertThat(layers.paths().get(new Flowchart.Arrow("a", "d"))).hasSize(3);
    }

    @Test
    void no_two_boxes_of_our_own_picture_touch() throws IOException {
        Layers layers = new Layers(Flowchart.read(source()), label -> 9 * label.length());

        assertThat(layers.rows()).hasSizeGreaterThan(5).allSatisfy(row -> {
            for (int i = 1; i < row.size(); i++) {
                Place left = row.get(i - 1);
                Place right = row.get(i);
                assertThat(right.x() - right.width() / 2).isGreaterThan(left.x() + left.width() / 2 + 10);
            }
            assertThat(row.get(0).x() - row.get(0).width() / 2).isGreaterThan(-1e-9);
        });
    }

    @Test
    void a_page_shows_the_picture_and_the_text_that_it_was_drawn_from() throws IOException {
        String html = Markdown.read(Files.readString(ARCHITECTURE)).html(link -> link, link -> Optional.empty());

        assertThat(html)
                .contains("<svg role=\"img\" aria-label=\"A diagram with arrows: cli to ci, demo, doctor,")
                .contains("<code class=\"language-mermaid\">flowchart TD\n    cli --&gt; ci\n")
                .doesNotContain("style=", "NaN");
        long arrows = source().lines().filter(line -> line.contains("-->")).count();
        assertThat(html.split("class=\"arrow\"", -1)).hasSize((int) arrows + 1);
        assertThat(html).contains(">judge</text>", ">model</text>");
    }

    @Test
    void labels_are_text_and_other_code_stays_as_it_is() {
        String html = Markdown.read("""
                # A
                ```mermaid
                flowchart TD
                a[<b> & c] --> d
                ```
                ```yaml
                a: <b>
                ```
                """).html(link -> link, link -> Optional.empty());

        assertThat(html)
                .contains(
                        ">&lt;b&gt; &amp; c</text>",
                        "<pre tabindex=\"0\"><code class=\"language-yaml\">a: &lt;b&gt;\n</code></pre>")
                .doesNotContain("<b>");
    }

    private static String source() throws IOException {
        String page = Files.readString(ARCHITECTURE);
        String begin = "```mermaid\n";
        int from = page.indexOf(begin) + begin.length();
        return page.substring(from, page.indexOf("```", from));
    }
}
