package dev.flamegate.gate;

import dev.flamegate.extension.Extensions;
import dev.flamegate.format.Numbers;
import dev.flamegate.gate.facts.BuildIdentity;
import dev.flamegate.gate.facts.RunFacts;
import dev.flamegate.gate.facts.RunId;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.gate.measure.MeasuredTrial;
import dev.flamegate.gate.measure.PairRunner;
import dev.flamegate.gate.measure.PairRunner.MeasuredPair;
import dev.flamegate.gate.measure.PairStage;
import dev.flamegate.gate.measure.SecondCompiler;
import dev.flamegate.gate.measure.Stage;
import dev.flamegate.gate.measure.StageProgress;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Trial;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.CompareSpec;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.Progress;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.store.Comparisons;
import dev.flamegate.targets.AppFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prepares two builds and measures and stores pairs of them: the common part of comparisons and a bisection. */
public final class PairMeasurement implements AutoCloseable {
    private static final double WORTH_TELLING_SECONDS = 1;

    private final MeasurementPlan setup;
    private final Comparisons store;
    private final TestBed.Factory beds;
    private final List<PairStage> stages;
    private final Builds builds;
    private final Set<String> told = new HashSet<>();
    private final Queue<TestBed> opened = new ConcurrentLinkedQueue<>();

    /**
     * Measures builds of one plan.
     *
     * @param beds what they are measured on
     * @param explains whether more may be measured after the last block of a pair, by the stages of extensions
     */
    public PairMeasurement(MeasurementPlan setup, Comparisons store, TestBed.Factory beds, boolean explains) {
        this.setup = StoredNoise.withLength(setup, store);
        this.store = store;
        this.beds = beds;
        this.stages = explains
                ? Extensions.of(PairStage.Provider.class).stream()
                        .flatMap(provider -> provider.stages().stream())
                        .toList()
                : List.of();
        this.builds = new Builds(setup.plan(), setup.folder(), setup.progress());
    }

    /**
     * Two builds, ready to be measured.
     *
     * @param key under which their pairs are stored
     * @param identities of the baseline and the candidate: equal ones are of the same build
     * @param builds both, to count their work
     * @param manner in which their pairs are measured
     * @param stages what may be measured after the last block of a pair
     */
    public record Arms(
            TestBed bed,
            String key,
            List<String> identities,
            WorkCounter.Builds builds,
            PairRunner runner,
            PairManner manner,
            RunFacts baseline,
            RunFacts candidate,
            Map<PairStage, PairStage.Prepared> stages)
            implements AutoCloseable {
        /** True if both are the same build. */
        public boolean areSame() {
            return identities.get(0).equals(identities.get(1));
        }

        /** Closes the test bed. Idempotent. */
        @Override
        public void close() {
            bed.runtime().close();
        }
    }

    /** Decides, for the caller of a measurement, how many pairs are enough. */
    public interface Watcher {
        void before(ComparisonLoop loop);

        /** Called after a pair was measured and stored. True if there are enough pairs. */
        boolean isEnough();
    }

    /** Gets the jars of both arms. */
    public Builds builds() {
        return builds;
    }

    /**
     * Gets both builds, and opens their test bed.
     *
     * @throws Builds.BuildFailed when one cannot be built
     */
    public Arms prepare(ArmSpec baseline, ArmSpec candidate) throws InterruptedException {
        return arms(builds.of(baseline), builds.of(candidate), this::open);
    }

    /**
     * Gets one of several candidates, which are measured in turns.
     *
     * @param beds that the others are measured on, by the kind of their targets: those of one kind share one
     * @throws Builds.BuildFailed when it cannot be built
     */
    public Arms prepare(RunFacts.Build baseline, ArmSpec candidate, Map<TargetSpec.Runtime, TestBed> beds)
            throws InterruptedException {
        return arms(baseline, builds.of(candidate), kind -> beds.computeIfAbsent(kind, this::open));
    }

    /** Opens a test bed that ends with this. */
    private TestBed opened(TargetSpec.Runtime kind, MeasurementPlan plan) {
        TestBed bed = beds.open(kind, plan);
        opened.add(bed);
        return bed;
    }

    private TestBed open(TargetSpec.Runtime kind) {
        TestBed bed = opened(kind, setup);
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
        // Reading a large jar takes seconds, so both are read in parallel; later requests use the known checksums.
        Stream.of(before, after)
                .parallel()
                .flatMap(target -> AppFiles.of(target.subject(), setup.folder()).stream())
                .forEach(AppFiles::content);
        String key = BuildIdentity.key(plan, setup.folder(), runtime, before, after);
        PlacedTarget baseline = runtime.place(before, Arm.BASELINE, first.arm());
        PlacedTarget candidate = runtime.place(after, Arm.CANDIDATE, second.arm());
        return new Arms(
                bed,
                key,
                List.of(BuildIdentity.of(runtime, before), BuildIdentity.of(runtime, after)),
                new WorkCounter.Builds(setup, this::opened, kind, first, second),
                new PairRunner(bed, baseline, candidate, plan.load().measure().dividedBy(CompareSpec.BLOCKS)),
                new PairManner(setup, store, List.of(baseline, candidate), key.hashCode()),
                new RunFacts(setup, runtime, first, Optional.empty()),
                new RunFacts(setup, runtime, second, Optional.empty()),
                stages(new PairStage.Builds(plan, setup.folder(), kind, first.target(), second.target())));
    }

