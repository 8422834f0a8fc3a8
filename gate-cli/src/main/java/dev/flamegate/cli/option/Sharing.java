package dev.flamegate.cli.option;

import dev.flamegate.model.rule.BaselineRef.MedianOf;
import dev.flamegate.model.rule.BaselineRef.RunWithId;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Criterion.Growth;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.runtime.Progress;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory;
import dev.flamegate.store.SharedHistory.Wanted;
import dev.flamegate.store.StoreFailed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A history and the place where it is shared, if it is, around the work on it: what the work needs is pulled before,
 * what it stored is pushed after. A place that cannot be reached causes a warning and nothing else.
 */
public final class Sharing implements AutoCloseable {
    /** The variable that names the place, in place of the plan. */
    public static final String VARIABLE = "FLAMEGATE_HISTORY_REMOTE";

    /** The place of a history that is not shared, whatever the plan says. */
    public static final String NONE = "none";

    /** The least number of runs of each kind that a fresh folder gets, equal to what `history prune` keeps. */
    private static final int RUNS = 50;

    /** Comparisons of each kind that a fresh folder gets; they are larger, and show how much pairs scatter. */
    private static final int COMPARISONS = 10;

    private final History history;
    private final @Nullable SharedHistory shared;
    private final @Nullable StoreFailed problem;
    private final Consumer<String> warnings;
    private boolean sends = true;
    private @Nullable String because;
    private @Nullable String service;

    private Sharing(
            History history, @Nullable SharedHistory shared, @Nullable StoreFailed problem, Consumer<String> warnings) {
        this.history = history;
        this.shared = shared;
        this.problem = problem;
        this.warnings = warnings;
    }

    /**
     * A history with its place.
     *
     * @param place {@code null} when it is not shared
     * @param folder whose checkout knows git's remotes
     * @param warnings receives what could not be done
     */
    public static Sharing of(History history, @Nullable RemoteSpec place, Path folder, Consumer<String> warnings) {
        if (place == null) {
            return new Sharing(history, null, null, warnings);
        }
        try {
            SharedHistory shared = SharedHistory.open(history, place, folder, System.getenv(), warnings);
            return new Sharing(history, shared, null, warnings);
        } catch (StoreFailed e) {
            return new Sharing(history, null, e, warnings);
        }
    }

    /**
     * The place that an option, else a variable, else a plan names; {@code null} for none.
     *
     * @throws UsageProblem when it is not a valid place
     */
    public static @Nullable RemoteSpec place(
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

    /** The records that a comparison of a service needs. */
    public static Wanted comparisons(String service) {
        return new Wanted(service, 0, COMPARISONS, Set.of());
    }

    /** The records for judging a run: those that rules name, and enough for rules that take the median of many. */
    public static Wanted runs(String service, List<Rule> rules) {
        int most = RUNS;
        Set<String> ids = new TreeSet<>();
        for (Rule rule : rules) {
            for (Criterion criterion :
                    Stream.concat(rule.must().stream(), rule.should().stream()).toList()) {
                if (criterion instanceof Growth growth && growth.baseline() instanceof MedianOf median) {
                    // Failed runs do not count, so fetches more than the median needs.
                    most = Math.max(most, 2 * median.runs());
                } else if (criterion instanceof Growth growth && growth.baseline() instanceof RunWithId run) {
                    ids.add(run.id());
                }
            }
        }
        return new Wanted(service, most, 0, ids);
    }

    /**
     * The shared history, for further operations on it; empty without one.
     *
     * @throws StoreFailed when it cannot be
     */
    public Optional<SharedHistory> shared() {
        if (problem != null) {
            throw problem;
        }
        return Optional.ofNullable(shared);
    }

    public History history() {
        return history;
    }

    /** Limits the sharing to one service: records of others are neither sent nor fetched. */
    public Sharing only(String service) {
        this.service = service;
        return this;
    }

    /** Stops sending: new records stay here. */
    public Sharing pullOnly() {
        sends = false;
        return this;
    }

    /**
     * Stops sending for the build of a proposed change, with a warning when there is something to send.
     *
     * @param variable that says it is one
     */
    public Sharing pullOnlyBecause(String variable) {
        because = variable;
        return pullOnly();
    }

    /** Fetches the records that judging needs. */
    public void pull(Wanted wanted, Progress progress) throws InterruptedException {
        try {
            Optional<SharedHistory> place = shared();
            if (place.isPresent()) {
                progress.stage("fetching stored runs", Duration.ZERO);
                place.get().pull(wanted);
            }
        } catch (StoreFailed e) {
            history.mayLack("the shared history was not read: " + e.getMessage());
            warnings.accept("comparing only with runs stored in " + history.folder() + ": " + e.getMessage());
        }
    }

    /** Sends the records that are stored here only. */
    public void push() throws InterruptedException {
        if (!sends) {
            if (because != null && (shared != null || problem != null)) {
                warnings.accept("stored in " + history.folder() + " and not shared: " + because
                        + " says that this is the build of a proposed change, whose runs must not become baselines"
                        + " (--history-push shares them all the same)");
            }
            return;
        }
        try {
            Optional<SharedHistory> place = shared();
            if (place.isPresent()) {
                place.get().push(false, service);
            }
        } catch (StoreFailed e) {
            warnings.accept("stored in " + history.folder() + " and not shared yet: " + e.getMessage()
                    + "; the next run or `flamegate history push` shares it");
        }
    }

    @Override
    public void close() {
        if (shared != null) {
            shared.close();
        }
    }
}
