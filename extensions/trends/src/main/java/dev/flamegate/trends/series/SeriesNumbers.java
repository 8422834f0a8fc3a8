package dev.flamegate.trends.series;

import dev.flamegate.model.rule.Indicator;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Values as numbers for programs. */
final class SeriesNumbers {
    /** Number of digits that a measurement can have; more would be artefacts of the computation. */
    private static final MathContext PRECISION = new MathContext(6, RoundingMode.HALF_UP);

    private SeriesNumbers() {}

    /**
     * A value in the unit of its indicator.
     *
     * @param base finite, in base units
     */
    static BigDecimal in(double base, Indicator indicator) {
        BigDecimal value = BigDecimal.valueOf(base / indicator.unit().toBase())
                .round(PRECISION)
                .stripTrailingZeros();
        return value.scale() < 0 ? value.setScale(0) : value;
    }
}
