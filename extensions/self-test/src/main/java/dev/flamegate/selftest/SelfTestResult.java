package dev.flamegate.selftest;

import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.GateReport;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on one slowdown, with what it was for.
 *
 * @param slowdown {@code null} for the unchanged service
 * @param report {@code null} where it could not be measured
 * @param problem why it says nothing about the gate, a clause; {@code null} where it does
 */
record SelfTestResult(
        @Nullable Slowdown slowdown,
        @Nullable GateReport report,
        double seconds,
        @Nullable String problem) {
    /** Beginning of the names of the methods that the self-test's agent adds to the slowed class. */
    private static final String OF_AGENT = "flamegate$lookup";

    /** Package of the agent's own code, which the slowed class alone calls. */
    private static final String AGENT = "dev.flamegate.selftest.boot.";

    String name() {
        return slowdown == null ? "unchanged" : slowdown.name();
    }

    Verdict verdict() {
        return report == null || problem != null
                ? Verdict.INVALID
                : report.judgement().verdict();
    }

    /** Pairs that count; 0 where counting decided. */
    int pairs() {
        return report == null
                ? 0
                : report.comparison().map(course -> course.valid()).orElse(0);
    }

    /** The worst finding that broke the build, or that of the indicator in which the slowdown should be seen. */
    Optional<Finding> telling() {
        GateReport known = report;
        if (known == null) {
            return Optional.empty();
        }
        String shows = slowdown == null ? "" : slowdown.shows();
        return Stream.concat(
                        known.worstFirst().stream().filter(finding -> finding.outcome() == Outcome.FAIL),
                        known.worstFirst().stream()
                                .filter(finding ->
                                        finding.rule().indicator().name().equals(shows)))
                .filter(finding -> finding.growth() != null)
                .findFirst();
    }

    /** The methods that were named, one for each broken rule: its culprit, or where its requests wait. */
    List<String> named() {
        return broken().flatMap(finding -> frames(finding).limit(1)).toList();
    }

    private Stream<Finding> broken() {
        return report == null
                ? Stream.of()
                : report.worstFirst().stream().filter(finding -> finding.outcome() == Outcome.FAIL);
    }

    /** The methods that a finding names: the culprit before its callers, or where most of its requests wait. */
    private static Stream<String> frames(Finding finding) {
        Culprit culprit = finding.culprit();
        return culprit == null
                ? finding.latency().largest().map(LatencyPart::where).stream()
                : Stream.concat(
                        Stream.of(culprit.frame()), culprit.callers().stream().map(Culprit.Caller::frame));
    }

    /** True if a method that was named is the slowed one, is called by it, or was added to it. */
    boolean isRight() {
        Slowdown known = slowdown;
        return known != null
                && broken().flatMap(SelfTestResult::frames)
                        .anyMatch(frame -> frame.equals(known.method().frame())
                                || frame.startsWith(known.method().type() + "." + OF_AGENT)
                                || frame.startsWith(AGENT));
    }
}
