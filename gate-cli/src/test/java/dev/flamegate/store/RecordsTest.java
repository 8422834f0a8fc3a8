package dev.flamegate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RecordsTest {
    private static final RecordName NAME = RecordName.run("r1");

    @TempDir
    private Path folder;

    private History history;
    private Records records;
    private Path place;

    @BeforeEach
    void store() {
        history = new History(folder.resolve("here"), warning -> {});
        history.save(StoredRuns.run("r1", StoredRuns.START, "17"));
        records = new Records(history);
        place = folder.resolve("here/runs/r1");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_package_has_no_file_that_the_record_does_not_list() throws IOException {
        Map<String, byte[]> before = unpacked(records.pack(NAME));
        Path secret = Files.writeString(folder.resolve("credentials"), "s3cr3t");
        Files.createSymbolicLink(place.resolve("trial-9.env.tree"), secret);
        Files.writeString(place.resolve("trial-8.env.tree"), "not listed");

        Map<String, byte[]> after = unpacked(records.pack(NAME));

        assertThat(after.keySet()).isEqualTo(before.keySet());
        assertThat(after.keySet()).contains("runs/r1/run.json", "runs/r1/SHA256SUMS");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_listed_file_that_is_a_link_is_refused() throws IOException {
        Path tree = place.resolve("trial-1.cpu.tree");
        Path elsewhere = Files.move(tree, folder.resolve("elsewhere"));
        Files.createSymbolicLink(tree, elsewhere);

        assertThatThrownBy(() -> records.pack(NAME)).isInstanceOf(StoreFailed.class);
    }

    @Test
    void what_is_taken_in_has_no_file_that_it_does_not_list() throws IOException {
        Map<String, byte[]> files = unpacked(records.pack(NAME));
        files.put("runs/r1/trial-9.env.tree", "not listed".getBytes(StandardCharsets.UTF_8));
        Path archive = folder.resolve("package.zip");
        try (OutputStream out = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        Records there = new Records(new History(folder.resolve("there"), warning -> {}));

        assertThatThrownBy(() -> there.take(NAME, records.kind(NAME), archive))
                .hasMessageContaining("its package contains runs/r1/trial-9.env.tree");
    }

    private static Map<String, byte[]> unpacked(byte[] archive) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), zip.readAllBytes());
            }
        }
        return files;
    }
}
