package dev.flamegate.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.Plans;
import dev.flamegate.plan.TargetSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacementTest {
    private static final Map<String, String> NEWER = Map.of("netty-codec", "netty-codec-4.1.125.Final.jar");

    @TempDir
    Path folder;

    @BeforeEach
    void makeLibrary() throws IOException {
        Files.write(folder.resolve("netty-codec-4.1.125.Final.jar"), library("new"));
    }

    @Test
    void a_nested_jar_is_replaced_in_a_copy_and_stays_stored() throws IOException {
        executable(
                "shop.jar", "BOOT-INF/lib/netty-codec-4.1.124.Final.jar", "BOOT-INF/lib/netty-codec-http-4.1.124.jar");
        byte[] before = Files.readAllBytes(folder.resolve("shop.jar"));

        TargetSpec target = Replacement.of(target("jar: shop.jar"), NEWER, folder);

        assertThat(Files.readAllBytes(folder.resolve("shop.jar"))).isEqualTo(before);
        Path copy = Path.of(String.valueOf(target.jar()));
        assertThat(copy).startsWith(folder.resolve(".flamegate/builds")).hasFileName("shop.jar");
        try (JarFile jar = new JarFile(copy.toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName))
                    .containsExactly(
                            "META-INF/MANIFEST.MF",
                            "BOOT-INF/lib/netty-codec-4.1.124.Final.jar",
                            "BOOT-INF/lib/netty-codec-http-4.1.124.jar",
                            "shop/Main.class");
            ZipEntry replaced = jar.getEntry("BOOT-INF/lib/netty-codec-4.1.124.Final.jar");
            assertThat(replaced.getMethod()).isEqualTo(ZipEntry.STORED);
            assertThat(jar.getInputStream(replaced).readAllBytes()).isEqualTo(library("new"));
            ZipEntry other = jar.getEntry("BOOT-INF/lib/netty-codec-http-4.1.124.jar");
            assertThat(jar.getInputStream(other).readAllBytes()).isEqualTo(library("old"));
            assertThat(jar.getEntry("shop/Main.class").getMethod()).isEqualTo(ZipEntry.DEFLATED);
            assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
                    .isEqualTo("shop.Main");
        }
    }

    @Test
    void a_copy_is_made_once_and_again_for_another_jar() throws IOException {
        executable("shop.jar", "BOOT-INF/lib/netty-codec-4.1.124.Final.jar");
        String first = jar();
        Files.setLastModifiedTime(Path.of(first), java.nio.file.attribute.FileTime.fromMillis(1000));

        assertThat(jar()).isEqualTo(first);
        assertThat(Files.getLastModifiedTime(Path.of(first)).toMillis()).isEqualTo(1000);

        Files.write(folder.resolve("netty-codec-4.1.125.Final.jar"), library("newer"));
        assertThat(jar()).isNotEqualTo(first);
        assertThat(Files.list(folder.resolve(".flamegate/builds"))).hasSize(2);
    }

    @Test
    void a_library_next_to_a_jar_is_replaced_in_a_copy_of_both() throws IOException {
        thinJar("app/quarkus-run.jar", "lib/boot/one-1.jar");
        place("app/lib/boot/one-1.jar");
        place("app/lib/main/io.netty.netty-codec-4.1.124.Final.jar");
        Files.writeString(folder.resolve("app/notes.txt"), "not part of it");

        TargetSpec target =
                Replacement.of(target("command: [java, -Xmx1g, -jar, app/quarkus-run.jar, x]"), NEWER, folder);

        assertThat(target.command()).startsWith("java", "-Xmx1g", "-jar").endsWith("x");
        Path jar = Path.of(target.command().get(3));
        assertThat(jar).isRegularFile().hasFileName("quarkus-run.jar");
        assertThat(jar.resolveSibling("lib/main/io.netty.netty-codec-4.1.124.Final.jar"))
                .hasBinaryContent(library("new"));
        assertThat(jar.resolveSibling("lib/boot/one-1.jar")).hasBinaryContent(library("old"));
        assertThat(jar.resolveSibling("notes.txt")).doesNotExist();
        assertThat(folder.resolve("app/lib/main/io.netty.netty-codec-4.1.124.Final.jar"))
                .hasBinaryContent(library("old"));
    }

    @Test
    void a_library_of_an_installation_is_replaced_in_a_copy_of_it() throws IOException {
        place("dist/lib/netty-codec-4.1.124.Final.jar");
        Files.createDirectories(folder.resolve("dist/bin"));
        Files.writeString(folder.resolve("dist/bin/shop"), "#!/bin/sh\n");
        assertThat(folder.resolve("dist/bin/shop").toFile().setExecutable(true)).isTrue();

        TargetSpec target = Replacement.of(target("command: dist/bin/shop --x"), NEWER, folder);

        Path script = Path.of(target.command().get(0));
        assertThat(script).isExecutable();
        assertThat(target.command()).endsWith("--x");
        assertThat(script.resolve("../../lib/netty-codec-4.1.124.Final.jar").normalize())
                .hasBinaryContent(library("new"));
    }

    @Test
    void a_name_that_fits_none_or_two_is_refused() throws IOException {
        executable("shop.jar", "BOOT-INF/lib/epoll-4.1.1-linux.jar", "BOOT-INF/lib/epoll-4.1.1.jar");

        assertThatThrownBy(() -> Replacement.of(target("jar: shop.jar"), NEWER, folder))
                .isInstanceOf(TargetFailed.class)
                .hasMessage("replace: netty-codec fits no library of the target; there are epoll-4.1.1-linux.jar,"
                        + " epoll-4.1.1.jar");
        assertThatThrownBy(() -> Replacement.of(
                        target("jar: shop.jar"), Map.of("epoll", "netty-codec-4.1.125.Final.jar"), folder))
                .hasMessageContaining("epoll fits more than one library: BOOT-INF/lib/epoll-4.1.1-linux.jar,")
                .hasMessageContaining("Give the name of the file, such as `epoll-4.1.1-linux.jar`.");
        assertThat(Replacement.of(
                                target("jar: shop.jar"),
                                Map.of("epoll-4.1.1.jar", "netty-codec-4.1.125.Final.jar"),
                                folder)
                        .jar())
                .isNotEqualTo("shop.jar");
    }

    @Test
    void what_cannot_be_replaced_is_said() throws IOException {
        executable("merged.jar");
        executable("signed.jar", "BOOT-INF/lib/netty-codec-4.1.124.Final.jar", "META-INF/ACME.SF");

        assertThatThrownBy(() -> Replacement.of(target("jar: merged.jar"), NEWER, folder))
                .hasMessageContaining("classes merged into one jar cannot be replaced");
        assertThatThrownBy(() -> Replacement.of(target("jar: signed.jar"), NEWER, folder))
                .hasMessageContaining("is signed");
        assertThatThrownBy(() -> Replacement.of(target("jar: merged.jar"), Map.of("x", "none.jar"), folder))
                .hasMessageContaining("none.jar does not exist");
        assertThatThrownBy(() -> Replacement.of(target("command: sleep 1"), NEWER, folder))
                .hasMessageContaining("cannot be replaced in `sleep 1`");
        assertThat(folder.resolve(".flamegate/builds")).isEmptyDirectory();
    }

    @Test
    void libraries_beside_a_jar_are_part_of_its_content() throws IOException {
        thinJar("app/run.jar", "lib/one-1.jar");
        place("app/lib/one-1.jar");
        executable("app/whole.jar");
        String content = content("app/run.jar");
        String whole = content("app/whole.jar");

        Files.write(folder.resolve("app/lib/one-1.jar"), library("changed"));

        assertThat(content("app/run.jar")).isNotEqualTo(content).matches("[0-9a-f]{64}");
        assertThat(content("app/whole.jar")).isEqualTo(whole);
    }

    private String content(String jar) {
        return AppFiles.of(target("jar: " + jar).subject(), folder)
                .orElseThrow()
                .content();
    }

    private String jar() {
        return String.valueOf(
                Replacement.of(target("jar: shop.jar"), NEWER, folder).jar());
    }

    private static TargetSpec target(String target) {
        return Plans.of("target: {" + target + "}").target();
    }

    private void place(String path) throws IOException {
        Files.createDirectories(folder.resolve(path).getParent());
        Files.write(folder.resolve(path), library("old"));
    }

    private static byte[] library(String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            ZipEntry entry = new ZipEntry("content.txt");
            entry.setTime(0);
            jar.putNextEntry(entry);
            jar.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private void thinJar(String path, String classPath) throws IOException {
        Manifest manifest = manifest();
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        write(path, manifest, List.of());
    }

    /** A jar with other entries, those that are jars uncompressed as the loader of Spring Boot needs them. */
    private void executable(String path, String... entries) throws IOException {
        write(path, manifest(), List.of(entries));
    }

    private void write(String path, Manifest manifest, List<String> entries) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            byte[] nested = library("old");
            for (String name : entries) {
                ZipEntry entry = new ZipEntry(name);
                CRC32 crc = new CRC32();
                crc.update(nested);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(nested.length);
                entry.setCrc(crc.getValue());
                jar.putNextEntry(entry);
                jar.write(nested);
                jar.closeEntry();
            }
            jar.putNextEntry(new ZipEntry("shop/Main.class"));
            jar.write("main".getBytes(StandardCharsets.UTF_8));
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            assertThat(zip.size()).isEqualTo(entries.size() + 2);
        }
    }

    private static Manifest manifest() {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "shop.Main");
        return manifest;
    }
}
