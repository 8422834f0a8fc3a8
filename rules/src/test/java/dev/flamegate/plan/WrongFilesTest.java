package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Seals the text of problems. After a wanted change: -Dgolden.update=true, then read the difference. */
class WrongFilesTest {
    private static final Path FOLDER = Path.of("src/test/resources/dev/flamegate/plan/wrong");

    static List<String> wrongFiles() throws IOException {
        return names(".yaml");
    }

    @ParameterizedTest
    @MethodSource("wrongFiles")
    void a_wrong_file_is_refused_with_this_text(String name) throws IOException {
        Source source = new Source(name + ".yaml", Files.readString(FOLDER.resolve(name + ".yaml")));

        PlanProblems problems = catchThrowableOfType(PlanProblems.class, () -> read(source));

        assertThat(problems).isNotNull();
        Path golden = FOLDER.resolve(name + ".txt");
        String text = problems.getMessage();
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(golden, text);
        }
        assertThat(text).isEqualTo(Files.readString(golden));
    }

    @Test
    void every_text_belongs_to_a_file() throws IOException {
        assertThat(names(".txt")).isEqualTo(names(".yaml")).hasSizeGreaterThan(20);
    }

    private static void read(Source source) {
        if (source.name().startsWith("plan-")) {
            PlanReader.read(source, Map.of());
        } else {
            RulesReader.read(List.of(source));
        }
    }

    private static List<String> names(String ending) throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ending))
                    .map(name -> name.substring(0, name.length() - ending.length()))
                    .sorted()
                    .toList();
        }
    }
}
