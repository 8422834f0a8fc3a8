package dev.flamegate.cluster.injectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.load.LoadFailed;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.TargetSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadArchiveTest {
    @TempDir
    private Path folder;

    @Test
    void classes_and_files_keep_their_places_and_equal_content_is_an_equal_archive() throws Exception {
        Path plan = Files.createDirectories(folder.resolve("plan"));
        Path elsewhere = Files.createDirectories(folder.resolve("libraries"));
        Files.createDirectories(plan.resolve("classes/com/acme"));
        Files.writeString(plan.resolve("classes/com/acme/Shop.class"), "class");
        Files.writeString(elsewhere.resolve("tools.jar"), "jar");
        Files.createDirectories(plan.resolve("data"));
        Files.writeString(plan.resolve("data/users.csv"), "name");
        LoadSpec spec = spec(List.of("classes", elsewhere + "/*"), "data");

        LoadArchive.Packed packed = new LoadArchive(spec, plan).packed();
        Path there = folder.resolve("there");
        try (var in = Files.newInputStream(packed.file())) {
            LoadArchive.unpack(in, there);
        }

        Path unpacked = there.resolve(LoadArchive.PLAN);
        assertThat(unpacked.resolve("data/users.csv")).hasContent("name");
        assertThat(packed.classpath()).hasSize(2);
        assertThat(unpacked.resolve(packed.classpath().get(0)).resolve("com/acme/Shop.class"))
                .hasContent("class");
        assertThat(unpacked.resolve(packed.classpath().get(1))).hasContent("jar");
        assertThat(new LoadArchive(spec, plan).packed().sum()).isEqualTo(packed.sum());
    }

    @Test
    void a_file_that_is_missing_or_not_below_the_plan_is_told() throws Exception {
        Path plan = Files.createDirectories(folder.resolve("plan"));
        Files.writeString(folder.resolve("secret"), "x");

        assertThatThrownBy(() -> new LoadArchive(spec(List.of(), "users.csv"), plan).packed())
                .isInstanceOf(LoadFailed.class)
                .hasMessageContaining("users.csv cannot be sent to the injectors: it does not exist");
        assertThatThrownBy(() -> new LoadArchive(spec(List.of(), "../secret"), plan).packed())
                .hasMessageContaining("it is not below the plan's folder");
        assertThatThrownBy(() -> new LoadArchive(spec(List.of("missing.jar"), "."), plan).packed())
                .hasMessageContaining("class path is incomplete: missing.jar does not exist");
    }

    @Test
    void an_archive_cannot_write_outside_of_its_folder() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("../outside"));
            zip.write(1);
        }

        assertThatThrownBy(() ->
                        LoadArchive.unpack(new ByteArrayInputStream(bytes.toByteArray()), folder.resolve("inside")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("../outside");
        assertThat(folder.resolve("outside")).doesNotExist();
    }

    private static LoadSpec spec(List<String> classpath, String file) {
        return new LoadSpec(
                "com.acme.Shop",
                classpath,
                Map.of(),
                null,
                4,
                new LoadSpec.Pods(null, List.of(file), Map.of(), TargetSpec.Limits.NONE),
                new LoadSpec.WarmUpBounds(Duration.ofSeconds(1), Duration.ofSeconds(2), 1),
                Duration.ofSeconds(2));
    }
}
