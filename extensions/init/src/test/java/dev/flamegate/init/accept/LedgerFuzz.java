package dev.flamegate.init.accept;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.PolicyFuzz;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.plan.LedgerReader;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An entry is put into any ledger: what could be read before can be read afterwards. */
class LedgerFuzz {
    private static final RuleSet RULES = RulesReader.read(List.of(new Source("rules.yaml", """
            version: 1
            rules:
              - {id: cost, indicator: cpu.per-request, must: "< 5% growth vs baseline"}
              - {id: p99, indicator: latency.p99, request: "*", must: "< 20% growth vs previous run"}
              - {id: busy, indicator: cpu.utilization, must: "< 2 points growth vs pin release"}
              - {id: limit, indicator: latency.p50, must: "< 20 ms"}
            """)));

    private static final Map<String, String> ENTRY = new LinkedHashMap<>();

    static {
        ENTRY.put("rule", "cost");
        ENTRY.put("up-to", "8%");
        ENTRY.put("reason", "it is: worth it");
        ENTRY.put("author", "Ada");
        ENTRY.put("accepted", "2026-11-20");
        ENTRY.put("expires", "2027-01-31");
    }

    @FuzzTest
    @Seeds(made = "ledgers")
    void ledger(byte[] input) {
        Source ledger = new Source("flamegate-accepted.yaml", Input.text(input));
        boolean readable = false;
        try {
            LedgerReader.read(ledger, RULES);
            readable = true;
        } catch (PlanProblems e) {
            // no ledger
        }
        Source more;
        try {
            more = LedgerText.with(ledger, ENTRY);
        } catch (PlanProblems e) {
            return;
        }
        if (readable) {
            LedgerReader.read(more, RULES);
        }
    }

    static List<byte[]> ledgers() {
        return PolicyFuzz.ledgers();
    }
}
