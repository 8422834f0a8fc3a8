package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import dev.flamegate.targets.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole path, by the commands of the README in their order: measured, stored, judged, reported; then a slower build
 * against it. In a copy of the checkout, whose plan loads for fewer seconds.
 */
class RunIT {
    private static final Pattern EXIT = Pattern.compile("exit (\\d+)");
    private static final String FIRST = "./flamegate run";
    /** The build that runs this test is that command. */
    private static final String RUNNING_NOW = "./mvnw verify";

    @TempDir
    static Path copy;

    private static Ended first;
    private static JsonNode run;

    @BeforeAll
    static void measureTheFirstRun() throws Exception {
        linkCheckout();
        shortenPlan();
        first = Program.measured(copy, List.of(FIRST.split(" ")));
        assertThat(first.code()).as(first.out() + first.err()).isZero();
        run = JsonMapper.shared().readTree(copy.resolve("build/flamegate/result.json"));
        Files.move(copy.resolve("build/flamegate"), copy.resolve("build/first"));
    }

    @Test
    void the_first_run_is_measured_stored_judged_and_reported() throws Exception {
        assertThat(run.path("verdict").asString()).isIn("PASS", "WARN");
        assertThat(run.path("exitCode").asInt()).isZero();
        JsonNode recorded = finding(run, "cpu-cost", "< 20% growth vs median of 5 runs");
        assertThat(recorded.path("verdict").asString()).isEqualTo("RECORDED");
        assertThat(recorded.path("indicator").asString()).isEqualTo("cpu.per-request");
        assertThat(recorded.path("unit").asString()).isEqualTo("ms");
        assertThat(recorded.path("value").asDouble()).isBetween(0.5, 40.0);
        assertThat(recorded.path("message").asString()).contains("no earlier run of sample-service is stored yet");
        Path report = copy.resolve("build/first/index.html");
        assertThat(Files.readString(report)).contains("MatrixCalculator.multiply");
        for (String file : new String[] {"junit.xml", "run.json", "result.json", "summary.md", "report.css"}) {
            assertThat(report.resolveSibling(file)).isNotEmptyFile();
        }
        assertThat(Files.readString(copy.resolve("build/first/logs/trial-1/target.log")))
                .isNotEmpty();
    }

    @Test
    void a_slower_build_fails_against_it_and_every_command_does_what_its_comment_says() throws Exception {
        List<String> commands = Readme.blocks("sh").flatMap(String::lines).toList();
        assertThat(commands).hasSizeGreaterThan(8);
        List<String> done = new ArrayList<>();
        for (String line : commands) {
            String command = line.replaceAll("\\s+#.*", "").strip();
            if (command.isEmpty() || command.equals(RUNNING_NOW)) {
                continue;
            }
            Matcher exit = EXIT.matcher(line);
            int expected = exit.find() ? Integer.parseInt(exit.group(1)) : 0;
            Ended ended = command.equals(FIRST) ? first : Program.measured(copy, List.of(command.split("\\s+")));
            assertThat(ended.code())
                    .as(String.join("\n", done) + "\n" + command + "\n" + ended.out() + ended.err())
                    .isEqualTo(expected);
            if (command.contains("FEATURE_IDENTITY_MATRIX=false")) {
                assertThat(ended.out())
                        .contains("FAIL")
                        .contains("cpu.per-request")
                        .contains("MatrixCalculator.multiply")
                        .contains(run.path("run").asString());
            }
            done.add(command + ": " + ended.out().lines().findFirst().orElse(""));
        }
        assertThat(done).anyMatch(command -> command.startsWith(FIRST + ":"));
        assertThat(copy.resolve("build/flamegate/index.html")).isNotEmptyFile();
        assertThat(copy.resolve("build/again/index.html")).isNotEmptyFile();

        judgedAgainOffline(run.path("run").asString());
    }

    private static void judgedAgainOffline(String first) throws Exception {
        Ended latest = Program.run(copy, "judge", "latest", "--json");
        assertThat(latest.code()).isEqualTo(1);
        JsonNode growth =
                finding(JsonMapper.shared().readTree(latest.out()), "cpu-cost", "< 20% growth vs median of 5 runs");
        assertThat(growth.path("growth").asDouble()).isGreaterThan(0.5);
        assertThat(growth.path("interval").get(0).asDouble()).isPositive();
        assertThat(growth.path("baseline").asDouble()).isPositive();
        assertThat(Program.run(copy, "judge", first).code()).isZero();
        assertThat(Program.run(copy, "judge", first, "--report", "again").code())
                .isZero();
        assertThat(copy.resolve("again/index.html")).isNotEmptyFile();

        Ended list = Program.run(copy, "history", "list");
        assertThat(list.out().lines()).hasSize(2).first().asString().contains("FAIL");
        assertThat(Program.run(copy, "judge", "latest", "--json").out()).contains("\"findings\"");
        assertThat(Program.run(copy, "history", "pin", first, "good").code()).isZero();
        assertThat(Program.run(copy, "history", "prune", "--keep", "1").out())
                .contains("0 runs and 0 comparisons deleted");
        assertThat(Program.run(copy, "history", "pin", "none", "good").code()).isZero();
        assertThat(Program.run(copy, "history", "prune", "--keep", "1").out()).contains("deleted " + first);
    }

    /** A checkout of links, so that what the commands store and write stays out of the real one. */
    private static void linkCheckout() throws IOException {
        try (Stream<Path> entries = Files.list(Program.CHECKOUT)) {
            for (Path entry : entries.toList()) {
                String name = entry.getFileName().toString();
                if (Set.of("flamegate", "flamegate.yaml").contains(name)) {
                    Files.copy(entry, copy.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
                } else if (!Set.of(".flamegate", "build", ".git").contains(name)) {
                    Files.createSymbolicLink(copy.resolve(name), entry);
                }
            }
        }
    }

    /** Only requests on which the slower build is slower, for a few seconds, on a free port. */
    private static void shortenPlan() throws IOException {
        replaceInPlan("rate: \"40\"", "rate: \"20\", mix: \"matrix=1\"");
        replaceInPlan("warm-up: {at-least: 5 s, at-most: 30 s}", "warm-up: {at-least: 2 s, at-most: 3 s}");
        replaceInPlan("measure: 15 s", "measure: 4 s");
        replaceInPlan("port: 8080", "port: " + FreePort.find());
    }

    private static void replaceInPlan(String text, String replacement) throws IOException {
        Path plan = copy.resolve("flamegate.yaml");
        String before = Files.readString(plan);
        assertThat(before).containsOnlyOnce(text);
        Files.writeString(plan, before.replace(text, replacement));
    }

    private static JsonNode finding(JsonNode result, String rule, String criterion) {
        for (JsonNode finding : result.path("findings")) {
            if (finding.path("rule").asString().equals(rule)
                    && finding.path("criterion").asString().equals(criterion)) {
                return finding;
            }
        }
        throw new AssertionError("no finding of " + rule + ": " + criterion + " in " + result);
    }
}
