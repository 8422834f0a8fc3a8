package dev.flamegate.gate;

import dev.flamegate.judge.Evidence;
import dev.flamegate.judge.Judge;
import dev.flamegate.model.Finding;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Judgement;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.Measurement.Measured;
import dev.flamegate.model.Run;
import dev.flamegate.model.Selector;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfileEvent;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.GateReport.Baseline;
import dev.flamegate.report.GateReport.Trend;
import dev.flamegate.report.GateReport.TrendPoint;
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

/** Judges a stored run by the present rules: the part of a run that needs no target. */
public final class Judging {
    private static final int TREND_RUNS = 20;

    private final RuleSet rules;
    private final History history;
    private final Path folder;

    /**
     * Judges by these rules against this history.
     *
     * @param folder in the repository that is asked for the commits between two builds, if it is one
     */
    public Judging(RuleSet rules, History history, Path folder) {
        this.rules = rules;
        this.history = history;
        this.folder = folder;
    }

    /** The judgement of a run, with all a report shows beside it. */
    public GateReport judge(ProfiledRun candidate) {
        StoredBaselines baselines = history.baselines(candidate.run());
        Judgement judgement = suspects(new Judge(rules.rules()).judge(candidate, baselines), candidate, baselines);
        Map<String, Baseline> compared = new LinkedHashMap<>();
        baselines.loaded().forEach((id, run) -> compared.put(id, new Baseline(run, Judge.everything(run))));
        return new GateReport(
                candidate,
                judgement,
                Judge.everything(candidate),
                compared,
                trends(candidate, judgement, baselines),
                Installation.version(),
                Instant.now());
    }

    private Judgement suspects(Judgement judgement, ProfiledRun candidate, StoredBaselines baselines) {
        String commit = candidate.run().context().get("commit");
        return commit == null
                ? judgement
                : new SuspectCommits(folder)
                        .in(judgement, finding -> commit(Judge.baseline(finding, baselines)), commit);
    }

    private static Optional<String> commit(Optional<ProfiledRun> baseline) {
        return baseline.flatMap(run -> Optional.ofNullable(run.run().context().get("commit")));
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
