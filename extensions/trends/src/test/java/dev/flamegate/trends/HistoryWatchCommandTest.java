package dev.flamegate.trends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Commands;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.cli.Schemas;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRuns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@link HistoryWatchCommand}. */
class HistoryWatchCommandTest {
    @TempDir
    private Path folder;

    @Test
    void the_watch_says_a_change_on_the_day_that_shows_it_and_never_again() {
        Random random = new Random(5);
        Instant first = StoredRuns.START.minus(Duration.ofDays(40));
        List<Integer> told = new ArrayList<>();
        History nightly = new History(folder.resolve("nightly"), warning -> {});
        for (int day = 0; day < 22; day++) {
            Instant started = first.plus(Duration.ofDays(day));
            double cpu = (day < 14 ? 2 : 2.4) * (1 + 0.02 * random.nextGaussian());
            nightly.save(StoredRuns.costing("day" + day, started, cpu));
            if (day < 16) {
                continue;
            }
            Ended watched = Commands.run(
                    "history",
                    "watch",
                    "--history",
                    nightly.folder(),
                    "--indicator",
                    "cpu.per-request",
                    "--since",
                    started.toString());
            if (watched.code() == 1) {
                told.add(day);
                assertThat(watched.out())
                        .contains("shop: cpu.per-request is worse, +")
                        .contains("(run day14, commit c0ffeeday1)")
                        .contains("flamegate flame day13 day14")
                        .contains("1 change: 1 run since ");
            } else {
                assertThat(watched.out()).startsWith("nothing changed: 1 run since ");
            }
        }
        assertThat(told).hasSize(1);
    }

    @Test
    void what_the_watch_says_has_a_schema() throws IOException {
        Path cheaper = folder.resolve("cheaper");
        History runs = new History(cheaper, warning -> {});
        for (int day = 0; day < 16; day++) {
            double cpu = (day < 8 ? 2 : 1.5) + day % 2 * 0.01;
            runs.save(StoredRuns.costing("day" + day, StoredRuns.START.plus(Duration.ofDays(day)), cpu));
        }
        Ended watched = watch(cheaper, "--json");

        assertThat(watched.err()).isEmpty();
        assertThat(watched.code()).as(watched.out()).isZero();
        assertThat(Schemas.errors("watch", watched.out())).isEmpty();
        assertThat(watched.out())
                .contains("\"indicator\" : \"cpu.per-request\"", "\"worse\" : false", "\"run\" : \"day8\"");
        assertThat(watch(cheaper, "--at-least", "60").out()).startsWith("nothing changed: 16 runs");
        assertThat(watch(cheaper, "--service", "other").out()).startsWith("nothing changed: 0 runs");
        assertThat(watch(cheaper, "--since", "yesterday").err()).contains("`yesterday` is not a time");
        assertThat(watch(cheaper, "--indicator", "cpu").err()).contains("there is no such indicator");
        assertThat(watch(cheaper, "--at-least", "-1").code()).isEqualTo(2);
    }

    private static Ended watch(Path history, String... options) {
        List<Object> line = new ArrayList<>(List.of("history", "watch", "--history", history));
        if (!List.of(options).contains("--since")) {
            line.addAll(List.of("--since", "2000-01-01"));
        }
        line.addAll(List.of(options));
        return Commands.run(line.toArray());
    }
}
