package dev.flamegate.report.explain;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.BaselineRef.LastPassingRun;
import dev.flamegate.model.rule.BaselineRef.MedianOf;
import dev.flamegate.model.rule.BaselineRef.OtherArm;
import dev.flamegate.model.rule.BaselineRef.Pinned;
import dev.flamegate.model.rule.BaselineRef.PreviousRun;
import dev.flamegate.model.rule.BaselineRef.RunWithId;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Criterion.Change;
import dev.flamegate.model.rule.Criterion.Growth;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import org.jspecify.annotations.Nullable;

/** Explains in a sentence what one criterion demands, and against what. */
final class CriterionText {
    private CriterionText() {}

    static String of(Criterion criterion, Level level) {
        String verb = level == Level.MUST ? " must be " : " should be ";
        String limit = criterion instanceof Growth growth ? limit(growth) + floor(growth) : quantity(criterion.limit());
        String consequence = level == Level.MUST ? ", or the build fails." : ", or the build gets a warning.";
        return subject(criterion) + verb + relation(criterion.operator()) + limit + consequence;
    }

    private static String subject(Criterion criterion) {
        if (criterion instanceof Growth growth) {
            String change = growth.change() == Change.GROWTH ? "growth" : "drop";
            return "Its " + change + " against " + name(growth.baseline());
        }
        return "It";
    }

    private static String floor(Growth growth) {
        return growth.ignoring() == null
                ? ""
                : " (changes of less than " + quantity(growth.ignoring()) + " are masked)";
    }

    private static String relation(Operator operator) {
        return switch (operator) {
            case LESS -> "below ";
            case AT_MOST -> "at most ";
            case MORE -> "above ";
            case AT_LEAST -> "at least ";
        };
    }

    /** The limit of a growth, with what a percentage is of. */
    static String limit(Growth growth) {
        boolean points = !growth.relative() && growth.limit().unit().dimension() == Unit.Dimension.RATIO;
        String limit = quantity(growth.limit());
        return points && growth.limit().unit().symbol().isEmpty() ? limit + " (the plain difference)" : limit;
    }

    /** A quantity as people write it: {@code 250 ms}, {@code 20 %}, {@code 1.5}. */
    static String quantity(Quantity quantity) {
        String number = Numbers.written(quantity.value());
        String symbol = quantity.unit().symbol();
        return symbol.isEmpty() ? number : number + " " + symbol;
    }

    /** A baseline as used in a sentence: {@code the previous run}. */
    private static String name(BaselineRef baseline) {
        if (baseline instanceof MedianOf median) {
            return "the median of the latest " + median.runs() + " comparable runs";
        } else if (baseline instanceof RunWithId run) {
            return "the stored run " + run.id();
        } else if (baseline instanceof Pinned pinned) {
            return "the run pinned as \"" + pinned.name() + "\"";
        }
        return "the " + baseline.text();
    }

    /** An explanation of a baseline; {@code null} when its name says enough. */
    static @Nullable String baseline(BaselineRef baseline) {
        if (baseline instanceof OtherArm) {
            return "The baseline is the other arm of a comparison, measured alternately with this one.";
        } else if (baseline instanceof PreviousRun) {
            return "The previous run is the latest comparable one that was neither FAIL nor INVALID.";
        } else if (baseline instanceof LastPassingRun) {
            return "The last passing run is the latest comparable one that was PASS or WARN.";
        } else if (baseline instanceof MedianOf) {
            return "The median is of runs that were neither FAIL nor INVALID, and of fewer while fewer are stored.";
        }
        return null;
    }
}
