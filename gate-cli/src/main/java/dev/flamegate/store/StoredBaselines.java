package dev.flamegate.store;

import dev.flamegate.judge.Baselines;
import dev.flamegate.model.Run;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.profile.ProfiledRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stored runs one run can be compared with: of the same service and fingerprint, started before it, and judged
 * sound unless the rule names the run.
 */
public final class StoredBaselines implements Baselines {
    /** Number of past runs that show how noisy a service is. */
    private static final int PAST = 20;

    /** Maximum number of runs of a pinned build. */
    private static final int PINNED = 5;

    private final History history;
    private final Run candidate;
    private final List<StoredRun> earlier;
    private final Map<String, ProfiledRun> loaded = new HashMap<>();
    private @Nullable List<Run> past;

    /** Selects, among the runs in a history, the baselines of a measured run. */
    public StoredBaselines(History history, Run candidate) {
        this(history, history.list(), candidate);
    }

    /**
     * Selects baselines from a list that was read before, as for many candidates: reading it takes time in proportion
     * to its runs.
     *
     * @param listed runs of the history, the latest first
     */
    public StoredBaselines(History history, List<StoredRun> listed, Run candidate) {
        this.history = history;
        this.candidate = candidate;
        earlier = listed.stream()
                .filter(run -> run.head().service().equals(candidate.service()))
                .filter(run -> run.head().started().isBefore(candidate.started()))
                .toList();
    }

    @Override
    public Found find(BaselineRef reference) {
        if (reference instanceof BaselineRef.OtherArm) {
            return new Found.None("only `flamegate compare` has another arm");
        } else if (reference instanceof BaselineRef.PreviousRun) {
            return latest(StoredRun::isSound, "neither FAIL nor INVALID");
        } else if (reference instanceof BaselineRef.LastPassingRun) {
            return latest(StoredBaselines::passed, "PASS or WARN");
        } else if (reference instanceof BaselineRef.MedianOf median) {
            return median(median.runs());
        } else if (reference instanceof BaselineRef.RunWithId run) {
            return named("run " + run.id(), run.id());
        }
        String pin = ((BaselineRef.Pinned) reference).name();
        return Optional.ofNullable(history.allPins().get(pin))
                .map(id -> pinned("pin " + pin, id))
                .orElseGet(() ->
                        new Found.None("nothing is pinned as " + pin + " (`flamegate history pin`)" + elsewhere()));
    }

    @Override
    public List<Run> past() {
        if (past == null) {
            past = comparable(StoredRun::isSound).stream()
                    .limit(PAST)
                    .map(run -> history.loadRun(run.id()))
                    .toList();
        }
        return past;
    }

    /** All earlier runs that can be compared, whatever their verdict, latest first. */
    public List<StoredRun> comparable() {
        return comparable(run -> true);
    }

    /** Runs that were loaded for comparing, by id. */
    public Map<String, ProfiledRun> loaded() {
        return Map.copyOf(loaded);
    }

    private Found latest(Predicate<StoredRun> wanted, String words) {
        Optional<StoredRun> found = comparable(wanted).stream().findFirst();
        if (found.isPresent()) {
            String id = found.get().id();
            return new Found.Runs("run " + id, List.of(load(id)));
        }
        return new Found.None(whyNone(words));
    }

    /**
     * The median of the wanted number of runs, or of those there are: a median of fewer is less precise, and its
     * growths are judged as such.
     */
    private Found median(int wanted) {
        List<StoredRun> sound =
                comparable(StoredRun::isSound).stream().limit(wanted).toList();
        if (sound.isEmpty()) {
            return new Found.None(whyNone("neither FAIL nor INVALID"));
        }
        List<ProfiledRun> runs = sound.stream().map(run -> load(run.id())).toList();
        return new Found.Runs(
                sound.size() == 1 ? "run " + sound.get(0).id() : "median of " + sound.size() + " runs", runs);
    }

