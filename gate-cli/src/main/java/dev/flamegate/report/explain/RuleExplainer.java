package dev.flamegate.report.explain;

import dev.flamegate.format.Names;
import dev.flamegate.judge.forecast.Forecasts;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion.Growth;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Rule.Applies;
import dev.flamegate.plan.RuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains in plain English what a rule measures, what must hold, and what happens if it stays undecided. */
public final class RuleExplainer {
    private RuleExplainer() {}

    /**
     * One paragraph for each rule, in the order of the files, with a blank line between them; then how often all of
     * them together break of an unchanged build and, where rules refer to the other arm, how comparisons end.
     *
     * @param forecasts of these rules
     */
    public static String explain(RuleSet rules, Forecasts forecasts) {
        List<String> parts =
                rules.rules().stream().map(rule -> explain(rule, forecasts)).collect(Collectors.toList());
        String together = ForecastText.together(forecasts);
        if (!together.isEmpty()) {
            parts.add(together);
        }
        if (isCompared(rules)) {
            parts.add(DecisionText.presets());
        }
        return String.join("\n\n", parts) + "\n";
    }

    /**
     * Explains one rule, how often it breaks for an unchanged build, and which growth it finds: one paragraph.
     *
     * @param forecasts of all rules, since they share the allowed error
     */
    public static String explain(Rule rule, Forecasts forecasts) {
        return explain(rule) + " " + Names.visible(ForecastText.of(rule, forecasts));
    }

    private static boolean isCompared(RuleSet rules) {
        return rules.rules().stream()
                .flatMap(rule -> Stream.concat(rule.must().stream(), rule.should().stream()))
                .anyMatch(criterion ->
                        criterion instanceof Growth growth && growth.baseline() instanceof BaselineRef.OtherArm);
    }

    /** Explains a rule without the history: one paragraph, on one line. */
    static String explain(Rule rule) {
        List<Growth> growths = Stream.concat(rule.must().stream(), rule.should().stream())
                .filter(Growth.class::isInstance)
                .map(Growth.class::cast)
                .toList();
        List<String> sentences = new ArrayList<>();
        sentences.add(subject(rule));
        rule.must().forEach(criterion -> sentences.add(CriterionText.of(criterion, Level.MUST)));
        rule.should().forEach(criterion -> sentences.add(CriterionText.of(criterion, Level.SHOULD)));
        growths.stream()
                .map(Growth::baseline)
                .distinct()
                .forEach(ref -> addIfAny(sentences, CriterionText.baseline(ref)));
        if (rule.must().size() + rule.should().size() > growths.size()) {
            sentences.add("A limit on the value itself is compared with the estimate; the report shows its interval.");
        }
        if (!growths.isEmpty()) {
            sentences.add(DecisionText.of(rule, growths));
        }
        sentences.add(onNoData(rule));
        if (!growths.isEmpty()) {
            sentences.add(onNoBaseline(rule));
        }
        addIfAny(sentences, applies(rule.applies()));
        if (rule.why() != null) {
            sentences.add("Why: " + ended(rule.why()));
        }
        if (rule.owner() != null) {
            sentences.add("Owner: " + ended(rule.owner()));
        }
        return Names.visible(String.join(" ", sentences));
    }

    private static void addIfAny(List<String> sentences, @Nullable String sentence) {
        if (sentence != null) {
            sentences.add(sentence);
        }
    }

    private static String subject(Rule rule) {
        String parts = rule.selector().parts().entrySet().stream()
                .map(part -> part.getKey().key() + " \"" + part.getValue() + "\"")
                .collect(Collectors.joining(" and "));
        String name = rule.indicator().name();
        String description = rule.indicator().description();
        String meaning = description.equals(name) ? "" : " (" + description + ")";
        return "Rule `" + rule.id() + "` measures " + name + meaning
                + (parts.isEmpty() ? "." : " of the " + parts + ".");
    }

    private static String onNoData(Rule rule) {
        return switch (rule.onNoData()) {
            case FAIL -> "When it cannot be measured, the rule fails.";
            case WARN -> "When it cannot be measured, the rule warns.";
            case SKIP -> "When it cannot be measured, the rule is skipped, and the report says so.";
        };
    }

    private static String onNoBaseline(Rule rule) {
        return switch (rule.onNoBaseline()) {
            case RECORD ->
                "With nothing to compare with, the value is recorded, the report says why, and the verdict"
                        + " does not change.";
            case WARN -> "With nothing to compare with, the rule warns.";
            case FAIL -> "With nothing to compare with, the rule fails.";
        };
    }

    private static @Nullable String applies(Applies applies) {
        return switch (applies) {
            case RUN -> "It applies to `run` only.";
            case COMPARE -> "It applies to `compare` only.";
            case BOTH -> null;
        };
    }

    private static String ended(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.endsWith(".") ? line : line + ".";
    }
}
