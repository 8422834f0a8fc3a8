package dev.flamegate.remote;

import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.remote.Remote.Change;
import dev.flamegate.store.History;
import dev.flamegate.store.RecordName;
import dev.flamegate.store.SharedHistory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A history shared in a git repository or an S3-compatible store. */
public final class RemoteHistory implements SharedHistory {
    private final HistoryExchange exchange;

    private RemoteHistory(HistoryExchange exchange) {
        this.exchange = exchange;
    }

    /** Opens the remote, in the kind of place that the plan names. */
    public static final class Opener implements SharedHistory.Provider {
        @Override
        public SharedHistory open(
                History history,
                RemoteSpec place,
                Path planFolder,
                Map<String, String> environment,
                Consumer<String> warnings) {
            Remote remote = place instanceof RemoteSpec.S3 s3
                    ? S3Remote.open(s3, environment)
                    : new GitRemote((RemoteSpec.Git) place, planFolder, environment);
            return of(history, remote, warnings);
        }
    }

    static RemoteHistory of(History history, Remote remote, Consumer<String> warnings) {
        return new RemoteHistory(HistoryExchange.of(history, remote, warnings));
    }

    @Override
    public String text() {
        return exchange.remote().text();
    }

    @Override
    public Pulled pull(Wanted wanted) throws InterruptedException {
        return Pull.pull(exchange, wanted);
    }

    @Override
    public Pushed push(boolean again, @Nullable String service) throws InterruptedException {
        return Push.push(exchange, again, service);
    }

    @Override
    public Pruned prune(int keep, boolean dryRun, @Nullable String service) throws InterruptedException {
        SharedIndex index = exchange.index(service);
        Collection<String> pinned = exchange.pins(index).values();
        List<List<RecordName>> runs = old(index.byKind(true, service), keep);
        runs.removeIf(run -> pinned.contains(run.get(0).id()));
        List<List<RecordName>> comparisons = old(index.byKind(false, service), keep);
        List<RecordName> records = Stream.of(runs, comparisons)
                .flatMap(List::stream)
                .flatMap(List::stream)
                .toList();
        Set<String> gone = new TreeSet<>();
        for (RecordName record : records) {
            gone.add(SharedIndex.objectName(record, Objects.requireNonNull(index.kind(record))));
            gone.addAll(index.verdicts(record));
        }
        if (!dryRun && !gone.isEmpty()) {
            exchange.remote().change(new Change(Map.of(), Map.of(), gone, true));
            records.stream().filter(record -> !exchange.records().has(record)).forEach(exchange.marks()::remove);
        }
        return new Pruned(runs.size(), comparisons.size());
    }

    private static List<List<RecordName>> old(Map<String, List<List<RecordName>>> byKind, int keep) {
        List<List<RecordName>> old = new ArrayList<>();
        byKind.values().forEach(kind -> old.addAll(kind.subList(Math.min(keep, kind.size()), kind.size())));
        return old;
    }

    @Override
    public void close() {
        exchange.remote().close();
    }
}
