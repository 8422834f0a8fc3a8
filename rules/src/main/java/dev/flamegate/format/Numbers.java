package dev.flamegate.format;

import dev.flamegate.model.Interval;
import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Quantities for people: three significant digits, a unit they read easily, and words for values that are not numbers.
 */
public final class Numbers {
    private static final int DIGITS = 3;
    private static final int MOST_DIGITS = 7;
    private static final int MOST_DECIMALS = 9;
    /** Zeros at the end of a fraction, with its point when nothing is left of it. */
    /** Matches units of the gate's own counts, which lose their plural after 1; units of a plan stay as written. */
    private static final Pattern PLURAL =
            Pattern.compile("^(call|exception|instruction|object|request|row|statement|thread|class(?=e))e?s$");

    private static final Pattern TRAILING_ZEROS = Pattern.compile("\\.0+(?= |$)|(?<=\\.\\d{1,9})0+(?= |$)");

    private static final List<Unit> TIMES = units("s", "ms", "µs", "ns");
    private static final List<Unit> SIZES = units("GiB", "MiB", "KiB", "B");

    /** The growth without a real bound, a thousand times: no measured value grows that much. */
    private static final double MOST_GROWTH = 1000;

    private Numbers() {}

    /** A value in base units as people read it: {@code 4.44 ms}; {@code unknown} for NaN. */
    public static String quantity(double base, Unit unit) {
        return quantity(base, unit, DIGITS);
    }

    /** A quantity as it was written. */
    public static String quantity(Quantity quantity) {
        return withUnit(number(quantity.value(), MOST_DIGITS), quantity.unit());
    }

    /** The first value with enough digits to distinguish it from the second. */
    public static String apart(double base, double other, Unit unit) {
        int digits = DIGITS;
        while (base != other && digits < MOST_DIGITS && readsSame(base, other, unit, digits)) {
            digits++;
        }
        return quantity(base, unit, digits);
    }

    private static boolean readsSame(double base, double other, Unit unit, int digits) {
        return TRAILING_ZEROS
                .matcher(quantity(base, unit, digits))
                .replaceAll("")
                .equals(TRAILING_ZEROS.matcher(quantity(other, unit, digits)).replaceAll(""));
    }

    private static String quantity(double base, Unit unit, int digits) {
        if (!Double.isFinite(base)) {
            return notFinite(base, "");
        }
        if ((unit.dimension() == Unit.Dimension.TIME && isNothing(base, TIMES))
                || (unit.dimension() == Unit.Dimension.SIZE && isNothing(base, SIZES))) {
            return withUnit("0", unit);
        }
        Unit shown = scaled(base, unit);
        return withUnit(number(base / shown.toBase(), digits), shown);
    }

    /**
     * The unit in which a value is read best: the given one where it leaves a number of few digits, else another of
     * the same dimension.
     */
    public static Unit scaled(double base, Unit unit) {
        return switch (unit.dimension()) {
            case TIME -> scaled(base, unit, TIMES, 0.1, 10_000);
            case SIZE -> scaled(base, unit, SIZES, 1, 10_240);
            case RATIO, COUNT, RATE -> unit;
        };
    }

    private static Unit scaled(double base, Unit unit, List<Unit> ladder, double from, double below) {
        double value = Math.abs(base) / unit.toBase();
        if (isNothing(base, ladder) || (value >= from && value < below)) {
            return unit;
        }
        return ladder.stream()
                .filter(step -> Math.abs(base) >= step.toBase())
                .findFirst()
                .orElse(ladder.get(ladder.size() - 1));
    }

    /** True if a value is only rounding error of a difference of equals: below a hundredth of the smallest unit. */
    private static boolean isNothing(double base, List<Unit> ladder) {
        return Math.abs(base) < ladder.get(ladder.size() - 1).toBase() / 100;
    }

    /** A change relative to a baseline, with its sign: {@code +6.9 %}; 0.069 in. */
    public static String growth(double ratio) {
        if (!Double.isFinite(ratio)) {
            return notFinite(ratio, "+");
        }
        String percent = percent(ratio);
        return percent.equals("0 %") || ratio < 0 ? percent : "+" + percent;
    }

    /** Both bounds of a growth's interval: {@code +120 % to +190 %}. */
    public static String interval(Interval interval) {
        return growth(interval.low()) + " to " + growth(bound(interval.high()));
    }

    /** Both bounds in per cent without the sign, for a table that says so: {@code [+120, +190]}. */
    public static String bounds(Interval interval) {
        return ("[" + growth(interval.low()) + ", " + growth(bound(interval.high())) + "]").replace(" %", "");
    }

    /** True if a relative growth is so large that its digits are meaningless. */
    public static boolean isBoundless(double growth) {
        return growth > MOST_GROWTH;
    }

    private static double bound(double growth) {
        return isBoundless(growth) ? Double.POSITIVE_INFINITY : growth;
    }

