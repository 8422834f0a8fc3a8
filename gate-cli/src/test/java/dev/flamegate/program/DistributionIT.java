package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.os.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is released: its jars and the bills of materials that list them. */
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

    private static List<Path> files(String folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(HOME.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
