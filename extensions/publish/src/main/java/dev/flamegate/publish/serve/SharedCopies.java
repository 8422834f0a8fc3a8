package dev.flamegate.publish.serve;

import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.terminal.Failure;
import dev.flamegate.format.Names;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.Run;
import dev.flamegate.os.FileTree;
import dev.flamegate.os.OwnFolders;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory;
import dev.flamegate.store.SharedHistory.Pulled;
import dev.flamegate.store.SharedHistory.Wanted;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Copies of the shared records of each requested service, each in a separate temporary folder: the history of the plan
 * stays as it is, and nothing is sent. A copy holds the latest records only, so that a server that runs for months does
 * not fill its disk. Services are fetched one after the other, and never more often than they can have changed.
 */
public final class SharedCopies implements AutoCloseable {
    /** Says why an answer is impossible now; a later request may get one. */
    public static final class NotRead extends Exception {
        private static final long serialVersionUID = 1L;

        NotRead(String message) {
            super(message);
        }
    }

    /** The most services that are kept; a request for one more replaces the service that was asked for longest ago. */
    private static final int MOST_SERVICES = 2000;

    /** The time that a running fetch gets to end on shutdown. */
    private static final Duration ENDING = Duration.ofSeconds(2);

    private final Function<History, Sharing> place;
    private final int latest;
    private final Duration refresh;
    private final Duration patience;
    private final Consumer<String> warnings;
    private final ExecutorService fetching = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "flamegate-serve-fetch");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, Copy> copies = new LinkedHashMap<>(16, 0.75f, true);

    /** A service's copy, with when it was last asked for and how that went. */
    private static final class Copy {
        private final History history;
        private volatile Future<?> fetch;
        private long begun;

        Copy(History history, Future<?> fetch, long begun) {
            this.history = history;
            this.fetch = fetch;
            this.begun = begun;
        }
    }

    /**
     * Starts without fetching from the place.
     *
     * @param place opens it around a copy
     * @param latest records of each kind that are fetched and kept, at least 1
     * @param refresh how old a copy may be
     * @param patience how long a request waits for a fetch, which goes on without it
     */
    public SharedCopies(
            Function<History, Sharing> place,
            int latest,
            Duration refresh,
            Duration patience,
            Consumer<String> warnings) {
        this.place = place;
        this.latest = latest;
        this.refresh = refresh;
        this.patience = patience;
        this.warnings = warnings;
    }

    /**
     * The copy of a service, fetched when it is too old.
     *
     * @throws NotRead when the place cannot be read, or not in time: an older copy could hold a verdict that no longer
     *     is the newest
     */
    public History of(String service) throws NotRead, InterruptedException {
        Copy copy = copy(service);
        try {
            copy.fetch.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return copy.history;
        } catch (TimeoutException e) {
            throw new NotRead("the shared history is still being fetched; ask again");
        } catch (ExecutionException e) {
            expire(copy);
            Failure failure = Failure.of(e.getCause() == null ? e : e.getCause());
            if (failure.code() == ExitCode.BUG) {
                throw new IllegalStateException(failure.message(), e);
            }
            throw new NotRead("the shared history cannot be read: " + failure.message());
        }
    }

    private synchronized Copy copy(String service) {
        Copy copy = copies.get(service);
        long now = System.nanoTime();
        if (copy == null) {
            History history = new History(folder(), warnings);
            copy = new Copy(history, fetching.submit(() -> fetch(history, service)), now);
            copies.put(service, copy);
            if (copies.size() > MOST_SERVICES) {
                String oldest = copies.keySet().iterator().next();
                Copy gone = Objects.requireNonNull(copies.remove(oldest));
                fetching.execute(() -> delete(gone));
            }
        } else if (copy.fetch.isDone() && now - copy.begun > refresh.toNanos()) {
            History history = copy.history;
            copy.fetch = fetching.submit(() -> fetch(history, service));
            copy.begun = now;
        }
        return copy;
    }

    /** A failure is not remembered: the next request tries again. */
    private synchronized void expire(Copy copy) {
        if (copy.fetch.isDone()) {
            copy.begun = System.nanoTime() - refresh.toNanos() - 1;
        }
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory(OwnFolders.temporary(), "served-");
        } catch (IOException e) {
            throw new StoreFailed("no temporary folder for a copy of the shared history: " + e, e);
        }
    }

    private void delete(Copy copy) {
        try {
            FileTree.delete(copy.history.folder());
        } catch (IOException e) {
            warnings.accept("a copy of the shared history cannot be deleted: " + e);
        }
    }

    private Void fetch(History copy, String service) throws InterruptedException {
        try (Sharing sharing = place.apply(copy)) {
            SharedHistory shared = sharing.shared().orElseThrow(() -> new StoreFailed("it is no longer shared"));
            Pulled pulled = shared.pull(new Wanted(service, latest, latest, Set.of()));
            if (pulled.refused() > 0) {
                // One of a newer version may be the newest verdict, and what is here would be the one before.
                throw new StoreFailed(Names.plural(pulled.refused(), "record") + " of " + service
                        + " cannot be used, for the reasons in the server's log");
            }
        }
        prune(copy);
        return null;
    }

    /** Deletes records that are no longer among the latest of their kind; pinned runs would be fetched again. */
    private void prune(History copy) {
        Collection<String> pinned = copy.allPins().values();
        Map<Object, List<String>> runs = new LinkedHashMap<>();
        for (StoredRun run : copy.list()) {
            ids(runs, run.head()).add(run.id());
        }
        old(runs).stream().filter(id -> !pinned.contains(id)).forEach(copy::delete);
        Comparisons comparisons = new Comparisons(copy, warnings);
        Map<Object, List<String>> compared = new LinkedHashMap<>();
        for (StoredComparison comparison : comparisons.list()) {
            ids(compared, comparison.candidate()).add(comparison.key());
        }
        old(compared).forEach(comparisons::delete);
    }

    private static List<String> ids(Map<Object, List<String>> byKind, Run head) {
        return byKind.computeIfAbsent(List.of(head.service(), head.fingerprint()), key -> new ArrayList<>());
    }

    private List<String> old(Map<Object, List<String>> byKind) {
        return byKind.values().stream()
                .flatMap(ids -> ids.stream().skip(latest))
                .toList();
    }

    @Override
    public void close() {
        fetching.shutdownNow();
        try {
            fetching.awaitTermination(ENDING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            copies.values().forEach(this::delete);
            copies.clear();
        }
    }
}
