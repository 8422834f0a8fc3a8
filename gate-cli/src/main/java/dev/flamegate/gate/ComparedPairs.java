package dev.flamegate.gate;

import dev.flamegate.format.Names;
import dev.flamegate.gate.events.EventStage;
import dev.flamegate.gate.measure.CountStage;
import dev.flamegate.gate.measure.Stage;
import dev.flamegate.judge.Look;
import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Step;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.runtime.Progress;
import dev.flamegate.store.Comparisons;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of two builds: those stored before, and those added while they are measured. Every pair is stored
 * before it is
 * looked at.
 */
final class ComparedPairs implements SequentialJudge.Sharing {
    private final String key;
    private final RuleSet rules;
    private Looks looks;
    private final Comparisons store;
    private @Nullable ProfiledComparison comparison;
    private @Nullable SequentialJudge judge;
    private @Nullable Look latest;

    /**
     * The existing pairs of two builds.
     *
     * @param key of the two builds and what they are measured with
     * @param looks when the evidence is looked at, and with what error
     */
    ComparedPairs(String key, RuleSet rules, Looks looks, Comparisons store) {
        this.key = key;
        this.rules = rules;
        this.looks = looks;
        this.store = store;
        store.load(key).ifPresent(this::look);
        if (latest != null && latest.decided() && latest.isOpen() && looks.open()) {
            goOn(latest);
        }
    }

    /** The last look was over without a verdict: a re-run adds further ones. */
    private void goOn(Look undecided) {
        looks = looks.goingOn(undecided.pairs());
        judge = null;
        look(comparison());
    }

    /** When the evidence is looked at, with the looks that a re-run added. */
    Looks looks() {
        return looks;
    }

    /** How many pairs there are, whether they count or not. */
    int count() {
        return comparison == null ? 0 : comparison.comparison().pairs().size();
    }

    /** In how many more pairs calls are to be counted, if any are. */
    int uncounted() {
        long counted = comparison == null
                ? 0
                : comparison.comparison().pairs().stream()
                        .filter(pair -> pair.valid() && pair.calls() != null)
                        .count();
        return (int) Math.max(0, CountStage.PAIRS - counted);
    }

    /** Whether events are to be recorded in the next pair: the candidate looks worse, and too few pairs have them. */
    boolean wantsEvents() {
        long recorded = comparison == null
                ? 0
                : comparison.comparison().pairs().stream()
                        .filter(pair -> pair.valid() && pair.jvm() != null)
                        .count();
        return latest != null && latest.isSuspect() && recorded < EventStage.PAIRS;
    }

    /**
     * What each pair took, from the start of its targets to the end of its analysis, without what was counted and recorded
     * after what is judged.
     */
    List<Duration> durations() {
        return comparison == null ? List.of() : durations(comparison);
    }

    /** What each pair of a comparison took. */
    static List<Duration> durations(ProfiledComparison of) {
        return of.comparison().baseline().trials().stream()
                .map(trial -> trial.took()
                        - trial.seconds().getOrDefault(Stage.COUNT.key(), 0.0)
                        - trial.seconds().getOrDefault(Stage.EVENTS.key(), 0.0))
                .map(seconds -> Duration.ofMillis(Math.round(seconds * 1e3)))
                .toList();
    }

    /** How many pairs count when the evidence is looked at next. */
    int nextLook() {
        return latest == null ? looks.after(0) : latest.next();
    }

    /** How many pairs are still to be measured until then, if all of them count; at least 1. */
    int missing() {
        return Math.max(1, nextLook() - (latest == null ? 0 : latest.pairs()));
    }

    /** Whether more pairs would change nothing that the build waits for. */
    boolean decided() {
        return latest != null && latest.decided();
    }

    /** Whether the candidate is shown to be worse than the baseline. */
    @Override
    public boolean isRejected() {
        return latest != null && latest.isGrown();
    }

    /** A candidate that has passed does not use what others leave to it. */
    @Override
    public void spend(double error) {
        boolean passed = latest != null && latest.decided() && !latest.isOpen();
        if (passed || error == looks.failError()) {
            return;
        }
        looks = looks.with(error);
        if (judge != null) {
            judge = judge.with(looks);
            latest = judge.look(comparison());
        }
    }

    /** Says how many stored pairs this continues from, and where they stand; nothing if there are none. */
    void noteStored(Progress progress) {
        if (count() > 0) {
            progress.note("continuing from " + Names.plural(count(), "pair") + " of these two builds measured before");
        }
        standing().ifPresent(progress::note);
    }

    /** Where the comparison stands, in words; empty before the first pair. */
    Optional<String> standing() {
        return Optional.ofNullable(latest).map(ComparedPairs::words);
    }

    /** The comparison of all pairs; there is one. */
    ProfiledComparison comparison() {
        return Objects.requireNonNull(comparison, "no pair was measured");
    }

    /** The judge of all pairs; there is one. */
    SequentialJudge judge() {
        return Objects.requireNonNull(judge, "no pair was measured");
    }

    /**
     * Stores a pair and adds it.
     *
     * @param id sortable by time
     * @param baseline a run of one trial, likewise the candidate's
     * @return the pair as stored: one whose arm was measured unsoundly does not count
     */
    Pair add(String id, Pair measured, ProfiledRun baseline, ProfiledRun candidate) {
        Optional<String> before = unsound(Arm.BASELINE, baseline.run());
        Optional<String> after = unsound(Arm.CANDIDATE, candidate.run());
        Arm alone = before.isPresent() == after.isPresent() ? null : before.isPresent() ? Arm.BASELINE : Arm.CANDIDATE;
        Pair pair = measured.valid()
                ? before.or(() -> after)
                        .map(reason -> measured.without(reason, alone))
                        .orElse(measured)
                : measured;
        store.save(key, id, pair, baseline, candidate);
        look(
                comparison == null
                        ? ProfiledComparison.of(key, pair, baseline, candidate)
                        : comparison.with(pair, baseline, candidate));
        return pair;
    }

    private void look(ProfiledComparison now) {
        comparison = now;
        if (judge == null) {
            judge = Judging.sequential(rules, now, store, looks);
        }
        latest = judge.look(now);
    }

    private Optional<String> unsound(Arm arm, Run run) {
        return SequentialJudge.soundness(run, rules.rules()).stream()
                .filter(ValidityProblem::invalidates)
                .findFirst()
                .map(problem -> "the " + arm.name().toLowerCase(Locale.ROOT) + ": " + problem.message());
    }

    private static String words(Look look) {
        String criteria = look.criteria().stream()
                .map(criterion -> criterion.rule().id() + " " + words(criterion.step()))
                .collect(Collectors.joining(", "));
        return (look.pairs() == 1 ? "1 pair counts" : look.pairs() + " pairs count")
                + (criteria.isEmpty() ? "" : ": " + criteria)
                + "; " + outlook(look);
    }

    private static String words(Step step) {
        return switch (step) {
            case PASS -> "passes";
            case FAIL -> "fails";
            case CONFIRM -> "fails if the next pair confirms it";
            case GO_ON -> "is undecided";
        };
    }

    private static String outlook(Look look) {
        if (!look.decided()) {
            return "probably decided by " + look.needed();
        }
        return look.isOpen() && !look.isGrown() ? "that was the last look" : "decided";
    }
}
