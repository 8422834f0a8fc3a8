package dev.flamegate.search.candidates;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.format.Numbers;
import dev.flamegate.gate.Builds;
import dev.flamegate.gate.ComparedPairs;
import dev.flamegate.gate.ComparisonLoop;
import dev.flamegate.gate.Judging;
import dev.flamegate.gate.PairMeasurement;
import dev.flamegate.gate.PairMeasurement.Arms;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.WorkMeasurement;
import dev.flamegate.gate.facts.RunFacts;
import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.search.candidates.ComparedCandidates.Ending;
import dev.flamegate.store.Comparisons;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One {@code compare} with several candidates: each is compared with the baseline, pair by pair and in turns, until it
 * is decided. Never more than two targets run. The candidates share the error of a false FAIL; those that are shown to
 * be worse leave their part to the others. What is stored of a candidate is a comparison like any other.
 */
final class CompareSeveral implements AutoCloseable {
    private static final int LONGEST_FOLDER = 40;

    private final MeasurementPlan setup;
    private final ReportFolder reports;
    private final PairMeasurement measurement;
    private boolean warned;

    /** A comparison of one plan's builds, as real targets. */
    CompareSeveral(MeasurementPlan setup, ReportFolder reports, Comparisons store) {
        this(setup, reports, store, TestBed.REAL);
    }

    CompareSeveral(MeasurementPlan setup, ReportFolder reports, Comparisons store, TestBed.Factory beds) {
        this.setup = setup;
        this.reports = reports;
        this.measurement = new PairMeasurement(setup, store, beds, true);
    }

    /**
     * Compares; pairs of the same builds that are stored already count.
     *
     * @param candidates called by different names, at least 2
     * @param looks when the evidence on each is looked at, and with what error for all of them together
     * @param budget time in which it ends, from the moment that all builds are there; the first pair is always measured
     * @throws Builds.BuildFailed when the baseline cannot be built, or two candidates are the same build
     * @throws ArmFailed when the baseline cannot be measured before any candidate is decided
     */
    public ComparedCandidates compare(ArmSpec baseline, List<ArmSpec> candidates, Looks looks, Duration budget)
            throws InterruptedException {
        reports.prepare();
        List<Candidate> all = new ArrayList<>();
        Set<String> folders = new HashSet<>();
        for (ArmSpec arm : candidates) {
            all.add(new Candidate(arm, folder(arm, folders), setup.progress()));
        }
        prepare(measurement.builds().of(baseline), all, looks, budget);
        countWork(all);
        SequentialHolm.apply(all, looks.failError());
        int pairs = count(all);
        List<Candidate> open = all.stream().filter(one -> one.goesOn(pairs)).toList();
        if (!open.isEmpty()) {
            measure(open, all, looks);
        }
        List<ComparedCandidates.Candidate> judged = new ArrayList<>();
        for (Candidate one : all) {
            judged.add(new ComparedCandidates.Candidate(
                    one.arm().called(), one.arm().words(), one.folder(), ending(one, all)));
        }
        return new ComparedCandidates(
                setup.plan().service(),
                baseline.called(),
                baseline.words(),
                judged,
                Installation.version(),
                Instant.now());
    }

    /** Gets all builds; one that cannot be had ends its own comparison. */
    private void prepare(RunFacts.Build baseline, List<Candidate> all, Looks looks, Duration budget)
            throws InterruptedException {
        Map<TargetSpec.Runtime, TestBed> beds = new EnumMap<>(TargetSpec.Runtime.class);
        Map<Candidate, Arms> prepared = new LinkedHashMap<>();
        for (Candidate one : all) {
            try {
                prepared.put(one, measurement.prepare(baseline, one.arm(), beds));
            } catch (Builds.BuildFailed | TargetFailed e) {
                one.failed(e);
            }
        }
        check(prepared);
        Looks shared = looks.sharedBy(all.size());
        prepared.forEach((one, arms) -> {
            ComparedPairs pairs = new ComparedPairs(arms.key(), setup.rules(), shared, measurement.store());
            Path logs = reports.logs("candidate-" + one.folder());
            ComparisonLoop loop =
                    new ComparisonLoop(arms.bed().time(), budget, measurement.plannedPair(), pairs.durations());
            one.prepared(arms, pairs, loop, logs::resolve);
        });
    }

    private void countWork(List<Candidate> all) throws InterruptedException {
        WorkMeasurement work = new WorkMeasurement(setup);
        for (Candidate one : all) {
            if (one.failure().isEmpty()) {
                try {
                    one.count(work);
                } catch (TargetFailed | LoadFailed | CollectionFailed e) {
                    one.failed(e);
                }
            }
        }
    }

    private void check(Map<Candidate, Arms> prepared) {
        Map<String, String> names = new HashMap<>();
        prepared.forEach((one, arms) -> {
            String name = one.arm().called();
            String same = names.putIfAbsent(arms.key(), name);
            if (same != null) {
                throw new Builds.BuildFailed(
                        same + " and " + name + " are the same build with the same options: leave one of them out");
            } else if (arms.areSame()) {
                setup.progress().warn(name + " is the same build as the baseline: this compares it with itself");
            }
        });
    }

