package dev.flamegate.report;

import dev.flamegate.format.Names;
import dev.flamegate.judge.Judge;
import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.judge.attribution.RequestCosts;
import dev.flamegate.judge.diagnosis.Diagnoses;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Library;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import java.net.URI;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The input of all reports.
 *
 * @param candidate the run judged, with its profiles
 * @param judgement what was found
 * @param measurements everything measured of the candidate, whether or not a rule names it
 * @param baselines the runs compared with, by run id, the first being the one shown next to the candidate when the
 *     judgement names none; empty when there was nothing to compare with
 * @param trends indicators over stored runs, for small charts; may be empty
 * @param comparison the pairs, when the candidate was compared side by side; its baseline's run is then the one in
 *     {@code baselines}
 * @param profiles where both profiles can be seen side by side on a server of the team's own: {@code http} or
 *     {@code https}
 * @param version of this tool
 * @param judged when the judgement was made
 * @param analysis what is computed from the profiles, once for all formats
 */
public record GateReport(
        ProfiledRun candidate,
        Judgement judgement,
        List<Measurement> measurements,
        Map<String, Baseline> baselines,
        List<Trend> trends,
        Optional<ComparisonCourse> comparison,
        Optional<URI> profiles,
        String version,
        Instant judged,
        ReportAnalysis analysis) {
    /** The title above {@link #doubts}. */
    public static final String DOUBTS = "Doubts that did not change the verdict";

    public GateReport {
        Objects.requireNonNull(candidate, "candidate");
        Objects.requireNonNull(judgement, "judgement");
        Objects.requireNonNull(judged, "judged");
        measurements = List.copyOf(measurements);
        baselines = Collections.unmodifiableMap(new LinkedHashMap<>(baselines));
        trends = List.copyOf(trends);
        profiles.ifPresent(page -> {
            if (!"http".equalsIgnoreCase(page.getScheme()) && !"https".equalsIgnoreCase(page.getScheme())) {
                throw new IllegalArgumentException(page + ": the address of a page is http or https");
            }
        });
    }

    /** The report of a run on its own. */
    public GateReport(
            ProfiledRun candidate,
            Judgement judgement,
            List<Measurement> measurements,
            Map<String, Baseline> baselines,
            List<Trend> trends,
            String version,
            Instant judged) {
        this(
                candidate,
                judgement,
                measurements,
                baselines,
                trends,
                Optional.empty(),
                Optional.empty(),
                version,
                judged);
    }

    /** A report with nothing computed yet. */
    public GateReport(
            ProfiledRun candidate,
            Judgement judgement,
            List<Measurement> measurements,
            Map<String, Baseline> baselines,
            List<Trend> trends,
            Optional<ComparisonCourse> comparison,
            Optional<URI> profiles,
            String version,
            Instant judged) {
        this(
                candidate,
                judgement,
                measurements,
                baselines,
                trends,
                comparison,
                profiles,
                version,
                judged,
                new ReportAnalysis(
                        candidate,
                        baseline(judgement, baselines).map(Baseline::run),
                        comparison.map(ComparisonCourse::pairs).orElse(null)));
    }

    /**
     * The report of a comparison: its runs hold the trials of the pairs that count.
     *
     * @param judge that made the judgement
     */
    public static GateReport ofComparison(
            ProfiledComparison profiled, SequentialJudge judge, Judgement judgement, String version, Instant judged) {
        ProfiledRun before = profiled.validBaseline();
        ProfiledRun after = profiled.validCandidate();
        return new GateReport(
                after,
                judgement,
                measured(after),
                Map.of(before.run().id(), new Baseline(before, measured(before))),
                List.of(),
                Optional.of(ComparisonCourse.of(profiled, judge)),
                Optional.empty(),
                version,
                judged);
    }

    private static List<Measurement> measured(ProfiledRun run) {
        return run.run().trials().isEmpty() ? List.of() : Judge.everything(run);
    }

    /**
     * The stored run, or the other arm, that the candidate is compared with.
     *
     * @param measurements everything measured of it; may be empty
     */
    public record Baseline(ProfiledRun run, List<Measurement> measurements) {
        public Baseline {
            measurements = List.copyOf(measurements);
        }

        /** The candidate's value of an indicator for one part of the service, in base units. */
        public Optional<Double> value(Indicator indicator, Selector selector) {
            return measurements.stream()
                    .filter(measurement -> measurement.indicator().name().equals(indicator.name())
                            && measurement.selector().equals(selector))
                    .filter(Measurement.Measured.class::isInstance)
                    .map(measurement -> ((Measurement.Measured) measurement).value())
                    .findFirst();
        }
    }

    /**
     * One indicator over stored runs.
     *
     * @param points by rising time, the candidate's last
     */
    public record Trend(Indicator indicator, Selector selector, List<TrendPoint> points) {
        public Trend {
            points = List.copyOf(points);
        }
    }

    /**
     * One run of a trend.
     *
     * @param value in base units; NaN when that run did not measure it
     * @param verdict of the gate on that run
     */
    public record TrendPoint(String run, Instant started, double value, Verdict verdict) {}

    /** A copy with the address at which the profiles can be seen. */
    public GateReport withProfiles(Optional<URI> place) {
        return new GateReport(
                candidate, judgement, measurements, baselines, trends, comparison, place, version, judged, analysis);
    }

    /** The candidate without its profiles. */
    public Run run() {
        return candidate.run();
    }

    /**
     * The run shown next to the candidate: the baseline of the worst finding that has one, else the first given; of
     * the runs of a median, the first available one.
     */
    public Optional<Baseline> baseline() {
        return baseline(judgement, baselines);
    }

    private static Optional<Baseline> baseline(Judgement judgement, Map<String, Baseline> baselines) {
        for (Finding finding : worstFirst(judgement)) {
            if (finding.criterion() instanceof Criterion.Growth growth) {
                for (String id : judgement.baselines().getOrDefault(growth.baseline(), List.of())) {
                    Baseline baseline = baselines.get(id);
                    if (baseline != null) {
                        return Optional.of(baseline);
                    }
                }
            }
        }
        return baselines.values().stream().findFirst();
    }

    /**
     * Warnings about the whole comparison or run; those about one trial or figure are shown with it. Of a PASS none says
     * that the time was over before the end, as all has been decided.
     */
    public List<Warning> warnings() {
        return Stream.concat(
                        comparison.stream().flatMap(compared -> compared.warnings().stream()),
                        run().warnings().stream())
                .filter(warning ->
                        judgement.verdict() != Verdict.PASS || !warning.id().equals(Notice.BUDGET.id()))
                .toList();
    }

    /** The problems that invalidate the measurement. */
    public List<ValidityProblem> unsound() {
        return judgement.validity().stream()
                .filter(ValidityProblem::invalidates)
                .toList();
    }

    /** What raises doubts without changing the verdict, one sentence each, in plain text from outside. */
    public List<String> doubts() {
        return Stream.concat(
                        judgement.validity().stream()
                                .filter(problem -> !problem.invalidates())
                                .map(problem -> Names.check(problem) + ": " + problem.message()),
                        warnings().stream().map(Warning::message))
                .toList();
    }

    /** The requests that failed, by arm; of a comparison also in pairs that do not count. */
    public List<FailedRequests> failures() {
        return comparison
                .map(ComparisonCourse::failures)
                .orElseGet(() -> FailedRequests.of("", run()).stream().toList());
    }

    /** Recognised causes of trouble in the candidate, knowing the baseline where there is one. */
    public Diagnoses diagnoses() {
        return analysis.diagnoses();
    }

    /** The CPU cost of each method per request. */
    public HotMethods methods() {
        return analysis.methods();
    }

    /** The candidate's profile of an event as cost per request; empty without one. */
    public Optional<RequestCosts> costs(ProfileEvent event) {
        return analysis.candidate(event);
    }

    /** The baseline's profile of an event as cost per request; empty without one. */
    public Optional<RequestCosts> baselineCosts(ProfileEvent event) {
        return analysis.baseline(event);
    }

    /** The change of each method's cost of an event against the baseline; empty without both profiles. */
    public Optional<DifferentialCost> changes(ProfileEvent event) {
        return analysis.changes(event);
    }

    /** Libraries with another version in the baseline. */
    public List<Library> libraries() {
        return baseline()
                .map(compared -> LibraryChanges.between(compared.run().run(), run()))
                .orElse(List.of());
    }

    /** The findings by severity, and by the size of the growth within FAIL and the like; else in the rules' order. */
    public List<Finding> worstFirst() {
        return worstFirst(judgement);
    }

    private static List<Finding> worstFirst(Judgement judgement) {
        return judgement.findings().stream()
                .sorted(Comparator.comparingInt(
                                (Finding finding) -> finding.outcome().rank())
                        .thenComparing(finding -> finding.level())
                        .thenComparingDouble(finding -> -worsening(finding)))
                .toList();
    }

    /** The size of a worsening as a positive ratio: a growth, or a drop if more is better; 0 when it is not known. */
    private static double worsening(Finding finding) {
        Double growth = finding.growth();
        if (growth == null || growth.isNaN()) {
            return 0;
        }
        return switch (finding.rule().indicator().better()) {
            case LOWER -> growth;
            case HIGHER -> -growth;
        };
    }
}
