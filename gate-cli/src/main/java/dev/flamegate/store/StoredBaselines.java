package dev.flamegate.store;

import dev.flamegate.judge.Baselines;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.profile.ProfiledRun;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The stored runs one run can be compared with: of the same service and fingerprint, started before it, and judged sound
 * unless the rule names the run.
 */
public final class StoredBaselines implements Baselines {
    /** Number of past runs that show how noisy a service is. */
    private static final int PAST = 20;

    private final History history;
    private final Run candidate;
    private final List<StoredRun> earlier;
    private final Map<String, ProfiledRun> loaded = new HashMap<>();
    private @Nullable List<Run> past;

    /** Of the runs in a history, those for one that was measured. */
    public StoredBaselines(History history, Run candidate) {
        this.history = history;
        this.candidate = candidate;
        earlier = history.list().stream()
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
                .map(id -> named("pin " + pin + " (run " + id + ")", id))
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

    /** All earlier runs of the same fingerprint whatever their verdict, latest first. */
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

    private Found median(int wanted) {
        List<StoredRun> sound = comparable(StoredRun::isSound);
        if (sound.size() < wanted) {
            return new Found.None(
                    sound.isEmpty()
                            ? whyNone("neither FAIL nor INVALID")
                            : "only " + sound.size() + " of " + wanted + " comparable runs are stored so far");
        }
        return new Found.Runs(
                "median of " + wanted + " runs",
                sound.stream().limit(wanted).map(run -> load(run.id())).toList());
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

    /** Why runs may be missing here. */
    private String elsewhere() {
        String incomplete = history.incomplete();
        return incomplete == null ? "" : " here, and " + incomplete;
    }

    /** Runs of the same fingerprint, latest first. */
    private List<StoredRun> comparable(Predicate<StoredRun> wanted) {
        return earlier.stream()
                .filter(run -> run.head().fingerprint().equals(candidate.fingerprint()))
                .filter(wanted)
                .toList();
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
