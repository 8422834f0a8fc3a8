package dev.flamegate.gate;

import dev.flamegate.judge.Progress.Standing;
import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Judgement;
import dev.flamegate.model.Looks;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.ValidityProblem;
import dev.flamegate.model.Warning;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.GateReport;
import dev.flamegate.store.Comparisons;
import dev.flamegate.target.Children;
import dev.flamegate.target.CpuSet;
import dev.flamegate.target.TargetFailed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One {@code compare}: measures two builds pair by pair until it is decided, and judges them. */
public final class Compare implements AutoCloseable {
    /** More pairs than this in a row that do not count, and the machine is not fit. */
    private static final int MOST_INVALID = 3;

    private final Plan plan;
    private final RuleSet rules;
    private final Path planFolder;
    private final Comparisons store;
    private final ReportFolder reports;
    private final Installation installation;
    private final Progress progress;
    private final Children children;
    private final Builds builds;

    /**
     * A comparison of one plan's builds.
     *
     * @param planFolder that the plan's paths are relative to
     */
    public Compare(
            Plan plan,
            RuleSet rules,
            Path planFolder,
            Comparisons store,
            ReportFolder reports,
            Installation installation,
            Progress progress) {
        this.plan = plan;
        this.rules = rules;
        this.planFolder = planFolder;
        this.store = store;
        this.reports = reports;
        this.installation = installation;
        this.progress = progress;
        this.children = Children.in(planFolder.resolve(".flamegate").resolve("running"));
        this.builds = new Builds(plan, planFolder, progress);
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
        reports.prepare();
        long began = System.nanoTime();
        TargetSpec before = plan.target().with(baseline, builds.jar(baseline));
        TargetSpec after = plan.target().with(candidate, builds.jar(candidate));
        String key = BuildIdentity.key(plan, planFolder, before, after);
        if (BuildIdentity.of(planFolder, before).equals(BuildIdentity.of(planFolder, after))) {
            progress.warn("both arms are the same build: this compares it with itself");
        }
        CpuSet cpus = CpuSet.of(plan.target().limits().cpus());
        cpus.warning().ifPresent(progress::warn);
        Rig rig = new Rig(plan, planFolder, installation, cpus, children);
        int blocks = plan.compare().blocks();
        PairRunner runner = new PairRunner(
                rig,
                before.atPort(plan.target().port()),
                after.atPort(freePort()),
                plan.load().measure().dividedBy(blocks));
        Schedule schedule = new Schedule(key.hashCode(), blocks);
        Optional<ProfiledComparison> known = store.load(key);
        known.ifPresent(stored -> progress.note(
                "going on from " + stored.comparison().pairs().size() + " pairs of these two builds measured before"));
        int invalidInARow = 0;
        while (true) {
            SequentialJudge judge = judge(key, known, looks);
            boolean decided = known.isPresent() && judge.after(known.get()).decided();
            known.ifPresent(comparison -> tell(judge, comparison));
            long elapsed = System.nanoTime() - began;
            boolean outOfTime = known.isPresent() && elapsed + expectedPair().toNanos() > budget.toNanos();
            if (decided || outOfTime || invalidInARow >= MOST_INVALID) {
                return report(known.orElseThrow(), judge, builds.revision(baseline), builds.revision(candidate));
            }
            int number = known.map(comparison -> comparison.comparison().pairs().size())
                            .orElse(0)
                    + 1;
            Duration left = budget.minus(Duration.ofNanos(elapsed));
            MeasuredPair pair = runner.measure(
                    number,
                    schedule.of(number),
                    reports.logs("pair-" + number),
                    new PairProgress(progress, number, left, expectedPair()));
            invalidInARow = save(key, pair, before, after, cpus, judge) ? 0 : invalidInARow + 1;
            known = store.load(key);
        }
    }

    /** Ends everything that was started; for every way out. */
    @Override
    public void close() {
        builds.close();
        children.close();
    }

    private SequentialJudge judge(String key, Optional<ProfiledComparison> known, Looks looks) {
        List<Comparison> past = known.map(
                        comparison -> store.past(key, comparison.comparison().candidate()))
                .orElse(List.of());
        return new SequentialJudge(rules.rules(), past, looks);
    }

    /** Stores a pair; whether it counts. */
    private boolean save(
            String key,
            MeasuredPair measured,
            TargetSpec before,
            TargetSpec after,
            CpuSet cpus,
            SequentialJudge judge) {
        String id = RunId.at(Instant.now());
        ProfiledRun baseline = run(id + "-baseline", measured.baseline(), before, cpus);
        ProfiledRun candidate = run(id + "-candidate", measured.candidate(), after, cpus);
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
            progress.warn("pair " + pair.number() + " does not count: " + invalid);
        }
        return judged.valid();
    }

    private ProfiledRun run(String id, MeasuredTrial measured, TargetSpec spec, CpuSet cpus) {
        Trial trial = measured.trial().numbered(1);
        RunFacts facts = new RunFacts(plan, spec, measured.facts());
        Map<String, String> context = new LinkedHashMap<>(BuildContext.of(planFolder, spec.environment()));
        context.putAll(facts.context(planFolder));
        Run run = new Run(
                id,
                plan.service(),
                trial.warmUp().window().start(),
                "process",
                cpus.cpus(),
                context,
                new Fingerprint(facts.fingerprint()),
                List.of(trial),
                Map.of(),
                cpus.warning()
                        .map(why -> List.of(new Warning("cpu-limit", why)))
                        .orElse(List.of()));
        return new ProfiledRun(run, List.of(measured.profiles()));
    }

    /** Says where it stands after a pair. */
    private void tell(SequentialJudge judge, ProfiledComparison comparison) {
        dev.flamegate.judge.Progress standing = judge.after(comparison);
        List<String> words = new ArrayList<>();
        for (Standing criterion : standing.criteria()) {
            words.add(criterion.rule().id() + " "
                    + criterion.step().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
        progress.note(standing.pairs() + " pairs count" + (words.isEmpty() ? "" : ": " + String.join(", ", words))
                + (standing.decided() ? "; decided" : "; probably decided by " + standing.needed()));
    }

    private GateReport report(
            ProfiledComparison comparison, SequentialJudge judge, Optional<String> before, Optional<String> after) {
        Judgement judgement = judge.judge(comparison);
        Judgement suspected = before.isPresent() && after.isPresent()
                ? new SuspectCommits(planFolder).in(judgement, finding -> before, after.get())
                : judgement;
        return GateReport.ofComparison(comparison, judge, suspected, Installation.version(), Instant.now());
    }

    /** What a pair takes at most, from the plan. */
    private Duration expectedPair() {
        return plan.load()
                .warmUp()
                .atMost()
                .plus(plan.load().measure().multipliedBy(2))
                .plusSeconds(10);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new TargetFailed("there is no free port for the candidate: " + e.getMessage(), e);
        }
    }
}
