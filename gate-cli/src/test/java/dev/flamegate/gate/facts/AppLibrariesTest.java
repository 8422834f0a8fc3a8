package dev.flamegate.gate.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.plan.TargetSpec.Subject;
import dev.flamegate.targets.AppFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppLibrariesTest {
    @TempDir
    Path folder;

    @Test
    void libraries_in_a_jar_have_the_versions_of_their_names() throws IOException {
        jar(Map.of(
                "BOOT-INF/lib/netty-codec-4.1.125.Final.jar", "",
                "BOOT-INF/lib/epoll-4.1.125.Final.jar", "",
                "BOOT-INF/lib/epoll-4.1.125.Final-linux-x86_64.jar", "",
                "BOOT-INF/lib/own.jar", ""));

        assertThat(libraries())
                .containsEntry("netty-codec", "4.1.125.Final")
                .containsEntry("own", "")
                .hasEntrySatisfying(
                        "epoll",
                        versions -> assertThat(versions.split(", "))
                                .containsExactlyInAnyOrder("4.1.125.Final", "4.1.125.Final-linux-x86_64"));
    }

    @Test
    void libraries_that_were_unpacked_into_a_jar_are_known_by_what_maven_wrote() throws IOException {
        jar(Map.of(
                "META-INF/maven/io.netty/netty-codec/pom.properties",
                        "groupId=io.netty\nartifactId=netty-codec\nversion=4.1.125.Final\n",
                "META-INF/maven/dev.acme/shop/pom.properties", "groupId=dev.acme\nartifactId=shop\nversion=1.4\n",
                "META-INF/maven/a/b/pom.properties", "groupId=..\nartifactId=../../secret\nversion=1\n",
                "META-INF/maven/x/y/pom.properties", "nothing of the kind"));

        assertThat(libraries()).isEqualTo(Map.of("netty-codec", "4.1.125.Final", "shop", "1.4"));
    }

    @Test
    void a_jar_that_is_about_itself_only_has_no_libraries() throws IOException {
        jar(Map.of("META-INF/maven/dev.acme/shop/pom.properties", "artifactId=shop\nversion=1.4\n"));

        assertThat(libraries()).isEmpty();
    }

    @Test
    void what_is_no_jar_has_none_either() throws IOException {
        Files.writeString(folder.resolve("shop.jar"), "no jar");

        assertThat(libraries()).isEmpty();
    }

    private Map<String, String> libraries() {
        return AppLibraries.of(AppFiles.of(new Subject.Jar("shop.jar"), folder).orElseThrow());
    }

    private void jar(Map<String, String> entries) throws IOException {
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(folder.resolve("shop.jar")))) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                jar.putNextEntry(new ZipEntry(entry.getKey()));
                jar.write(entry.getValue().getBytes(StandardCharsets.ISO_8859_1));
                jar.closeEntry();
            }
        }
    }
}
