package dev.flamegate.demo;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.attribution.Attribution;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.NamePatterns;
import dev.flamegate.report.GateReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Compares the findings with the expectation. */
final class Differences {
    private final Expectation expected;
    private final GateReport found;
    private final List<String> differences = new ArrayList<>();

    private Differences(Expectation expected, GateReport found) {
        this.expected = expected;
        this.found = found;
    }

    /** All differences, a sentence each without the full stop; empty if the result is as expected. */
    static List<String> between(Expectation expected, GateReport found) {
        Differences all = new Differences(expected, found);
        all.verdict();
        all.broken();
        expected.holds().forEach(all::holds);
        expected.fallsBy().forEach(all::falls);
        all.diagnoses();
        all.moved();
        return all.differences;
    }

    /**
     * Ids of the rules that are broken: a {@code must} that does not hold, or a {@code should} shown not to hold. A
     * growth that is certain but below its limit breaks nothing.
     */
    static Set<String> brokenRules(GateReport report) {
        Set<String> broken = new LinkedHashSet<>();
        report.judgement().findings().stream()
                .filter(Differences::isBroken)
                .forEach(finding -> broken.add(finding.rule().id()));
        return broken;
    }

    static boolean isBroken(Finding finding) {
        return finding.outcome() == Outcome.FAIL
                || (finding.outcome() == Outcome.WARN
                        && finding.level() == Level.SHOULD
                        && finding.reason() != Finding.Reason.SIGNIFICANT_BELOW_LIMIT);
    }

    private void verdict() {
        if (!expected.verdicts().contains(found.judgement().verdict())) {
            differences.add("the verdict is " + found.judgement().verdict() + ", not "
                    + String.join(
                            " or ",
                            expected.verdicts().stream()
                                    .map(Enum::name)
                                    .sorted()
                                    .toList()));
        }
    }

    private void broken() {
        Set<String> broken = brokenRules(found);
        broken.stream()
                .filter(rule -> !expected.broken().containsKey(rule)
                        && !expected.mayBreak().contains(rule))
                .forEach(rule -> differences.add("false alarm: " + rule + " is broken"));
        expected.broken().forEach((rule, cause) -> {
            if (broken.contains(rule)) {
                cause(rule, cause);
            } else {
                differences.add(rule + " is not broken");
            }
        });
    }

    /** Checks that one of the rule's broken findings names the cause. */
    private void cause(String rule, Expectation.Cause cause) {
        List<Finding> findings = found.judgement().findings().stream()
                .filter(finding -> isBroken(finding) && finding.rule().id().equals(rule))
                .toList();
        String culprit = cause.culprit();
        if (culprit != null && findings.stream().noneMatch(finding -> isNamed(finding, culprit))) {
            differences.add("the culprit of " + rule + " is " + culprits(findings) + ", not " + culprit);
        }
        String through = cause.through();
        if (through != null && findings.stream().noneMatch(finding -> isOnPath(finding, through))) {
            differences.add("the culprit of " + rule + " is " + culprits(findings) + ", not below " + through);
        }
        String diagnosis = cause.diagnosis();
        if (diagnosis != null && findings.stream().noneMatch(finding -> isDiagnosed(finding, diagnosis))) {
            differences.add("the diagnosis of " + rule + " is " + diagnoses(findings) + ", not " + diagnosis);
        }
        String part = cause.part();
        if (part != null
                && findings.stream().noneMatch(finding -> largestPart(finding).equals(Optional.of(part)))) {
            differences.add("the largest part of " + rule + " is " + parts(findings) + ", not " + part);
        }
    }

    private static Optional<String> largestPart(Finding finding) {
        return finding.latency().largest().map(part -> part.kind().key());
    }

    private static String parts(List<Finding> findings) {
        return findings.stream()
                .flatMap(finding -> largestPart(finding).stream())
                .findFirst()
                .orElse("unknown");
    }

    private static boolean isNamed(Finding finding, String pattern) {
        Culprit culprit = finding.culprit();
        return culprit != null && NamePatterns.matches(pattern, culprit.frame());
    }

    private static boolean isOnPath(Finding finding, String pattern) {
        Culprit culprit = finding.culprit();
        return culprit != null
                && culprit.evidence().path().stream().anyMatch(frame -> NamePatterns.matches(pattern, frame));
    }

    private static boolean isDiagnosed(Finding finding, String id) {
        Diagnosis diagnosis = finding.diagnosis();
        return diagnosis != null && diagnosis.id().equals(id);
    }

    private static String culprits(List<Finding> findings) {
        return findings.stream()
                .map(Finding::culprit)
                .filter(Objects::nonNull)
                .map(Culprit::frame)
                .findFirst()
                .orElse("not named");
    }

    private static String diagnoses(List<Finding> findings) {
        return findings.stream()
                .map(Finding::diagnosis)
                .filter(Objects::nonNull)
                .map(Diagnosis::id)
                .findFirst()
                .orElse("none");
    }

    private void holds(String rule) {
        List<Finding> findings = of(rule);
        if (findings.isEmpty()) {
            differences.add(rule + " was not judged");
        }
        findings.stream()
                .filter(finding -> finding.outcome() != Outcome.PASS && finding.outcome() != Outcome.MASKED)
                .filter(finding -> finding.reason() != Finding.Reason.SIGNIFICANT_BELOW_LIMIT)
                .max(Comparator.comparing(Finding::outcome))
                .ifPresent(finding -> differences.add(rule + " is not shown to hold: " + finding.outcome()));
    }

    private void falls(String rule, double atLeast) {
        boolean fell = of(rule).stream().anyMatch(finding -> finding.growth() != null && finding.growth() <= -atLeast);
        if (!fell) {
            differences.add(rule + " is not lower by at least " + Numbers.percent(atLeast));
        }
    }

    private void moved() {
        if (expected.moved() && movedCost(found).isEmpty()) {
            differences.add("moved cost is not recognised");
        }
    }

    /**
     * The CPU that moved from method to method between two arms, a clause; empty when none did, or something grew as
     * well.
     */
    static Optional<String> movedCost(GateReport report) {
        return report.changes(ProfileEvent.CPU)
                .map(Attribution::of)
                .map(Attribution::because)
                .filter(because -> because.contains("cost moved"));
    }

    private List<Finding> of(String rule) {
        return found.judgement().findings().stream()
                .filter(finding -> finding.rule().id().equals(rule))
                .toList();
    }

    private void diagnoses() {
        List<Diagnosis> all = found.diagnoses().all();
        for (Map.Entry<String, List<String>> one : expected.diagnoses().entrySet()) {
            List<Diagnosis> there = all.stream()
                    .filter(diagnosis -> diagnosis.id().equals(one.getKey()))
                    .toList();
            if (there.isEmpty()) {
                differences.add("there is no diagnosis " + one.getKey());
            }
            there.forEach(diagnosis -> one.getValue().stream()
                    .filter(word -> !diagnosis.evidence().contains(word))
                    .forEach(word -> differences.add("the evidence of " + diagnosis.id() + " does not contain `" + word
                            + "`: " + diagnosis.evidence())));
        }
        all.stream()
                .filter(diagnosis -> expected.undiagnosed().contains(diagnosis.id()))
                .forEach(diagnosis ->
                        differences.add("wrong diagnosis: " + diagnosis.id() + ", " + diagnosis.evidence()));
    }
}
