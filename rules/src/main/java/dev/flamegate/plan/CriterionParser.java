package dev.flamegate.plan;

import dev.flamegate.model.Criterion.Change;
import dev.flamegate.model.Operator;
import dev.flamegate.plan.CriterionDraft.Amount;
import dev.flamegate.plan.CriterionDraft.Growth;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the words of a criterion:
 *
 * <pre>
 * operator quantity
 * operator quantity growth|drop vs BASELINE[, ignoring &lt; quantity]
 * </pre>
 */
final class CriterionParser {
    private static final Map<String, Operator> OPERATORS =
            Map.of("<", Operator.LESS, "<=", Operator.AT_MOST, ">", Operator.MORE, ">=", Operator.AT_LEAST);

    private static final Map<String, String> OTHER_OPERATORS =
            Map.of("≤", "<=", "=<", "<=", "≥", ">=", "=>", ">=", "<<", "<", ">>", ">");

    private static final Map<String, Change> CHANGES = Map.of("growth", Change.GROWTH, "drop", Change.DROP);

    private static final Map<String, String> OTHER_CHANGES = Map.of(
            "increase", "growth",
            "regression", "growth",
            "rise", "growth",
            "higher", "growth",
            "more", "growth",
            "decrease", "drop",
            "reduction", "drop",
            "lower", "drop",
            "less", "drop");

    private static final List<String> OTHER_VS = List.of("vs.", "versus", "against", "over", "than", "from", "to");

    private final String text;
    private final CriterionScanner scanner;

    private CriterionParser(String text) {
        this.text = text;
        this.scanner = new CriterionScanner(text);
    }

    /**
     * @throws CriterionProblem at the first word that does not fit
     */
    static CriterionDraft parse(String text) throws CriterionProblem {
        return new CriterionParser(text).criterion();
    }

    private CriterionDraft criterion() throws CriterionProblem {
        Operator operator = operator();
        Amount limit = amount();
        Growth growth = scanner.atEnd() ? null : growth();
        if (!scanner.atEnd()) {
            throw problem(
                    "`" + Words.brief(scanner.rest()) + "` is one word too many: the criterion ends before", null);
        }
        return new CriterionDraft(text.strip(), operator, limit, growth);
    }

    private Operator operator() throws CriterionProblem {
        int at = scanner.at();
        String signs = scanner.operator();
        Operator operator = OPERATORS.get(signs);
        if (operator == null) {
            String found = signs.isEmpty() ? "" : ", not `" + Words.brief(signs) + "`";
            throw new CriterionProblem(
                    at, "a criterion begins with `<`, `<=`, `>` or `>=`" + found, OTHER_OPERATORS.get(signs));
        }
        return operator;
    }

    private Amount amount() throws CriterionProblem {
        int at = scanner.at();
        String number = scanner.number();
        if (number.isEmpty()) {
            throw noNumber(at);
        }
        double value = Double.parseDouble(number);
        if (!Double.isFinite(value)) {
            throw new CriterionProblem(at, "the number is too large", null);
        }
        if (!scanner.atEnd() && text.startsWith(",", scanner.at()) && digitAt(scanner.at() + 1)) {
            throw problem("a comma inside a number: fractions have a point", ".");
        }
        int unitAt = scanner.at();
        String unit = scanner.word();
        if (CHANGES.containsKey(unit)) {
            scanner.backTo(unitAt);
            unit = "";
        }
        return new Amount(value, unit, at, unitAt);
    }

    private CriterionProblem noNumber(int at) {
        String rest = scanner.rest();
        if (rest.startsWith("-") || rest.startsWith("−")) {
            return new CriterionProblem(
                    at, "a limit has no sign: the word `drop` says that an indicator falls", rest.substring(1));
        }
        if (rest.startsWith("+")) {
            return new CriterionProblem(
                    at, "a limit has no sign: the word `growth` says that an indicator rises", rest.substring(1));
        }
        if (rest.startsWith(".") && digitAt(at + 1)) {
            return new CriterionProblem(at, "a number begins with a digit", "0" + rest);
        }
        return new CriterionProblem(
                at, rest.isEmpty() ? "a number with its unit is missing" : "a number with its unit belongs here", null);
    }

    private boolean digitAt(int offset) {
        return offset < text.length() && CriterionScanner.isDigit(text.charAt(offset));
    }

    private Growth growth() throws CriterionProblem {
        int changeAt = scanner.at();
        String word = scanner.word();
        Change change = CHANGES.get(word);
        if (change == null) {
            String meant = OTHER_CHANGES.getOrDefault(word, Nearest.of(word, List.of("growth", "drop")));
            throw new CriterionProblem(
                    changeAt,
                    "after the limit comes nothing, `growth vs …` or `drop vs …`, not `" + Words.brief(word) + "`",
                    meant);
        }
        vs(word);
        int baselineAt = scanner.at();
        var baseline = new BaselineParser(scanner).baseline();
        Amount ignoring = scanner.takesComma() ? ignoring() : null;
        return new Growth(change, changeAt, baseline, baselineAt, ignoring);
    }

    private void vs(String change) throws CriterionProblem {
        int at = scanner.at();
        if (scanner.atEnd()) {
            throw new CriterionProblem(at, "`" + change + "` needs what it is measured against", "vs previous run");
        }
        String word = scanner.word();
        if (!word.equals("vs")) {
            boolean near = OTHER_VS.contains(word) || Nearest.of(word, List.of("vs")) != null;
            throw new CriterionProblem(
                    at, "after `" + change + "` comes `vs`, not `" + Words.brief(word) + "`", near ? "vs" : null);
        }
    }

    private Amount ignoring() throws CriterionProblem {
        int at = scanner.at();
        String word = scanner.word();
        if (!word.equals("ignoring")) {
            String meant = word.startsWith("ignor") ? "ignoring" : Nearest.of(word, List.of("ignoring"));
            throw new CriterionProblem(at, "after the comma comes `ignoring < quantity`", meant);
        }
        int signsAt = scanner.at();
        String signs = scanner.operator();
        if (!signs.equals("<")) {
            throw new CriterionProblem(
                    signsAt, "`ignoring` is followed by `<`: what is smaller is ignored", signs.isEmpty() ? null : "<");
        }
        return amount();
    }

    private CriterionProblem problem(String message, @Nullable String suggestion) {
        return new CriterionProblem(scanner.at(), message, suggestion);
    }
}