    private Map<PairStage, PairStage.Prepared> stages(PairStage.Builds builds) {
        Map<PairStage, PairStage.Prepared> prepared = new LinkedHashMap<>();
        for (PairStage stage : stages) {
            stage.prepare(builds, setup.progress()).ifPresent(ready -> prepared.put(stage, ready));
        }
        return prepared;
    }

    /**
     * Measures at least one pair, and more until there are enough or the loop ends. Closes the test bed before the last
     * hook runs.
     *
     * @param pairs that each pair is added to
     * @param logs where the logs of a part of the measurement go, by its name; empty for those of no part
     * @return why there are no more
     */
    public ComparisonLoop.Next measure(
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
    public void measure(
            Arms arms,
            ComparedPairs pairs,
            ComparisonLoop loop,
            Function<String, Path> logs,
            Runnable ahead,
            Progress progress)
            throws InterruptedException {
        int number = pairs.count() + 1;
        arms.runner().prepare(logs.apply("pair-" + number));
        arms.runner().hastenStarts();
        List<PairStage> wanted = arms.stages().entrySet().stream()
                .filter(stage -> pairs.mayFailNext() && stage.getValue().isWanted(pairs.measured()))
                .map(Map.Entry::getKey)
                .toList();
        List<PairStage> after = loop.fitting(wanted, pairs.missing() + Looks.CONFIRMING);
        arms.runner().use(arms.manner().secondCompiler(pairs.measured(), progress));
        arms.runner().use(arms.manner().timing(pairs.measured()));
        MeasuredPair measured = measured(arms, number, pairs.expected() - 1, after, loop, logs, ahead, progress);
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
        loop.measured(
                pair.valid(),
                after.stream().collect(Collectors.toMap(stage -> stage, stage -> took(stage.stage(), measured))));
        if (measured.baseline().trial().allFailed()
                || measured.candidate().trial().allFailed()) {
            loop.giveUp();
        }
    }

    /** Measures a pair, before as many others as follow, and starts it again where the compiler on trial was unfit. */
    private static MeasuredPair measured(
            Arms arms,
            int number,
            int following,
            List<PairStage> after,
            ComparisonLoop loop,
            Function<String, Path> logs,
            Runnable ahead,
            Progress progress)
            throws InterruptedException {
        List<PairRunner.After> stages = after.stream()
                .map(stage -> new PairRunner.After(
                        stage.stage(), Objects.requireNonNull(arms.stages().get(stage))))
                .toList();
        String attempt = "pair-" + number;
        while (true) {
            try {
                return arms.runner()
                        .measure(
                                number,
                                arms.manner().launchedFirst(number),
                                arms.manner().order(number),
                                stages,
                                logs.apply(attempt),
                                ahead,
                                StageProgress.ofPair(
                                        progress,
                                        number,
                                        loop.left(),
                                        loop.expected(),
                                        loop.needed(following),
                                        arms.bed().time()));
            } catch (SecondCompiler.Unfit e) {
                progress.note(String.valueOf(e.getMessage()));
                arms.runner().use(e.next());
                loop.startedOver();
                attempt += "-again";
            }
        }
    }

    private static Duration took(Stage stage, MeasuredPair measured) {
        double seconds = measured.candidate().trial().seconds().getOrDefault(stage.key(), 0.0);
        return Duration.ofMillis(Math.round(seconds * 1e3));
    }

    /** The stages that took a pair's time; both its trials account for all of it. */
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

    /** The duration of a pair by the plan, which does not include the start of an arm. */
    public Duration plannedPair() {
        LoadSpec load = setup.plan().load();
        return load.warmUp().atMost().plus(load.measure().multipliedBy(2)).plusSeconds(10);
    }

    public Comparisons store() {
        return store;
    }

    /** Ends everything that was started; called on every way out. */
    @Override
    public void close() {
        builds.close();
        setup.children().close();
        closeBeds();
    }

    /** Closes all test beds. Idempotent. */
    public void closeBeds() {
        opened.forEach(bed -> bed.runtime().close());
    }

    /** The runtime of both arms: an image as one arm puts the other in a container too. */
    private static TargetSpec.Runtime kind(TargetSpec before, TargetSpec after) {
        List<TargetSpec.Runtime> kinds = List.of(before.runtime(), after.runtime());
        String both = before.subject().text() + " and " + after.subject().text() + " cannot be compared: ";
        if (before.runtime() == after.runtime() && before.runtime() != TargetSpec.Runtime.CONTAINER) {
            return before.runtime();
        }
        if (kinds.contains(TargetSpec.Runtime.ATTACH)) {
            throw new Builds.BuildFailed(both + "a running service can only be compared with another running service");
        }
        if (kinds.contains(TargetSpec.Runtime.KUBERNETES)) {
            throw new Builds.BuildFailed(both + "runtime: kubernetes runs images, so both arms have to be images");
        }
        if (!before.command().isEmpty() || !after.command().isEmpty()) {
            throw new Builds.BuildFailed(both + "a command runs as a plain process, and the other arm in a container");
        }
        return TargetSpec.Runtime.CONTAINER;
    }
}
