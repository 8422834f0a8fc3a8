package dev.flamegate.gate;

import dev.flamegate.format.Numbers;
import dev.flamegate.gate.facts.BuildIdentity;
import dev.flamegate.gate.facts.RunFacts;
import dev.flamegate.gate.facts.RunId;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.gate.measure.MeasuredTrial;
import dev.flamegate.gate.measure.PairRunner;
import dev.flamegate.gate.measure.PairRunner.MeasuredPair;
import dev.flamegate.gate.measure.Schedule;
import dev.flamegate.gate.measure.StageProgress;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Warning;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.store.Comparisons;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One {@code compare}: measures two builds pair by pair until the rules are decided, and judges them. */
public final class Compare implements AutoCloseable {
    private static final double WORTH_TELLING_SECONDS = 1;

    private final MeasurementPlan setup;
    private final ReportFolder reports;
    private final Comparisons store;
    private final TestBed.Factory beds;
    private final Builds builds;
    private volatile @Nullable TestBed bed;

    /** A comparison of one plan's builds, as real targets. */
    public Compare(MeasurementPlan setup, ReportFolder reports, Comparisons store) {
        this(setup, reports, store, TestBed.REAL);
    }

    /** A comparison that measures on a test bed of this kind. */
    Compare(MeasurementPlan setup, ReportFolder reports, Comparisons store, TestBed.Factory beds) {
        this.setup = setup;
        this.reports = reports;
        this.store = store;
        this.beds = beds;
        this.builds = new Builds(setup.plan(), setup.folder(), setup.progress());
    }

    /**
     * Compares; pairs of the same two builds that are stored already count.
     *
     * @param budget time in which it ends, from the moment that both builds are there; the first pair is always measured
     * @param looks when the evidence is looked at, and with what error
     * @throws dev.flamegate.gate.measure.ArmFailed and the like when an arm cannot be measured; pairs measured
     *     until then stay stored
     */
    public GateReport compare(ArmSpec baseline, ArmSpec candidate, Looks looks, Duration budget)
            throws InterruptedException {
        reports.prepare();
        Arms arms = prepare(baseline, candidate);
        ComparedPairs pairs = new ComparedPairs(arms.key(), setup.rules(), looks, store);
        ComparisonLoop loop = new ComparisonLoop(arms.bed().time(), budget, plannedPair(), pairs.durations());
        if (pairs.count() > 0) {
            setup.progress().note("continuing from " + pairs.count() + " pairs of these two builds measured before");
        }
        pairs.standing().ifPresent(setup.progress()::note);
        ComparisonLoop.Next next = loop.next(pairs.count(), pairs.decided());
        if (next == ComparisonLoop.Next.PAIR) {
            next = measure(arms, pairs, loop);
        }
        ProfiledComparison comparison = next == ComparisonLoop.Next.OUT_OF_TIME
                ? pairs.comparison()
                        .with(new Warning(Warning.BUDGET, loop.outOfTime(pairs.nextLook(), pairs.missing())))
                : pairs.comparison();
        GateReport report = Judging.report(comparison, pairs.judge(), setup.plan(), setup.rules(), setup.folder());
        store.saveVerdict(arms.key(), report.judgement(), report.judged(), pairs.looks());
        return report;
    }

    /** Ends everything that was started; for every way out. */
    @Override
    public void close() {
        builds.close();
        setup.children().close();
        TestBed opened = bed;
        if (opened != null) {
            opened.runtime().close();
        }
    }

    /**
     * The two builds, ready to be measured.
     *
     * @param key under which their pairs are stored
     * @param schedule whose turn each block of load is
     */
    private record Arms(
            TestBed bed, String key, PairRunner runner, Schedule schedule, RunFacts baseline, RunFacts candidate) {}

    private Arms prepare(ArmSpec baseline, ArmSpec candidate) throws InterruptedException {
        Plan plan = setup.plan();
        RunFacts.Build first = builds.of(baseline);
        RunFacts.Build second = builds.of(candidate);
        TargetSpec.Runtime kind = kind(first.target(), second.target());
        TargetSpec before = first.target().in(kind);
        TargetSpec after = second.target().in(kind);
        TestBed opened = beds.open(kind, setup);
        bed = opened;
        TargetRuntime runtime = opened.runtime();
        runtime.warnings().forEach(warning -> setup.progress().warn(warning.message()));
        String key = BuildIdentity.key(plan, setup.folder(), runtime, before, after);
        if (BuildIdentity.of(runtime, before).equals(BuildIdentity.of(runtime, after))) {
            setup.progress().warn("both arms are the same build: this compares it with itself");
        }
        int blocks = plan.compare().blocks();
        PairRunner runner = new PairRunner(
                opened,
                runtime.place(before, Arm.BASELINE, baseline),
                runtime.place(after, Arm.CANDIDATE, candidate),
                plan.load().measure().dividedBy(blocks));
        return new Arms(
                opened,
                key,
                runner,
                new Schedule(key.hashCode(), blocks),
                new RunFacts(setup, runtime, first, Optional.empty()),
                new RunFacts(setup, runtime, second, Optional.empty()));
    }

