package dev.flamegate.report.text;

import static dev.flamegate.report.ExampleFindings.growthLimit;
import static dev.flamegate.report.ExampleFindings.limit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.report.ExampleFindings;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class MessagesTest {
    private static final Unit MS = Unit.MILLISECONDS;
    private static final String FROM =
            "cpu.per-request is 11.2 ms, 152 % above the 4.44 ms of run 20261119-020011-11aa: ";
    private static final String EVIDENCE = " (95 % interval +120 % to +190 %)";

    static List<Arguments> every_reason() {
        return List.of(
                row(
                        cpu(0.0112)
                                .criterion(limit("< 12 ms", Operator.LESS, 12, MS))
                                .because("nothing that differs between the builds ran"),
                        Outcome.PASS,
                        Reason.DECIDED_BY_WORK,
                        "cpu.per-request was not measured: nothing that differs between the builds ran"),
                row(
                        cpu(0.0112)
                                .criterion(limit("< 12 ms", Operator.LESS, 12, MS))
                                .between(0.01, 0.0125),
                        Outcome.PASS,
                        Reason.WITHIN_LIMIT,
                        "cpu.per-request is 11.2 ms, below the limit of 12 ms (95 % interval over the trials 10 ms to 12.5 ms)"),
                row(
                        cpu(0.0112).criterion(limit("< 10 ms", Operator.LESS, 10, MS)),
                        Outcome.FAIL,
                        Reason.BEYOND_LIMIT,
                        "cpu.per-request is 11.2 ms, above the limit of 10 ms"),
                row(
                        cpu(0.01000004).criterion(limit("< 10 ms", Operator.LESS, 10, MS)),
                        Outcome.FAIL,
                        Reason.BEYOND_LIMIT,
                        "cpu.per-request is 10.00004 ms, above the limit of 10 ms"),
                row(
                        cpu(0.01).criterion(limit("< 10 ms", Operator.LESS, 10, MS)),
                        Outcome.FAIL,
                        Reason.BEYOND_LIMIT,
                        "cpu.per-request is 10 ms, exactly at the limit of 10 ms"),
                row(
                        cpu(0.01).criterion(limit("<= 10 ms", Operator.AT_MOST, 10, MS)),
                        Outcome.PASS,
                        Reason.WITHIN_LIMIT,
                        "cpu.per-request is 10 ms, at the limit, which is allowed, of 10 ms"),
                row(
                        ExampleFindings.of("rate", "throughput")
                                .value(31)
                                .criterion(limit("> 40 requests/s", Operator.MORE, 40, Unit.REQUESTS_PER_SECOND)),
                        Outcome.FAIL,
                        Reason.BEYOND_LIMIT,
                        "throughput is 31 requests/s, below the limit of 40 requests/s"),
                row(
                        grown(),
                        Outcome.PASS,
                        Reason.NO_GROWTH_SHOWN,
                        FROM + "nothing shows that the growth is at least the limit" + " of 10 %" + EVIDENCE
                                + "; a growth of 6 % or more would have been seen nine times in ten"),
                row(
                        grown(),
                        Outcome.PASS,
                        Reason.GROWTH_BELOW_LIMIT,
                        FROM + "shown to be below the limit of 10 %" + EVIDENCE),
                row(
                        grown(),
                        Outcome.WARN,
                        Reason.SIGNIFICANT_BELOW_LIMIT,
                        FROM + "the growth is significant" + EVIDENCE + " but below the limit of 10 %"),
                row(
                        grown(),
                        Outcome.FAIL,
                        Reason.SIGNIFICANT_BEYOND_LIMIT,
                        FROM + "the growth is significant" + EVIDENCE + " and at least the limit of 10 %"),
                row(
                        grown(),
                        Outcome.INCONCLUSIVE,
                        Reason.BEYOND_LIMIT_NOT_SIGNIFICANT,
                        FROM + "the estimate is at least the limit of 10 % but is not distinguishable from noise"
                                + EVIDENCE
                                + "; a growth of 6 % or more would have been seen nine times in ten; to decide it, run"
                                + " `flamegate compare`"),
                row(
                        grown(),
                        Outcome.INCONCLUSIVE,
                        Reason.NOT_CONFIRMED,
                        FROM + "the growth is significant" + EVIDENCE
                                + " and at least the limit of 10 %, but with so few pairs it may still be slow restarts: more pairs have to confirm it"),
                row(
                        grown(),
                        Outcome.INCONCLUSIVE,
                        Reason.NOT_SHOWN_BELOW_LIMIT,
                        FROM + "the growth is not shown to be below the limit of 10 %" + EVIDENCE
                                + "; a growth of 6 % or more would have been seen nine times in ten"),
                row(
                        grown().because("slow restarts: 0 of 6 of the baseline, 3 of 6 of the candidate, at 2.5 times"),
                        Outcome.WARN,
                        Reason.SLOW_RESTARTS,
                        FROM
                                + "the candidate's restarts are slow more often than the baseline's, in addition to a growth of"
                                + " like restarts" + EVIDENCE
                                + " (slow restarts: 0 of 6 of the baseline, 3 of 6 of the candidate, at 2.5 times)"),
                row(
                        grown(),
                        Outcome.PASS,
                        Reason.POINT_WITHIN_LIMIT,
                        FROM + "the two numbers alone, as the rule asks, are below the limit of 10 %"),
                row(
                        grown(),
                        Outcome.FAIL,
                        Reason.POINT_BEYOND_LIMIT,
                        FROM + "the two numbers alone, as the rule asks, are at least the limit of 10 %"),
                row(
                        grown().criterion(floor()),
                        Outcome.MASKED,
                        Reason.BELOW_FLOOR,
                        FROM + "the change is ignored, smaller than the rule's floor of 5 ms"),
                row(
                        cpu(0.0031).against(0.0066, 0.207).criterion(vsBaseline()),
                        Outcome.FAIL,
                        Reason.SIGNIFICANT_BEYOND_LIMIT,
                        "cpu.per-request is 3.1 ms, against the 6.6 ms of the baseline, and 20.7 % above it when "
                                + "taken pair by pair: the growth is significant and at least the limit of 10 %"),
                row(
                        cpu(0.0112).against(0.01, 0.118).criterion(vsBaseline()),
                        Outcome.FAIL,
                        Reason.SIGNIFICANT_BEYOND_LIMIT,
                        "cpu.per-request is 11.2 ms, 11.8 % above the 10 ms of the baseline: the growth is significant and"
                                + " at least the limit of 10 %"),
                row(
                        ExampleFindings.of("worst", "profile.cpu.worst-method")
                                .value(0.15)
                                .against(0.1, 0.05)
                                .criterion(vsBaseline()),
                        Outcome.PASS,
                        Reason.GROWTH_BELOW_LIMIT,
                        "profile.cpu.worst-method is 15 %, 5 % of the baseline's whole above the 10 % of the baseline:"
                                + " shown to be below the limit of 10 %"),
                row(
                        ExampleFindings.of("cpu", "cpu.throttled").because("there is no limit"),
                        Outcome.FAIL,
                        Reason.NO_DATA,
                        "cpu.throttled could not be measured: there is no limit"),
                row(
                        cpu(0.0112).because("jdk: 17 here, 21 there"),
                        Outcome.RECORDED,
                        Reason.NO_BASELINE,
                        "cpu.per-request is 11.2 ms and cannot be compared with \"previous run\": jdk: 17 here, 21 there;"
                                + " recorded for the next run"),
                row(
                        cpu(0.0112).because("none is stored"),
                        Outcome.FAIL,
                        Reason.NO_BASELINE,
                        "cpu.per-request is 11.2 ms and cannot be compared with \"previous run\": none is stored"),
                row(
                        grown().because("until 2026-12-31 by Ada"),
                        Outcome.ACCEPTED,
                        Reason.ACCEPTED_IN_LEDGER,
                        FROM + "accepted in the ledger" + EVIDENCE + ", until 2026-12-31 by Ada"));
    }

    @ParameterizedTest
    @MethodSource
    void every_reason(Finding finding, String message) {
        assertThat(Messages.of(finding)).isEqualTo(message);
    }

    @Test
    void the_table_above_has_every_reason() {
        Set<Reason> covered = every_reason().stream()
                .map(row -> ((Finding) row.get()[0]).reason())
                .collect(Collectors.toSet());

        assertThat(covered).isEqualTo(EnumSet.allOf(Reason.class));
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void a_finding_with_nothing_known_still_has_a_message(Reason reason) {
        Finding finding = ExampleFindings.of("x", "cpu.per-request").is(Outcome.INVALID, reason);

        assertThat(Messages.of(finding)).isNotBlank().doesNotContain("null", "NaN", "  ");
    }

    @Test
    void a_drop_is_told_as_a_drop() {
        Finding finding = ExampleFindings.of("rate", "throughput")
                .criterion(growthLimit("< 10% drop vs previous run", Operator.LESS, 10, Unit.PERCENT))
                .value(32)
                .against(40, -0.2)
                .interval(-0.25, -0.15)
                .is(Outcome.FAIL, Reason.SIGNIFICANT_BEYOND_LIMIT);

        assertThat(Messages.of(finding))
                .isEqualTo(
                        "throughput is 32 requests/s, 20 % below the 40 requests/s of run 20261119-020011-11aa: the drop is"
                                + " significant (95 % interval -25 % to -15 %) and at least the limit of 10 %");
    }

    @Test
    void a_baseline_of_nothing_has_no_percentage() {
        Finding finding = ExampleFindings.of("errors", "errors.ratio")
                .value(0.02)
                .against(0, Double.POSITIVE_INFINITY)
                .interval(0.1, Double.POSITIVE_INFINITY)
                .is(Outcome.FAIL, Reason.SIGNIFICANT_BEYOND_LIMIT);

        assertThat(Messages.of(finding))
                .startsWith("errors.ratio is 2 %, against the 0 % of run 20261119-020011-11aa: ")
                .contains("+10 % to +∞");
    }

    @Test
    void the_part_of_the_service_is_named() {
        Finding finding = ExampleFindings.of("p99", "latency.p99")
                .on(new Selector("POST /a", "b.C.d", "http-#"))
                .is(Outcome.FAIL, Reason.NO_DATA);

        assertThat(Messages.of(finding))
                .isEqualTo("latency.p99 of request POST /a, frame b.C.d, pool http-# could not be measured");
    }

    private static ExampleFindings cpu(double seconds) {
        return ExampleFindings.of("cpu-cost", "cpu.per-request").value(seconds);
    }

    private static ExampleFindings grown() {
        return cpu(0.0112).against(0.00444, 1.522).interval(1.2, 1.9).detectable(0.06);
    }

    private static Criterion vsBaseline() {
        return new Criterion.Growth(
                "< 10% growth vs baseline",
                Operator.LESS,
                new Quantity(10, Unit.PERCENT),
                true,
                Criterion.Change.GROWTH,
                new BaselineRef.OtherArm(),
                null);
    }

    private static Criterion floor() {
        return new Criterion.Growth(
                "< 10% growth vs previous run, ignoring < 5 ms",
                Operator.LESS,
                new Quantity(10, Unit.PERCENT),
                true,
                Criterion.Change.GROWTH,
                new BaselineRef.PreviousRun(),
                new Quantity(5, MS));
    }

    private static Arguments row(ExampleFindings finding, Outcome outcome, Reason reason, String message) {
        return Arguments.of(finding.is(outcome, reason), message);
    }
}
