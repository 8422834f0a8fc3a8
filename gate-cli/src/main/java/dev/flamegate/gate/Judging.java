package dev.flamegate.gate;

import dev.flamegate.gate.facts.BuildCaches;
import dev.flamegate.judge.Judge;
import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.judge.WorkChanges;
import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.GateReport.Baseline;
import dev.flamegate.report.GateReport.Trend;
import dev.flamegate.report.GateReport.TrendPoint;
import dev.flamegate.runtime.Installation;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredBaselines;
import dev.flamegate.store.StoredRun;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Judges stored records by the current rules: the part of a run that needs no target. */
public final class Judging {
    private static final int TREND_RUNS = 20;

    private final Plan plan;
    private final RuleSet rules;
    private final History history;
    private final Path folder;

    /**
     * Judges by these rules against this history.
     *
     * @param plan whose servers keep profiles too
     * @param folder in the repository that is asked for the commits between two builds, if it is one
     */
    public Judging(Plan plan, RuleSet rules, History history, Path folder) {
        this.plan = plan;
        this.rules = rules;
        this.history = history;
        this.folder = folder;
    }

    /** The judgement of a run, with everything else that a report shows. */
    public GateReport judge(ProfiledRun candidate) throws InterruptedException {
        StoredBaselines baselines = new StoredBaselines(history, candidate.run());
        Judge.Judged judged = new Judge(rules.rules()).judge(candidate, baselines);
        Judgement judgement = traced(
                plan,
                folder,
                accepted(judged),
                candidate.run(),
                finding -> judged.baseline(finding).map(ProfiledRun::run));
        Map<String, Baseline> compared = new LinkedHashMap<>();
        baselines.loaded().forEach((id, run) -> compared.put(id, new Baseline(run, Judge.everything(run))));
        ProfiledRun shown = candidate;
        for (Warning doubt : baselines.doubts()) {
            shown = new ProfiledRun(shown.run().with(doubt), shown.trials());
        }
        GateReport report = new GateReport(
                shown,
                judgement,
                Judge.everything(candidate),
                compared,
                trends(candidate, judgement, baselines),
                Installation.version(),
                Instant.now());
        return report.withProfiles(ReportLink.find(plan, report));
    }

    /**
     * The judgement of a run alone, for many of them: without commits and without trends.
     *
     * @param listed runs of the history, the latest first, as {@link History#list} has them
     */
    public Judgement judgement(ProfiledRun candidate, List<StoredRun> listed) throws InterruptedException {
        StoredBaselines baselines = new StoredBaselines(history, listed, candidate.run());
        return accepted(new Judge(rules.rules()).judge(candidate, baselines));
    }

    public Judgement judgement(ProfiledComparison comparison, Comparisons store, Looks looks)
            throws InterruptedException {
        Judgement judged = sequential(rules, comparison, store, looks).judge(comparison);
        return new Ledger(rules, folder)
                .in(
                        judged,
                        Map.of(
                                new BaselineRef.OtherArm(),
                                List.of(comparison.comparison().baseline())));
    }

    /**
     * The judgement of a comparison, as if its last pair had just been measured.
     *
     * @param store where other comparisons tell how much pairs scatter
     * @param looks when the evidence is looked at, and with what error
     */
    public GateReport judge(ProfiledComparison comparison, Comparisons store, Looks looks) throws InterruptedException {
        return report(comparison, sequential(rules, comparison, store, looks), plan, rules, folder);
    }

    /** The judge of a comparison, which knows how much the pairs of similar comparisons scatter. */
    static SequentialJudge sequential(RuleSet rules, ProfiledComparison known, Comparisons store, Looks looks) {
        Comparison comparison = known.comparison();
        return new SequentialJudge(rules.rules(), store.past(comparison.id(), comparison.candidate()), looks);
    }

