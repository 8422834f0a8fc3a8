package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.program.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README is true: its commands are run in order in a copy of the checkout, its examples are read. */
class ReadmeIT {
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern EXIT = Pattern.compile("exit (\\d+)");
    /** The build that runs this test is that command. */
    private static final Set<String> RUNNING_NOW = Set.of("./mvnw verify");

    @TempDir
    Path copy;

    @Test
    void every_command_does_what_its_comment_says() throws Exception {
        linkCheckout();
        List<String> commands = blocks("sh").flatMap(String::lines).toList();
        assertThat(commands).hasSizeGreaterThan(8);
        List<String> done = new ArrayList<>();
        for (String line : commands) {
            String command = line.replaceAll("\\s+#.*", "").strip();
            if (command.isEmpty() || RUNNING_NOW.contains(command)) {
                continue;
            }
            Matcher exit = EXIT.matcher(line);
            int expected = exit.find() ? Integer.parseInt(exit.group(1)) : 0;
            Ended ended = Program.run(copy, List.of(command.split("\\s+")));
            assertThat(ended.code())
                    .as(String.join("\n", done) + "\n" + command + "\n" + ended.out() + ended.err())
                    .isEqualTo(expected);
            done.add(command + ": " + ended.out().lines().findFirst().orElse(""));
            if (command.contains("FEATURE_IDENTITY_MATRIX=false")) {
                assertThat(ended.out()).contains("FAIL", "cpu.per-request", "MatrixCalculator.multiply");
            }
        }
        assertThat(copy.resolve("build/flamegate/index.html")).isNotEmptyFile();
        assertThat(copy.resolve("build/again/index.html")).isNotEmptyFile();
    }

    @Test
    void the_examples_are_a_plan_and_rules() throws IOException {
        List<String> examples = blocks("yaml").toList();

        assertThat(examples).hasSize(2);
        assertThat(PlanReader.read(new Source("README.md", examples.get(0)), Map.of())
                        .service())
                .isEqualTo("shop");
        assertThat(RulesReader.read(List.of(new Source("README.md", examples.get(1))))
                        .rules())
                .hasSize(3);
    }

    @Test
    void every_link_leads_somewhere() throws IOException {
        Matcher link = Pattern.compile("]\\((?!https?:)([^)#]+)\\)").matcher(readme());
        while (link.find()) {
            assertThat(Program.CHECKOUT.resolve(link.group(1))).exists();
        }
    }

    /** A checkout of links, so that what the commands store and write stays out of the real one. */
    private void linkCheckout() throws IOException {
        try (Stream<Path> entries = Files.list(Program.CHECKOUT)) {
            for (Path entry : entries.toList()) {
                String name = entry.getFileName().toString();
                if (name.equals("flamegate")) {
                    Files.copy(entry, copy.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
                } else if (!Set.of(".flamegate", "build", ".git").contains(name)) {
                    Files.createSymbolicLink(copy.resolve(name), entry);
                }
            }
        }
    }

    private static Stream<String> blocks(String language) throws IOException {
        return BLOCK.matcher(readme())
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2));
    }

    private static String readme() throws IOException {
        return Files.readString(Program.CHECKOUT.resolve("README.md"));
    }
}
