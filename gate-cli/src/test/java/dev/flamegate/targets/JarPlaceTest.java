package dev.flamegate.targets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.Plans;
import dev.flamegate.plan.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarPlaceTest {
    @TempDir
    Path folder;

    @Test
    void jars_of_any_paths_run_from_paths_of_one_length() throws Exception {
        Path near = jar("a.jar", "");
        Path far = jar(".flamegate/builds/0123456789abcdef0123456789abcdef01234567-89abcdef/service-1.0.0.jar", "");
        try (JarPlace one = place("a.jar");
                JarPlace other = place(folder.relativize(far).toString())) {
            Path first = Path.of(String.valueOf(one.spec().jar()));
            Path second = Path.of(String.valueOf(other.spec().jar()));

            assertThat(first).isAbsolute().hasSameBinaryContentAs(near);
            assertThat(second).isNotEqualTo(first).hasSameBinaryContentAs(far);
            assertThat(first.toString()).hasSameSizeAs(second.toString());
            assertThat(one.spec().javaOptions()).containsExactly("-Xmx64m");
        }
        assertThat(folder.resolve(".flamegate/work")).isEmptyDirectory();
        assertThat(near).exists();
        assertThat(far).exists();
    }

    @Test
    void a_jar_that_needs_what_lies_next_to_it_stays_there() throws Exception {
        jar("thin.jar", "lib/one.jar");
        jar("lib/one.jar", "");

        assertThat(JarPlace.of(spec("target: {jar: thin.jar}"), folder)).isEmpty();
    }

    @Test
    void what_is_no_jar_or_is_missing_stays_what_it_is() {
        assertThat(JarPlace.of(spec("target: {command: run.sh}"), folder)).isEmpty();
        assertThat(JarPlace.of(spec("target: {jar: missing.jar}"), folder)).isEmpty();
    }

    private JarPlace place(String jar) {
        return JarPlace.of(spec("target: {jar: " + jar + ", java-options: [-Xmx64m]}"), folder)
                .orElseThrow();
    }

    private static TargetSpec spec(String plan) {
        return Plans.of(plan).target();
    }

    private Path jar(String name, String classPath) throws IOException {
        Path jar = folder.resolve(name);
        Files.createDirectories(jar.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Made-As", name);
        if (!classPath.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }
}
