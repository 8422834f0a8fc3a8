package dev.flamegate.gate;

import dev.flamegate.gate.facts.Git;
import dev.flamegate.judge.Acceptances;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Acceptance;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.plan.LedgerReader;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Source;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Applies the rules' ledger to a judgement, asking git which of its entries the baselines include already. */
final class Ledger {
    private final RuleSet rules;
    private final Git git;

    /**
     * The ledger of rules.
     *
     * @param folder of the plan
     */
    Ledger(RuleSet rules, Path folder) {
        this.rules = rules;
        this.git = new Git(folder);
    }

    /**
     * The judgement with what is accepted of it.
     *
     * @param baselines the runs compared with, by their reference in the rules
     */
    Judgement in(Judgement judgement, Map<BaselineRef, List<Run>> baselines) throws InterruptedException {
        if (rules.accepted().isEmpty()) {
            return judgement;
        }
        Map<BaselineRef, List<Acceptance>> known = new LinkedHashMap<>();
        for (Map.Entry<BaselineRef, List<Run>> baseline : baselines.entrySet()) {
            known.put(baseline.getKey(), ofMost(baseline.getValue()));
        }
        return new Acceptances(rules.accepted(), known, LocalDate.now(ZoneOffset.UTC)).in(judgement);
    }

    /** The entries that more than half of the builds include: their growth is in the median. */
    private List<Acceptance> ofMost(List<Run> runs) throws InterruptedException {
        List<List<Acceptance>> ledgers = new ArrayList<>();
        for (Run run : runs) {
            ledgers.add(of(run));
        }
        return rules.accepted().stream()
                .filter(entry -> 2
                                * ledgers.stream()
                                        .filter(ledger -> ledger.stream().anyMatch(entry::isSameAs))
                                        .count()
                        > runs.size())
                .toList();
    }

    /** The ledger of the revision that a run was built from; empty if that is not known or has no ledger. */
    private List<Acceptance> of(Run run) throws InterruptedException {
        String commit = run.commit().orElse("");
        if (!commit.matches("[0-9a-f]{40,64}")) {
            return List.of();
        }
        Optional<String> text = git.ask("show", commit + ":./" + LedgerReader.FILE);
        if (text.isEmpty() || text.get().isBlank()) {
            return List.of();
        }
        try {
            return LedgerReader.read(new Source(commit + ":" + LedgerReader.FILE, text.get()), rules);
        } catch (PlanProblems e) {
            return List.of();
        }
    }
}
