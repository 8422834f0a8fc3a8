package dev.flamegate.store.remote;

import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.store.History;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A history in a folder and the place where it is shared. Gates work on the folder; what they need is pulled before and
 * what they stored is pushed after. Every method fails with {@link dev.flamegate.store.StoreFailed} when the place cannot
 * be reached or refuses; the folder then keeps what it has, and the next push shares it.
 */
public final class SharedHistory implements AutoCloseable {
    /**
     * What is fetched where it is missing; pinned runs are besides.
     *
     * @param service whose alone; {@code null} for all
     * @param runs how many of each kind, the latest
     * @param comparisons how many of each kind, the latest, each with all its pairs
     * @param ids of runs that are wanted however old they are
     */
    public record Wanted(@Nullable String service, int runs, int comparisons, Set<String> ids) {
        public Wanted {
            if (runs < 0 || comparisons < 0) {
                throw new IllegalArgumentException(Math.min(runs, comparisons) + " is less than none");
            }
            ids = Set.copyOf(ids);
        }
    }

    /**
     * What came here.
     *
     * @param runs that are new here
     * @param pairs of comparisons that are new here
     * @param refused records, verdicts and pins that are not used, for the reasons told
     */
    public record Pulled(int runs, int pairs, int refused) {}

    /**
     * What went there.
     *
     * @param runs that were not there
     * @param pairs of comparisons that were not there
     * @param refused records that are not shared, for the reasons told
     */
    public record Pushed(int runs, int pairs, int refused) {}

    /**
     * What is deleted there.
     *
     * @param runs that are deleted, or would be
     * @param comparisons likewise
     */
    public record Pruned(int runs, int comparisons) {}

    private final Ends ends;

    private SharedHistory(Ends ends) {
        this.ends = ends;
    }

    /**
     * Opens the place where a history is shared; nothing is asked of it yet.
     *
     * @param planFolder whose checkout knows git's remotes by name
     * @param environment that holds the credentials
     * @param warnings told of records that are not used, one sentence each
     * @throws dev.flamegate.store.StoreFailed when the environment holds none
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
        return new SharedHistory(Ends.of(history, remote, warnings));
    }

    /** Where it is shared, for people. */
    public String text() {
        return ends.remote().text();
    }

    /** Fetches what is wanted and missing here, verdicts and pins included. */
    public Pulled pull(Wanted wanted) throws InterruptedException {
        return Pulling.pull(ends, wanted);
    }

    /**
     * Sends what is missing there. What was there once and is gone was pruned there, and stays so.
     *
     * @param again to send that as well
     */
    public Pushed push(boolean again) throws InterruptedException {
        return Pushing.push(ends, again);
    }

    /**
     * Deletes old runs and comparisons there.
     *
     * @param keep how many of each kind stay, at least 1; pinned runs always do
     * @param dryRun only to say what would go
     */
    public Pruned prune(int keep, boolean dryRun) throws InterruptedException {
        return Pruning.prune(ends, keep, dryRun);
    }

    @Override
    public void close() {
        ends.remote().close();
    }
}
