package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Acceptance;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AcceptancesTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 21);
    private static final BaselineRef PREVIOUS = new BaselineRef.PreviousRun();
    private static final BaselineRef PIN = new BaselineRef.Pinned("release-1");

    private static final ProfiledRun USUAL = Runs.costing(0.0100, 0.0102, 0.0099);
    /** Twice the usual. */
    private static final ProfiledRun GROWN = Runs.costing(0.0200, 0.0203, 0.0201);
    /** Above it in the mean, and no more significant than noise. */
    private static final ProfiledRun NOISY = Runs.costing(0.0090, 0.0120, 0.0151);

    @Test
    void a_growth_within_the_amount_is_accepted_and_keeps_its_numbers() {
        Judgement bare = judge(GROWN, PREVIOUS);
        assertThat(bare.verdict()).isEqualTo(Verdict.FAIL);

        Judgement accepted = accepting(entry(1.25, null), bare);

        Finding finding = accepted.findings().get(0);
        assertThat(accepted.verdict()).isEqualTo(Verdict.PASS);
        assertThat(finding.outcome()).isEqualTo(Outcome.ACCEPTED);
        assertThat(finding.reason()).isEqualTo(Reason.ACCEPTED_IN_LEDGER);
        assertThat(finding.growth()).isEqualTo(bare.findings().get(0).growth());
        assertThat(finding.interval()).isEqualTo(bare.findings().get(0).interval());
        assertThat(finding.culprit()).isEqualTo(bare.findings().get(0).culprit());
        assertThat(finding.because()).contains("up to 125%", "until 2026-12-31", "by Ada", "(new cipher)");
        assertThat(finding.warnings()).isEmpty();
    }

    @Test
    void a_growth_beyond_the_amount_still_breaks_the_build_and_says_so() {
        Judgement judged = accepting(entry(0.90, null), judge(GROWN, PREVIOUS));

        assertThat(judged.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(warnings(judged)).containsExactly("acceptance-exceeded");
    }

    @Test
    void an_expired_entry_no_longer_applies_and_is_said_twice() {
        Acceptance expired = new Acceptance(
                "r",
                Selector.ALL,
                new Quantity(125, Unit.PERCENT),
                true,
                null,
                "new cipher",
                "Ada",
                TODAY.minusDays(30),
                TODAY.minusDays(1));

        Judgement judged = accepting(expired, judge(GROWN, PREVIOUS));

        assertThat(judged.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(warnings(judged)).containsExactly("acceptance-expired");
        assertThat(judged.validity())
                .extracting(ValidityProblem::check, ValidityProblem::invalidates)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("ledger", false));
        assertThat(judged.validity().get(0).message()).contains("an acceptance has expired", "r up to 125%", "Ada");
    }

    @Test
    void an_entry_applies_on_its_last_day() {
        Acceptance last = new Acceptance(
                "r", Selector.ALL, new Quantity(125, Unit.PERCENT), true, null, "new cipher", "Ada", TODAY, TODAY);

        assertThat(accepting(last, judge(GROWN, PREVIOUS)).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void drift_against_a_pin_still_counts_unless_the_entry_names_the_pin() {
        Judgement againstPin = judge(GROWN, PIN);

        Judgement drifted = accepting(entry(1.25, null), againstPin);
        assertThat(drifted.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(warnings(drifted)).containsExactly("acceptance-other-baseline");

        assertThat(accepting(entry(1.25, PIN), againstPin).verdict()).isEqualTo(Verdict.PASS);
        assertThat(accepting(entry(1.25, new BaselineRef.Pinned("release-2")), againstPin)
                        .verdict())
                .isEqualTo(Verdict.FAIL);
        assertThat(accepting(entry(1.25, PIN), judge(GROWN, PREVIOUS)).verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void ten_accepted_steps_do_not_add_up_unseen() {
        Judgement judged = judge(GROWN, PREVIOUS);
        Acceptance entry = entry(1.25, null);
        Acceptance sameWithAnotherDate = new Acceptance(
                "r",
                Selector.ALL,
                new Quantity(125, Unit.PERCENT),
                true,
                null,
                "mended",
                "Bob",
                entry.accepted(),
                entry.expires().plusDays(90));

        Judgement second = new Acceptances(
                        List.of(sameWithAnotherDate), Map.of(new BaselineRef.PreviousRun(), List.of(entry)), TODAY)
                .in(judged);

        assertThat(second.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(warnings(second)).containsExactly("acceptance-spent");
    }

    @Test
    void an_entry_that_names_its_anchor_is_not_spent() {
        Judgement judged = judge(GROWN, PIN);
        Acceptance entry = entry(1.25, PIN);

        assertThat(new Acceptances(List.of(entry), Map.of(new BaselineRef.Pinned("release-1"), List.of(entry)), TODAY)
                        .in(judged)
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void an_undecided_growth_is_accepted_only_when_its_upper_bound_is() {
        Judgement bare = judge(NOISY, PREVIOUS);
        assertThat(bare.verdict()).isEqualTo(Verdict.INCONCLUSIVE);

        assertThat(accepting(entry(0.25, null), bare).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(accepting(entry(1000, null), bare).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void an_absolute_amount_is_of_the_indicator_itself() {
        Judgement bare = judge(GROWN, PREVIOUS);

        assertThat(accepting(absolute(11), bare).verdict()).isEqualTo(Verdict.PASS);
        assertThat(accepting(absolute(9), bare).verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void a_drop_is_accepted_like_a_growth() {
        ProfiledRun slow = Runs.costing(0.0100, 0.0102, 0.0099);
        Judgement bare = new Judge(List.of(rule("cpu.per-request", Criterion.Change.DROP, PREVIOUS)))
                .judge(slow, only(GROWN))
                .judgement();
        assertThat(bare.verdict()).isEqualTo(Verdict.FAIL);

        assertThat(accepting(entry(0.60, null), bare).verdict()).isEqualTo(Verdict.PASS);
        assertThat(accepting(entry(0.40, null), bare).verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void another_rule_or_another_part_is_not_covered() {
        Judgement bare = judge(GROWN, PREVIOUS);

        assertThat(accepting(of("other", Selector.ALL), bare)).isEqualTo(bare);
        assertThat(accepting(of("r", Selector.request("POST /checkout")), bare).verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void what_broke_for_another_reason_than_growth_is_left_alone() {
        Rule limit = Rules.must(
                "r",
                "cpu.per-request",
                new Criterion.Absolute("< 1 ms", Operator.LESS, new Quantity(1, Unit.MILLISECONDS)));
        Judgement bare = new Judge(List.of(limit)).judge(GROWN, only(USUAL)).judgement();

        assertThat(accepting(entry(1000, null), bare)).isEqualTo(bare);
    }

    @Test
    void a_judgement_without_a_ledger_is_the_same() {
        Judgement bare = judge(GROWN, PREVIOUS);

        assertThat(new Acceptances(List.of(), Map.of(), TODAY).in(bare)).isSameAs(bare);
    }

    private static List<String> warnings(Judgement judgement) {
        return judgement.findings().get(0).warnings().stream().map(Warning::id).toList();
    }

    private static Judgement accepting(Acceptance entry, Judgement judgement) {
        return new Acceptances(List.of(entry), Map.of(), TODAY).in(judgement);
    }

    private static Acceptance entry(double ratio, @Nullable BaselineRef against) {
        return new Acceptance(
                "r",
                Selector.ALL,
                new Quantity(ratio * 100, Unit.PERCENT),
                true,
                against,
                "new cipher",
                "Ada",
                TODAY,
                LocalDate.of(2026, 12, 31));
    }

    private static Acceptance absolute(double milliseconds) {
        return new Acceptance(
                "r",
                Selector.ALL,
                new Quantity(milliseconds, Unit.MILLISECONDS),
                false,
                null,
                "new cipher",
                "Ada",
                TODAY,
                TODAY);
    }

    private static Acceptance of(String rule, Selector selector) {
        return new Acceptance(
                rule, selector, new Quantity(190, Unit.PERCENT), true, null, "new cipher", "Ada", TODAY, TODAY);
    }

    private static Judgement judge(ProfiledRun candidate, BaselineRef baseline) {
        return new Judge(List.of(rule("cpu.per-request", Criterion.Change.GROWTH, baseline)))
                .judge(candidate, only(USUAL))
                .judgement();
    }

    private static Rule rule(String indicator, Criterion.Change change, BaselineRef baseline) {
        Criterion must = new Criterion.Growth(
                "< 5% " + change + " vs " + baseline.text(),
                Operator.LESS,
                new Quantity(5, Unit.PERCENT),
                true,
                change,
                baseline,
                null);
        return Rules.must("r", indicator, must);
    }

    private static Baselines only(ProfiledRun run) {
        return new Baselines() {
            @Override
            public Found find(BaselineRef reference) {
                return new Found.Runs("run " + run.run().id(), List.of(run));
            }

            @Override
            public List<Run> past() {
                return List.of(run.run());
            }
        };
    }
}