    /** Measures in turns; the test bed is closed then, before the hook after everything. */
    private void measure(List<Candidate> open, List<Candidate> all, Looks looks) throws InterruptedException {
        Hooks.Between hooks = open.get(0).arms().bed().hooks().before(Part.ONCE, Placeholders.NONE, reports.logs());
        try (hooks;
                Closing beds = measurement::closeBeds;
                Closing generators = () -> all.forEach(Candidate::close)) {
            Deque<Candidate> turns = new ArrayDeque<>(open);
            while (!turns.isEmpty()) {
                Candidate turn = turns.remove();
                if (!turn.goesOn(count(all))) {
                    continue;
                }
                warnOfShortage(turn, turns);
                try {
                    turn.measure(measurement, following(turn, turns));
                    turns.stream()
                            .filter(other -> !other.isOver())
                            .forEach(other ->
                                    other.loop().measuredAnother(turn.loop().lastTook()));
                    SequentialHolm.apply(all, looks.failError());
                    turns.add(turn);
                } catch (ArmFailed e) {
                    failed(turn, turns, all, e);
                }
            }
        }
    }

    @FunctionalInterface
    private interface Closing extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * A candidate that fails ends its own comparison; with the baseline all of them end, and what is decided stays so.
     */
    private static void failed(Candidate turn, Deque<Candidate> turns, List<Candidate> all, ArmFailed failure) {
        if (failure.arm() == Arm.CANDIDATE) {
            turn.failed(failure);
            return;
        }
        if (all.stream().noneMatch(one -> one.isOver() && one.failure().isEmpty())) {
            throw failure;
        }
        turn.failed(failure);
        turns.stream().filter(one -> !one.isOver()).forEach(one -> one.failed(failure));
        turns.clear();
    }

    /** The number of pairs of all candidates, measured now or before. */
    private static int count(List<Candidate> all) {
        return all.stream().mapToInt(Candidate::count).sum();
    }

    /** The next candidate if the current measurement decides nothing. */
    private static Candidate following(Candidate turn, Deque<Candidate> turns) {
        return turns.stream().filter(one -> !one.isOver()).findFirst().orElse(turn);
    }

    /** Warns once, as soon as it is known, that the time is too short. */
    private void warnOfShortage(Candidate turn, Deque<Candidate> turns) {
        Duration needed = turns.stream()
                .map(Candidate::needed)
                .reduce(Duration.ZERO, Duration::plus)
                .plus(turn.needed());
        Duration left = turn.loop().left();
        if (warned || left.compareTo(needed) >= 0) {
            return;
        }
        warned = true;
        setup.progress()
                .warn("the budget ends before the next look at every candidate: their missing pairs take "
                        + Numbers.duration(needed) + ", and "
                        + Numbers.duration(left.isNegative() ? Duration.ZERO : left)
                        + " are left. Give it more with --budget, or run it again: pairs measured until then count");
    }

    private Ending ending(Candidate one, List<Candidate> all) throws InterruptedException {
        Optional<String> failure = one.failure();
        if (failure.isPresent()) {
            return new ComparedCandidates.Failed(failure.get());
        } else if (one.count() == 0 && !one.pairs().isCounted()) {
            return new ComparedCandidates.OutOfTime();
        }
        ComparedPairs pairs = one.pairs();
        ProfiledComparison comparison = pairs.comparison();
        if (one.isOutOfTime()) {
            Duration others = all.stream()
                    .filter(other -> other != one && other.isOutOfTime())
                    .map(other -> other.loop().needed(other.pairs().missing()))
                    .reduce(Duration.ZERO, Duration::plus);
            comparison = comparison.with(
                    new Warning(Notice.BUDGET, one.loop().outOfTime(pairs.nextLook(), pairs.missing(), others)));
        }
        GateReport report = Judging.report(
                comparison, pairs.judge(), setup.plan().judging(one.arm()), setup.rules(), setup.folder());
        measurement.store().saveVerdict(one.arms().key(), report.judgement(), report.judged(), pairs.looks());
        return new ComparedCandidates.Judged(report);
    }

    /** A name for the folder of a candidate's report, such as {@code jdk-25}. */
    private static String folder(ArmSpec arm, Set<String> taken) {
        String words = arm.called().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String plain =
                words.substring(0, Math.min(words.length(), LONGEST_FOLDER)).replaceAll("^-|-$", "");
        String name = plain.isEmpty() ? "candidate" : plain;
        String free = name;
        for (int number = 2; !taken.add(free); number++) {
            free = name + "-" + number;
        }
        return free;
    }

    /** Ends everything that was started; for every way out. */
    @Override
    public void close() {
        measurement.close();
    }
}
