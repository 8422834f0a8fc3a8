package dev.flamegate.gate;

import dev.flamegate.judge.Look;
import dev.flamegate.judge.Look.Standing;
import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Looks;
import dev.flamegate.model.Pair;
import dev.flamegate.model.ValidityProblem;
import dev.flamegate.os.Children;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.Runtimes;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.store.Comparisons;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One {@code compare}: measures two builds pair by pair until it is decided, and judges them. */
public final class Compare implements AutoCloseable {
    /** More pairs than this in a row that do not count, and the machine is not fit. */
    private static final int MOST_INVALID = 3;

    private final Job job;
    private final Comparisons store;
    private final Children children;
    private final Builds builds;
    private volatile @Nullable TargetRuntime runtime;

    /** A comparison of one plan's builds; ends at once what a killed gate of the same plan left running. */
    public Compare(Job job, Comparisons store) {
        this.job = job;
        this.store = store;
        this.children = job.children();
        this.builds = new Builds(job.plan(), job.planFolder(), job.progress());
    }

    /**
     * Compares; pairs of the same two builds that are stored already count.
     *
     * @param budget time after which no further pair is begun
     * @param looks when it is looked at the evidence, and with what error
     * @throws ArmFailed and the like when an arm cannot be measured; pairs measured until then stay stored
     */
    public GateReport compare(ArmSpec baseline, ArmSpec candidate, Looks looks, Duration budget)
            throws InterruptedException {
        job.reports().prepare();
        long began = System.nanoTime();
        Plan plan = job.plan();
        TargetSpec.Runtime kind = kind(baseline, candidate);
        TargetSpec before = plan.target().with(baseline, builds.jar(baseline)).in(kind);
        TargetSpec after = plan.target().with(candidate, builds.jar(candidate)).in(kind);
        TargetRuntime place = Runtimes.of(kind, job.setup(children));
        runtime = place;
        place.warnings().forEach(warning -> job.progress().warn(warning.message()));
        String key = BuildIdentity.key(plan, job.planFolder(), place, before, after);
        if (BuildIdentity.of(place, before).equals(BuildIdentity.of(place, after))) {
            job.progress().warn("both arms are the same build: this compares it with itself");
        }
        Rig rig = new Rig(plan, job.planFolder(), job.installation(), place, children);
        int blocks = plan.compare().blocks();
        PairRunner runner = new PairRunner(
                rig,
                place.place(before, Arm.BASELINE, baseline),
                place.place(after, Arm.CANDIDATE, candidate),
                plan.load().measure().dividedBy(blocks));
        RunFacts beforeFacts = new RunFacts(job, place, before, builds.revision(baseline));
        RunFacts afterFacts = new RunFacts(job, place, after, builds.revision(candidate));
        Schedule schedule = new Schedule(key.hashCode(), blocks);
        Optional<ProfiledComparison> known = store.load(key);
        known.ifPresent(stored -> job.progress()
                .note("going on from " + stored.comparison().pairs().size()
                        + " pairs of these two builds measured before"));
        int invalidInARow = 0;
        while (true) {
            SequentialJudge judge = Judging.sequential(job.rules(), known, store, looks);
            boolean decided = known.isPresent() && judge.look(known.get()).decided();
            known.ifPresent(comparison -> tell(judge, comparison));
            long elapsed = System.nanoTime() - began;
            boolean outOfTime = known.isPresent() && elapsed + expectedPair().toNanos() > budget.toNanos();
            if (decided || outOfTime || invalidInARow >= MOST_INVALID) {
                GateReport report =
                        Judging.report(known.orElseThrow(), judge, job.plan(), job.rules(), job.planFolder());
                store.saveVerdict(key, report.judgement(), report.judged());
                return report;
            }
            int number = known.map(comparison -> comparison.comparison().pairs().size())
                            .orElse(0)
                    + 1;
            Duration left = budget.minus(Duration.ofNanos(elapsed));
            MeasuredPair pair = runner.measure(
                    number,
                    schedule.of(number),
                    job.reports().logs("pair-" + number),
                    new PairProgress(job.progress(), number, left, expectedPair()));
            invalidInARow = save(key, pair, beforeFacts, afterFacts, judge) ? 0 : invalidInARow + 1;
            known = store.load(key);
        }
    }

