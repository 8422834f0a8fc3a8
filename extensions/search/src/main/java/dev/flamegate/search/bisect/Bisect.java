package dev.flamegate.search.bisect;

import dev.flamegate.gate.Builds;
import dev.flamegate.gate.Compare;
import dev.flamegate.gate.PairMeasurement;
import dev.flamegate.gate.PairMeasurement.Arms;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.Unmeasured;
import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.gate.measure.Time;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Interval;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.search.bisect.Bisection.Alone;
import dev.flamegate.search.bisect.Bisection.Ending;
import dev.flamegate.search.bisect.Bisection.Revision;
import dev.flamegate.search.bisect.Bisection.Suspect;
import dev.flamegate.search.bisect.CommitHistory.Between;
import dev.flamegate.store.Comparisons;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One {@code bisect}: shows that a rule breaks between two revisions, measures builds between them against the good one
 * until one commit is left, and compares that with its parent. Every pair is stored like those of any comparison, so
 * that an interrupted search goes on where it was.
 */
public final class Bisect implements AutoCloseable {
    /** The commit is compared with its parent if that many pairs fit: a comparison is looked at after so many. */
    private static final int ALONE_PAIRS = Looks.MIN_PAIRS;

    private final MeasurementPlan setup;
    private final ReportFolder reports;
    private final PairMeasurement measurement;
    private final Compare compare;
    private final CommitHistory history;

    /** A search among one plan's builds, as real targets. */
    public Bisect(MeasurementPlan setup, ReportFolder reports, Comparisons store) {
        this(setup, reports, store, TestBed.REAL);
    }

    /** A search that measures on a test bed of this kind. */
    Bisect(MeasurementPlan setup, ReportFolder reports, Comparisons store, TestBed.Factory beds) {
        this.setup = setup;
        this.reports = reports;
        this.measurement = new PairMeasurement(setup, store, beds, false);
        // It may be for one rule of many, which alone is no verdict on a build.
        this.compare = new Compare(setup, reports, measurement, false);
        this.history = new CommitHistory(setup.folder());
    }

    /**
     * The outcome of a search.
     *
     * @param report of the commit found against its parent, or of the good against the bad revision where that was not
     *     measured
     */
    public record Bisected(Bisection bisection, GateReport report) {}

    /** A search whose two ends are known. */
    private record Known(Revision good, Revision bad, Between between, GateReport whole) {}

    /** The growth searched for, with the first guess. */
    private record Wanted(Finding finding, PairGrowths growths, List<Touch> touches) {}

    /** The commit found against its parent. */
    private record OwnGrowth(Alone alone, GateReport report) {}

    /**
     * Searches; pairs that are stored already count.
     *
     * @param good revision without the growth, an ancestor of {@code bad}
     * @param looks when the two ends, and the commit and its parent, are looked at
     * @param budget time in which it ends, from the moment that both revisions are built; the first pair is always
     *     measured
     * @throws Builds.BuildFailed when there is nothing between them, or one of the two cannot be built
     * @throws ArmFailed when the good or the bad build cannot be measured
     */
    public Bisected bisect(String good, String bad, Looks looks, Duration budget) throws InterruptedException {
        reports.prepare();
        Between between = history.between(good, bad);
        CommitGraph graph = between.graph();
        String last = graph.commit(graph.bad()).hash();
        setup.progress()
                .note((graph.size() == 1 ? "1 commit lies" : graph.size() + " commits lie") + " between " + good
                        + " and " + bad + "; first these two against each other");
        try (Arms arms = measurement.prepare(BuildSearch.git(between.good()), BuildSearch.git(last))) {
            Time time = arms.bed().time();
            BuildSearch.Clock clock = new BuildSearch.Clock(time, time.nanos(), budget);
            GateReport whole = compare.compare(arms, looks, budget, reports::logs);
            ProfiledComparison pairs = measurement.store().load(arms.key()).orElseThrow();
            return search(
                    new Known(new Revision(good, between.good()), new Revision(bad, last), between, whole),
                    pairs,
                    arms.identities(),
                    looks,
                    clock);
        }
    }

    /**
     * The search between two revisions that were compared.
     *
     * @param identities of their builds
     */
    private Bisected search(
            Known known, ProfiledComparison pairs, List<String> identities, Looks looks, BuildSearch.Clock clock)
            throws InterruptedException {
        SearchedRule broken = SearchedRule.in(known.whole());
        Finding finding = broken.finding();
        if (finding == null) {
            return ended(known, broken.ending(), broken.because());
        }
        PairGrowths growths = PairGrowths.of(pairs, finding).orElse(null);
        List<Double> shown = growths == null ? List.of() : growths.in(pairs);
        double size = PairGrowths.typical(shown);
        if (growths == null || !(size > 0) || !PairGrowths.isShown(shown)) {
            return ended(
                    known,
                    Ending.NOT_DECIDED,
                    "what was measured does not show that "
                            + finding.rule().indicator().name() + " grew between the two");
        }
        CommitGraph graph = known.between().graph();
        Wanted wanted = new Wanted(finding, growths, history.touches(known.between(), finding.culprit()));
        BuildSearch search = new BuildSearch(
                setup,
                reports,
                measurement,
                new Search(graph, known.between().goodTree(), wanted.touches(), size, growths.step()),
                growths,
                known.good().hash(),
                clock);
        search.add(MeasuredPair.GOOD, graph.bad(), pairs);
        search.took(pairs);
        search.knows(MeasuredPair.GOOD, identities.get(0));
        search.knows(graph.bad(), identities.get(1));
        search.resume();
        Map<Integer, Optional<OwnGrowth>> alone = new HashMap<>();
        Ending ending = search.run();
        while (ending == Ending.FOUND && !alone.containsKey(found(search))) {
            // Its pairs count too: where they do not show the growth, the search goes on.
            alone.put(found(search), alone(known, wanted, search, found(search), looks));
            ending = search.run();
        }
        Optional<OwnGrowth> own =
                ending == Ending.FOUND ? alone.getOrDefault(found(search), Optional.empty()) : Optional.empty();
        return ended(known, wanted, search, ending, own.orElse(null));
    }

