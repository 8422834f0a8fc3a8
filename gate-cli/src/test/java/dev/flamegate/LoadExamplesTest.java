package dev.flamegate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of load tools are plans, and name files that exist. */
class LoadExamplesTest {
    private static final Path FOLDER = Path.of("..", "examples", "load");

    @ParameterizedTest
    @CsvSource({"k6, k6, k6.js", "jmeter, jtl, jmeter.jmx", "locust, locust, locustfile.py", "wrk, none, "})
    void an_example_is_a_plan(String name, String results, String script) throws IOException {
        Plan plan = PlanReader.read(source(FOLDER.resolve(name + ".yaml")), Map.of());

        assertThat(Objects.requireNonNull(plan.load().command()).results().name())
                .isEqualToIgnoringCase(results);
        if (script != null) {
            assertThat(plan.load().command().words()).contains(script);
            assertThat(FOLDER.resolve(script)).exists();
        }
        List<Source> rules = new java.util.ArrayList<>();
        for (String file : plan.rules()) {
            rules.add(source(FOLDER.resolve(file)));
        }
        assertThat(RulesReader.read(rules).rules()).isNotEmpty();
    }

    private static Source source(Path file) throws IOException {
        return new Source(file.toString(), Files.readString(file));
    }
}
