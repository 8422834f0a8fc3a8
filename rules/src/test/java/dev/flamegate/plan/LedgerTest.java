package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Acceptance;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Source;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {
    private static final RuleSet RULES = RulesReader.read(List.of(new Source("rules.yaml", """
            version: 1
            rules:
              - {id: cost, indicator: cpu.per-request, must: "< 5% growth vs baseline"}
              - {id: p99, indicator: latency.p99, request: "*", must: "< 20% growth vs previous run"}
              - {id: busy, indicator: cpu.utilization, must: "< 2 points growth vs pin release"}
              - {id: limit, indicator: latency.p50, must: "< 20 ms"}
            """)));

    @Test
    void an_entry_is_read_with_all_it_says() {
        Acceptance entry = one("""
                version: 1
                accepted:
                  - rule: p99
                    request: "POST /checkout*"
                    up-to: 5 ms
                    against: pin release-1
                    reason: "the new cipher: #1"
                    author: Ada
                    accepted: 2026-11-20
                    expires: 2027-01-31
                """);

        assertThat(entry.rule()).isEqualTo("p99");
        assertThat(entry.selector().request()).isEqualTo("POST /checkout*");
        assertThat(entry.upTo().base()).isEqualTo(0.005);
        assertThat(entry.relative()).isFalse();
        assertThat(entry.against()).isEqualTo(new BaselineRef.Pinned("release-1"));
        assertThat(entry.reason()).isEqualTo("the new cipher: #1");
        assertThat(entry.expires()).isEqualTo(LocalDate.of(2027, 1, 31));
    }

    @ParameterizedTest
    @CsvSource({"cost, 8%, true", "cost, 0.5 ms, false", "busy, 3 points, false", "busy, 10%, true"})
    void amounts_are_relative_or_in_the_units_of_the_indicator(String rule, String amount, boolean relative) {
        Acceptance entry = one(minimal(rule, amount));

        assertThat(entry.relative()).isEqualTo(relative);
        assertThat(entry.upTo().unit().equals(Unit.PERCENT)).isEqualTo(relative);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cost | 8 MiB | does not fit",
                "cost | 8 | the unit is missing",
                "cost | 0% | the largest growth accepted",
                "cost | -3% | the largest growth accepted",
                "cost | 8% more | the largest growth accepted",
                "limit | 8% | limits no growth",
            })
    void wrong_amounts_and_rules_are_refused_at_their_place(String rule, String amount, String words) {
        assertThatThrownBy(() -> one(minimal(rule, amount)))
                .isInstanceOf(PlanProblems.class)
                .hasMessageContaining(words)
                .hasMessageContaining("ledger.yaml:");
    }

    @Test
    void all_mistakes_are_said_at_once() {
        assertThatThrownBy(() -> read("""
                        accepted:
                          - rule: cost
                            frame: x.Y
                            upto: 8%
                            against: yesterday
                            reason: r
                            author: a
                            accepted: 2026-13-20
                            expires: 31.1.2027
                        """))
                .hasMessageContaining("unknown key `upto`")
                .hasMessageContaining("did you mean `up-to`?")
                .hasMessageContaining("cannot be narrowed by `frame`")
                .hasMessageContaining("`yesterday` is not a baseline")
                .hasMessageContaining("`accepted.expires` takes a date")
                .hasMessageContaining("`accepted.accepted` takes a date");
    }

    @Test
    void a_misspelt_key_is_the_only_mistake_of_an_entry() {
        assertThatThrownBy(() -> read("""
                        accepted:
                          - {rule: cost, up-to: 8%, reason: r, author: a, accepted: 2026-11-20, expire: 2027-01-31}
                        """))
                .isInstanceOf(PlanProblems.class)
                .hasMessageContaining("did you mean `expires`?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "accepted: 5", "[]", "version: 2\naccepted: []", "accepted: [5]", "- x"})
    void what_is_no_ledger_is_refused(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(PlanProblems.class);
    }

    @Test
    void entries_of_rules_of_another_plan_are_left_alone() {
        assertThat(read(minimal("elsewhere", "8 MiB"))).isEmpty();
    }

    private static String minimal(String rule, String amount) {
        return "accepted: [{rule: " + rule + ", up-to: \"" + amount
                + "\", reason: r, author: a, accepted: 2026-11-20, expires: 2027-01-31}]";
    }

    private static Acceptance one(String text) {
        List<Acceptance> entries = read(text);
        assertThat(entries).hasSize(1);
        return entries.get(0);
    }

    private static List<Acceptance> read(String text) {
        return LedgerReader.read(new Source("ledger.yaml", text), RULES);
    }
}
