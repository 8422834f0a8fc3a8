package dev.flamegate.cli;

import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Labels;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A history of five runs of one service, the last on another JDK, and of five pairs, for commands to read. */
public record SmallHistory(History history) {
    public static SmallHistory in(Path folder) {
        History history = new History(folder.resolve("history"), warning -> {});
        SmallHistory small = new SmallHistory(history);
        for (int i = 0; i < 5; i++) {
            history.save(StoredRuns.run("r" + i, StoredRuns.START.plusSeconds(60L * i), i < 4 ? "17" : "21"));
            small.pair("k" + i, "p" + i);
        }
        return small;
    }

    /** Runs a subcommand of {@code history} on it. */
    public Ended run(String... words) {
        List<Object> line = new ArrayList<>(List.of("history"));
        line.addAll(List.of(words));
        line.addAll(List.of("--history", history.folder()));
        return Commands.run(line.toArray());
    }

    /** Adds a run with labels. */
    public void tagged(String id, Labels labels) {
        ProfiledRun plain = StoredRuns.run(id, StoredRuns.START.plusSeconds(3600), "17");
        Run run = plain.run();
        history.save(new ProfiledRun(
                new Run(
                        id,
                        run.service(),
                        run.started(),
                        run.runtime(),
                        run.cpus(),
                        labels.context(),
                        run.fingerprint(),
                        run.trials(),
                        run.seconds(),
                        run.warnings()),
                plain.trials()));
    }

    private void pair(String key, String id) {
        new Comparisons(history, warning -> {})
                .save(
                        key,
                        id,
                        new Pair(1, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of()),
                        StoredRuns.run(id + "-baseline", StoredRuns.START, "17"),
                        StoredRuns.run(id + "-candidate", StoredRuns.START, "17"));
    }
}
