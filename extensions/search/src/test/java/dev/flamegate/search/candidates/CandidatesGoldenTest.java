package dev.flamegate.search.candidates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.formats.JUnitReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.json.Result;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.search.candidates.ComparedCandidates.Candidate;
import dev.flamegate.search.candidates.ComparedCandidates.Judged;
import dev.flamegate.search.candidates.ComparedCandidates.OutOfTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seals the table of several candidates in every format: look at the difference before -Dgolden.update=true. */
class CandidatesGoldenTest {
    private static final Path FILES = Path.of("src", "test", "resources", "golden", "candidates");
    private static final Path SCHEMA = Path.of("..", "..", "docs", "schema", "result.schema.json");
    private static final String PLACE = "build/flamegate/index.html";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "index.html",
                "summary.md",
                "junit.xml",
                "result.json",
                "terminal-80.txt",
                "terminal-140-colour.txt"
            })
    void every_format_is_as_it_was(String name) throws IOException {
        byte[] written = write(name);
        Path golden = FILES.resolve(name);
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(FILES);
            Files.write(golden, written);
        }

        assertThat(new String(written, StandardCharsets.UTF_8)).isEqualTo(Files.readString(golden));
    }

    @Test
    void the_result_keeps_the_published_schema_and_can_be_read_again() throws IOException {
        byte[] json = write("result.json");

        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                        .getSchema(Files.readString(SCHEMA), InputFormat.JSON)
                        .validate(new String(json, StandardCharsets.UTF_8), InputFormat.JSON))
                .isEmpty();
        Result result = JsonReport.read(json);
        assertThat(result.head().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(result.candidates())
                .extracting(Result.Candidate::name)
                .containsExactly("Parallel", "ZGC", "JDK 25", "256 MiB");
        assertThat(result.candidates().get(2).verdict()).isNull();
        assertThat(result.judged().findings())
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.message()).startsWith(finding.candidate() + ": "));
    }

    @Test
    void a_growth_that_is_shown_stays_the_verdict_whatever_could_not_be_measured() {
        assertThat(ExampleCandidates.some().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(without(ExampleCandidates.some(), "ZGC").verdict()).isEqualTo(Verdict.INVALID);
        assertThat(without(without(ExampleCandidates.some(), "ZGC"), "JDK 25").verdict())
                .isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void candidates_that_all_pass_need_few_words() {
        Candidate one = new Candidate("a", "a.jar", "a", new Judged(ExampleComparisons.passing()));

        assertThat(of(List.of(one)).headline()).isEqualTo("a is PASS");
    }

    @Test
    void there_is_at_least_one_and_its_folder_is_in_no_other_place() {
        assertThatThrownBy(() -> of(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Candidate("a", "a", "../a", new OutOfTime()))
                .hasMessageStartingWith("../a");
    }

    private static byte[] write(String name) {
        ComparedCandidates some = ExampleCandidates.some();
        return switch (name) {
            case "index.html" -> CandidatesPage.write(some, "");
            case "summary.md" -> CandidatesMarkdown.write(some);
            case "junit.xml" -> JUnitReport.write(new CandidatesInTurns.Written(some).suites());
            case "result.json" -> CandidatesJson.write(some, 1, Path.of(PLACE));
            case "terminal-80.txt" -> text(some, new Terminal(80, false));
            default -> text(some, new Terminal(140, true));
        };
    }

    private static byte[] text(ComparedCandidates some, Terminal terminal) {
        return CandidatesText.write(some, terminal, PLACE).getBytes(StandardCharsets.UTF_8);
    }

    private static ComparedCandidates without(ComparedCandidates all, String name) {
        return of(all.candidates().stream()
                .filter(one -> !one.name().equals(name))
                .toList());
    }

    private static ComparedCandidates of(List<Candidate> candidates) {
        return new ComparedCandidates("shop", "G1", "target", candidates, "1.2.3", Instant.EPOCH);
    }
}
