package dev.flamegate.gate;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.gate.changes.ChangedMethods;
import dev.flamegate.gate.facts.BuildIdentity;
import dev.flamegate.gate.facts.RunFacts;
import dev.flamegate.gate.facts.RunId;
import dev.flamegate.gate.measure.CountStage;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.gate.measure.MeasuredTrial;
import dev.flamegate.gate.measure.PairRunner;
import dev.flamegate.gate.measure.PairRunner.MeasuredPair;
import dev.flamegate.gate.measure.Schedule;
import dev.flamegate.gate.measure.Stage;
import dev.flamegate.gate.measure.StageProgress;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Trial;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.Progress;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.store.Comparisons;
import dev.flamegate.targets.AppFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prepares two builds and measures and stores pairs of them: what comparisons and a bisection share. */
final class PairMeasurement implements AutoCloseable {
    private static final double WORTH_TELLING_SECONDS = 1;

    private final MeasurementPlan setup;
    private final Comparisons store;
    private final TestBed.Factory beds;
    private final boolean counts;
    private final boolean records;
    private final Builds builds;
    private final Set<String> told = new HashSet<>();
    private final Queue<TestBed> opened = new ConcurrentLinkedQueue<>();

    /**
     * Measures builds of one plan.
     *
     * @param beds what they are measured on
     * @param counts whether calls may be counted in the first pairs, and events recorded
     */
    PairMeasurement(MeasurementPlan setup, Comparisons store, TestBed.Factory beds, boolean counts) {
        this.setup = setup;
        this.store = store;
        this.beds = beds;
        this.counts = counts && setup.plan().compare().count();
        this.records = counts && setup.plan().compare().events();
        this.builds = new Builds(setup.plan(), setup.folder(), setup.progress());
    }

    /**
     * Two builds, ready to be measured.
     *
     * @param key under which their pairs are stored
     * @param identities of the baseline and the candidate: equal ones are of the same build
     * @param schedule whose turn each block of load is
     * @param changes methods whose calls are counted in the first pairs
     */
    record Arms(
            TestBed bed,
            String key,
            List<String> identities,
            PairRunner runner,
            Schedule schedule,
            RunFacts baseline,
            RunFacts candidate,
            ChangedMethods changes)
            implements AutoCloseable {
        /** Whether both are the same build. */
        boolean areSame() {
            return identities.get(0).equals(identities.get(1));
        }

        /** Ends what they are measured on; does nothing when that has ended. */
        @Override
        public void close() {
            bed.runtime().close();
        }
    }

    /** Whoever the pairs are measured for. */
    interface Watcher {
        /** Before a pair is measured. */
        void before(ComparisonLoop loop);

        /** After one was measured and stored. Returns whether there are enough. */
        boolean isEnough();
    }

    /** What the builds are taken from. */
    Builds builds() {
        return builds;
    }

    /**
     * Gets both builds, and opens what they are measured on.
     *
     * @throws Builds.BuildFailed when one cannot be built
     */
    Arms prepare(ArmSpec baseline, ArmSpec candidate) throws InterruptedException {
        return arms(builds.of(baseline), builds.of(candidate), this::open);
    }

    /**
     * Gets one of several candidates, which are measured in turns.
     *
     * @param beds that the others are measured on, by the kind of their targets: those of one kind share one
     * @throws Builds.BuildFailed when it cannot be built
     */
    Arms prepare(RunFacts.Build baseline, ArmSpec candidate, Map<TargetSpec.Runtime, TestBed> beds)
            throws InterruptedException {
        return arms(baseline, builds.of(candidate), kind -> beds.computeIfAbsent(kind, this::open));
    }

    private TestBed open(TargetSpec.Runtime kind) {
        TestBed bed = beds.open(kind, setup);
        opened.add(bed);
        bed.runtime().warnings().stream()
                .filter(warning -> told.add(warning.message()))
                .forEach(warning -> setup.progress().warn(warning.message()));
        return bed;
    }

    private Arms arms(RunFacts.Build first, RunFacts.Build second, Function<TargetSpec.Runtime, TestBed> beds)
            throws InterruptedException {
        Plan plan = setup.plan();
        builds.check(first, second);
        TargetSpec.Runtime kind = kind(first.target(), second.target());
        TargetSpec before = first.target().in(kind);
        TargetSpec after = second.target().in(kind);
        TestBed bed = beds.apply(kind);
        TargetRuntime runtime = bed.runtime();
        String key = BuildIdentity.key(plan, setup.folder(), runtime, before, after);
        int blocks = plan.compare().blocks();
        PairRunner runner = new PairRunner(
                bed,
                runtime.place(before, Arm.BASELINE, first.arm()),
                runtime.place(after, Arm.CANDIDATE, second.arm()),
                plan.load().measure().dividedBy(blocks));
        return new Arms(
                bed,
                key,
                List.of(BuildIdentity.of(runtime, before), BuildIdentity.of(runtime, after)),
                runner,
                new Schedule(key.hashCode(), blocks),
                new RunFacts(setup, runtime, first, Optional.empty()),
                new RunFacts(setup, runtime, second, Optional.empty()),
                changes(kind, first.target(), second.target()));
    }

