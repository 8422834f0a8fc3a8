package dev.flamegate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.model.Labels;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryCommandTest {
    @TempDir
    private Path folder;

    private SmallHistory small;

    private History history;

    @BeforeEach
    void store() {
        small = SmallHistory.in(folder);
        history = small.history();
    }

    @Test
    void prune_keeps_the_latest_of_each_kind_and_what_is_pinned() {
        history.pin("release", "r0");

        Ended tried = run("prune", "--keep", "2", "--dry-run");
        assertThat(tried.out()).contains("would delete r1", "1 run and 3 comparisons would be deleted");
        assertThat(history.list()).hasSize(5);
        Ended done = run("prune", "--keep", "2");

        assertThat(done.code()).isZero();
        assertThat(done.out()).contains("1 run and 3 comparisons deleted");
        assertThat(history.list()).extracting(StoredRun::id).containsExactly("r4", "r3", "r2", "r0");
        assertThat(new Comparisons(history, warning -> {}).list()).hasSize(2);
        assertThat(run("prune", "--keep", "0").code()).isEqualTo(2);
    }

    @Test
    void runs_are_found_by_what_was_said_about_them() throws IOException {
        small.tagged("night", new Labels("after the JDK update", Map.of("release", "2.4")));
        small.tagged("day", new Labels("", Map.of("release", "2.5")));

        assertThat(run("list", "--tag", "release").out().lines()).hasSize(2);
        assertThat(run("list", "--tag", "release=2.4").out().lines())
                .singleElement()
                .asString()
                .startsWith("night ")
                .endsWith("[release=2.4: after the JDK update]");
        assertThat(run("list", "--note", "jdk UPDATE", "--service", "shop")
                        .out()
                        .lines())
                .hasSize(1);
        assertThat(run("list", "--tag", "release", "--json").out())
                .contains("\"release\" : \"2.5\"")
                .doesNotContain("r4");
        assertThat(Schemas.errors("history", run("list", "--json").out())).isEmpty();
        assertThat(run("list", "--branch", "nowhere", "--verdict", "FAIL").out())
                .contains("matches --branch nowhere --verdict FAIL");
        assertThat(run("list", "--tag", "=2").code()).isEqualTo(2);
    }

    @Test
    void names_that_steer_a_terminal_are_written_out() {
        Ended ended = run("pin", "\u001b[2J", "x");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("\\u001B[2J").doesNotContain("\u001b");
    }

    @Test
    void what_is_no_archive_is_no_bug() throws IOException {
        Path file = Files.writeString(folder.resolve("no.zip"), "no");

        Ended ended = run("import", file.toString());

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("is not a zip archive");
    }

    private Ended run(String... words) {
        return small.run(words);
    }
}
