package dev.flamegate.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
    @TempDir
    Path folder;

    @Test
    void libraries_are_found_on_the_path_in_manifests_and_packed_into_the_application() throws IOException {
        Path library = jar("lib/library-1.2.jar", "library-1.2.jar ../app.jar", "Some.class");
        Path app = jar("app.jar", "lib/library-1.2.jar lib/gone-1.jar", "BOOT-INF/lib/packed-3.jar", "other/no-1.jar");
        String path = app + File.pathSeparator + folder.resolve("classes") + File.pathSeparator + library;

        assertThat(ClassPath.jars(path, 1000))
                .isEqualTo("app.jar/" + Files.size(app) + "/packed-3.jar/3/library-1.2.jar/" + Files.size(library));
    }

    @Test
    void what_is_no_jar_inside_is_known_by_its_name() throws IOException {
        Path broken = Files.write(folder.resolve("broken.jar"), new byte[7]);

        assertThat(ClassPath.jars(broken.toString(), 1000)).isEqualTo("broken.jar/7");
    }

    @Test
    void only_whole_entries_are_said_where_there_is_no_room() throws IOException {
        Path first = Files.write(folder.resolve("first.jar"), new byte[7]);
        Path second = Files.write(folder.resolve("second.jar"), new byte[7]);

        assertThat(ClassPath.jars(first + File.pathSeparator + second, 13)).isEqualTo("first.jar/7");
        assertThat(ClassPath.jars("", 1000)).isEmpty();
    }

    private Path jar(String name, String classPath, String... entries) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (String entry : entries) {
                jar.putNextEntry(new ZipEntry(entry));
                jar.write(new byte[3]);
            }
        }
        return file;
    }
}
