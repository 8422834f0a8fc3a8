package dev.flamegate.init.accept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.model.finding.Acceptance;
import dev.flamegate.plan.LedgerReader;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTextTest {
    private static final RuleSet RULES = RulesReader.read(List.of(new Source("rules.yaml", """
            version: 1
            rules:
              - {id: cost, indicator: cpu.per-request, must: "< 5% growth vs baseline"}
              - {id: p99, indicator: latency.p99, request: "*", must: "< 20% growth vs previous run"}
              - {id: busy, indicator: cpu.utilization, must: "< 2 points growth vs pin release"}
              - {id: limit, indicator: latency.p50, must: "< 20 ms"}
            """)));

    @Test
    void the_first_entry_makes_the_file() {
        Source ledger = LedgerText.with(new Source("ledger.yaml", ""), entry("cost", "8%"));

        assertThat(ledger.text()).isEqualTo("""
                # Growths that are known and accepted: how much, why, by whom, until when. Written by `flamegate accept`.
                version: 1
                accepted:
                  - rule: cost
                    up-to: 8%
                    reason: why
                    author: Ada
                    accepted: 2026-11-20
                    expires: 2027-01-31
                """);
        assertThat(read(ledger.text())).hasSize(1);
    }

    @Test
    void entries_stay_sorted_and_comments_stay_with_what_they_are_above() {
        Source ledger = new Source("ledger.yaml", "");
        ledger = LedgerText.with(ledger, entry("p99", "5 ms"));
        ledger = new Source(
                "ledger.yaml", ledger.text().replace("  - rule: p99", "  # asked by team checkout\n\n  - rule: p99"));
        ledger = LedgerText.with(ledger, entry("cost", "8%"));
        ledger = LedgerText.with(ledger, entry("busy", "3 points"));
        ledger = LedgerText.with(ledger, entry("p99", "6 ms"));

        assertThat(read(ledger.text()).stream().map(Acceptance::rule)).containsExactly("busy", "cost", "p99");
        assertThat(ledger.text())
                .contains("expires: 2027-01-31\n  # asked by team checkout\n\n  - rule: p99\n    up-to: 6 ms")
                .doesNotContain("5 ms");
    }

    @Test
    void an_emptied_list_takes_entries_again() {
        assertThat(read(LedgerText.with(new Source("ledger.yaml", "version: 1\naccepted: []\n"), entry("cost", "8%"))
                        .text()))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: b",
                "# no comment",
                "\"quoted\" \\ back",
                "- item",
                "{port}",
                "true",
                "5",
                "1e3",
                "*alias &anchor !tag",
                "größe 😀 \u00a0\ufeff",
                " stripped? ",
                "line\u2028separator",
                "'",
                "@x `y` %z",
                "author: Eve\n    up-to: 900%",
            })
    void no_text_becomes_anything_else(String text) {
        Map<String, String> entry = entry("p99", "8%");
        entry.put("request", text);
        entry.put("reason", text);

        List<Acceptance> read =
                read(LedgerText.with(new Source("ledger.yaml", ""), entry).text());

        assertThat(read).hasSize(1);
        assertThat(read.get(0).reason()).isEqualTo(text);
        assertThat(read.get(0).selector().request()).isEqualTo(text);
        assertThat(read.get(0).author()).isEqualTo("Ada");
        assertThat(read.get(0).upTo().value()).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "version: 1\naccepted: [{rule: cost, up-to: 8%}]\n",
                "{version: 1, accepted: []}",
                "accepted: []\nversion: 1\n"
            })
    void an_entry_is_not_put_where_the_file_would_not_be_one_any_more(String text) {
        assertThatThrownBy(() -> LedgerText.with(new Source("ledger.yaml", text), Map.of("rule", "cost")))
                .isInstanceOf(PlanProblems.class)
                .hasMessageContaining("ledger.yaml:1:1: no entry can be added: end the file with `accepted:`");
    }

    private static Map<String, String> entry(String rule, String amount) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put("rule", rule);
        entry.put("up-to", amount);
        entry.put("reason", "why");
        entry.put("author", "Ada");
        entry.put("accepted", "2026-11-20");
        entry.put("expires", "2027-01-31");
        return entry;
    }

    private static List<Acceptance> read(String text) {
        return LedgerReader.read(new Source("ledger.yaml", text), RULES);
    }
}
