package dev.flamegate.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.plan.LedgerReader;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files that say what is measured and judged: a change may write them. Their mistakes are {@link PlanProblems}. */
public class PolicyFuzz {
    private static final RuleSet RULES = RulesReader.read(List.of(new Source("rules.yaml", """
            version: 1
            rules:
              - {id: cost, indicator: cpu.per-request, must: "< 5% growth vs baseline"}
              - {id: p99, indicator: latency.p99, request: "*", must: "< 20% growth vs previous run"}
              - {id: busy, indicator: cpu.utilization, must: "< 2 points growth vs pin release"}
              - {id: limit, indicator: latency.p50, must: "< 20 ms"}
            """)));

    @FuzzTest
    @Seeds(
            files = {
                "flamegate.yaml",
                "examples/**.yaml",
                "rules/src/test/resources/dev/flamegate/plan/*.yaml",
                "rules/src/test/resources/dev/flamegate/plan/wrong/plan-*.yaml"
            })
    void plan(byte[] input) {
        try {
            PlanReader.read(new Source("flamegate.yaml", Input.text(input)), Map.of());
        } catch (PlanProblems e) {
            said(e);
        }
    }

    @FuzzTest
    @Seeds(made = "settings")
    void overrides(byte[] input) {
        Map<String, String> overrides = new LinkedHashMap<>();
        for (String line : Input.text(input).split("\n", -1)) {
            int equals = Math.max(0, line.indexOf('='));
            overrides.put(line.substring(0, equals), line.substring(Math.min(line.length(), equals + 1)));
        }
        try {
            PlanReader.read(new Source("flamegate.yaml", "target: {jar: a.jar}\nload: {simulation: a.B}\n"), overrides);
        } catch (PlanProblems e) {
            said(e);
        }
    }

    static List<byte[]> settings() {
        return Input.texts(
                "load.measure=5s",
                "load.properties.rate=20\ntrials=5",
                "target.env={A: b, C: 'd'}\ntarget.jvm=[-Xmx1g, '-Da=b']\nload.measure=\"5s\"",
                "servers.prometheus.url=http://127.0.0.1:9090\ncompare.arms.candidate.jvm=[-Xss1m]");
    }

    @FuzzTest
    @Seeds(
            files = {
                "rules/sets/*.yaml",
                "rules/src/test/resources/dev/flamegate/plan/*rules.yaml",
                "rules/src/test/resources/dev/flamegate/plan/wrong/rules-*.yaml",
                "examples/catalogue/*/rules.yaml"
            })
    void rules(byte[] input) {
        try {
            RulesReader.read(List.of(new Source("rules.yaml", Input.text(input))));
        } catch (PlanProblems e) {
            said(e);
        }
    }

    @FuzzTest
    @Seeds(made = "ledgers")
    void ledger(byte[] input) {
        try {
            LedgerReader.read(new Source("flamegate-accepted.yaml", Input.text(input)), RULES);
        } catch (PlanProblems e) {
            said(e);
        }
    }

    public static List<byte[]> ledgers() {
        return Input.texts(
                """
                # what we live with
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
                """,
                "version: 1\naccepted:\n- {rule: cost, up-to: 8%, reason: a, author: b, accepted: 2026-11-20, expires: 2027-01-31}\n",
                "version: 1\naccepted: []\n",
                "");
    }

    /** People see the message: it has to be there, too. */
    private static void said(PlanProblems problems) {
        if (String.valueOf(problems.getMessage()).isBlank()) {
            throw new IllegalStateException("a mistake without words", problems);
        }
    }
}
