package dev.flamegate.gate.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.plan.TargetSpec.Subject;
import dev.flamegate.targets.AppFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecondCompilerTest {
    @TempDir
    private Path folder;

    @Test
    void is_left_out_at_once_only_where_it_has_never_been_in_time() {
        assertThat(SecondCompiler.first(14_600, 2)).isEqualTo(SecondCompiler.LEFT_OUT_ON_TRIAL);
        assertThat(SecondCompiler.first(3_400, 2)).isEqualTo(SecondCompiler.ON_TRIAL);
        assertThat(SecondCompiler.first(14_600, 4)).isEqualTo(SecondCompiler.ON_TRIAL);
    }

    @Test
    void a_variable_that_every_jvm_reads_chooses_it_too() {
        assertThat(SecondCompiler.isChosen(Map.of("JAVA_TOOL_OPTIONS", "-Xss1m -XX:+TieredCompilation")))
                .isTrue();
        assertThat(SecondCompiler.isChosen(Map.of("JAVA_TOOL_OPTIONS", "-Xss1m", "OPTIONS", "-Xint")))
                .isFalse();
    }

    @Test
    void classes_of_a_service_are_those_of_its_libraries_too() throws IOException {
        jar("lib/one.jar", "", "a/A.class", "a/A.txt");
        jar("lib/two.jar", "", "b/B.class", "b/C.class");
        jar("app.jar", "lib/one.jar lib/two.jar", "Main.class", "application.yaml");

        assertThat(AppFiles.of(new Subject.Jar("app.jar"), folder).orElseThrow().classes())
                .isEqualTo(4);
    }

    private void jar(String name, String classPath, String... entries) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (String entry : List.of(entries)) {
                jar.putNextEntry(new JarEntry(entry));
            }
        }
    }
}
