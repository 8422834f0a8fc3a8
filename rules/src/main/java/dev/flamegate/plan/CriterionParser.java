package dev.flamegate.plan;

import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.BaselineRef.LastPassingRun;
import dev.flamegate.model.rule.BaselineRef.MedianOf;
import dev.flamegate.model.rule.BaselineRef.OtherArm;
import dev.flamegate.model.rule.BaselineRef.Pinned;
import dev.flamegate.model.rule.BaselineRef.PreviousRun;
import dev.flamegate.model.rule.BaselineRef.RunWithId;
import dev.flamegate.model.rule.Criterion.Change;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.plan.CriterionScanner.CriterionProblem;
import dev.flamegate.plan.yaml.Words;
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

    private static final List<String> BASELINES =
            List.of("baseline", "previous run", "last passing run", "median of N runs", "run ID", "pin NAME");
    private static final int MOST_RUNS = 1000;

    private final String text;
    private final CriterionScanner scanner;

    private CriterionParser(String text) {
        this.text = text;
        this.scanner = new CriterionScanner(text);
    }

    /**
     * A criterion as parsed, its units not yet checked against an indicator. Offsets count characters of the text.
     *
     * @param limit the number and the unit after the operator
     * @param growth the rest of the criterion; {@code null} for a limit on the indicator itself
     */
    record Draft(
            String text,
            Operator operator,
            Amount limit,
            @Nullable Growth growth) {}

    /**
     * A number with its unit.
     *
     * @param unit as written, empty for none
     * @param at where the number begins
     * @param unitAt where the unit is, or should be
     */
    record Amount(double value, String unit, int at, int unitAt) {}

    /**
     * The part of a criterion that limits growth.
     *
     * @param changeAt where the word growth or drop is
     */
    record Growth(
            Change change,
            int changeAt,
            BaselineRef baseline,
            @Nullable Amount ignoring) {}

    /**
     * Parses a criterion.
     *
     * @throws CriterionProblem at the first word that does not fit
     */
    static Draft parse(String text) throws CriterionProblem {
        return new CriterionParser(text).criterion();
    }

    /**
     * Parses a baseline alone, such as {@code median of 5 runs}.
     *
     * @throws CriterionProblem at the first word that does not fit
     */
    static BaselineRef baseline(String text) throws CriterionProblem {
        CriterionParser parser = new CriterionParser(text);
        BaselineRef baseline = parser.baseline();
        if (!parser.scanner.atEnd()) {
            throw parser.problem("the baseline ends before this", null);
        }
        return baseline;
    }

    private Draft criterion() throws CriterionProblem {
        Operator operator = operator();
        Amount limit = amount();
        Growth growth = scanner.atEnd() ? null : growth();
        if (!scanner.atEnd()) {
            throw problem("the criterion ends before `" + Words.brief(scanner.rest()) + "`", null);
        }
        return new Draft(text.strip(), operator, limit, growth);
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
            throw problem("a comma inside a number: write fractions with a point", ".");
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
                    at, "a limit has no sign: use the word `drop` for an indicator that falls", rest.substring(1));
        }
        if (rest.startsWith("+")) {
            return new CriterionProblem(
                    at, "a limit has no sign: use the word `growth` for an indicator that rises", rest.substring(1));
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
            String meant = OTHER_CHANGES.getOrDefault(word, Words.nearest(word, List.of("growth", "drop")));
            throw new CriterionProblem(
                    changeAt,
                    "a limit may be followed by `growth vs …` or `drop vs …`, not by `" + Words.brief(word) + "`",
                    meant);
        }
        vs(word);
        BaselineRef baseline = baseline();
        Amount ignoring = scanner.takesComma() ? ignoring() : null;
        return new Growth(change, changeAt, baseline, ignoring);
    }

    private void vs(String change) throws CriterionProblem {
        int at = scanner.at();
        if (scanner.atEnd()) {
            throw new CriterionProblem(at, "`" + change + "` needs a baseline", "vs previous run");
        }
        String word = scanner.word();
        if (!word.equals("vs")) {
            boolean near = OTHER_VS.contains(word) || Words.nearest(word, List.of("vs")) != null;
            throw new CriterionProblem(
                    at, "after `" + change + "` comes `vs`, not `" + Words.brief(word) + "`", near ? "vs" : null);
        }
    }

    private BaselineRef baseline() throws CriterionProblem {
        int at = scanner.at();
        String rest = scanner.rest();
        return switch (scanner.word()) {
            case "baseline" -> new OtherArm();
            case "previous" -> {
                expect("run", "previous run");
                yield new PreviousRun();
            }
            case "last" -> {
                expect("passing", "last passing run");
                expect("run", "last passing run");
                yield new LastPassingRun();
            }
            case "median" -> median();
            case "run" -> new RunWithId(name("the id of a stored run"));
            case "pin" -> new Pinned(name("the name of a pinned run"));
            default -> throw unknown(at, rest.replaceFirst("\\s*,.*", "").strip());
        };
    }

    private static CriterionProblem unknown(int at, String said) {
        String what = said.isEmpty() ? "the baseline is missing" : "`" + Words.brief(said) + "` is not a baseline";
        return new CriterionProblem(
                at, what + "; there are " + Words.listed(BASELINES, "and"), Words.nearest(said, BASELINES));
    }

    private MedianOf median() throws CriterionProblem {
        expect("of", "median of 5 runs");
        int at = scanner.at();
        String number = scanner.number();
        boolean fits = number.matches("[1-9][0-9]{0,3}");
        int runs = fits ? Integer.parseInt(number) : 0;
        if (runs < 2 || runs > MOST_RUNS) {
            throw new CriterionProblem(
                    at, "a median takes 2 to " + MOST_RUNS + " runs", fits && runs == 1 ? "2" : null);
        }
        expect("runs", "median of " + runs + " runs");
        return new MedianOf(runs);
    }

    private String name(String what) throws CriterionProblem {
        int at = scanner.at();
        String name = scanner.word();
        if (name.isEmpty() || name.startsWith("%")) {
            throw new CriterionProblem(at, what + " is missing", null);
        }
        return name;
    }

    private void expect(String word, String whole) throws CriterionProblem {
        int at = scanner.at();
        String found = scanner.word();
        if (!found.equals(word)) {
            String instead = found.isEmpty() ? "" : ", not `" + Words.brief(found) + "`";
            throw new CriterionProblem(
                    at, "the baseline reads `" + whole + "`: `" + word + "` belongs here" + instead, word);
        }
    }

    private Amount ignoring() throws CriterionProblem {
        int at = scanner.at();
        String word = scanner.word();
        if (!word.equals("ignoring")) {
            String meant = word.startsWith("ignor") ? "ignoring" : Words.nearest(word, List.of("ignoring"));
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
