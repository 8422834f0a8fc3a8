package dev.flamegate.store;

import dev.flamegate.extension.Extensions;
import dev.flamegate.plan.RemoteSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A history in a folder and the place where it is shared. Gates work on the folder; what they need is pulled before a
 * measurement and what they stored is pushed after it. Every method fails with {@link StoreFailed} when the place
 * cannot be reached or refuses; the folder then keeps what it has, and the next push shares it.
 */
public interface SharedHistory extends AutoCloseable {
    /** Opens shared histories: an extension declares its implementation as a service of this type. */
    interface Provider {
        /**
         * Opens the place where a history is shared; see {@link SharedHistory#open}.
         *
         * @throws StoreFailed when the environment has no credentials for it
         */
        SharedHistory open(
                History history,
                RemoteSpec place,
                Path planFolder,
                Map<String, String> environment,
                Consumer<String> warnings);
    }

    /**
     * Opens the place where a history is shared, without connecting to it yet.
     *
     * @param planFolder whose checkout has the names of git's remotes
     * @param environment that holds the credentials
     * @param warnings gets a sentence for each record that is not used
     * @throws StoreFailed when the environment has none, or no extension can do it
     */
    static SharedHistory open(
            History history,
            RemoteSpec place,
            Path planFolder,
            Map<String, String> environment,
            Consumer<String> warnings) {
        return Extensions.only(Provider.class)
                .orElseThrow(() -> new StoreFailed(
                        "this installation cannot share a history: the extension for it is missing in lib/extensions"))
                .open(history, place, planFolder, environment, warnings);
    }

    /**
     * The records to fetch if they are missing; pinned runs of the services in question always are.
     *
     * @param service whose records only; {@code null} for all services
     * @param runs how many of each kind, the latest
     * @param comparisons how many of each kind, the latest, each with all its pairs
     * @param ids of runs that are fetched however old they are
     */
    record Wanted(@Nullable String service, int runs, int comparisons, Set<String> ids) {
        public Wanted {
            if (runs < 0 || comparisons < 0) {
                throw new IllegalArgumentException(Math.min(runs, comparisons) + " is less than none");
            }
            ids = Set.copyOf(ids);
        }
    }

    /**
     * The records that were fetched.
     *
     * @param runs that are new here
     * @param pairs of comparisons that are new here
     * @param refused records, verdicts and pins that are not used, for the reasons reported
     */
    record Pulled(int runs, int pairs, int refused) {}

    /**
     * The records that were sent.
     *
     * @param runs that were not there
     * @param pairs of comparisons that were not there
     * @param refused records that are not shared, for the reasons reported
     */
    record Pushed(int runs, int pairs, int refused) {}

    /**
     * The records that were deleted.
     *
     * @param runs that were deleted, or would be in a dry run
     * @param comparisons likewise
     */
    record Pruned(int runs, int comparisons) {}

    /** The place, for people. */
    String text();

    /** Fetches the wanted records that the folder lacks, with verdicts and pins. */
    Pulled pull(Wanted wanted) throws InterruptedException;

    /**
     * Sends the records that are missing in the shared place, except those that were pruned there.
     *
     * @param again whether to send pruned records as well
     * @param service whose records and pins only: nothing is asked or said of others; {@code null} for all
     */
    Pushed push(boolean again, @Nullable String service) throws InterruptedException;

    /**
     * Deletes old runs and comparisons in the shared place.
     *
     * @param keep how many of each kind stay, at least 1; pinned runs always do
     * @param dryRun whether only to report what would be deleted
     * @param service whose records only; {@code null} for all
     */
    Pruned prune(int keep, boolean dryRun, @Nullable String service) throws InterruptedException;

    @Override
    void close();
}
