package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.finding.LoopTurns;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.message.ValidityCheck;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.PairSeries;
import dev.flamegate.report.PairSeries.Look;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pairs of a comparison in words. Names from outside pass through a function of the caller's that makes them safe
 * for its format.
 */
public final class PairsText {
    private static final int MOST_NAMED = 3;

    private PairsText() {}

    /** {@code baseline A against candidate B, 8 pairs}; with the number that count when not all do. */
    public static String heading(ComparisonCourse comparison, UnaryOperator<String> name) {
        int count = comparison.pairs().size();
        int valid = comparison.valid();
        return "baseline " + name.apply(comparison.baseline()) + " against candidate "
                + name.apply(comparison.candidate()) + ", " + Names.plural(count, "pair")
                + (valid == count ? "" : " of which " + valid + (valid == 1 ? " counts" : " count"))
                + (comparison.work() == null ? "" : "; " + work(comparison.work(), name));
    }

    /**
     * {@code work was counted: 2 of 5 methods that differ ran, but never shop.Cart.discount, ...}, or why it cannot be
     * said which; and what the change does more often, however small, with loops of the application that turn more often.
     */
    private static String work(WorkDifference work, UnaryOperator<String> name) {
        String more = work.methods().stream()
                .filter(method -> method.changed() && method.calls().more() > 0)
                .limit(MOST_NAMED)
                .map(method -> name.apply(Names.shortFrame(method.name())) + " "
                        + Numbers.number(method.calls().baseline(), 3) + " → "
                        + Numbers.number(method.calls().candidate(), 3) + " times in "
                        + name.apply(method.request()))
                .collect(Collectors.joining(", "));
        CallsText text = new CallsText(name);
        String loops = work.methods().stream()
                .filter(method -> method.changed() || SourceCode.isApplication(method.name()))
                .flatMap(method -> LoopTurns.of(method).stream())
                .limit(MOST_NAMED)
                .map(loop -> "; " + text.of(loop))
                .collect(Collectors.joining());
        return reach(work, name) + (more.isEmpty() ? "" : "; the change calls " + more) + loops;
    }

    private static String reach(WorkDifference work, UnaryOperator<String> name) {
        String counted = "work was counted: ";
        if (work.otherwise() != null) {
            return counted + name.apply(work.otherwise());
        } else if (work.changed() == 0) {
            return counted + "no method differs";
        }
        String never = work.unreached().stream()
                .limit(MOST_NAMED)
                .map(method -> name.apply(Names.shortFrame(method)))
                .collect(Collectors.joining(", "));
        int others = work.changed()
                - work.reached()
                - Math.min(MOST_NAMED, work.unreached().size());
        return counted + work.reached() + " of " + Names.plural(work.changed(), "method") + " that differ ran"
                + (never.isEmpty() ? "" : ", but never " + never)
                + (others > 0 ? " and " + others + " more" : "");
    }

    /** The growth that would have been seen with the pairs measured; empty if it is not known for any criterion. */
    public static Optional<String> detectable(ComparisonCourse comparison, UnaryOperator<String> name) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (PairSeries series : comparison.gating()) {
            Look last = series.last();
            if (last != null && last.detectable() != null && isSeen(last.detectable())) {
                parts.putIfAbsent(
                        series.key(), Numbers.percent(last.detectable()) + " in " + name.apply(label(series)));
            }
        }
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        List<String> named =
                new ArrayList<>(parts.values().stream().limit(MOST_NAMED).toList());
        if (parts.size() > MOST_NAMED) {
            named.add((parts.size() - MOST_NAMED) + " more in the full report");
        }
        int valid = comparison.valid();
        return Optional.of(Names.plural(valid, "pair") + (valid == 1 ? " counts" : " count") + "; a growth of "
                + String.join(", ", named) + " would have been seen nine times in ten");
    }

    /**
     * A clause that says how many more pairs, and how much time, would probably decide a comparison that has not been;
     * empty where too few pairs count to tell, or nothing was compared. Where more pairs would not, it names the change
     * that most likely would.
     */
    public static Optional<String> undecided(GateReport report) {
        return report.comparison()
                .flatMap(comparison -> undecided(comparison, report.judgement().validity()));
    }

    static Optional<String> undecided(ComparisonCourse comparison, List<ValidityProblem> doubts) {
        List<Look> last = comparison.gating().stream()
                .flatMap(series -> Stream.ofNullable(series.last()))
                .toList();
        if (last.isEmpty()) {
            return Optional.empty();
        } else if (last.stream().anyMatch(look -> look.needed() == 0)) {
            boolean compiling = doubts.stream().anyMatch(doubt -> doubt.check().equals(ValidityCheck.JIT_SHARE.id()));
            return Optional.of("more pairs may not decide it: "
                    + (compiling
                            ? "both arms were still being compiled, and without the second compiler there is far less"
                                    + " noise (add -XX:TieredStopAtLevel=1 to target: java-options)"
                            : "less noise (flamegate doctor --measure) or a wider limit would"));
        }
        int more = last.stream()
                .mapToInt(look -> look.needed() - look.pairs())
                .max()
                .orElse(0);
        double each = comparison.seconds().stream()
                .mapToDouble(seconds -> seconds)
                .average()
                .orElse(Double.NaN);
        return more <= 0
                ? Optional.empty()
                : Optional.of("about " + Names.plural(more, "pair") + " more, " + Numbers.duration(more * each)
                        + ", will probably decide it: run it again, and the pairs so far count");
    }

    /**
     * The order of a pair's blocks, a letter per block and a space after each turn of two: {@code BC CB}, or
     * {@code B+C B+C} where both arms were loaded at once.
     */
    public static String order(Pair pair) {
        if (pair.together()) {
            return "B+C ".repeat(pair.order().size() / 2).strip();
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pair.order().size(); i++) {
            text.append(i > 0 && i % 2 == 0 ? " " : "");
            text.append(pair.order().get(i) == Arm.BASELINE ? 'B' : 'C');
        }
        return text.toString();
    }

    /** True if a growth is known; it is not if the values did not scatter at all, or without bounds. */
    private static boolean isSeen(double detectable) {
        return detectable > 0 && !Numbers.isBoundless(detectable);
    }

    /** Rule and part of the service, without what only its result picked: {@code checkout-p99 POST /checkout}. */
    public static String label(PairSeries series) {
        String part =
                Names.part(series.selector().withFrame(series.rule().selector().frame()));
        return Names.visible(series.rule().id()) + (part.isEmpty() ? "" : " " + part);
    }
}
