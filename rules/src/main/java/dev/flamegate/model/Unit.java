package dev.flamegate.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A unit of measure.
 *
 * @param symbol how people write it, such as {@code ms}, {@code MiB}, {@code %}, {@code tasks}: letters, hyphens and
 *     underscores only, at most 32 and then {@code /s}, as reports show it unescaped
 * @param dimension what it measures
 * @param toBase how many base units make one of it, above 0: 0.001 for {@code ms}, 0.01 for {@code %}
 */
public record Unit(String symbol, Dimension dimension, double toBase) {
    /** The dimension that a unit measures; only units of one dimension can be compared or converted. */
    public enum Dimension {
        /** Base unit: second. */
        TIME,
        /** Base unit: byte. */
        SIZE,
        /** Base unit: 1; people write percentages. */
        RATIO,
        /** Things counted; the unit's symbol says which ("tasks", "threads"). */
        COUNT,
        /** Things per second; the unit's symbol says which ("requests/s"). */
        RATE
    }

    /** The form of a symbol; first, as the constants below are checked against it. */
    private static final Pattern SYMBOL = Pattern.compile("|%|µs|/s|[A-Za-z][A-Za-z_-]{0,31}(?:/s)?");

    public static final Unit SECONDS = new Unit("s", Dimension.TIME, 1);
    public static final Unit MILLISECONDS = new Unit("ms", Dimension.TIME, 1e-3);
    public static final Unit BYTES = new Unit("B", Dimension.SIZE, 1);
    public static final Unit KIBIBYTES = new Unit("KiB", Dimension.SIZE, 1024);
    public static final Unit MEBIBYTES = new Unit("MiB", Dimension.SIZE, 1024 * 1024);
    public static final Unit RATIO = new Unit("", Dimension.RATIO, 1);
    public static final Unit PERCENT = new Unit("%", Dimension.RATIO, 0.01);
    /** Percentage points: an absolute growth of an indicator that is itself a percentage. */
    public static final Unit POINTS = new Unit("points", Dimension.RATIO, 0.01);

    public static final Unit THREADS = count("threads");
    public static final Unit REQUESTS_PER_SECOND = new Unit("requests/s", Dimension.RATE, 1);

    private static final List<Unit> FIXED = List.of(
            new Unit("ns", Dimension.TIME, 1e-9),
            new Unit("us", Dimension.TIME, 1e-6),
            new Unit("µs", Dimension.TIME, 1e-6),
            MILLISECONDS,
            SECONDS,
            new Unit("min", Dimension.TIME, 60),
            new Unit("h", Dimension.TIME, 3600),
            BYTES,
            new Unit("kB", Dimension.SIZE, 1e3),
            new Unit("MB", Dimension.SIZE, 1e6),
            new Unit("GB", Dimension.SIZE, 1e9),
            KIBIBYTES,
            MEBIBYTES,
            new Unit("GiB", Dimension.SIZE, 1024.0 * 1024 * 1024),
            PERCENT,
            POINTS);

    public Unit {
        Objects.requireNonNull(dimension, "dimension");
        if (!isSymbol(symbol)) {
            throw new IllegalArgumentException(
                    "a unit is a word of at most 32 letters, not a text of " + symbol.length() + " characters");
        }
        if (!(toBase > 0) || Double.isInfinite(toBase)) {
            throw new IllegalArgumentException(toBase + ": a unit must be a finite number of base units above 0");
        }
    }

    /** A unit that counts the things it names, such as {@code tasks}. */
    public static Unit count(String symbol) {
        return new Unit(symbol, Dimension.COUNT, 1);
    }

    /** True if a text can be the symbol of a unit. */
    public static boolean isSymbol(String text) {
        return SYMBOL.matcher(text).matches();
    }

    /** The unit of time, size or ratio with this symbol, or empty; units of counts and rates are free words. */
    public static Optional<Unit> fixed(String symbol) {
        return FIXED.stream().filter(unit -> unit.symbol.equals(symbol)).findFirst();
    }

    /** All units of time, size and ratio, in the order people expect. */
    public static List<Unit> fixedUnits() {
        return FIXED;
    }
}
