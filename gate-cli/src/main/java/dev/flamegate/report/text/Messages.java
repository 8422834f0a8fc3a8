package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import org.jspecify.annotations.Nullable;

/** The English message of a finding: one sentence with value, limit, baseline and growth, without the full stop. */
public final class Messages {
    /**
     * The difference, as a ratio and as a fraction of the growth, from which a change between two values reads as a
     * different change.
     */
    private static final double READS_ANOTHER = 0.01;

    private static final double READS_ANOTHER_PART = 0.1;

    private Messages() {}

    /** Explains what was found, the reason for its outcome, what could have been missed, and what to do about doubt. */
    public static String of(Finding finding) {
        String because = finding.because() == null ? "" : Names.visible(finding.because());
        return switch (finding.reason()) {
            case WITHIN_LIMIT, BEYOND_LIMIT -> absolute(finding) + clause(" (", because, ")");
            case NO_DATA -> subject(finding) + " could not be measured" + clause(": ", because, "");
            case NO_BASELINE -> noBaseline(finding, because);
            case DECIDED_BY_WORK -> subject(finding) + " was not measured" + clause(": ", because, "");
            case ACCEPTED_IN_LEDGER ->
                compared(finding) + ": accepted in the ledger" + evidence(finding) + clause(", ", because, "");
            case BELOW_FLOOR ->
                compared(finding) + ": the change is ignored, smaller than the rule's floor" + floor(finding)
                        + clause(" (", because, ")");
            default -> compared(finding) + ": " + grown(finding) + clause(" (", because, ")");
        };
    }

    /** The indicator and the part of the service: {@code latency.p99 of request POST /checkout}. */
    public static String subject(Finding finding) {
        String part = Names.selector(finding.selector());
        String name = Names.visible(finding.rule().indicator().name());
        return part.isEmpty() ? name : name + " of " + part;
    }

    private static String absolute(Finding finding) {
        Quantity limit = finding.criterion() instanceof Criterion.Absolute absolute
                ? absolute.limit()
                : finding.criterion().limit();
        Double value = finding.value();
        if (value == null) {
            return subject(finding) + " is unknown, with the limit "
                    + finding.criterion().text();
        }
        boolean upper = finding.criterion().operator().isUpper();
        boolean beyond = finding.reason() == Finding.Reason.BEYOND_LIMIT;
        String side;
        if (value == limit.base()) {
            side = beyond ? "exactly at the limit of " : "at the limit, which is allowed, of ";
        } else if (beyond) {
            side = upper ? "above the limit of " : "below the limit of ";
        } else {
            side = upper ? "below the limit of " : "above the limit of ";
        }
        return subject(finding) + " is " + Numbers.apart(value, limit.base(), unit(finding)) + ", " + side
                + Numbers.quantity(limit) + valueInterval(finding);
    }

    private static String valueInterval(Finding finding) {
        Interval interval = finding.valueInterval();
        return interval == null
                ? ""
                : " (" + Numbers.confidence(interval.confidence()) + " interval over the trials "
                        + Numbers.quantity(interval.low(), unit(finding)) + " to "
                        + Numbers.quantity(interval.high(), unit(finding)) + ")";
    }

    private static String noBaseline(Finding finding, String because) {
        String reference = finding.criterion() instanceof Criterion.Growth growth
                ? growth.baseline().text()
                : "baseline";
        String why = " and cannot be compared with \"" + Names.visible(reference) + "\"" + clause(": ", because, "");
        String tail = finding.outcome() == Outcome.RECORDED ? "; recorded for the next run" : "";
        return subject(finding) + " is " + value(finding.value(), unit(finding)) + why + tail;
    }

    /** {@code cpu.per-request is 11.2 ms, 152 % above the 4.44 ms of run X}. */
    private static String compared(Finding finding) {
        Unit unit = unit(finding);
        String is = subject(finding) + " is " + value(finding.value(), unit);
        Double growth = finding.growth();
        if (finding.baseline() == null) {
            return is;
        }
        String of = value(finding.baseline(), unit) + clause(" of ", baselineName(finding), "");
        if (growth == null || !Double.isFinite(growth)) {
            return is + ", against the " + of;
        }
        String size = Numbers.percent(Math.abs(growth));
        if (size.equals("0 %")) {
            return is + ", the same as the " + of;
        }
        String side = growth > 0 ? " above" : " below";
        if (isOfWhole(finding.rule().indicator().name())) {
            return is + ", " + size + " of the baseline's whole" + side + " the " + of;
        }
        if (isOfLikePairs(finding, growth)) {
            return is + ", against the " + of + ", and " + size + side + " it when taken pair by pair";
        }
        return is + ", " + size + side + " the " + of;
    }

    /** True if the growth of an indicator is a fraction of the whole cost, not of the method's. */
    static boolean isOfWhole(String indicator) {
        return Indicators.find(indicator).filter(Indicator::isWorstMethod).isPresent();
    }

