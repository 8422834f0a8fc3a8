package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Selects findings that need a row in a table, and words next to it, and reasons that several of them share. */
public final class Explanations {
    private static final int FEWEST = 2;

    private final Map<String, List<Finding>> recorded = new LinkedHashMap<>();
    private final Map<String, List<Finding>> unmeasured = new LinkedHashMap<>();
    private final Set<Finding> grouped = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Finding> repeated = Collections.newSetFromMap(new IdentityHashMap<>());

    private Explanations() {}

    /** The explanations of findings, all of one report. */
    public static Explanations of(List<Finding> findings) {
        Explanations explanations = new Explanations();
        Map<String, List<Finding>> broken = findings.stream()
                .filter(finding -> finding.level() == Level.MUST && finding.outcome() == Outcome.FAIL)
                .collect(Collectors.groupingBy(finding -> finding.rule().id()));
        for (Finding finding : findings) {
            String because = finding.because();
            if (because != null && isUnmeasured(finding)) {
                explanations
                        .unmeasured
                        .computeIfAbsent(because, reason -> new ArrayList<>())
                        .add(finding);
            } else if (finding.outcome() == Outcome.RECORDED
                    && because != null
                    && finding.warnings().isEmpty()) {
                explanations
                        .recorded
                        .computeIfAbsent(because, reason -> new ArrayList<>())
                        .add(finding);
            } else if (finding.level() == Level.SHOULD
                    && broken.getOrDefault(finding.rule().id(), List.of()).stream()
                            .anyMatch(must -> saysMore(must, finding))) {
                explanations.repeated.add(finding);
            }
        }
        explanations.recorded.values().removeIf(group -> group.size() < FEWEST);
        explanations.recorded.values().forEach(explanations.grouped::addAll);
        return explanations;
    }

    /** The findings with something to show in a row: not those that were left unmeasured, which {@link #groups} names. */
    public static List<Finding> rows(List<Finding> findings) {
        return findings.stream().filter(finding -> !isUnmeasured(finding)).toList();
    }

    private static boolean isUnmeasured(Finding finding) {
        return finding.reason() == Finding.Reason.DECIDED_BY_WORK;
    }

    /** True if a finding has nothing to compare with for a reason that {@link #groups} gives. */
    public boolean isGrouped(Finding finding) {
        return grouped.contains(finding);
    }

    /** True if the finding is a {@code should} whose own rule's broken {@code must} says the same and more. */
    public boolean isRepeated(Finding finding) {
        return repeated.contains(finding);
    }

    /**
     * One clause for each reason why several findings have nothing to compare with, or were not measured.
     *
     * @param name makes a name from outside safe for the format
     */
    public List<String> groups(UnaryOperator<String> name) {
        List<String> clauses = new ArrayList<>();
        recorded.forEach((because, findings) -> clauses.add("recorded, nothing to compare with yet: "
                + names(findings).stream().map(name).collect(Collectors.joining(", ")) + " (" + name.apply(because)
                + ")"));
        unmeasured.forEach((because, findings) -> clauses.add("not measured, since " + name.apply(because) + ": "
                + names(findings).stream().map(name).collect(Collectors.joining(", "))));
        return clauses;
    }

    /** The name of each rule once, with its part of the service if it has only one. */
    private static List<String> names(List<Finding> findings) {
        Map<String, Set<String>> parts = new LinkedHashMap<>();
        findings.forEach(finding -> parts.computeIfAbsent(finding.rule().id(), rule -> new LinkedHashSet<>())
                .add(String.join(", ", finding.selector().parts().values())));
        return parts.entrySet().stream()
                .map(rule -> rule.getValue().size() == 1
                        ? (rule.getKey() + " " + String.join("", rule.getValue())).strip()
                        : rule.getKey() + " (" + Names.plural(rule.getValue().size(), "part") + ")")
                .toList();
    }

    private static boolean saysMore(Finding must, Finding should) {
        return must.selector().equals(should.selector())
                && isSameKind(must.criterion(), should.criterion())
                && must.warnings().containsAll(should.warnings());
    }

    /**
     * True if two criteria are of one kind: a limit on the value implies nothing about growth, nor does growth against
     * one run about growth against another.
     */
    private static boolean isSameKind(Criterion one, Criterion other) {
        return one instanceof Criterion.Growth growth
                ? other instanceof Criterion.Growth that && growth.baseline().equals(that.baseline())
                : other instanceof Criterion.Absolute;
    }
}
