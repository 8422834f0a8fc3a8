package dev.flamegate.trends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Commands;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.cli.SmallHistory;
import dev.flamegate.store.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@link HistoryExportCommand}. */
class HistoryExportCommandTest {
    @TempDir
    private Path folder;

    private SmallHistory small;

    @BeforeEach
    void store() {
        small = SmallHistory.in(folder);
    }

    @Test
    void a_history_goes_through_an_archive_into_another() {
        Path archive = folder.resolve("out/history.zip");

        assertThat(small.run("export", archive.toString()).code()).isZero();
        Ended imported = Commands.run("history", "import", archive, "--history", folder.resolve("copy"));

        assertThat(imported.code()).isZero();
        assertThat(imported.out()).contains("5 runs and 5 pairs are new, 0 were here already, 0 were not used");
        assertThat(new History(folder.resolve("copy"), warning -> {}).list())
                .isEqualTo(small.history().list());
    }

    @Test
    void the_runs_of_a_service_go_into_files_of_other_tools() throws IOException {
        Path table = folder.resolve("out/shop.csv");
        Path configuration = folder.resolve("out/shop.yaml");

        Ended otava = small.run("export", "shop", "--format", "otava", "--out", table.toString());
        assertThat(otava.code()).as(otava.err()).isZero();
        assertThat(otava.out()).contains("1 run is in " + table);
        assertThat(otava.err()).contains("4 runs are left out, of another machine, JDK or load than the latest");
        assertThat(Files.readString(table))
                .startsWith("time,run,commit,branch,verdict,")
                .contains("\n2026-11-20T15:46:33Z,r4,0a1b2c,,,")
                .doesNotContain("r3");
        assertThat(Files.readString(configuration)).contains("\"shop\":", table.toString());
        Files.writeString(configuration, "of people");
        small.run("export", "shop", "--format", "otava", "--out", table.toString());
        assertThat(configuration).hasContent("of people");

        Ended horreum = small.run("export", "shop", "--format", "horreum", "--since", "2026-11-20");
        assertThat(horreum.code()).as(horreum.err()).isZero();
        assertThat(horreum.out().lines())
                .singleElement()
                .asString()
                .startsWith("{\"$schema\":\"urn:flamegate:run:1\",\"service\":\"shop\",\"run\":\"r4\"");
    }

    @Test
    void an_export_of_nothing_and_options_for_another_format_are_refused() {
        assertThat(small.run("export", "other", "--format", "otava").err()).contains("there is no such run of other");
        assertThat(small.run("export", "shop", "--format", "horreum", "--branch", "nowhere")
                        .code())
                .isEqualTo(2);
        assertThat(small.run("export", "shop", "--format", "horreum", "--since", "2027-01-01")
                        .code())
                .isEqualTo(2);
        Ended archive = small.run("export", folder.resolve("x.zip").toString(), "--branch", "main");
        assertThat(archive.code()).isEqualTo(2);
        assertThat(archive.err()).contains("for --format otava and horreum");
        assertThat(folder.resolve("x.zip")).doesNotExist();
    }
}
