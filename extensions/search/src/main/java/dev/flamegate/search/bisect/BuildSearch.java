package dev.flamegate.search.bisect;

import dev.flamegate.format.Names;
import dev.flamegate.gate.Builds;
import dev.flamegate.gate.ComparedPairs;
import dev.flamegate.gate.ComparisonLoop;
import dev.flamegate.gate.PairMeasurement;
import dev.flamegate.gate.PairMeasurement.Arms;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.WorkMeasurement;
import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.gate.measure.Time;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.search.bisect.Bisection.Ending;
import dev.flamegate.search.bisect.Bisection.Result;
import dev.flamegate.search.bisect.Bisection.Step;
import dev.flamegate.search.bisect.CommitGraph.Commit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The steps of a search: builds the commit that says most, measures it against the good build until that is clear, pair
 * by pair or by counting its work, and goes around what cannot be built or measured.
 */
final class BuildSearch {
    /** The number of pairs without a value of the indicator after which a build counts as one without it. */
    private static final int WITHOUT_VALUE = 2;

    private final MeasurementPlan setup;
    private final ReportFolder reports;
    private final PairMeasurement measurement;
    private final Search search;
    private final PairGrowths growths;
    private final String good;
    private final Clock clock;
    private final List<Step> steps = new ArrayList<>();
    private final List<Duration> taken = new ArrayList<>();

    /** The number of a comparison's growths that the search knows, by its key. */
    private final Map<String, Integer> known = new HashMap<>();

    /** The commit of each build that was seen, by what it is. */
    private final Map<String, Integer> builds = new HashMap<>();

    record Clock(Time time, long began, Duration budget) {
        /** The time left of the budget; negative when it is over. */
        Duration left() {
            return budget.minusNanos(time.nanos() - began);
        }
    }

    /**
     * A search before its first step.
     *
     * @param good hash of the good commit
     */
    BuildSearch(
            MeasurementPlan setup,
            ReportFolder reports,
            PairMeasurement measurement,
            Search search,
            PairGrowths growths,
            String good,
            Clock clock) {
        this.setup = setup;
        this.reports = reports;
        this.measurement = measurement;
        this.search = search;
        this.growths = growths;
        this.good = good;
        this.clock = clock;
    }

    /** The search with everything known so far. */
    Search search() {
        return search;
    }

    /** The steps so far, including those of earlier searches. */
    List<Step> steps() {
        return List.copyOf(steps);
    }

    Duration left() {
        return clock.left();
    }

    /** The number of further pairs that fit into the budget. */
    long fitting() {
        return Math.max(0, left().toNanos() / Math.max(1, loop().expected().toNanos()));
    }

    /**
     * Adds the new pairs of a comparison.
     *
     * @param before number of the baseline's commit, {@link MeasuredPair#GOOD} for one without the growth that has none
     * @param after number of the candidate's
     */
    void add(int before, int after, ProfiledComparison comparison) {
        List<Double> all = growths.in(comparison);
        int old = known.getOrDefault(comparison.comparison().id(), 0);
        for (double growth : all.subList(Math.min(old, all.size()), all.size())) {
            search.add(new MeasuredPair(before, after, growth));
        }
        known.put(comparison.comparison().id(), all.size());
    }

    /** Notes the identity of a commit's build. */
    void knows(int commit, String identity) {
        builds.put(identity, commit);
    }

    /** Adds pairs of builds that are there already, from an earlier search or a comparison. */
    void resume() throws InterruptedException {
        List<Integer> resumed = new ArrayList<>();
        int pairs = 0;
        for (int i = 0; i < search.graph().bad(); i++) {
            Commit commit = search.graph().commit(i);
            if (measurement.builds().isBuilt(commit.tree())) {
                try (Arms arms = measurement.prepare(git(good), git(commit.hash()))) {
                    Optional<ProfiledComparison> stored =
                            isNew(i, arms) ? measurement.store().load(arms.key()) : Optional.empty();
                    if (stored.isPresent()) {
                        add(MeasuredPair.GOOD, i, stored.get());
                        pairs += growths.in(stored.get()).size();
                        if (search.pairs(i) > 0) {
                            resumed.add(i);
                        }
                    }
                } catch (Builds.BuildFailed e) {
                    search.unmeasurable(i);
                }
            }
        }
        resumed.forEach(commit -> steps.add(step(commit, result(commit), "")));
        if (pairs > 0) {
            setup.progress()
                    .note("continuing from " + Names.plural(pairs, "pair") + " measured before; "
                            + BisectText.left(search.left().size(), likeliest(), probability()));
        }
    }

    /**
     * Runs the search to its end.
     *
     * @return {@link Ending#FOUND} for one commit
     */
    Ending run() throws InterruptedException {
        while (true) {
            List<Integer> found = search.found();
            if (!found.isEmpty()) {
                return found.size() == 1 ? Ending.FOUND : Ending.RANGE;
            }
            OptionalInt next = search.next();
            if (next.isEmpty()) {
                return Ending.UNCLEAR;
            } else if (fitting() == 0) {
                return Ending.OUT_OF_TIME;
            }
            ComparisonLoop.Next end = measured(next.getAsInt());
            if (end == ComparisonLoop.Next.UNFIT) {
                return Ending.UNFIT;
            } else if (end == ComparisonLoop.Next.OUT_OF_TIME && search.found().isEmpty()) {
                return Ending.OUT_OF_TIME;
            }
        }
    }

