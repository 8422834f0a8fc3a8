package dev.flamegate.judge;

import dev.flamegate.model.Criterion;
import dev.flamegate.model.Measurement.Bounds;
import dev.flamegate.model.Measurement.Measured;
import dev.flamegate.stats.Blur;
import dev.flamegate.stats.Contrast;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.VariancePrior;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The change between two arms as one growth criterion sees it, after any number of their pairs.
 *
 * @param sample of both arms with the bad direction upward; {@code null} where the change is picked from many
 * @param contrasts what is seen after a number of pairs
 */
record PairedGrowth(
        double baseline,
        Growth.Scale scale,
        boolean drop,
        @Nullable PairedSample sample,
        IntFunction<Contrast> contrasts) {

    /** From the values of both arms, pair by pair. */
    static PairedGrowth of(Criterion.Growth criterion, Measured before, Measured after, VariancePrior prior) {
        boolean drop = criterion.change() == Criterion.Change.DROP;
        double[] x = PairedPriors.logs(before);
        double[] y = PairedPriors.logs(after);
        boolean logs = criterion.relative() && x.length > 0 && y.length > 0;
        PairedSample sample = logs
                ? PairedSample.ofLogs(upward(x, drop), upward(y, drop), prior, PairedPriors.step(before, after))
                : PairedSample.ofValues(upward(values(before), drop), upward(values(after), drop));
        double base = Math.abs(before.value());
        double amount = criterion.limit().base();
        double linear = criterion.relative() ? amount * base : amount;
        double limit = logs ? inLogs(amount, drop) : linear;
        double harmless = Math.max(limit, floor(criterion, base, logs, drop));
        return new PairedGrowth(
                before.value(),
                logs ? Growth.Scale.LOG : Growth.Scale.LINEAR,
                drop,
                sample,
                n -> new Contrast(sample.first(n), limit, harmless, 1, blur(before, after, n, logs, drop)));
    }

    private static Blur blur(Measured before, Measured after, int n, boolean logs, boolean drop) {
        Blur blur = Blur.paired(first(before, n), first(after, n), logs);
        return drop ? blur.negated() : blur;
    }

    private static List<Bounds> first(Measured measured, int n) {
        return measured.bounds().subList(0, Math.min(n, measured.bounds().size()));
    }

    /** The growth to show for what was seen. */
    Growth growth(Contrast contrast) {
        // The value that the change leads to, so that all that is said of the growth says the same.
        double estimate =
                drop ? -contrast.change().estimate() : contrast.change().estimate();
        double changed = scale == Growth.Scale.LOG ? baseline * Math.exp(estimate) : baseline + estimate;
        return new Growth(
                changed,
                baseline,
                contrast.change(),
                contrast.limit(),
                scale,
                drop,
                contrast.choices(),
                contrast.blur());
    }

    private static double floor(Criterion.Growth criterion, double base, boolean logs, boolean drop) {
        if (criterion.ignoring() == null) {
            return 0;
        }
        double floor = criterion.ignoring().base();
        return logs ? inLogs(floor / base, drop) : floor;
    }

    /** A relative change on the scale of logarithms, upward. */
    private static double inLogs(double relative, boolean drop) {
        return drop ? -Math.log1p(-Math.min(relative, 0.999_999)) : Math.log1p(relative);
    }

    private static double[] values(Measured measured) {
        return measured.trials().stream().mapToDouble(value -> value).toArray();
    }

    private static double[] upward(double[] values, boolean drop) {
        return drop ? Arrays.stream(values).map(value -> -value).toArray() : values;
    }
}
