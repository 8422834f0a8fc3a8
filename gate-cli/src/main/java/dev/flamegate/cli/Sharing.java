package dev.flamegate.cli;

import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.store.History;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.store.remote.SharedHistory;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A history and the place where it is shared, if it is, around the work on it: what the work needs is pulled before, what
 * it stored is pushed after. A place that cannot be reached costs a warning and nothing else.
 */
final class Sharing implements AutoCloseable {
    /** The variable that names the place, in place of the plan. */
    static final String VARIABLE = "FLAMEGATE_HISTORY_REMOTE";

    /** The place of a history that is not shared, whatever the plan says. */
    static final String NONE = "none";

    /** Runs of each kind that a fresh folder gets: as many as `history prune` keeps. */
    static final int RUNS = 50;

    /** Comparisons of each kind that a fresh folder gets; they are larger, and tell how much pairs scatter. */
    static final int COMPARISONS = 10;

    private final History history;
    private final @Nullable SharedHistory shared;
    private final Consumer<String> warnings;

    private Sharing(History history, @Nullable SharedHistory shared, Consumer<String> warnings) {
        this.history = history;
        this.shared = shared;
        this.warnings = warnings;
    }

    /**
     * A history with its place.
     *
     * @param place {@code null} when it is not shared
     * @param folder whose checkout knows git's remotes
     * @param warnings told what could not be done
     */
    static Sharing of(History history, @Nullable RemoteSpec place, Path folder, Consumer<String> warnings) {
        if (place == null) {
            return new Sharing(history, null, warnings);
        }
        try {
            return new Sharing(
                    history, SharedHistory.open(history, place, folder, System.getenv(), warnings), warnings);
        } catch (StoreFailed e) {
            history.mayLack("the shared history was not read: " + e.getMessage());
            warnings.accept("the history is not shared: " + e.getMessage());
            return new Sharing(history, null, warnings);
        }
    }

    /**
     * The place that an option, else a variable, else a plan names; {@code null} for none.
     *
     * @throws UsageProblem when it is no place
     */
    static @Nullable RemoteSpec place(
            @Nullable String option, Map<String, String> environment, @Nullable RemoteSpec planned) {
        String variable = environment.get(VARIABLE);
        String given = option != null ? option : variable;
        if (given == null || given.isBlank()) {
            return planned;
        } else if (given.equals(NONE)) {
            return null;
        }
        try {
            return RemoteSpec.parse(given);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem((option != null ? "--history-remote: " : VARIABLE + ": ") + e.getMessage());
        }
    }

    /** Where it is shared, to do more with it. */
    Optional<SharedHistory> shared() {
        return Optional.ofNullable(shared);
    }

    History history() {
        return history;
    }

    /** Fetches what judging a service needs. */
    void pull(String service, int runs, int comparisons) throws InterruptedException {
        if (shared != null) {
            try {
                shared.pull(service, runs, comparisons);
            } catch (StoreFailed e) {
                history.mayLack("the shared history was not read: " + e.getMessage());
                warnings.accept("only runs stored in " + history.folder() + " are compared with: " + e.getMessage());
            }
        }
    }

    /** Work that stores as it goes. */
    interface Work<T> {
        T run() throws InterruptedException;
    }

    /** Does the work; when it fails, what it stored until then is sent. */
    <T> T orPush(Work<T> work) throws InterruptedException {
        try {
            return work.run();
        } catch (RuntimeException e) {
            push();
            throw e;
        }
    }

    /** Sends what is stored here and not there. */
    void push() throws InterruptedException {
        if (shared != null) {
            try {
                shared.push(false);
            } catch (StoreFailed e) {
                warnings.accept("stored in " + history.folder() + " and not shared yet: " + e.getMessage()
                        + "; the next run or `flamegate history push` shares it");
            }
        }
    }

    @Override
    public void close() {
        if (shared != null) {
            shared.close();
        }
    }
}