    private ComparisonLoop.Next measured(int commit) throws InterruptedException {
        Commit one = search.graph().commit(commit);
        setup.progress().stage("step " + (steps.size() + 1) + ": " + one.brief(), left());
        try (Arms arms = measurement.prepare(git(good), git(one.hash()))) {
            if (!isNew(commit, arms)) {
                note(commit, Result.SAME_BUILD, "");
                return ComparisonLoop.Next.DECIDED;
            }
            return measure(commit, arms);
        } catch (Builds.BuildFailed e) {
            return without(commit, e);
        } catch (ArmFailed e) {
            if (e.arm() == Arm.BASELINE) {
                throw e;
            }
            return without(commit, e);
        }
    }

    private ComparisonLoop.Next without(int commit, RuntimeException failure) {
        search.unmeasurable(commit);
        note(
                commit,
                Result.NOT_MEASURABLE,
                String.valueOf(failure.getMessage()).lines().findFirst().orElse(""));
        return ComparisonLoop.Next.DECIDED;
    }

    /** True if a build differs from all known ones, those of other commits and the good one; equal builds are noted. */
    private boolean isNew(int commit, Arms arms) {
        Integer same = builds.putIfAbsent(arms.identities().get(1), commit);
        if (same == null || same == commit) {
            return true;
        }
        search.alike(same, commit);
        return false;
    }

    /** Counts the work of a commit's build and the good one's in as many starts as it takes, mostly one. */
    private ComparisonLoop.Next count(int commit, Arms arms) throws InterruptedException {
        ComparedPairs pairs = new ComparedPairs(arms.key(), setup.rules(), Looks.DEFAULT, measurement.store());
        long began = clock.time().nanos();
        int before = search.pairs(commit);
        Path logs = reports.logs("commit-" + search.graph().commit(commit).brief());
        new WorkMeasurement(setup).count(arms, pairs, logs, counted -> {
            add(MeasuredPair.GOOD, commit, counted);
            return search.isClear(commit) || !search.found().isEmpty();
        });
        taken.add(Duration.ofNanos(clock.time().nanos() - began));
        if (search.pairs(commit) > before) {
            note(commit, result(commit), "");
        } else {
            search.unmeasurable(commit);
            note(commit, Result.NOT_MEASURABLE, "it has no value of what is searched for");
        }
        return ComparisonLoop.Next.DECIDED;
    }

    private ComparisonLoop.Next measure(int commit, Arms arms) throws InterruptedException {
        if (growths.isOfWork()) {
            return count(commit, arms);
        }
        ComparedPairs pairs = new ComparedPairs(arms.key(), setup.rules(), Looks.DEFAULT, measurement.store());
        PairMeasurement.Watcher watcher = new PairMeasurement.Watcher() {
            @Override
            public void before(ComparisonLoop loop) {
                // How many pairs it takes is not known.
            }

            @Override
            public boolean isEnough() {
                add(MeasuredPair.GOOD, commit, pairs.comparison());
                List<Duration> durations = pairs.durations();
                taken.add(durations.get(durations.size() - 1));
                return search.isClear(commit) || !search.found().isEmpty() || hasNoValue(pairs);
            }
        };
        Path logs = reports.logs("commit-" + search.graph().commit(commit).brief());
        ComparisonLoop.Next end = measurement.measure(arms, pairs, loop(), logs::resolve, watcher);
        if (end == ComparisonLoop.Next.UNFIT
                && isItsOwn(pairs.comparison().comparison().pairs())) {
            search.unmeasurable(commit);
            note(commit, Result.NOT_MEASURABLE, "its measurement is unsound, and not that of the good build");
            return ComparisonLoop.Next.DECIDED;
        } else if (hasNoValue(pairs)) {
            search.unmeasurable(commit);
            note(commit, Result.NOT_MEASURABLE, "it has no value of what is searched for");
            return end;
        }
        note(commit, result(commit), "");
        return end;
    }

    private boolean hasNoValue(ComparedPairs pairs) {
        return pairs.comparison().validPairs() >= WITHOUT_VALUE
                && growths.in(pairs.comparison()).isEmpty();
    }

    /** True if the latest pairs are unsound because of the candidate alone. */
    private static boolean isItsOwn(List<Pair> pairs) {
        return pairs.get(pairs.size() - 1).unsound() == Arm.CANDIDATE;
    }

    private ComparisonLoop loop() {
        return new ComparisonLoop(clock.time(), left(), measurement.plannedPair(), taken);
    }

    /** Notes how long the pairs of a comparison took. */
    void took(ProfiledComparison comparison) {
        taken.addAll(ComparedPairs.durations(comparison));
    }

    private void note(int commit, Result result, String because) {
        Step step = step(commit, result, because);
        steps.add(step);
        setup.progress().note(BisectText.step(step));
    }

    private Step step(int commit, Result result, String because) {
        return new Step(
                steps.size() + 1,
                search.graph().commit(commit),
                result,
                search.has(commit),
                search.pairs(commit),
                because,
                search.left().size(),
                likeliest(),
                probability());
    }

    /** The result that the pairs of a measured commit show. */
    private Result result(int commit) {
        double has = search.has(commit);
        if (Math.max(has, 1 - has) < Search.CONFIDENCE) {
            return Result.UNCLEAR;
        }
        return has > 0.5 ? Result.GROWN : Result.NOT_GROWN;
    }

    private Commit likeliest() {
        return search.graph().commit(search.likeliest().get(0));
    }

    private double probability() {
        return search.probability(search.likeliest().get(0));
    }

    static ArmSpec git(String hash) {
        return new ArmSpec(ArmSpec.Kind.GIT, hash);
    }
}
