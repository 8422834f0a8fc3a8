package dev.flamegate.publish.ci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.format.Names;
import dev.flamegate.report.Attacks;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.Skeletons;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.json.Result;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** A {@code result.json} that a stranger wrote: each of its texts is an attack in turn, and so is each key of its maps. */
class ForgedResultTest {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    /** Code spans, code elements, and the links of the comment's own. */
    private static final Pattern CODE = Pattern.compile("(?s)(`+)(?!`).*?(?<!`)\\1(?!`)|<code>[^<]*</code>");

    public static Stream<String> attacks() {
        return Stream.concat(
                Attacks.packed(400).values().stream(),
                Stream.of(
                        "ms\n\n# Approved\n\n@acme/admins [report](https://evil.example) ![t](https://evil.example/p.png)\n\n"
                                + "/merge\n\n<!--",
                        "</code></td></table></details>\n\n<h1>x</h1>",
                        "`` ` ``` [x](http://evil.example)",
                        "\u001b[2J\u202e\u0000\ud800".repeat(1000),
                        "`".repeat(300)));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void no_text_of_a_result_leaves_its_code_span(String attack) throws Exception {
        int shown = 0;
        for (JsonNode genuine : List.of(tree(Examples.failing()), tree(ExampleComparisons.failing()))) {
            for (String leaf : texts(genuine)) {
                Optional<Result> result = read(forged(genuine, leaf, attack));
                if (result.isPresent()) {
                    String comment = comment(result.get());
                    assertHarmless(leaf, comment);
                    assertCommands(leaf, new Annotations(Optional::of).lines(result.get(), AnnotationFormat.GITHUB));
                    for (Map.Entry<String, byte[]> other :
                            HostileCommentsTest.others(result.get()).entrySet()) {
                        Skeletons.of(other.getKey(), other.getValue());
                    }
                    shown++;
                }
            }
        }
        assertThat(shown).as("texts that a result may contain").isGreaterThan(40);
    }

    @Test
    void a_unit_that_is_a_text_is_refused() {
        JsonNode forged = forged(tree(Examples.failing()), "findings.unit", "ms\n\n# Approved\n\n<!--");

        assertThatThrownBy(() -> ResultReader.parse(bytes(forged), "result.json"))
                .isInstanceOf(CommentFailed.class)
                .hasMessageContaining("not a unit");
    }

    @Test
    void a_unit_of_the_users_own_is_kept() {
        JsonNode own = forged(tree(Examples.failing()), "findings.unit", "open-orders/s");

        assertThat(read(own).orElseThrow().judged().findings())
                .allMatch(finding -> finding.measured().unit().equals("open-orders/s"));
    }

    private static void assertHarmless(String leaf, String comment) {
        String text = comment.substring(comment.indexOf('\n') + 1);
        String rest = CODE.matcher(text).replaceAll("");
        assertThat(rest)
                .as(leaf)
                .doesNotContain("`", "@", "](", "http", "javascript", "<script", "<img", "<b>", "<h1", "<!", "-->")
                .doesNotContain("&", "::", "##", "evil", "forged", "pwned", "onmouse", "passwd", "/close", "/merge");
        assertThat(rest.replaceAll("</?(details|summary|table|thead|tbody|tr|th|td|br|ul|li|p|sub)>", ""))
                .as(leaf)
                .doesNotContain("<", ">");
        assertThat(text.lines()).as(leaf).noneMatch(line -> line.startsWith("/") || line.startsWith("#"));
        assertThat(comment.chars()).as(leaf).noneMatch(c -> c < ' ' && c != '\n');
        assertThat(comment.length()).as(leaf).isLessThanOrEqualTo(32 * 1024);
    }

    private static void assertCommands(String leaf, List<String> commands) {
        for (String command : commands) {
            assertThat(command).as(leaf).matches(Skeletons.COMMAND);
            assertThat(command).as(leaf).isEqualTo(Names.visible(command));
        }
    }

    private static String comment(Result result) {
        return CommentText.write(result, new Marker("shop", ""), CommentLinks.NONE, List.of(), 32 * 1024);
    }

    private static Optional<Result> read(JsonNode result) {
        try {
            return Optional.of(ResultReader.parse(bytes(result), "result.json"));
        } catch (CommentFailed e) {
            return Optional.empty();
        }
    }

    private static JsonNode tree(dev.flamegate.report.GateReport report) {
        return MAPPER.readTree(JsonReport.write(report, 1, "build/flamegate/index.html"));
    }

    private static byte[] bytes(JsonNode node) {
        return MAPPER.writeValueAsString(node).getBytes(StandardCharsets.UTF_8);
    }

    /** The places of all texts, without the indices of lists; {@code x.*} for the keys of an object. */
    private static TreeSet<String> texts(JsonNode node) {
        TreeSet<String> places = new TreeSet<>();
        collect(node, "", places);
        return places;
    }

    private static void collect(JsonNode node, String place, TreeSet<String> places) {
        if (node instanceof StringNode) {
            places.add(place);
        } else if (node instanceof ArrayNode array) {
            array.forEach(element -> collect(element, place, places));
        } else if (node instanceof ObjectNode object) {
            if (!place.isEmpty()) {
                places.add(place + ".*");
            }
            object.properties().forEach(field -> collect(field.getValue(), joined(place, field.getKey()), places));
        }
    }

    /** A copy with the attack at one place. */
    private static JsonNode forged(JsonNode node, String wanted, String attack) {
        return forged(node, "", wanted, attack);
    }

    private static JsonNode forged(JsonNode node, String place, String wanted, String attack) {
        if (node instanceof StringNode) {
            return place.equals(wanted) ? StringNode.valueOf(attack) : node;
        } else if (node instanceof ArrayNode array) {
            ArrayNode copy = MAPPER.createArrayNode();
            array.forEach(element -> copy.add(forged(element, place, wanted, attack)));
            return copy;
        } else if (node instanceof ObjectNode object) {
            Map<String, JsonNode> fields = new LinkedHashMap<>();
            object.properties()
                    .forEach(field -> fields.put(
                            (place + ".*").equals(wanted) ? attack : field.getKey(),
                            forged(field.getValue(), joined(place, field.getKey()), wanted, attack)));
            ObjectNode copy = MAPPER.createObjectNode();
            fields.forEach(copy::set);
            return copy;
        }
        return node;
    }

    private static String joined(String place, String key) {
        return place.isEmpty() ? key : place + "." + key;
    }
}
