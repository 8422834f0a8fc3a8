package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Interval;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.CallRate;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.LoopTurns;
import dev.flamegate.model.finding.MoreCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The number of calls of methods, and of turns of their loops, in words. */
public final class CallsText {
    public static final String TITLE = "Called more often";

    private static final int MOST_CALLERS = 3;

    /** The least growth of a call's cost that is mentioned: smaller ones are within the error of sampling. */
    private static final double LEAST_GROWTH = 0.01;

    private final UnaryOperator<String> name;

    /** Words with names as {@code name} returns them. */
    public CallsText(UnaryOperator<String> name) {
        this.name = name;
    }

    /**
     * {@code shop.Price.round is called 3.1 times as often: 4 → 12.4 calls per request, from Cart.total ← Orders.place}.
     */
    public String of(MoreCalls more) {
        return name.apply(more.method()) + " is " + often(more.calls()) + interval(more.calls())
                + callers(more.callers());
    }

    /** The first texts, and the number of the others. */
    public List<String> of(List<MoreCalls> all, int most) {
        List<String> lines =
                new ArrayList<>(all.stream().limit(most).map(this::of).toList());
        if (all.size() > most) {
            lines.add("and " + Names.plural(all.size() - most, "method") + " more");
        }
        return lines;
    }

    /** The names of the methods with how many times as often, as one clause; empty for none. */
    public Optional<String> brief(List<MoreCalls> all, int most) {
        return all.isEmpty() ? Optional.empty() : Optional.of(TITLE + ": " + String.join("; ", of(all, most)));
    }

    /**
     * {@code called 3.1 times as often: 4 → 12.4 calls per request}, or, of a culprit that is called as often as
     * before, {@code called as often, each call 20 % slower}; empty where calls were not counted, or say neither.
     */
    static Optional<String> ofCulprit(Culprit culprit) {
        CallRate calls = culprit.calls();
        Double growth = culprit.growth();
        if (calls == null) {
            return Optional.empty();
        } else if (calls.more()) {
            return Optional.of(often(calls));
        } else if (!calls.asOften() || calls.ratio() == null || growth == null) {
            return Optional.empty();
        }
        double each = (1 + growth) / calls.ratio() - 1;
        return each < LEAST_GROWTH
                ? Optional.empty()
                : Optional.of("called as often, each call "
                        + (culprit.evidence().cost() == ProfileEvent.CPU
                                ? Numbers.percent(each) + " slower"
                                : "costs " + Numbers.percent(each) + " more"));
    }

    /** {@code the loop in Price.total (line 41) turns 40 times per GET /price/{}, was 4}. */
    String of(LoopTurns loop) {
        double before = loop.turns().baseline();
        return "the loop in " + name.apply(Names.shortFrame(loop.method()))
                + (loop.line() > 0 ? " (line " + loop.line() + ")" : "")
                + " turns " + rate(loop.turns().candidate()) + " times per " + name.apply(loop.request())
                + (before == 0 ? ", and never in the baseline" : ", was " + rate(before));
    }

    private static String often(CallRate calls) {
        return calls.ratio() == null
                ? "called " + rate(calls.candidate()) + " times per request, and never in the baseline"
                : "called " + Numbers.number(calls.ratio(), calls.ratio() < 2 ? 3 : 2) + " times as often: "
                        + rate(calls.baseline()) + " → " + rate(calls.candidate()) + " calls per request";
    }

    private static String rate(double calls) {
        return Numbers.number(calls, 3);
    }

    private static String interval(CallRate calls) {
        Interval interval = calls.interval();
        return interval == null || !Double.isFinite(interval.high()) || interval.low() == interval.high()
                ? ""
                : " (" + Numbers.confidence(interval.confidence()) + " interval " + Numbers.number(interval.low(), 3)
                        + " to " + Numbers.number(interval.high(), 3) + " times)";
    }

    private String callers(List<String> callers) {
        if (callers.isEmpty()) {
            return "";
        }
        String more = callers.size() > MOST_CALLERS ? " ← …" : "";
        return ", from "
                + callers.stream()
                        .limit(MOST_CALLERS)
                        .map(caller -> name.apply(Names.shortFrame(caller)))
                        .collect(Collectors.joining(" ← "))
                + more;
    }
}
