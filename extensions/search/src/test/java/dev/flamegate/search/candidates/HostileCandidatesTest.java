package dev.flamegate.search.candidates;

import static dev.flamegate.gate.UntrustedTextTest.HOSTILE;
import static dev.flamegate.gate.UntrustedTextTest.check;
import static dev.flamegate.gate.UntrustedTextTest.hostile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.ReportFolder;
import dev.flamegate.report.EveryTextTest;
import dev.flamegate.report.EveryTextTest.Output;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Leaves;
import dev.flamegate.report.formats.JUnitReport;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.search.candidates.ComparedCandidates.Candidate;
import dev.flamegate.search.candidates.ComparedCandidates.Failed;
import dev.flamegate.search.candidates.ComparedCandidates.Judged;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts of candidates that are attacks, in each output that shows them. */
class HostileCandidatesTest {
    @TempDir
    Path folder;

    @Test
    void no_file_of_several_candidates_lets_untrusted_text_through() throws IOException {
        ComparedCandidates hostile = new ComparedCandidates(
                HOSTILE,
                HOSTILE,
                HOSTILE,
                List.of(
                        new Candidate(HOSTILE, HOSTILE, "one", new Judged(hostile())),
                        new Candidate(HOSTILE, HOSTILE, "other", new Failed(HOSTILE))),
                HOSTILE,
                hostile().judged());

        new CandidatesInTurns.Written(hostile).write(new ReportFolder(folder), false, false);

        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                check(file.getFileName().toString(), Files.readString(file));
            }
        }
        check("terminal.txt", CandidatesText.write(hostile, new Terminal(100, false), HOSTILE));
    }

    @Test
    void every_table_of_candidates_is_built_the_same_whatever_its_texts_say() throws Exception {
        ComparedCandidates model = ExampleCandidates.some();
        Set<String> own = new TreeSet<>(Leaves.in(model));
        own.removeAll(Leaves.in(ExampleComparisons.failing()));

        assertThat(own).contains("ComparedCandidates.service", "Candidate.name", "Candidate.arm", "Failed.message");
        assertThat(EveryTextTest.check(model, own, tables())).isGreaterThan(100);
    }

    private static List<Output<ComparedCandidates>> tables() {
        return List.of(
                model -> Map.of(
                        "table.terminal",
                        CandidatesText.write(model, new Terminal(120, true), "build/flamegate/index.html")
                                .getBytes(StandardCharsets.UTF_8)),
                model -> Map.of("index.html", CandidatesPage.write(model, "")),
                model -> Map.of("summary.md", CandidatesMarkdown.write(model)),
                model -> Map.of("junit.xml", JUnitReport.write(new CandidatesInTurns.Written(model).suites())));
    }
}