    /** What differs in the code of two builds; nothing where it cannot be counted, or is not to be. */
    private ChangedMethods changes(TargetSpec.Runtime kind, TargetSpec first, TargetSpec second) {
        boolean probed = kind == TargetSpec.Runtime.PROCESS || kind == TargetSpec.Runtime.CONTAINER;
        if (!counts || !probed) {
            return ChangedMethods.NONE;
        }
        Progress progress = setup.progress();
        progress.stage("looking for changed methods", Duration.ZERO);
        Optional<AppFiles> before = AppFiles.of(first.subject(), setup.folder());
        Optional<AppFiles> after = AppFiles.of(second.subject(), setup.folder());
        if (before.isEmpty() || after.isEmpty()) {
            progress.detail("calls are not counted: the jars of both builds are not on this machine");
            return ChangedMethods.NONE;
        } else if (before.equals(after)) {
            return ChangedMethods.NONE; // one file, started in two ways
        }
        ChangedMethods changes = ChangedMethods.between(before.get(), after.get());
        if (changes.problem() != null) {
            progress.note("calls are not counted: " + changes.problem());
        } else if (!changes.isEmpty()) {
            progress.note(
                    "code differs: calls of " + Names.plural(changes.names().size(), "method")
                            + " are counted after the first " + CountStage.PAIRS + " pairs");
        }
        return changes;
    }

    /** Tells a loop in how many of the next pairs calls are to be counted. */
    static void announce(ComparisonLoop loop, Arms arms, ComparedPairs pairs) {
        loop.counts(arms.changes().isEmpty() ? 0 : pairs.uncounted());
    }

    /**
     * Measures at least one pair, and more until there are enough or the loop ends; what they are measured on is closed then,
     * before the hook after everything.
     *
     * @param pairs that each pair is added to
     * @param logs where the logs of a part of the measurement go, by its name; empty for those of no part
     * @return why there are no more
     */
    ComparisonLoop.Next measure(
            Arms arms, ComparedPairs pairs, ComparisonLoop loop, Function<String, Path> logs, Watcher watcher)
            throws InterruptedException {
        TargetRuntime runtime = arms.bed().runtime();
        Hooks.Between hooks = arms.bed().hooks().before(Part.ONCE, Placeholders.NONE, logs.apply(""));
        try (hooks;
                runtime;
                PairRunner runner = arms.runner()) {
            ComparisonLoop.Next next;
            do {
                watcher.before(loop);
                Path following = logs.apply("pair-" + (pairs.count() + 2));
                measure(arms, pairs, loop, logs, () -> runner.prepare(following), setup.progress());
                next = loop.next(pairs.count(), watcher.isEnough());
            } while (next == ComparisonLoop.Next.PAIR);
            return next;
        }
    }

    /**
     * Measures the next pair, which the loop has begun, and adds it.
     *
     * @param ahead starts what can be started of whatever pair may follow
     * @param progress receives stages, notes and warnings
     */
    void measure(
            Arms arms,
            ComparedPairs pairs,
            ComparisonLoop loop,
            Function<String, Path> logs,
            Runnable ahead,
            Progress progress)
            throws InterruptedException {
        int number = pairs.count() + 1;
        announce(loop, arms, pairs);
        boolean counting = loop.countsNow();
        boolean recording = records && pairs.wantsEvents() && loop.recordsNow();
        MeasuredPair measured = arms.runner()
                .measure(
                        number,
                        arms.schedule().launchedFirst(number),
                        arms.schedule().of(number),
                        new PairRunner.Extras(counting ? arms.changes() : ChangedMethods.NONE, recording),
                        logs.apply("pair-" + number),
                        ahead,
                        StageProgress.ofPair(
                                progress,
                                number,
                                loop.left(),
                                counting ? loop.needed(1) : loop.expected(),
                                arms.bed().time()));
        progress.note(timeOf(number, measured));
        String id = RunId.at(arms.bed().time().now());
        Pair pair = pairs.add(
                id,
                measured.pair(),
                run(arms.baseline(), id + "-baseline", measured.baseline()),
                run(arms.candidate(), id + "-candidate", measured.candidate()));
        if (!pair.valid()) {
            progress.warn("pair " + pair.number() + " does not count: " + pair.invalid());
        }
        loop.measured(pair.valid(), took(Stage.COUNT, measured), took(Stage.EVENTS, measured));
        if (measured.baseline().trial().allFailed()
                || measured.candidate().trial().allFailed()) {
            loop.giveUp();
        }
        announce(loop, arms, pairs);
    }

    private static Duration took(Stage stage, MeasuredPair measured) {
        double seconds = measured.candidate().trial().seconds().getOrDefault(stage.key(), 0.0);
        return Duration.ofMillis(Math.round(seconds * 1e3));
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
    Duration plannedPair() {
        LoadSpec load = setup.plan().load();
        return load.warmUp().atMost().plus(load.measure().multipliedBy(2)).plusSeconds(10);
    }

    /** Where pairs are stored. */
    Comparisons store() {
        return store;
    }

    /** Ends everything that was started; for every way out. */
    @Override
    public void close() {
        builds.close();
        setup.children().close();
        closeBeds();
    }

    /** Ends what builds are measured on; does nothing when that has ended. */
    void closeBeds() {
        opened.forEach(bed -> bed.runtime().close());
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
