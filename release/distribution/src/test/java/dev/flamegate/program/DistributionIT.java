package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.os.Sha256;
import dev.flamegate.runtime.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is released: its jars and the bills of materials that list them. */
@Tag("side-by-side")
class DistributionIT {
    private static final Path HOME = Path.of(System.getProperty("flamegate.test.home"));

    @Test
    void every_jar_of_others_is_in_a_bill_of_materials_with_its_checksum_and_licence() throws IOException {
        Set<String> listed = new TreeSet<>();
        for (Path bill : files("sbom", ".cdx.json")) {
            JsonNode root = JsonMapper.shared().readTree(bill);
            assertThat(root.path("bomFormat").asString()).isEqualTo("CycloneDX");
            for (JsonNode component : root.path("components")) {
                String name = component.path("purl").asString();
                assertThat(name).startsWith("pkg:maven/");
                if (!name.startsWith("pkg:maven/dev.flamegate/")) {
                    assertThat(component.path("licenses").size()).as(name).isPositive();
                }
                for (JsonNode hash : component.path("hashes")) {
                    if (hash.path("alg").asString().equals("SHA-256")) {
                        listed.add(hash.path("content").asString());
                    }
                }
            }
        }

        List<Path> jars = files("lib", ".jar");
        assertThat(jars).hasSizeGreaterThan(100);
        for (Path jar : jars) {
            if (!jar.getFileName().toString().startsWith("flamegate-")) {
                assertThat(listed).as(jar.toString()).contains(Sha256.of(jar));
            }
        }
    }

    @Test
    void both_archives_are_the_folder_with_a_program_that_can_be_started() throws IOException {
        String top = "flamegate-" + Installation.version();
        Map<String, Integer> expected = new TreeMap<>();
        for (Path file : files("", "")) {
            String name = top + "/" + HOME.relativize(file).toString().replace('\\', '/');
            expected.put(name, name.endsWith("/bin/flamegate") ? 0755 : 0644);
        }
        assertThat(expected).containsKeys(top + "/bin/flamegate", top + "/docs/install.md");

        Map<String, Integer> zipped = new TreeMap<>();
        try (ZipFile zip =
                ZipFile.builder().setPath(HOME.resolveSibling(top + ".zip")).get()) {
            zip.stream().filter(entry -> !entry.isDirectory()).forEach(entry -> {
                zipped.put(entry.getName(), entry.getUnixMode() & 0777);
            });
        }
        assertThat(zipped).isEqualTo(expected);

        Map<String, Integer> packed = new TreeMap<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(
                new GZIPInputStream(Files.newInputStream(HOME.resolveSibling(top + ".tar.gz"))))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                assertThat(entry.getLongUserId()).as(entry.getName()).isZero();
                if (entry.isDirectory()) {
                    assertThat(entry.getMode() & 0777).as(entry.getName()).isEqualTo(0755);
                } else {
                    packed.put(entry.getName(), entry.getMode() & 0777);
                }
            }
        }
        assertThat(packed).isEqualTo(expected);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void what_is_unpacked_finds_all_of_itself(@TempDir Path folder) throws Exception {
        String top = "flamegate-" + Installation.version();
        Path archive = HOME.resolveSibling(top + ".tar.gz").toAbsolutePath();
        assertThat(Program.run(folder, List.of("tar", "xzf", archive.toString()))
                        .code())
                .isZero();

        Program.Ended version = Program.run(
                folder, List.of(folder.resolve(top).resolve("bin/flamegate").toString(), "--version"));

        assertThat(version.code()).isZero();
        assertThat(version.err()).isEmpty();
        assertThat(version.out()).startsWith("flamegate " + Installation.version() + "\n");
        assertThat(version.out().lines().toList().get(3)).matches("Pyroscope agent \\d+\\.\\S+, probe [0-9a-f]{8}");
    }

    private static List<Path> files(String folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(HOME.resolve(folder))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
