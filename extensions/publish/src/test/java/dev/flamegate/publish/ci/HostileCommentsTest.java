package dev.flamegate.publish.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.UntrustedTextTest;
import dev.flamegate.report.EveryTextTest;
import dev.flamegate.report.EveryTextTest.Output;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.Leaves;
import dev.flamegate.report.RichExample;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.json.Result;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Texts of a report that are attacks, in what {@link CommentText} and {@link Annotations} write. */
class HostileCommentsTest {
    @Test
    void every_comment_and_annotation_is_built_the_same_whatever_its_texts_say() throws Exception {
        Set<String> rich = Leaves.in(RichExample.report());
        Set<String> pairs = new TreeSet<>(Leaves.in(ExampleComparisons.failing()));
        pairs.removeAll(rich);
        List<Output<GateReport>> outputs = List.of(
                report -> Map.of("comment.md", comment(Results.of(report))),
                report -> Map.of("there.commands", lines(report, AnnotationFormat.GITHUB, Optional::of)),
                report ->
                        Map.of("elsewhere.commands", lines(report, AnnotationFormat.GITHUB, file -> Optional.empty())),
                report -> others(Results.of(report)));

        assertThat(EveryTextTest.check(RichExample.report(), rich, outputs)).isGreaterThan(300);
        assertThat(EveryTextTest.check(ExampleComparisons.failing(), pairs, outputs))
                .isGreaterThan(30);
    }

    @Test
    void nothing_said_to_a_forge_lets_untrusted_text_through() {
        String hostile = UntrustedTextTest.HOSTILE;
        Result result = JsonReport.read(JsonReport.write(UntrustedTextTest.hostile(), 1, hostile));
        String comment = CommentText.write(result, new Marker(hostile, hostile), CommentLinks.NONE, List.of(), 65_536);
        List<String> commands = new Annotations(file -> Optional.of(hostile)).lines(result, AnnotationFormat.GITHUB);

        UntrustedTextTest.check("comment.md", comment.substring(comment.indexOf('\n') + 1));
        assertThat(commands)
                .isNotEmpty()
                .allMatch(line -> line.startsWith("::error ") || line.startsWith("::warning "));
        assertThat(commands).noneMatch(line -> line.contains("\n") || line.contains("\r") || line.contains("\u001b"));
    }

    /** Annotations of other systems than GitHub, by a name that says how each is read. */
    static Map<String, byte[]> others(Result result) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        Map.of(
                        AnnotationFormat.AZURE, "there.azure",
                        AnnotationFormat.TEAMCITY, "there.teamcity",
                        AnnotationFormat.BUILDKITE, "there.md")
                .forEach((format, name) -> files.put(name, lines(result, format, Optional::of)));
        return files;
    }

    private static byte[] comment(Result result) {
        return utf8(CommentText.write(
                result,
                new Marker(result.head().service(), result.head().service()),
                new CommentLinks(
                        Optional.of(URI.create("https://ci.example/report")),
                        Optional.of(URI.create("https://ci.example/flame")),
                        Optional.of(new CommentLinks.Fork(result.head().service(), Optional.empty()))),
                List.of(result.head().service()),
                GitHubForge.LIMIT));
    }

    private static byte[] lines(GateReport report, AnnotationFormat format, Function<String, Optional<String>> files) {
        return lines(Results.of(report), format, files);
    }

    private static byte[] lines(Result result, AnnotationFormat format, Function<String, Optional<String>> files) {
        return utf8(String.join("\n", new Annotations(files).lines(result, format)));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
