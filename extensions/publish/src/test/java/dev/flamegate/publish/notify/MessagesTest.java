package dev.flamegate.publish.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.flamegate.publish.ci.CommentLinks;
import dev.flamegate.report.Attacks;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.json.Result;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Seals the messages; -Dgolden.update=true writes them anew. */
class MessagesTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "notify");
    private static final Path SCHEMA = Path.of("..", "..", "docs", "schema", "notification.schema.json");
    private static final CommentLinks LINKS = new CommentLinks(
            Optional.of(URI.create("https://ci.example/run/1?a=1&b=2")),
            Optional.of(URI.create("https://ci.example/flame.html")));
    private static final Known GOOD = new Known(
            NotifiedState.GOOD,
            "20261119-030000-a1b2",
            Instant.parse("2026-11-19T03:12:07.123Z"),
            List.of(),
            commit('a'));
    private static final Known BAD = new Known(
            NotifiedState.BAD,
            "20261119-030000-a1b2",
            Instant.parse("2026-11-19T03:12:07.123Z"),
            List.of("cpu-cost", "checkout-p99"),
            commit('a'));

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    static Stream<Arguments> messages() {
        Map<String, Notification> all = Map.of(
                "comparison-bad", message(ExampleComparisons.failing(), "", LINKS, GOOD),
                "bad", message(Examples.failing(), "nightly", CommentLinks.NONE, null),
                "good-again", message(Examples.passing(), "", LINKS, BAD),
                "undecided", message(Examples.inconclusive(), "", LINKS, BAD));
        return Stream.of(MessageFormat.values())
                .flatMap(format ->
                        all.entrySet().stream().map(one -> Arguments.of(format, one.getKey(), one.getValue())));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void a_message_is_the_same_in_every_locale(MessageFormat format, String name, Notification message)
            throws IOException {
        Path golden = GOLDEN.resolve(name + "-" + format.name().toLowerCase(Locale.ROOT) + ".json");
        for (Locale locale : List.of(Locale.ROOT, Locale.GERMANY, Locale.forLanguageTag("tr-TR"))) {
            Locale.setDefault(locale);
            String text = format.write(message);
            if (Boolean.getBoolean("golden.update") && locale.equals(Locale.ROOT)) {
                Files.createDirectories(GOLDEN);
                Files.writeString(golden, text);
            }
            assertThat(text).isEqualTo(Files.readString(golden));
        }
    }

    static Stream<GateReport> examples() {
        return Examples.all().values().stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void plain_messages_keep_the_published_schema(GateReport report) throws IOException {
        for (Known known : new Known[] {null, GOOD, BAD}) {
            for (CommentLinks links : List.of(CommentLinks.NONE, LINKS)) {
                String text = MessageFormat.JSON.write(message(report, "", links, known));
                assertThat(schema().validate(text, InputFormat.JSON)).isEmpty();
            }
        }
    }

    @Test
    void the_schema_refuses_what_is_not_in_it() throws IOException {
        String text = MessageFormat.JSON.write(message(Examples.failing(), "", LINKS, GOOD));

        assertThat(schema().validate(text.replace("\"state\" : \"bad\"", "\"state\" : \"poor\""), InputFormat.JSON))
                .isNotEmpty();
        assertThat(schema().validate(text.replace("\"growth\"", "\"groth\""), InputFormat.JSON))
                .isNotEmpty();
    }

    static Stream<Notification> long_messages() {
        String hostile = String.join("", Attacks.all().values()).repeat(20);
        Known known = new Known(
                NotifiedState.GOOD,
                hostile,
                Instant.EPOCH,
                List.of(hostile, hostile + 1, hostile + 2),
                Optional.of(hostile));
        CommentLinks links = new CommentLinks(
                Optional.of(URI.create("https://ci.example/" + "a".repeat(5000))),
                Optional.of(URI.create("https://ci.example/flame.html")),
                Optional.of(new CommentLinks.Fork(hostile, Optional.empty())));
        return Stream.of(
                message(Examples.large(200, 50), hostile, links, known),
                message(Examples.hostile(), hostile, links, known),
                message(ExampleComparisons.failing(), "ü".repeat(40_000), links, known));
    }

    @ParameterizedTest
    @MethodSource("long_messages")
    void a_message_stays_within_the_limits_of_its_service(Notification message) {
        JsonNode slack = JsonMapper.shared().readTree(MessageFormat.SLACK.write(message));
        assertThat(slack.path("blocks").size()).isBetween(3, 50);
        slack.findValues("text").stream()
                .filter(JsonNode::isString)
                .forEach(text -> assertThat(text.asString()).isNotEmpty().hasSizeLessThanOrEqualTo(3000));
        byte[] card = MessageFormat.TEAMS.write(message).getBytes(StandardCharsets.UTF_8);
        assertThat(card.length).isLessThan(28_000);
        assertThat(MessageFormat.JSON.write(message).length()).isLessThan(256 << 10);
        assertThat(slack.toString()).doesNotContain("aaaaaaaaaaaaaaaa");
    }

    @Test
    void a_result_that_is_sent_again_is_not_held_against_itself() {
        Known itself = new Known(
                NotifiedState.BAD,
                "20261120-154233-8f3a",
                Instant.parse("2026-11-20T15:44:31Z"),
                List.of("cpu-cost"),
                Optional.empty());

        assertThat(MessageFormat.SLACK.write(message(Examples.failing(), "", LINKS, itself)))
                .contains("`sample-service` is still bad", "\"This run was known already.\"")
                .doesNotContain("Before, it was");
    }

    @Test
    void more_rules_than_fit_end_in_a_count() {
        Notification message = message(Examples.large(3, 30), "", LINKS, GOOD);

        assertThat(MessageFormat.SLACK.write(message)).contains("findings more, see the report");
        assertThat(JsonMapper.shared()
                        .readTree(MessageFormat.JSON.write(message))
                        .path("left")
                        .asInt())
                .isEqualTo(message.broken().size() - 20);
    }

    private static Notification message(GateReport report, String key, CommentLinks links, Known known) {
        Result result = JsonReport.read(JsonReport.write(report, 1, "build/flamegate/index.html"));
        StateChange change = new StateChange(
                Optional.ofNullable(known), NotifiedState.of(result.head().verdict()), commit('b'));
        return new Notification(result, key, links, List.of(), change);
    }

    private static Optional<String> commit(char digit) {
        return Optional.of(Objects.toString(digit).repeat(40));
    }

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(Files.readString(SCHEMA));
    }
}
