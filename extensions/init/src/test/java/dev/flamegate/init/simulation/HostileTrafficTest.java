package dev.flamegate.init.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Files of strangers: nothing in them becomes code or an expression, whatever they are. */
class HostileTrafficTest {
    /** Would be a class of its own, if it got out of a literal or a comment. */
    private static final String CODE = "class Evil { static { System.exit(1); } }";

    @TempDir
    Path folder;

    static Stream<String> attacks() {
        return Stream.of(
                "\"); } } " + CODE + " //",
                "\\u0022); } } " + CODE + " //",
                "\\\\u0022); } } " + CODE,
                "*/ " + CODE + " /*",
                "\\u002a\\u002f " + CODE,
                "\n" + CODE + "\n",
                "\r" + CODE,
                "\u2028" + CODE,
                "\\",
                "\\\"",
                "\"\"\"",
                "#{x} ${y} ##{z} $${z}",
                "{@code x} <script> @Deprecated",
                "\u202e\u0000\ud800");
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void an_access_log_stays_data(String attack) throws Exception {
        harmless(Sources.read(
                folder,
                AccessLogTest.line("GET", "/a", 200)
                        + AccessLogTest.line("GET", "/" + attack + "/b", 200)
                        + AccessLogTest.line("GET", "/a?" + attack + "=" + attack, 200)
                        + AccessLogTest.line("GET", "/a?token" + attack + "=1", 200)));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void a_document_stays_data(String attack) throws Exception {
        List<Map<String, Object>> parameters = List.of(
                Map.of("name", "q" + attack, "in", "query", "required", true, "example", attack),
                Map.of("name", "token" + attack, "in", "query", "required", true, "example", attack),
                Map.of("name", "X-A", "in", "header", "required", true, "example", attack),
                Map.of("name", "X" + attack, "in", "header", "required", true, "example", attack));
        Map<String, Object> content = Map.of(
                "application/json", Map.of("example", Map.of(attack, attack)), "application/json" + attack, Map.of());
        Map<String, Object> methods = Map.of(
                "get",
                Map.of("parameters", parameters),
                "post",
                Map.of("requestBody", Map.of("content", content), "responses", Map.of(attack, Map.of())));

        harmless(Sources.read(
                folder,
                JsonMapper.shared()
                        .writeValueAsString(Map.of(
                                "openapi",
                                "3.0.0",
                                "servers",
                                List.of(Map.of("url", "/b" + attack)),
                                "paths",
                                Map.of("/a/" + attack + "/{" + attack + "}", methods)))));
    }

    @Test
    void a_service_of_any_name_has_a_simulation() throws Exception {
        Traffic traffic = Sources.read(folder, AccessLogTest.line("GET", "/class", 200));
        for (String attack : attacks().toList()) {
            assertThat(SimulationSource.of("A", attack, 1, traffic)).doesNotContain(" " + CODE + "\n");
        }
        assertThat(Sources.compiled(traffic, folder)).contains("ChainBuilder getClass_");
    }

    @Test
    void paths_of_all_characters_compile() throws Exception {
        Random random = new Random(20261122);
        String log = IntStream.range(0, 400)
                .mapToObj(i -> IntStream.range(0, 12)
                        .mapToObj(j -> Character.toString(1 + random.nextInt(0x2100)))
                        .filter(c -> !c.equals("\n"))
                        .collect(Collectors.joining()))
                .map(text -> AccessLogTest.line("GET", "/" + text, 200))
                .collect(Collectors.joining());

        harmless(Sources.read(folder, AccessLogTest.line("GET", "/a", 200) + log));
    }

    @Test
    void many_endpoints_and_long_targets_are_bounded() throws Exception {
        String log = IntStream.range(0, 30_000)
                .mapToObj(i -> AccessLogTest.line("GET", "/p" + i + "x/" + i + "?q=" + "v".repeat(900), 200))
                .collect(Collectors.joining());

        Traffic traffic = Sources.read(folder, log);

        assertThat(traffic.endpoints()).hasSizeLessThanOrEqualTo(ObservedRequests.MOST_ENDPOINTS);
        assertThat(Sources.compiled(traffic, folder)).hasSizeLessThan(6_000_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | an empty file",
                "'  ' | an empty file",
                "hello | text that begins with `hello`",
                "{\"a\": 1, \"b\": 2} | JSON with the keys a, b",
                "{} | JSON without keys",
                "[1] | text that begins with `[1]`",
                "PK\u0003\u0004x | a zip file: unpack it first",
                "a\u0000b | binary data",
                "'\u001b[31mred' | text that begins with `\\u001B[31mred`"
            })
    void anything_else_is_refused_with_what_was_found(String text, String found) {
        assertThatThrownBy(() -> Sources.read(folder, text))
                .isInstanceOf(UnusableTraffic.class)
                .hasMessageStartingWith("expected an OpenAPI document")
                .hasMessageContaining("found " + found);
    }

    @Test
    void a_recording_of_a_browser_is_left_to_gatling() throws Exception {
        assertThatThrownBy(() -> Sources.read(folder, "{\"log\": {\"entries\": []}}"))
                .isInstanceOf(UnusableTraffic.class)
                .hasMessageContaining("Gatling's own Recorder");
        Path file = Files.writeString(folder.resolve("Shop.HAR"), "");
        assertThatThrownBy(() -> TrafficFile.read(file))
                .isInstanceOf(UnusableTraffic.class)
                .hasMessageContaining("Gatling's own Recorder");
    }

    /** It compiles to one class; no text of the file is outside of ASCII, and nothing evaluates anything but our keys. */
    private void harmless(Traffic traffic) throws Exception {
        String source = Sources.compiled(traffic, folder);

        assertThat(source.chars()).allMatch(c -> c == '\n' || (c >= ' ' && c <= '~'));
        traffic.endpoints().forEach(endpoint -> {
            assertThat(endpoint.name()).doesNotContain("#{", "${");
            assertThat(endpoint.calls())
                    .allSatisfy(
                            call -> assertThat(call.target()).startsWith("/").doesNotContain("#{", "${", " ", "\""));
        });
        traffic.guesses().forEach(guess -> assertThat(guess.chars()).allMatch(c -> c >= ' '));
    }
}
