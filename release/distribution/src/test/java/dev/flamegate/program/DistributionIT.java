package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.os.Sha256;
import dev.flamegate.runtime.Installation;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    /** A line of what GNU's tar or BSD's lists, by numbers of users. */
    private static final Pattern ENTRY = Pattern.compile(
            "(?<kind>[-d])(?<mode>[rwx-]{9})\\S? +(?:\\d+ +)?(?<user>\\d+)(?:/| +)\\d+ .* (?<name>\\S+)");

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
    void both_archives_are_the_folder_with_a_program_that_can_be_started() throws Exception {
        String top = "flamegate-" + Installation.version();
        Map<String, String> expected = new TreeMap<>();
        for (Path file : files("", "")) {
            String name = top + "/" + HOME.relativize(file).toString().replace('\\', '/');
            expected.put(name, name.endsWith("/bin/flamegate") ? "rwxr-xr-x" : "rw-r--r--");
        }
        assertThat(expected).containsKeys(top + "/bin/flamegate", top + "/docs/install.md");

        Map<String, String> zipped = new TreeMap<>();
        try (FileSystem zip = FileSystems.newFileSystem(
                        HOME.resolveSibling(top + ".zip"), Map.of("enablePosixFileAttributes", true));
                Stream<Path> all = Files.walk(zip.getPath("/" + top))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                zipped.put(
                        file.toString().substring(1),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            }
        }
        assertThat(zipped).isEqualTo(expected);

        Map<String, String> packed = new TreeMap<>();
        Path archive = HOME.resolveSibling(top + ".tar.gz").toAbsolutePath();
        Program.Ended listed = Program.run(HOME, List.of("tar", "--numeric-owner", "-tvzf", archive.toString()));
        assertThat(listed.code()).as(listed.err()).isZero();
        for (String line : listed.out().lines().toList()) {
            Matcher entry = ENTRY.matcher(line);
            assertThat(entry.matches()).as(line).isTrue();
            assertThat(entry.group("user")).as(line).isEqualTo("0");
            if (entry.group("kind").equals("d")) {
                assertThat(entry.group("mode")).as(line).isEqualTo("rwxr-xr-x");
            } else {
                packed.put(entry.group("name"), entry.group("mode"));
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