    /**
     * True if the two values alone suggest a different change: they are of all requests together, while the growth of a
     * comparison is that of pairs of like restarts.
     */
    private static boolean isOfLikePairs(Finding finding, double growth) {
        Double value = finding.value();
        Double baseline = finding.baseline();
        if (!isCompared(finding) || value == null || baseline == null || !(baseline > 0)) {
            return false;
        }
        double apart = Math.abs(value / baseline - 1 - growth);
        return apart > READS_ANOTHER && apart > READS_ANOTHER_PART * Math.abs(growth);
    }

    private static String baselineName(Finding finding) {
        if (isCompared(finding)) {
            return "the baseline";
        }
        return finding.baselineName() == null ? "" : Names.visible(finding.baselineName());
    }

    private static String grown(Finding finding) {
        String word = word(finding);
        return switch (finding.reason()) {
            case NO_GROWTH_SHOWN ->
                "nothing shows that the " + word + " is " + beyond(finding) + evidence(finding)
                        + detectable(finding, word);
            case GROWTH_BELOW_LIMIT -> "shown to be " + within(finding) + evidence(finding);
            case SIGNIFICANT_BELOW_LIMIT ->
                "the " + word + " is significant" + evidence(finding) + " but " + within(finding);
            case SIGNIFICANT_BEYOND_LIMIT ->
                "the " + word + " is significant" + evidence(finding) + " and " + beyond(finding);
            case NOT_CONFIRMED ->
                "the " + word + " is significant" + evidence(finding) + " and " + beyond(finding)
                        + ", but with so few pairs it may still be slow restarts: more pairs have to confirm it";
            case BEYOND_LIMIT_NOT_SIGNIFICANT ->
                "the estimate is " + beyond(finding) + " but is not distinguishable from noise" + evidence(finding)
                        + detectable(finding, word)
                        + (isCompared(finding) ? "" : "; to decide it, run `flamegate compare`");
            case NOT_SHOWN_BELOW_LIMIT ->
                "the " + word + " is not shown to be " + within(finding) + orFloor(finding) + evidence(finding)
                        + detectable(finding, word);
            case SLOW_RESTARTS ->
                "the candidate's restarts are slow more often than the baseline's, in addition to a " + word
                        + " of like restarts" + evidence(finding);
            case POINT_WITHIN_LIMIT -> "the two numbers alone, as the rule asks, are " + within(finding);
            case POINT_BEYOND_LIMIT -> "the two numbers alone, as the rule asks, are " + beyond(finding);
            default -> throw new IllegalArgumentException(finding.reason() + ": not a reason about growth");
        };
    }

    private static boolean isCompared(Finding finding) {
        return finding.criterion() instanceof Criterion.Growth growth
                && growth.baseline() instanceof BaselineRef.OtherArm;
    }

    private static String evidence(Finding finding) {
        Interval interval = finding.interval();
        return interval == null
                ? ""
                : " (" + Numbers.confidence(interval.confidence()) + " interval " + Numbers.interval(interval) + ")";
    }

    private static String detectable(Finding finding, String word) {
        Double detectable = finding.detectable();
        return detectable == null || Numbers.isBoundless(Math.abs(detectable))
                ? ""
                : "; a " + word + " of " + Numbers.percent(Math.abs(detectable))
                        + " or more would have been seen nine times in ten";
    }

    private static String within(Finding finding) {
        return switch (finding.criterion().operator()) {
                    case LESS -> "below the limit of ";
                    case AT_MOST -> "not above the limit of ";
                    case MORE -> "above the required ";
                    case AT_LEAST -> "at least the required ";
                }
                + limit(finding);
    }

    private static String beyond(Finding finding) {
        Operator operator = finding.criterion().operator();
        return switch (operator) {
                    case LESS -> "at least the limit of ";
                    case AT_MOST -> "above the limit of ";
                    case MORE -> "not above the required ";
                    case AT_LEAST -> "below the required ";
                }
                + limit(finding);
    }

    private static String limit(Finding finding) {
        return Numbers.quantity(finding.criterion().limit());
    }

    private static String floor(Finding finding) {
        return finding.criterion() instanceof Criterion.Growth growth && growth.ignoring() != null
                ? " of " + Numbers.quantity(growth.ignoring())
                : "";
    }

    private static String orFloor(Finding finding) {
        String floor = floor(finding);
        return floor.isEmpty() ? "" : " or the floor" + floor;
    }

    private static String word(Finding finding) {
        boolean drop =
                finding.criterion() instanceof Criterion.Growth growth && growth.change() == Criterion.Change.DROP;
        return drop ? "drop" : "growth";
    }

    private static Unit unit(Finding finding) {
        return finding.rule().indicator().unit();
    }

    private static String value(@Nullable Double base, Unit unit) {
        return base == null ? "unknown" : Numbers.quantity(base, unit);
    }

    private static String clause(String before, String text, String after) {
        return text.isEmpty() ? "" : before + text + after;
    }
}
