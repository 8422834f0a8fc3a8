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
import dev.flamegate.plan.yaml.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** Spaces, tabs, line ends, and the two kinds of no-break space that get copied from other programs. */
    private static final Pattern SPACES = Pattern.compile("[ \\t\\n\\r\\u00a0\\u202f]*");

    private static final Pattern SIGNS = Pattern.compile("[<>=!≤≥~]*");
    private static final Pattern NUMBER = Pattern.compile("([0-9]+(\\.[0-9]+)?)?");
    private static final Pattern COMMA = Pattern.compile(",?");

    /** Everything up to the next space, comma or angle bracket; the sign {@code %} is a separate word. */
    private static final Pattern WORD = Pattern.compile("%|[^ \\t\\n\\r\\u00a0\\u202f,<>]*");

    private final String text;
    private final Matcher words;
    private int next;

    private CriterionParser(String text) {
        this.text = text;
        this.words = SPACES.matcher(text);
        take(SPACES);
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
        if (!parser.atEnd()) {
            throw parser.problem("the baseline ends before this", null);
        }
        return baseline;
    }

    /** Parses an amount alone, such as {@code 8%}; empty if the text is no amount, or one that is not above 0. */
    static Optional<Amount> positive(String text) {
        CriterionParser parser = new CriterionParser(text);
        int at = parser.next;
        String number = parser.take(NUMBER);
        int unitAt = parser.next;
        String unit = parser.take(WORD);
        double value = number.isEmpty() ? 0 : Double.parseDouble(number);
        return parser.atEnd() && value > 0 && Double.isFinite(value)
                ? Optional.of(new Amount(value, unit, at, unitAt))
                : Optional.empty();
    }

    /** Takes what a pattern matches at the next word, which may be nothing, and the spaces after it. */
    private String take(Pattern wanted) {
        words.usePattern(wanted).region(next, text.length()).lookingAt();
        String taken = words.group();
        words.usePattern(SPACES).region(next + taken.length(), text.length()).lookingAt();
        next = words.end();
        return taken;
    }

    private boolean atEnd() {
        return next == text.length();
    }

    private String rest() {
        return text.substring(next).strip();
    }

    private Draft criterion() throws CriterionProblem {
        Operator operator = operator();
        Amount limit = amount();
        Growth growth = atEnd() ? null : growth();
        if (!atEnd()) {
            throw problem("the criterion ends before `" + Words.brief(rest()) + "`", null);
        }
        return new Draft(text.strip(), operator, limit, growth);
    }

    private Operator operator() throws CriterionProblem {
        int at = next;
        String signs = take(SIGNS);
        Operator operator = OPERATORS.get(signs);
        if (operator == null) {
            String found = signs.isEmpty() ? "" : ", not `" + Words.brief(signs) + "`";
            throw new CriterionProblem(
                    at, "a criterion begins with `<`, `<=`, `>` or `>=`" + found, OTHER_OPERATORS.get(signs));
        }
        return operator;
    }

    private Amount amount() throws CriterionProblem {
        int at = next;
        String number = take(NUMBER);
        if (number.isEmpty()) {
            throw noNumber(at);
        }
        double value = Double.parseDouble(number);
        if (!Double.isFinite(value)) {
            throw new CriterionProblem(at, "the number is too large", null);
        }
        if (!atEnd() && text.startsWith(",", next) && digitAt(next + 1)) {
            throw problem("a comma inside a number: write fractions with a point", ".");
        }
        int unitAt = next;
        String unit = take(WORD);
        if (CHANGES.containsKey(unit)) {
            next = unitAt;
            unit = "";
        }
        return new Amount(value, unit, at, unitAt);
    }

    private CriterionProblem noNumber(int at) {
        String rest = rest();
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
        return offset < text.length() && text.charAt(offset) >= '0' && text.charAt(offset) <= '9';
    }

    private Growth growth() throws CriterionProblem {
        int changeAt = next;
        String word = take(WORD);
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
        Amount ignoring = !take(COMMA).isEmpty() ? ignoring() : null;
        return new Growth(change, changeAt, baseline, ignoring);
    }

    private void vs(String change) throws CriterionProblem {
        int at = next;
        if (atEnd()) {
            throw new CriterionProblem(at, "`" + change + "` needs a baseline", "vs previous run");
        }
        String word = take(WORD);
        if (!word.equals("vs")) {
            boolean near = OTHER_VS.contains(word) || Words.nearest(word, List.of("vs")) != null;
            throw new CriterionProblem(
                    at, "after `" + change + "` comes `vs`, not `" + Words.brief(word) + "`", near ? "vs" : null);
        }
    }

    private BaselineRef baseline() throws CriterionProblem {
        int at = next;
        String rest = rest();
        return switch (take(WORD)) {
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
        int at = next;
        String number = take(NUMBER);
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
        int at = next;
        String name = take(WORD);
        if (name.isEmpty() || name.startsWith("%")) {
            throw new CriterionProblem(at, what + " is missing", null);
        }
        return name;
    }

    private void expect(String word, String whole) throws CriterionProblem {
        int at = next;
        String found = take(WORD);
        if (!found.equals(word)) {
            String instead = found.isEmpty() ? "" : ", not `" + Words.brief(found) + "`";
            throw new CriterionProblem(
                    at, "the baseline reads `" + whole + "`: `" + word + "` belongs here" + instead, word);
        }
    }

    private Amount ignoring() throws CriterionProblem {
        int at = next;
        String word = take(WORD);
        if (!word.equals("ignoring")) {
            String meant = word.startsWith("ignor") ? "ignoring" : Words.nearest(word, List.of("ignoring"));
            throw new CriterionProblem(at, "after the comma comes `ignoring < quantity`", meant);
        }
        int signsAt = next;
        String signs = take(SIGNS);
        if (!signs.equals("<")) {
            throw new CriterionProblem(
                    signsAt, "`ignoring` is followed by `<`: what is smaller is ignored", signs.isEmpty() ? null : "<");
        }
        return amount();
    }

    private CriterionProblem problem(String message, @Nullable String suggestion) {
        return new CriterionProblem(next, message, suggestion);
    }

    /** A mistake in a criterion, with the position of its character. */
    static final class CriterionProblem extends Exception {
        private static final long serialVersionUID = 1L;

        private final int offset;
        private final @Nullable String suggestion;

        /**
         * @param offset characters before the wrong word; the length of the text when something is missing at its end
         * @param suggestion what was probably meant, in place of the wrong word; {@code null} for none
         */
        CriterionProblem(int offset, String message, @Nullable String suggestion) {
            super(message, null, false, false);
            this.offset = offset;
            this.suggestion = suggestion;
        }

        int offset() {
            return offset;
        }

        String message() {
            return String.valueOf(getMessage());
        }

        @Nullable
        String suggestion() {
            return suggestion;
        }
    }
}