    private static int found(BuildSearch search) {
        return search.search().found().get(0);
    }

    /** The commit against its first parent; empty where there is no time for it, or the parent cannot be measured. */
    private Optional<OwnGrowth> alone(Known known, Wanted wanted, BuildSearch search, int commit, Looks looks)
            throws InterruptedException {
        CommitGraph graph = search.search().graph();
        List<String> parents = graph.commit(commit).parents();
        if (parents.isEmpty() || !search.search().isMeasurable(commit)) {
            return Optional.empty();
        }
        String parent = parents.get(0);
        if (parent.equals(known.good().hash()) && commit == graph.bad()) {
            return Optional.of(new OwnGrowth(new Alone(parent, same(known.whole(), wanted.finding())), known.whole()));
        }
        int before = graph.number(parent).orElse(MeasuredPair.GOOD);
        if (before != MeasuredPair.GOOD && !search.search().isMeasurable(before)) {
            return Optional.empty();
        }
        try (Arms arms = measurement.prepare(
                BuildSearch.git(parent), BuildSearch.git(graph.commit(commit).hash()))) {
            int stored = measurement
                    .store()
                    .load(arms.key())
                    .map(ProfiledComparison::validPairs)
                    .orElse(0);
            if (search.fitting() + stored < (wanted.growths().isOfWork() ? 1 : ALONE_PAIRS)) {
                return Optional.empty();
            }
            setup.progress().note("now " + graph.commit(commit).brief() + " against its parent");
            Path logs = reports.logs("commit-" + graph.commit(commit).brief() + "-alone");
            GateReport report = compare.compare(arms, looks, search.left(), logs::resolve);
            search.add(before, commit, measurement.store().load(arms.key()).orElseThrow());
            return Optional.of(new OwnGrowth(new Alone(parent, same(report, wanted.finding())), report));
        } catch (Builds.BuildFailed e) {
            // The parent, which need not be among the commits of the search, unless the commit itself was never built.
            boolean built = measurement.builds().isBuilt(graph.commit(commit).tree());
            return without(search, built ? before : commit, e);
        } catch (ArmFailed e) {
            return without(search, e.arm() == Arm.BASELINE ? before : commit, e);
        } catch (RuntimeException e) {
            // What was found is worth more than this: a load that fails, say, takes nothing of it away.
            if (!Unmeasured.is(e)) {
                throw e;
            }
            return without(search, MeasuredPair.GOOD, e);
        }
    }

    private Optional<OwnGrowth> without(BuildSearch search, int commit, RuntimeException failure) {
        setup.progress().warn("the commit found could not be compared with its parent: " + failure.getMessage());
        if (commit != MeasuredPair.GOOD) {
            search.search().unmeasurable(commit);
        }
        return Optional.empty();
    }

    /** The finding of the same criterion in another comparison. */
    private static @Nullable Finding same(GateReport report, Finding wanted) {
        return report.judgement().findings().stream()
                .filter(finding -> finding.rule().id().equals(wanted.rule().id())
                        && finding.criterion().equals(wanted.criterion())
                        && finding.selector().equals(wanted.selector()))
                .findFirst()
                .orElse(null);
    }

    private Bisected ended(Known known, Ending ending, String because) {
        return new Bisected(
                new Bisection(
                        setup.plan().service(),
                        known.good(),
                        known.bad(),
                        known.between().graph().size(),
                        ending,
                        because,
                        null,
                        List.of(),
                        List.of(),
                        null),
                known.whole());
    }

    private Bisected ended(Known known, Wanted wanted, BuildSearch search, Ending ending, @Nullable OwnGrowth own) {
        Search of = search.search();
        List<Integer> left = ending.isDone() ? of.found() : of.left();
        Bisection bisection = new Bisection(
                setup.plan().service(),
                known.good(),
                known.bad(),
                of.graph().size(),
                ending,
                "",
                growth(wanted, of),
                left.stream()
                        .map(commit -> new Suspect(
                                of.graph().commit(commit),
                                of.probability(commit),
                                wanted.touches().get(commit),
                                of.isMeasurable(commit),
                                of.pairs(commit)))
                        .toList(),
                search.steps(),
                own == null ? null : own.alone());
        return new Bisected(bisection, own == null ? known.whole() : own.report());
    }

    private static Bisection.FoundGrowth growth(Wanted wanted, Search search) {
        PairGrowths growths = wanted.growths();
        Interval on = search.growth(Search.CONFIDENCE);
        double one = growths.relative(on.low());
        double other = growths.relative(on.high());
        return new Bisection.FoundGrowth(
                wanted.finding(),
                growths.relative(search.growth()),
                Double.isNaN(one) ? null : new Interval(Math.min(one, other), Math.max(one, other), on.confidence()));
    }

    /** Ends everything that was started; for every way out. */
    @Override
    public void close() {
        measurement.close();
    }
}