    /**
     * The median of the pinned run and of others of its build: one run would carry the luck of its session into every
     * comparison with it.
     */
    private Found pinned(String name, String id) {
        Found found = named(name + " (run " + id + ")", id);
        if (!(found instanceof Found.Runs one)) {
            return found;
        }
        Run pinned = one.runs().get(0).run();
        List<ProfiledRun> runs = Stream.concat(
                        one.runs().stream(),
                        comparable(StoredRun::isSound).stream()
                                .filter(run -> !run.id().equals(id))
                                .filter(run -> pinned.build().equals(run.head().build()))
                                .limit(PINNED - 1)
                                .map(run -> load(run.id())))
                .toList();
        return runs.size() == 1
                ? found
                : new Found.Runs(name + " (median of " + runs.size() + " runs of one build)", runs);
    }

    private Found named(String name, String id) {
        ProfiledRun run = load(id);
        List<String> differences = candidate.fingerprint().differences(run.run().fingerprint());
        if (!differences.isEmpty()) {
            return new Found.None(name + " is not comparable: " + String.join("; ", differences));
        }
        return new Found.Runs(name, List.of(run));
    }

    private String whyNone(String words) {
        if (earlier.isEmpty()) {
            return "no earlier run of " + candidate.service() + " is stored yet" + elsewhere();
        }
        int comparable = comparable(run -> true).size();
        if (comparable > 0) {
            return "none of the " + comparable + " comparable stored runs is " + words;
        }
        List<String> differences =
                candidate.fingerprint().differences(earlier.get(0).head().fingerprint());
        return "the stored runs are not comparable; the latest differs in " + String.join("; ", differences);
    }

    /** The reason why runs may be missing here. */
    private String elsewhere() {
        String incomplete = history.incomplete();
        return incomplete == null ? "" : " here, and " + incomplete;
    }

    /**
     * Warnings about the choice of the runs to compare: there are runs but no comparable one, or the latest was
     * measured under another patch of the kernel, or at another speed of the host.
     */
    public List<Warning> doubts() {
        List<StoredRun> comparable = comparable();
        if (earlier.isEmpty()) {
            return List.of();
        } else if (comparable.isEmpty()) {
            return List.of(new Warning(
                    Notice.NEW_HISTORY,
                    (earlier.size() == 1
                                    ? "the only stored run cannot"
                                    : "none of the " + earlier.size() + " stored runs can")
                            + " be compared with this one, so growth is not judged; the latest differs in "
                            + String.join(
                                    "; ",
                                    candidate
                                            .fingerprint()
                                            .differences(earlier.get(0).head().fingerprint()))));
        }
        Run latest = comparable.get(0).head();
        List<Warning> doubts = new ArrayList<>();
        candidate
                .fingerprint()
                .doubts(latest.fingerprint())
                .forEach(patched -> doubts.add(new Warning(
                        Notice.KERNEL_PATCHED,
                        "the kernel was patched since the latest comparable run, which can change what a request costs: "
                                + patched)));
        if (!candidate.isOfLikeSpeed(latest)) {
            doubts.add(new Warning(
                    Notice.HOST_SPEED,
                    "no comparable run was measured at this speed of the host, so a growth of CPU time or latency may be the host's:"
                            + " a fixed computation took "
                            + candidate.hostSpeed().orElseThrow().text() + " here, "
                            + latest.hostSpeed().orElseThrow().text() + " there"));
        }
        return doubts;
    }

    /** Comparable runs, the latest first: those at the same speed of the host, or without any, all of them. */
    private List<StoredRun> comparable(Predicate<StoredRun> wanted) {
        List<StoredRun> all = earlier.stream()
                .filter(run -> candidate.fingerprint().isComparable(run.head().fingerprint()))
                .filter(wanted)
                .toList();
        List<StoredRun> alike =
                all.stream().filter(run -> candidate.isOfLikeSpeed(run.head())).toList();
        return alike.isEmpty() ? all : alike;
    }

    private ProfiledRun load(String id) {
        return loaded.computeIfAbsent(id, history::load);
    }

    private static boolean passed(StoredRun run) {
        return run.verdict()
                .filter(verdict -> verdict == Verdict.PASS || verdict == Verdict.WARN)
                .isPresent();
    }
}