    private Judgement accepted(Judge.Judged judged) throws InterruptedException {
        Map<BaselineRef, List<Run>> runs = new LinkedHashMap<>();
        judged.baselines()
                .forEach((reference, baselines) -> runs.put(
                        reference, baselines.stream().map(ProfiledRun::run).toList()));
        return new Ledger(rules, folder).in(judged.judgement(), runs);
    }

    /**
     * The judgement of a comparison by a given judge.
     *
     * @param plan whose servers keep profiles too
     * @param rules that the judge has, with what is accepted of them
     * @param folder in the repository that is asked for the commits between the two builds, if it is one
     */
    public static GateReport report(
            ProfiledComparison comparison, SequentialJudge judge, Plan plan, RuleSet rules, Path folder)
            throws InterruptedException {
        Run baseline = comparison.comparison().baseline();
        Judgement accepted = new Ledger(rules, folder)
                .in(judge.judge(comparison), Map.of(new BaselineRef.OtherArm(), List.of(baseline)));
        Judgement judgement = WorkChanges.of(comparison.comparison())
                .in(traced(
                        plan, folder, accepted, comparison.comparison().candidate(), finding -> Optional.of(baseline)));
        GateReport report =
                GateReport.ofComparison(comparison, judge, judgement, Installation.version(), Instant.now());
        return report.withProfiles(ReportLink.find(plan, report));
    }

    /** Adds to a judgement the libraries of its culprits, and the commits that touched their files. */
    private static Judgement traced(
            Plan plan, Path folder, Judgement judgement, Run candidate, Function<Finding, Optional<Run>> baseline)
            throws InterruptedException {
        BuildCaches caches = BuildCaches.ofUser(System.getenv());
        Judgement traced =
                new CulpritLibraries(plan.target().subject(), folder, caches).in(judgement, baseline, candidate);
        Optional<String> commit = candidate.commit();
        return commit.isPresent()
                ? new SuspectCommits(folder)
                        .in(traced, finding -> baseline.apply(finding).flatMap(Run::commit), commit.get())
                : traced;
    }

    private List<Trend> trends(ProfiledRun candidate, Judgement judgement, StoredBaselines baselines) {
        record Subject(Indicator indicator, Selector selector) {}
        Set<Subject> subjects = new LinkedHashSet<>();
        for (Finding finding : judgement.findings()) {
            if (finding.value() != null && !finding.rule().indicator().isProfile()) {
                subjects.add(new Subject(finding.rule().indicator(), finding.selector()));
            }
        }
        List<StoredRun> past =
                baselines.comparable().stream().limit(TREND_RUNS - 1).toList();
        Map<String, ProfiledRun> runs = new LinkedHashMap<>();
        for (int i = past.size() - 1; i >= 0; i--) {
            runs.put(past.get(i).id(), bare(history.loadRun(past.get(i).id())));
        }
        List<Trend> trends = new ArrayList<>();
        for (Subject subject : subjects) {
            List<TrendPoint> points = new ArrayList<>();
            for (int i = past.size() - 1; i >= 0; i--) {
                StoredRun stored = past.get(i);
                ProfiledRun run = runs.get(stored.id());
                if (run != null && stored.verdict().isPresent()) {
                    points.add(new TrendPoint(
                            stored.id(),
                            stored.head().started(),
                            value(run, subject.indicator(), subject.selector()),
                            stored.verdict().get()));
                }
            }
            points.add(new TrendPoint(
                    candidate.run().id(),
                    candidate.run().started(),
                    value(candidate, subject.indicator(), subject.selector()),
                    judgement.verdict()));
            trends.add(new Trend(subject.indicator(), subject.selector(), points));
        }
        return trends;
    }

    private static double value(ProfiledRun run, Indicator indicator, Selector selector) {
        for (Measurement measurement : Evidence.of(run, indicator, selector)) {
            if (measurement instanceof Measured measured) {
                return measured.value();
            }
        }
        return Double.NaN;
    }

    private static ProfiledRun bare(Run run) {
        return new ProfiledRun(
                run,
                run.trials().stream()
                        .map(trial -> Map.<ProfileEvent, CallTree>of())
                        .toList());
    }
}
