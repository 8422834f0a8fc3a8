package dev.flamegate.store.remote;

import dev.flamegate.store.RecordName;
import dev.flamegate.store.remote.Remote.Change;
import dev.flamegate.store.remote.SharedHistory.Pruned;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Deletes old records where they are shared, by their names alone. */
final class Pruning {
    private Pruning() {}

    /** Deletes all but the latest runs and comparisons of each kind, and pinned runs. */
    static Pruned prune(Ends ends, int keep, boolean dryRun) throws InterruptedException {
        SharedIndex index = ends.index();
        Collection<String> pinned = ends.pins(index).values();
        List<List<RecordName>> runs = old(index.byKind(true, null), keep);
        runs.removeIf(run -> pinned.contains(run.get(0).id()));
        List<List<RecordName>> comparisons = old(index.byKind(false, null), keep);
        Set<String> gone = new TreeSet<>();
        List<RecordName> records = new ArrayList<>();
        runs.forEach(records::addAll);
        comparisons.forEach(records::addAll);
        for (RecordName record : records) {
            gone.add(SharedIndex.objectName(record, Objects.requireNonNull(index.kind(record))));
            gone.addAll(index.verdicts(record));
        }
        if (!dryRun && !gone.isEmpty()) {
            ends.remote().change(new Change(Map.of(), Map.of(), gone, true));
            records.stream().filter(record -> !ends.records().has(record)).forEach(ends.marks()::remove);
        }
        return new Pruned(runs.size(), comparisons.size());
    }

    private static List<List<RecordName>> old(Map<String, List<List<RecordName>>> byKind, int keep) {
        List<List<RecordName>> old = new ArrayList<>();
        byKind.values().forEach(kind -> old.addAll(kind.subList(Math.min(keep, kind.size()), kind.size())));
        return old;
    }
}