    /** Measures pairs until the loop says why no more; the runtime is closed before the hook after everything. */
    private ComparisonLoop.Next measure(Arms arms, ComparedPairs pairs, ComparisonLoop loop)
            throws InterruptedException {
        TargetRuntime runtime = arms.bed().runtime();
        Hooks.Between hooks = arms.bed().hooks().before(Part.ONCE, Placeholders.NONE, reports.logs());
        try (hooks;
                runtime;
                PairRunner runner = arms.runner()) {
            ComparisonLoop.Next next;
            do {
                loop.shortage(pairs.nextLook(), pairs.missing()).ifPresent(setup.progress()::warn);
                Pair pair = measure(arms, runner, pairs, loop);
                loop.measured(pair.valid());
                pairs.standing().ifPresent(setup.progress()::note);
                next = loop.next(pairs.count(), pairs.decided());
            } while (next == ComparisonLoop.Next.PAIR);
            return next;
        }
    }

    /** Measures the next pair and adds it. */
    private Pair measure(Arms arms, PairRunner runner, ComparedPairs pairs, ComparisonLoop loop)
            throws InterruptedException {
        int number = pairs.count() + 1;
        MeasuredPair measured = runner.measure(
                number,
                arms.schedule().launchedFirst(number),
                arms.schedule().of(number),
                reports.logs("pair-" + number),
                reports.logs("pair-" + (number + 1)),
                StageProgress.ofPair(
                        setup.progress(),
                        number,
                        loop.left(),
                        loop.expected(),
                        arms.bed().time()));
        setup.progress().note(timeOf(number, measured));
        String id = RunId.at(arms.bed().time().now());
        Pair pair = pairs.add(
                id,
                measured.pair(),
                run(arms.baseline(), id + "-baseline", measured.baseline()),
                run(arms.candidate(), id + "-candidate", measured.candidate()));
        if (!pair.valid()) {
            setup.progress().warn("pair " + pair.number() + " does not count: " + pair.invalid());
        }
        return pair;
    }

    /** Where the time of a pair went; both its trials account for all of it. */
    private static String timeOf(int number, MeasuredPair measured) {
        Trial trial = measured.candidate().trial();
        return "pair " + number + " took " + Numbers.duration(trial.took()) + ": "
                + trial.seconds().entrySet().stream()
                        .filter(stage -> stage.getValue() >= WORTH_TELLING_SECONDS)
                        .map(stage -> stage.getKey() + " " + Numbers.duration(stage.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static ProfiledRun run(RunFacts facts, String id, MeasuredTrial measured) throws InterruptedException {
        MeasuredTrial first = new MeasuredTrial(measured.trial().numbered(1), measured.profiles(), measured.facts());
        return facts.run(id, first.trial().warmUp().window().start(), List.of(first));
    }

    /** What a pair takes as far as the plan tells, which does not know how long an arm takes to start. */
    private Duration plannedPair() {
        LoadSpec load = setup.plan().load();
        return load.warmUp().atMost().plus(load.measure().multipliedBy(2)).plusSeconds(10);
    }

    /** Where both arms run: an image as one arm makes the other run in a container too. */
    private static TargetSpec.Runtime kind(TargetSpec before, TargetSpec after) {
        List<TargetSpec.Runtime> kinds = List.of(before.runtime(), after.runtime());
        String both = before.subject().text() + " and " + after.subject().text() + " cannot be compared: ";
        if (kinds.contains(TargetSpec.Runtime.ATTACH)) {
            if (before.runtime() != after.runtime()) {
                throw new Builds.BuildFailed(
                        both + "a running service can only be compared with another running service");
            }
            return TargetSpec.Runtime.ATTACH;
        }
        if (kinds.contains(TargetSpec.Runtime.KUBERNETES)) {
            if (before.runtime() != after.runtime()) {
                throw new Builds.BuildFailed(both + "runtime: kubernetes runs images, so both arms have to be images");
            }
            return TargetSpec.Runtime.KUBERNETES;
        }
        if (!kinds.contains(TargetSpec.Runtime.CONTAINER)) {
            return TargetSpec.Runtime.PROCESS;
        }
        if (!before.command().isEmpty() || !after.command().isEmpty()) {
            throw new Builds.BuildFailed(both + "a command runs as a plain process, and the other arm in a container");
        }
        return TargetSpec.Runtime.CONTAINER;
    }
}
