package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.model.Interval;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.GateReport;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a headline, taken from a report or from a result that was read back.
 *
 * @param claims one for each finding, worst first
 * @param unsound messages of the problems that invalidate the measurement
 * @param culprits of the findings that have one, that of the worst first
 * @param recognised a cause that was recognised: a severe one if there is any, else that of the worst finding
 * @param slower the part of its latency that grew most, if the worst finding is about one, and that is certain
 * @param noCulprit why no culprit stands out, of the worst finding that says so
 * @param before the build or run that the worst growth is measured against, safe for the format
 * @param deciding what would decide a comparison that has not been, safe for the format
 */
public record Basis(
        Verdict verdict,
        List<Claim> claims,
        List<String> unsound,
        List<Culprit> culprits,
        Optional<Recognised> recognised,
        Optional<LatencyPart> slower,
        Optional<String> noCulprit,
        Optional<String> before,
        Optional<String> deciding) {
    public Basis {
        claims = List.copyOf(claims);
        unsound = List.copyOf(unsound);
        culprits = List.copyOf(culprits);
        slower = slower.filter(LatencyPart::isCertain);
    }

    Optional<Culprit> culprit() {
        return culprits.stream().findFirst();
    }

    /** True if the culprit's cost cannot explain the worst finding: allocation explains CPU by collection alone. */
    boolean isOfAnotherCost() {
        return culprit().filter(found -> found.collector() == null).isPresent()
                && culprit().get().evidence().cost() instanceof ProfileEvent event
                && claims.stream()
                        .limit(1)
                        .flatMap(worst -> Indicators.find(worst.indicator()).stream())
                        .map(indicator -> indicator.source().events())
                        .anyMatch(explaining -> !explaining.isEmpty() && !explaining.contains(event));
    }

    /** The parts of a report; {@code name} makes names from outside safe for the format. */
    static Basis of(GateReport report, UnaryOperator<String> name) {
        List<Finding> findings = report.worstFirst();
        return new Basis(
                report.judgement().verdict(),
                findings.stream().map(Claim::of).toList(),
                report.judgement().validity().stream()
                        .filter(ValidityProblem::invalidates)
                        .map(ValidityProblem::message)
                        .toList(),
                findings.stream()
                        .flatMap(finding -> Stream.ofNullable(finding.culprit()))
                        .toList(),
                Recognised.worst(findings.stream()
                        .flatMap(finding -> Stream.ofNullable(finding.diagnosis()))
                        .map(diagnosis -> new Recognised(
                                diagnosis.severity() == Diagnosis.Severity.FAIL,
                                diagnosis.id(),
                                diagnosis.evidence(),
                                diagnosis.remedy()))
                        .toList()),
                findings.stream().findFirst().flatMap(worst -> worst.latency().largest()),
                findings.stream()
                        .flatMap(finding -> Stream.ofNullable(finding.noCulprit()))
                        .findFirst(),
                before(report, name),
                PairsText.undecided(report));
    }

    private static Optional<String> before(GateReport report, UnaryOperator<String> name) {
        Optional<String> arm = report.comparison().map(ComparisonCourse::baseline);
        return arm.map(name)
                .or(() -> report.baseline().map(baseline -> {
                    Run run = baseline.run().run();
                    String commit = run.context().getOrDefault(Run.COMMIT, "");
                    return "run " + name.apply(run.id())
                            + (commit.isEmpty() ? "" : " of commit " + name.apply(Names.commit(commit)));
                }));
    }

    /** A cause that was recognised by its traces, and what to do about it. */
    public record Recognised(boolean severe, String id, String evidence, String remedy) {
        /** The first severe one, else the first. */
        public static Optional<Recognised> worst(List<Recognised> all) {
            return all.stream()
                    .filter(Recognised::severe)
                    .findFirst()
                    .or(() -> all.stream().findFirst());
        }
    }

    /**
     * A finding in short.
     *
     * @param rule its id
     * @param indicator its name
     * @param value in base units; {@code null} when it could not be measured
     * @param growth relative, of a criterion on growth; {@code null} where it is not known
     * @param interval of the growth; {@code null} where it is not known
     * @param criterion as written
     */
    public record Claim(
            Outcome outcome,
            String rule,
            String indicator,
            Selector selector,
            @Nullable Double value,
            Unit unit,
            @Nullable Double growth,
            @Nullable Interval interval,
            String criterion) {
        static Claim of(Finding finding) {
            return new Claim(
                    finding.outcome(),
                    finding.rule().id(),
                    finding.rule().indicator().name(),
                    finding.selector(),
                    finding.value(),
                    finding.rule().indicator().unit(),
                    finding.criterion() instanceof Criterion.Growth ? finding.growth() : null,
                    finding.interval(),
                    finding.criterion().text());
        }
    }
}