    /** Ends everything that was started; for every way out. */
    @Override
    public void close() {
        builds.close();
        children.close();
        TargetRuntime place = runtime;
        if (place != null) {
            place.close();
        }
    }

    /** Stores a pair; whether it counts. */
    private boolean save(String key, MeasuredPair measured, RunFacts before, RunFacts after, SequentialJudge judge)
            throws InterruptedException {
        String id = RunId.at(Instant.now());
        ProfiledRun baseline = run(before, id + "-baseline", measured.baseline());
        ProfiledRun candidate = run(after, id + "-candidate", measured.candidate());
        Pair pair = measured.pair();
        String invalid = pair.invalid();
        for (Map.Entry<Arm, ProfiledRun> arm :
                Map.of(Arm.BASELINE, baseline, Arm.CANDIDATE, candidate).entrySet()) {
            for (ValidityProblem problem : judge.soundness(arm.getValue().run())) {
                if (problem.invalidates() && invalid == null) {
                    invalid = "the " + arm.getKey().name().toLowerCase(Locale.ROOT) + ": " + problem.message();
                }
            }
        }
        Pair judged = new Pair(pair.number(), pair.order(), invalid, pair.warnings());
        store.save(key, id, judged, baseline, candidate);
        if (invalid != null) {
            job.progress().warn("pair " + pair.number() + " does not count: " + invalid);
        }
        return judged.valid();
    }

    private static ProfiledRun run(RunFacts facts, String id, MeasuredTrial measured) throws InterruptedException {
        MeasuredTrial first = new MeasuredTrial(measured.trial().numbered(1), measured.profiles(), measured.facts());
        return facts.run(id, first.trial().warmUp().window().start(), List.of(first));
    }

    /** Says where it stands after a pair. */
    private void tell(SequentialJudge judge, ProfiledComparison comparison) {
        Look standing = judge.look(comparison);
        List<String> words = new ArrayList<>();
        for (Standing criterion : standing.criteria()) {
            words.add(criterion.rule().id() + " "
                    + criterion.step().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
        job.progress()
                .note(standing.pairs() + " pairs count" + (words.isEmpty() ? "" : ": " + String.join(", ", words))
                        + (standing.decided() ? "; decided" : "; probably decided by " + standing.needed()));
    }

    /** What a pair takes at most, from the plan. */
    private Duration expectedPair() {
        return job.plan()
                .load()
                .warmUp()
                .atMost()
                .plus(job.plan().load().measure().multipliedBy(2))
                .plusSeconds(10);
    }

    /** Where both arms run: an image makes the other arm run in a container too. */
    private TargetSpec.Runtime kind(ArmSpec baseline, ArmSpec candidate) {
        List<ArmSpec.Kind> kinds = List.of(baseline.kind(), candidate.kind());
        if (kinds.contains(ArmSpec.Kind.URL)) {
            if (!kinds.equals(List.of(ArmSpec.Kind.URL, ArmSpec.Kind.URL))) {
                throw new Builds.BuildFailed(baseline.text() + " and " + candidate.text()
                        + " cannot be compared: a service that runs already is compared with another such");
            }
            return TargetSpec.Runtime.ATTACH;
        }
        boolean image = kinds.contains(ArmSpec.Kind.IMAGE);
        TargetSpec.Runtime planned = job.plan().target().runtime();
        return image || planned == TargetSpec.Runtime.CONTAINER
                ? TargetSpec.Runtime.CONTAINER
                : TargetSpec.Runtime.PROCESS;
    }
}
