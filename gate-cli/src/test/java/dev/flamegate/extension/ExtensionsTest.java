package dev.flamegate.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.cli.CommandProvider;
import dev.flamegate.extension.Extensions.BrokenExtension;
import dev.flamegate.model.message.FailureKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtensionsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 100})
    void a_jar_that_is_cut_off_is_named(int bytes) throws IOException {
        Path whole = jar("one.jar", "x.One");
        Path cut = folder.resolve("cut.jar");
        byte[] content = Files.readAllBytes(whole);
        Files.write(cut, Arrays.copyOf(content, bytes));

        Extensions.check(List.of(whole));

        assertThatThrownBy(() -> Extensions.check(List.of(whole, cut)))
                .isInstanceOfSatisfying(
                        BrokenExtension.class,
                        broken -> assertThat(broken.kind()).isEqualTo(FailureKind.INCOMPLETE_INSTALLATION))
                .hasMessageContaining("cut.jar is damaged")
                .hasMessageContaining("remove its jar");
    }

    @Test
    void an_extension_that_is_there_in_two_versions_is_named() throws IOException {
        Path old = jar("shop-1.0.jar", "x.One # of old");
        Path other = jar("shop-1.1.jar", "x.Other");
        Path twice = jar("shop-2.0.jar", "x.One\nx.One");

        Extensions.check(List.of(old, other));
        Extensions.check(List.of(twice));

        assertThatThrownBy(() -> Extensions.check(List.of(old, other, twice)))
                .isInstanceOf(BrokenExtension.class)
                .hasMessageContaining("shop-1.0.jar and")
                .hasMessageContaining("shop-2.0.jar are the same extension")
                .hasMessageContaining("x.One as dev.flamegate.cli.CommandProvider");
    }

    @Test
    void a_jar_that_cannot_be_read_is_not_said_to_be_damaged() {
        assertThatThrownBy(() -> Extensions.check(List.of(folder.resolve("gone.jar"))))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("gone.jar cannot be read");
    }

    @Test
    void a_class_that_an_extension_names_and_does_not_have_is_named() throws IOException {
        URL[] jars = {jar("one.jar", "x.Gone").toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(jars, CommandProvider.class.getClassLoader())) {
            assertThatThrownBy(() -> Extensions.of(CommandProvider.class, loader))
                    .isInstanceOf(BrokenExtension.class)
                    .hasMessageContaining("an extension cannot be used")
                    .hasMessageContaining("x.Gone not found");
        }
    }

    /** An extension that names one provider of commands. */
    private Path jar(String name, String provider) throws IOException {
        Path jar = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("META-INF/services/" + CommandProvider.class.getName()));
            zip.write(provider.getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        return jar;
    }
}
