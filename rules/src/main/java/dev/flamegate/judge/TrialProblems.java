package dev.flamegate.judge;

import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.message.ValidityCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects what checks find trial by trial, and makes one problem per check: the same line for every trial would only
 * hide the others.
 */
final class TrialProblems {
    private final Map<ValidityCheck, List<Seen>> byCheck = new LinkedHashMap<>();

    /**
     * A problem that a check saw in one trial.
     *
     * @param severity larger is worse, on the check's own scale
     */
    private record Seen(Trial trial, double severity, boolean invalidates, String message, String remedy) {}

    /**
     * Adds a check's result in one trial.
     *
     * @param severity larger is worse, on the check's own scale
     */
    void add(ValidityCheck check, Trial trial, double severity, boolean invalidates, String message, String remedy) {
        byCheck.computeIfAbsent(check, name -> new ArrayList<>())
                .add(new Seen(trial, severity, invalidates, message, remedy));
    }

    /** One problem per check, in the order in which they were first seen. */
    List<ValidityProblem> problems() {
        List<ValidityProblem> problems = new ArrayList<>();
        byCheck.forEach((check, seen) -> problems.add(problem(check, seen)));
        return problems;
    }

    /** The worst trial stands for all; it is named where the others' messages differ. */
    private static ValidityProblem problem(ValidityCheck check, List<Seen> seen) {
        Seen worst = seen.stream()
                .sorted(Comparator.comparing(Seen::invalidates)
                        .thenComparingDouble(Seen::severity)
                        .reversed())
                .findFirst()
                .orElseThrow();
        List<Integer> trials =
                seen.stream().map(each -> each.trial().number()).distinct().toList();
        boolean alike = trials.size() == 1
                || seen.stream().allMatch(each -> each.message().equals(worst.message()));
        String message = alike
                ? worst.message()
                : worst.message() + " (trial " + worst.trial().number() + ", the worst)";
        return new ValidityProblem(check, trials, worst.invalidates(), message, worst.remedy());
    }
}
