package dev.flamegate.trends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Commands;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.cli.SmallHistory;
import dev.flamegate.model.Labels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@link HistorySiteCommand}. */
class HistorySiteCommandTest {
    @TempDir
    private Path folder;

    private SmallHistory small;

    @BeforeEach
    void store() {
        small = SmallHistory.in(folder);
    }

    @Test
    void the_site_has_every_run_comparison_and_value() throws IOException {
        Path site = folder.resolve("site");

        Ended ended = small.run("site", site.toString());

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("10 runs and comparisons are in");
        assertThat(Files.readString(site.resolve("index.html")))
                .contains("<code>r4</code>", "<code>k0</code>", "comparison, 1 pair", "not judged");
        assertThat(Files.readString(site.resolve("trends.html")))
                .contains("4 runs, 2026-11-20 to 2026-11-20", "jdk 21", "memory.rss", "alloc.per-request");
        assertThat(Files.readString(site.resolve("compare.html"))).contains("\"r4\"", "memory.rss");
        assertThat(Files.readString(site.resolve("culprits.html"))).contains("has named a culprit");
    }

    @Test
    void the_site_can_have_only_the_runs_with_a_tag() throws IOException {
        small.tagged("night", new Labels("after the JDK update", Map.of("release", "2.4")));
        small.tagged("day", new Labels("", Map.of("release", "2.5")));

        Path site = folder.resolve("releases");
        assertThat(small.run("site", site.toString(), "--tag", "release").out())
                .contains("2 runs and comparisons are in");
        assertThat(Files.readString(site.resolve("index.html")))
                .contains("release=2.4")
                .doesNotContain("<code>r4</code>");
        assertThat(Files.readString(site.resolve("trends.html"))).contains("release=2.4");
    }

    @Test
    void the_site_of_an_empty_history_says_so() throws IOException {
        Path site = folder.resolve("site");

        assertThat(Commands.run("history", "site", site, "--history", folder.resolve("none"))
                        .code())
                .isZero();

        assertThat(Files.readString(site.resolve("index.html"))).contains("Nothing is stored yet");
    }
}
