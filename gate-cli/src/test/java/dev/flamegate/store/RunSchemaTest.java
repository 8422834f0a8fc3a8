package dev.flamegate.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunSchemaTest {
    private static final Path SCHEMA = Path.of("..", "docs", "schema", "run.schema.json");
    private static final Path FIRST_VERSION = Path.of("src/test/resources/dev/flamegate/store/run-v1.json");

    static Stream<GateReport> examples() {
        return Stream.concat(Examples.all().values().stream(), Stream.of(ExampleComparisons.tooShort()));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void a_stored_run_keeps_the_published_schema(GateReport report) throws IOException {
        String text = new String(RunCodec.encode(report.run()), StandardCharsets.UTF_8);

        assertThat(schema().validate(text, InputFormat.JSON)).isEmpty();
    }

    @Test
    void runs_written_by_the_first_version_keep_it_and_what_is_not_in_it_is_refused() throws IOException {
        String text = Files.readString(FIRST_VERSION);

        assertThat(schema().validate(text, InputFormat.JSON)).isEmpty();
        assertThat(schema().validate(text.replace("\"startup\"", "\"startUp\""), InputFormat.JSON))
                .isNotEmpty();
        assertThat(schema().validate(text.replace("\"NaN\"", "\"nan\""), InputFormat.JSON))
                .isNotEmpty();
        assertThat(schema().validate(
                                text.replace("\"version\": 1", "\"version\": 2")
                                        .replace("\"version\":1", "\"version\":2"),
                                InputFormat.JSON))
                .isNotEmpty();
    }

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(Files.readString(SCHEMA));
    }
}
