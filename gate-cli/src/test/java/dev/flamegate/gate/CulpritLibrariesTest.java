package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.facts.BuildCaches;
import dev.flamegate.model.Interval;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Library;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.plan.TargetSpec.Subject;
import dev.flamegate.report.BareRuns;
import dev.flamegate.report.ExampleFindings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CulpritLibrariesTest {
    private static final String CLASS = "io/netty/Buffer.class";

    @TempDir
    private Path folder;

    @Test
    void a_class_in_a_nested_jar_has_its_library_with_both_versions() throws IOException {
        byte[] library = jar(Map.of(CLASS, new byte[1]));
        Files.write(
                folder.resolve("app.jar"),
                jar(Map.of("BOOT-INF/lib/netty-buffer-4.1.125.jar", library, "BOOT-INF/lib/other.jar", jar(Map.of()))));

        assertThat(library("io.netty.Buffer.read", Map.of("jar.netty-buffer", "4.1.124, 10 bytes")))
                .isEqualTo(new Library("netty-buffer", "4.1.124", "4.1.125"));
    }

    @Test
    void a_class_in_a_jar_next_to_the_target_has_its_library() throws IOException {
        Files.createDirectories(folder.resolve("lib"));
        Files.write(folder.resolve("lib/netty-buffer.jar"), jar(Map.of(CLASS, new byte[1])));
        Files.write(
                folder.resolve("app.jar"),
                jar(Map.of(
                        "META-INF/MANIFEST.MF",
                        "Manifest-Version: 1.0\nClass-Path: lib/netty-buffer.jar\n".getBytes(StandardCharsets.UTF_8))));

        assertThat(library("io.netty.Buffer.read", Map.of())).isEqualTo(new Library("netty-buffer", null, "4.1.125"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "maven/io/netty/netty-buffer/4.1.125/netty-buffer-4.1.125.jar",
                "gradle/io.netty/netty-buffer/4.1.125/0a1b2c/netty-buffer-4.1.125.jar"
            })
    void a_class_that_was_unpacked_into_the_target_is_that_of_the_librarys_own_jar(String kept) throws IOException {
        Files.write(folder.resolve("app.jar"), shaded(new byte[] {1}));
        keep(kept, jar(Map.of(CLASS, new byte[] {1})));

        assertThat(library("io.netty.Buffer.read", Map.of("jar.netty-buffer", "4.1.124, 10 bytes")))
                .isEqualTo(new Library("netty-buffer", "4.1.124", "4.1.125"));
    }

    @Test
    void a_class_that_differs_from_the_librarys_is_not_taken_for_it() throws IOException {
        Files.write(folder.resolve("app.jar"), shaded(new byte[] {2}));
        keep("maven/io/netty/netty-buffer/4.1.125/netty-buffer-4.1.125.jar", jar(Map.of(CLASS, new byte[] {1})));

        assertThat(library("io.netty.Buffer.read", Map.of())).isNull();
    }

    @Test
    void an_application_that_was_itself_installed_is_not_the_library_of_what_is_unpacked_in_it() throws IOException {
        byte[] app = shaded(new byte[] {1});
        Files.write(folder.resolve("app.jar"), app);
        keep("maven/dev/acme/shop/1.4/shop-1.4.jar", app);

        assertThat(library("io.netty.Buffer.read", Map.of())).isNull();
    }

    private static byte[] shaded(byte[] content) throws IOException {
        return jar(Map.of(
                CLASS,
                content,
                "META-INF/maven/io.netty/netty-buffer/pom.properties",
                note("io.netty", "netty-buffer", "4.1.125"),
                "META-INF/maven/dev.acme/shop/pom.properties",
                note("dev.acme", "shop", "1.4")));
    }

    private static byte[] note(String group, String artifact, String version) {
        return ("groupId=" + group + "\nartifactId=" + artifact + "\nversion=" + version + "\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private void keep(String path, byte[] jar) throws IOException {
        Path file = folder.resolve("kept").resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, jar);
    }

    @Test
    void the_applications_own_classes_are_in_no_library() throws IOException {
        byte[] copy = jar(Map.of(CLASS, new byte[1]));
        Files.write(
                folder.resolve("app.jar"),
                jar(Map.of("BOOT-INF/classes/" + CLASS, new byte[1], "BOOT-INF/lib/netty-buffer-4.1.125.jar", copy)));

        assertThat(library("io.netty.Buffer.read", Map.of())).isNull();
    }

    @Test
    void without_the_files_of_the_target_the_culprit_stands_alone() throws IOException {
        assertThat(library("io.netty.Buffer.read", Map.of())).isNull();
        Files.writeString(folder.resolve("app.jar"), "no jar");
        assertThat(library("io.netty.Buffer.read", Map.of())).isNull();
    }

    private @Nullable Library library(String frame, Map<String, String> before) {
        Finding finding = ExampleFindings.of("cpu", "cpu.per-request")
                .criterion(ExampleFindings.limit("< 1 ms", Operator.LESS, 0.001, Unit.MILLISECONDS))
                .culprit(culprit(frame))
                .is(Outcome.FAIL, Finding.Reason.BEYOND_LIMIT);
        Judgement judgement = new Judgement(Verdict.FAIL, List.of(finding), List.of(), Map.of());
        Run candidate = BareRuns.of(Map.of(Run.TARGET, "app.jar", "jar.netty-buffer", "4.1.125, 10 bytes"));

        Path kept = folder.resolve("kept");
        BuildCaches caches = new BuildCaches(kept.resolve("maven"), kept.resolve("gradle"));
        Culprit found = new CulpritLibraries(new Subject.Jar("planned.jar"), folder, caches)
                .in(judgement, one -> Optional.of(BareRuns.of(before)), candidate)
                .findings()
                .get(0)
                .culprit();
        assertThat(found).isNotNull();
        return found.library();
    }

    private static Culprit culprit(String frame) {
        return new Culprit(
                frame,
                "io/netty/Buffer.java",
                1,
                1.0,
                0.5,
                null,
                new Culprit.Evidence(
                        ProfileEvent.CPU,
                        Culprit.Kind.SELF,
                        0.002,
                        0.003,
                        new Interval(0.0005, 0.0015, 0.95),
                        List.of(frame),
                        null,
                        null));
    }

    private static byte[] jar(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
