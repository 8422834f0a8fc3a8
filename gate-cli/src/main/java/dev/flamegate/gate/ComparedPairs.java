package dev.flamegate.gate;

import dev.flamegate.format.Names;
import dev.flamegate.gate.measure.Stage;
import dev.flamegate.judge.Look;
import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.WorkDifference;
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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of two builds: those stored before, and those added while they are measured. Every pair is stored before it
 * is looked at.
 */
public final class ComparedPairs {
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
    public ComparedPairs(String key, RuleSet rules, Looks looks, Comparisons store) {
        this.key = key;
        this.rules = rules;
        this.looks = looks;
        this.store = store;
        store.load(key).ifPresent(this::look);
        if (latest != null && latest.decided() && latest.isOpen() && looks.open()) {
            goOn(latest);
        }
    }

    /** Adds further looks after the last one has ended without a verdict, in a re-run. */
    private void goOn(Look undecided) {
        looks = looks.goingOn(undecided.pairs());
        judge = null;
        look(comparison());
    }

    /** The looks at the evidence, with those that a re-run added. */
    public Looks looks() {
        return looks;
    }

    /** The number of pairs, including those that do not count. */
    public int count() {
        return comparison == null ? 0 : comparison.comparison().pairs().size();
    }

    /** The pairs in the order in which they were measured, whether they count or not. */
    public List<Pair> measured() {
        return comparison == null ? List.of() : comparison.comparison().pairs();
    }

    /** True if the candidate will probably fail, see {@link Look#isSuspect}, and the next pair may show it. */
    public boolean mayFailNext() {
        return latest != null && latest.isSuspect() && missing() == 1;
    }

    /** The duration of each pair, from its start to its analysis, without the stages after its last block. */
    public List<Duration> durations() {
        return comparison == null ? List.of() : durations(comparison);
    }

    public static List<Duration> durations(ProfiledComparison of) {
        return of.comparison().baseline().trials().stream()
                .map(trial -> trial.took()
                        - trial.seconds().entrySet().stream()
                                .filter(stage -> !Stage.isOfEveryPair(stage.getKey()))
                                .mapToDouble(Map.Entry::getValue)
                                .sum())
                .map(seconds -> Duration.ofMillis(Math.round(seconds * 1e3)))
                .toList();
    }

    /** The number of pairs that count at the next look at the evidence. */
    public int nextLook() {
        return latest == null ? looks.after(0) : latest.next();
    }

    /** The number of pairs to measure until the next look, if all of them count; at least 1. */
    public int missing() {
        return Math.max(1, nextLook() - (latest == null ? 0 : latest.pairs()));
    }

    /** The number of pairs that will probably be measured until all is decided, with the next one. */
    public int expected() {
        return latest == null ? missing() + Looks.CONFIRMING : Math.max(missing(), latest.needed() - latest.pairs());
    }

    /** True if more pairs would change nothing that the build waits for. */
    public boolean decided() {
        return latest != null && latest.decided();
    }

    /** True if the candidate is shown to be worse than the baseline. */
    public boolean isRejected() {
        return latest != null && latest.isGrown();
    }

    /** Sets the error that may be spent. A candidate that has passed does not use the error that others leave to it. */
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

    /** Reports the number of stored pairs that this continues from, and their state; does nothing without any. */
    public void noteStored(Progress progress) {
        if (count() > 0) {
            progress.note("continuing from " + Names.plural(count(), "pair") + " of these two builds measured before");
        }
        standing().ifPresent(progress::note);
    }

    /** The state of the comparison in words; empty before the first pair. */
    public Optional<String> standing() {
        return Optional.ofNullable(latest).map(this::words);
    }

    /** The comparison of all pairs; fails before the first. */
    public ProfiledComparison comparison() {
        return Objects.requireNonNull(comparison, "no pair was measured");
    }

    /** The judge of all pairs; fails before the first. */
    public SequentialJudge judge() {
        return Objects.requireNonNull(judge, "no pair was measured");
    }

    /**
     * Stores a pair and adds it to the comparison.
     *
     * @param id sortable by time
     * @param baseline a run of one trial, likewise the candidate's
     * @return the pair as stored: one whose arm was measured unsoundly does not count
     */
    public Pair add(String id, Pair measured, ProfiledRun baseline, ProfiledRun candidate) {
        Optional<String> before = unsound(Arm.BASELINE, baseline.run(), measured.together());
        Optional<String> after = unsound(Arm.CANDIDATE, candidate.run(), measured.together());
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

    /** True if the work of both builds was counted. */
    public boolean isCounted() {
        return comparison != null && comparison.comparison().difference() != null;
    }

    /**
     * Stores the work of both builds, of which no pair was measured yet.
     *
     * @param baseline a run without trials, as is {@code candidate}
     */
    void add(Run baseline, Run candidate, WorkDifference difference) {
        ProfiledComparison counted = ProfiledComparison.counted(key, baseline, candidate, difference);
        store.saveWork(key, counted.comparison());
        look(counted);
    }

    /** True if no further start of the builds needs to be counted. */
    public boolean isSettled(ProfiledComparison counted) {
        return Judging.sequential(rules, counted, store, looks).isWorkSettled(counted.comparison());
    }

    private void look(ProfiledComparison now) {
        comparison = now;
        if (judge == null) {
            judge = Judging.sequential(rules, now, store, looks);
        }
        latest = judge.look(now);
    }

    private Optional<String> unsound(Arm arm, Run run, boolean together) {
        return SequentialJudge.soundness(run, rules.rules(), together).stream()
                .filter(ValidityProblem::invalidates)
                .findFirst()
                .map(problem -> "the " + arm.name().toLowerCase(Locale.ROOT) + ": " + problem.message());
    }

    private String words(Look look) {
        // Between two looks, nothing is decided: not even what was at the last one.
        String criteria = (looks.isAt(look.pairs()) ? look.criteria() : List.<Look.Standing>of())
                .stream()
                        .map(criterion -> criterion.rule().id() + " " + words(criterion.step()))
                        .collect(Collectors.joining(", "));
        return (look.pairs() == 1 ? "1 pair counts" : look.pairs() + " pairs count")
                + (criteria.isEmpty() ? "" : ": " + criteria)
                + "; " + forecast(look);
    }

    private static String words(Step step) {
        return switch (step) {
            case PASS -> "passes";
            case FAIL -> "fails";
            case CONFIRM -> "fails if more pairs confirm it";
            case GO_ON -> "is undecided";
        };
    }

    private static String forecast(Look look) {
        if (!look.decided()) {
            return "probably decided by " + look.needed();
        }
        return look.isOpen() && !look.isGrown() ? "that was the last look" : "decided";
    }
}
