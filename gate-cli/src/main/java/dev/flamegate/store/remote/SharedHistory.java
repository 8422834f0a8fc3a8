package dev.flamegate.store.remote;

import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.store.History;
import dev.flamegate.store.RecordName;
import dev.flamegate.store.remote.Remote.Change;
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

/**
 * A history in a folder and the place where it is shared. Gates work on the folder; what they need is pulled before a
 * measurement and what they stored is pushed after it. Every method fails with {@link dev.flamegate.store.StoreFailed}
 * when the place cannot be reached or refuses; the folder then keeps what it has, and the next push shares it.
 */
public final class SharedHistory implements AutoCloseable {
    /**
     * What was deleted.
     *
     * @param runs that were deleted, or would be in a dry run
     * @param comparisons likewise
     */
    public record Pruned(int runs, int comparisons) {}

    private final Exchange exchange;

    private SharedHistory(Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Opens the place where a history is shared, without connecting to it yet.
     *
     * @param planFolder whose checkout has the names of git's remotes
     * @param environment that holds the credentials
     * @param warnings gets a sentence for each record that is not used
     * @throws dev.flamegate.store.StoreFailed when the environment has none
     */
    public static SharedHistory open(
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

    static SharedHistory of(History history, Remote remote, Consumer<String> warnings) {
        return new SharedHistory(Exchange.of(history, remote, warnings));
    }

    /** Where it is shared, for people. */
    public String text() {
        return exchange.remote().text();
    }

    /** Fetches what is wanted and missing here, with verdicts and pins. */
    public Pull.Pulled pull(Pull.Wanted wanted) throws InterruptedException {
        return Pull.pull(exchange, wanted);
    }

    /**
     * Sends what is missing there, except for what was there once: it was pruned there.
     *
     * @param again whether to send that as well
     */
    public Push.Pushed push(boolean again) throws InterruptedException {
        return push(again, null);
    }

    /**
     * The same for the records and pins of one service: nothing is asked or said of others.
     *
     * @param service {@code null} for all
     */
    public Push.Pushed push(boolean again, @Nullable String service) throws InterruptedException {
        return Push.push(exchange, again, service);
    }

    /**
     * Deletes old runs and comparisons there.
     *
     * @param keep how many of each kind stay, at least 1; pinned runs always do
     * @param dryRun whether only to report what would be deleted
     */
    public Pruned prune(int keep, boolean dryRun) throws InterruptedException {
        return prune(keep, dryRun, null);
    }

    /**
     * The same for one service.
     *
     * @param service {@code null} for all
     */
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
