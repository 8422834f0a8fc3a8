package dev.flamegate.report.json;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Unit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of a {@link Result}: numbers in their unit, intervals, and what may be missing from a result of another
 * version.
 */
public final class Values {
    private static final MathContext PRECISION = new MathContext(9, RoundingMode.HALF_UP);

    private Values() {}

    /**
     * An interval; {@code null} for an end that is not known.
     *
     * @param low lower end
     * @param high upper end
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"low", "high"})
    public record Bounds(@Nullable BigDecimal low, @Nullable BigDecimal high) {
        public Bounds {
            if (low != null && high != null && low.compareTo(high) > 0) {
                throw new IllegalArgumentException("an interval from " + low + " to " + high);
            }
        }

        /** The bounds in the unit; {@code null} without an interval. */
        static @Nullable Bounds of(@Nullable Interval interval, Unit unit) {
            return interval == null ? null : new Bounds(number(interval.low(), unit), number(interval.high(), unit));
        }

        /** The interval of a growth: relative, open where an end is not known. */
        public Interval ratios() {
            return interval(Unit.RATIO, 0);
        }

        /** The interval in base units; open where an end is not known. */
        Interval interval(Unit unit, double confidence) {
            return new Interval(
                    low == null ? Double.NEGATIVE_INFINITY : low.doubleValue() * unit.toBase(),
                    high == null ? Double.POSITIVE_INFINITY : high.doubleValue() * unit.toBase(),
                    confidence);
        }
    }

    /** The number in the unit, with nine significant digits; {@code null} for a number that is not finite. */
    public static @Nullable BigDecimal number(@Nullable Double base, Unit unit) {
        if (base == null || !Double.isFinite(base)) {
            return null;
        }
        BigDecimal value = BigDecimal.valueOf(base / unit.toBase()).round(PRECISION);
        return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    }

    /** A number of a unit in base units; {@code null} for none. */
    public static @Nullable Double inBase(@Nullable BigDecimal value, Unit unit) {
        return value == null ? null : value.doubleValue() * unit.toBase();
    }

    static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    public static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }

    static double orNaN(@Nullable Double number) {
        return number == null ? Double.NaN : number;
    }
}