    /** A part of a whole or the size of a growth: {@code 32.1 %}; 0.321 in. */
    public static String percent(double ratio) {
        double percent = ratio * 100;
        if (!Double.isFinite(percent)) {
            return notFinite(percent, "");
        }
        double size = Math.abs(percent);
        int decimals = size >= 99.95 ? 0 : size >= 0.095 ? 1 : 2;
        BigDecimal rounded = exact(percent).setScale(decimals, RoundingMode.HALF_UP);
        return plain(rounded.stripTrailingZeros()) + " %";
    }

    /** A part of a whole that is only observed roughly: {@code 45 %}, {@code 3.2 %}; 0.032 in. */
    public static String rough(double ratio) {
        if (!Double.isFinite(ratio * 100)) {
            return notFinite(ratio, "");
        }
        int decimals = Math.abs(ratio) < 0.1 ? 1 : 0;
        return plain(exact(ratio * 100).setScale(decimals, RoundingMode.HALF_UP)) + " %";
    }

    /** The confidence of an interval: {@code 99.98 %}; never rounded up to {@code 100 %}. */
    public static String confidence(double ratio) {
        String text = percent(ratio);
        if (ratio >= 1 || !text.equals("100 %")) {
            return text;
        }
        BigDecimal cut = exact(ratio * 100).setScale(2, RoundingMode.DOWN);
        return plain(cut.stripTrailingZeros()) + " %";
    }

    /** A quantity with its sign, for a change: {@code +6.3 ms}. */
    public static String change(double base, Unit unit) {
        String text = quantity(base, unit);
        return base > 0 && !text.startsWith("0 ") ? "+" + text : text;
    }

    /** Writes a duration: {@code 12.3 s}, {@code 2 min 5 s}, {@code 1 h 4 min}. */
    public static String duration(double seconds) {
        if (!Double.isFinite(seconds) || Math.abs(seconds) < 59.95) {
            return quantity(seconds, Unit.SECONDS);
        }
        long whole = Math.round(seconds);
        return whole < 3600
                ? whole / 60 + " min " + whole % 60 + " s"
                : count(whole / 3600) + " h " + whole % 3600 / 60 + " min";
    }

    /** Writes a duration like {@link #duration(double)}. */
    public static String duration(Duration duration) {
        return duration(duration.getSeconds() + duration.getNano() / 1e9);
    }

    /** A count estimated from samples, to two digits: {@code about 200} of 197.6. */
    public static String about(double count) {
        if (!Double.isFinite(count)) {
            return notFinite(count, "");
        }
        BigDecimal rounded = BigDecimal.valueOf(count).round(new MathContext(2));
        return "about " + plain(rounded.setScale(0, RoundingMode.HALF_EVEN));
    }

    /** A number with all the digits it was written with, and no groups: {@code 250}, {@code 0.5}. */
    public static String written(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    /** Things counted: {@code 12,345}. */
    public static String count(long count) {
        return plain(BigDecimal.valueOf(count));
    }

    /** A number alone, with at least {@code digits} significant digits where it has them. */
    public static String number(double value, int digits) {
        if (!Double.isFinite(value)) {
            return notFinite(value, "");
        }
        BigDecimal exact = exact(value);
        if (exact.signum() == 0) {
            return "0";
        }
        BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_UP));
        int whole = rounded.precision() - rounded.scale();
        int decimals = Math.max(0, Math.min(MOST_DECIMALS, digits - whole));
        int needed = Math.max(0, exact.stripTrailingZeros().scale());
        return plain(exact.setScale(Math.min(decimals, needed), RoundingMode.HALF_UP));
    }

    /** The decimal number without the noise of binary fractions. */
    private static BigDecimal exact(double value) {
        return BigDecimal.valueOf(value).round(new MathContext(12, RoundingMode.HALF_UP));
    }

    /** All digits, in groups of three before the point. */
    private static String plain(BigDecimal number) {
        String digits = number.abs().setScale(Math.max(0, number.scale())).toPlainString();
        int point = digits.indexOf('.') < 0 ? digits.length() : digits.indexOf('.');
        StringBuilder text = new StringBuilder(digits);
        for (int at = point - 3; at > 0; at -= 3) {
            text.insert(at, ',');
        }
        return number.signum() < 0 ? "-" + text : text.toString();
    }

    private static String withUnit(String number, Unit unit) {
        String symbol = number.equals("1") ? PLURAL.matcher(unit.symbol()).replaceFirst("$1") : unit.symbol();
        return symbol.isEmpty() ? number : number + " " + symbol;
    }

    private static String notFinite(double value, String plus) {
        return Double.isNaN(value) ? "unknown" : value > 0 ? plus + "∞" : "-∞";
    }

    private static List<Unit> units(String... symbols) {
        return List.of(symbols).stream()
                .map(symbol -> Unit.fixed(symbol).orElseThrow())
                .toList();
    }
}
