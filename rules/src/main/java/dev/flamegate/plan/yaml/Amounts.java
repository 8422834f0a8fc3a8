package dev.flamegate.plan.yaml;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.plan.yaml.Node.Kind;
import dev.flamegate.plan.yaml.Node.Scalar;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations and sizes of the plan: a number and its unit, as {@code 60 s}, {@code 10ms}, {@code 512 MiB}. */
public final class Amounts {
    private static final Pattern AMOUNT = Pattern.compile("[ \t]*(\\d+(?:\\.\\d+)?)[ \t]*([^ \t]*)[ \t]*");

    /** Spellings of other tools. */
    private static final Map<String, String> OTHER_NAMES = Map.ofEntries(
            Map.entry("k", "KiB"),
            Map.entry("K", "KiB"),
            Map.entry("Ki", "KiB"),
            Map.entry("m", "MiB"),
            Map.entry("M", "MiB"),
            Map.entry("Mi", "MiB"),
            Map.entry("g", "GiB"),
            Map.entry("G", "GiB"),
            Map.entry("Gi", "GiB"),
            Map.entry("sec", "s"),
            Map.entry("secs", "s"),
            Map.entry("second", "s"),
            Map.entry("seconds", "s"),
            Map.entry("minute", "min"),
            Map.entry("minutes", "min"),
            Map.entry("millis", "ms"),
            Map.entry("mins", "min"),
            Map.entry("msec", "ms"),
            Map.entry("millisecond", "ms"),
            Map.entry("milliseconds", "ms"),
            Map.entry("usec", "us"),
            Map.entry("hour", "h"),
            Map.entry("hours", "h"));

    private Amounts() {}

    /** A duration between the two, inclusive. */
    public static Function<Value, Optional<Duration>> duration(Duration least, Duration most) {
        return value -> {
            OptionalDouble seconds = base(value, Unit.Dimension.TIME, "60 s");
            if (seconds.isEmpty()) {
                return Optional.empty();
            }
            double nanos = seconds.getAsDouble() * 1e9;
            if (nanos < least.toNanos() || nanos > most.toNanos()) {
                value.wrong("a duration from " + text(least) + " to " + text(most));
                return Optional.empty();
            }
            return Optional.of(Duration.ofNanos(Math.round(nanos)));
        };
    }

    /** A number of bytes, at least 1. */
    public static Optional<Long> size(Value value) {
        OptionalDouble bytes = base(value, Unit.Dimension.SIZE, "512 MiB");
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        if (bytes.getAsDouble() < 1 || bytes.getAsDouble() > Long.MAX_VALUE / 2.0) {
            value.wrong("a size from 1 B to 4 EiB");
            return Optional.empty();
        }
        return Optional.of(Math.round(bytes.getAsDouble()));
    }

    private static OptionalDouble base(Value value, Unit.Dimension dimension, String example) {
        String kind = dimension == Unit.Dimension.TIME ? "a duration" : "a size";
        List<String> units = units(dimension);
        if (!(value.node() instanceof Scalar scalar) || scalar.kind() == Kind.NOTHING) {
            value.wrong(kind + " such as `" + example + "`");
            return OptionalDouble.empty();
        }
        Matcher amount = AMOUNT.matcher(scalar.value());
        if (!amount.matches()
                || (scalar.kind() == Kind.NUMBER && !amount.group(2).isEmpty())) {
            value.wrong(kind + " such as `" + example + "`");
            return OptionalDouble.empty();
        }
        String symbol = amount.group(2);
        if (symbol.isEmpty()) {
            String usual = dimension == Unit.Dimension.TIME ? "s" : "MiB";
            value.wrong(kind + " with its unit, such as `" + example + "`", amount.group(1) + " " + usual);
            return OptionalDouble.empty();
        }
        if (!units.contains(symbol)) {
            // Other tools write minutes as `12m`.
            String near = dimension == Unit.Dimension.TIME && symbol.equals("m") ? "min" : near(symbol, units);
            value.wrongAt(
                    amount.start(2),
                    "`" + Words.brief(symbol) + "` is not a unit of " + kind + "; units are "
                            + String.join(", ", units),
                    near);
            return OptionalDouble.empty();
        }
        double factor = Unit.fixed(symbol).orElseThrow().toBase();
        return OptionalDouble.of(Double.parseDouble(amount.group(1)) * factor);
    }

    /** The unit that was meant, or {@code null}: a correct unit of another dimension is not a misspelling. */
    public static @Nullable String near(String symbol, List<String> units) {
        String other = OTHER_NAMES.get(symbol);
        if (other != null && units.contains(other)) {
            return other;
        }
        if (Unit.fixed(symbol).isPresent()) {
            return null;
        }
        return units.stream()
                .filter(unit -> unit.equalsIgnoreCase(symbol))
                .findFirst()
                .orElseGet(() -> Words.nearest(symbol, units));
    }

    /** The units of a dimension, in the order people expect. */
    public static List<String> units(Unit.Dimension dimension) {
        return Unit.fixedUnits().stream()
                .filter(unit -> unit.dimension() == dimension)
                .map(Unit::symbol)
                .toList();
    }

    private static String text(Duration duration) {
        double seconds = duration.toNanos() / 1e9;
        if (seconds >= 3600) {
            return Numbers.written(seconds / 3600) + " h";
        }
        return seconds >= 1 || seconds == 0 ? Numbers.written(seconds) + " s" : Numbers.written(seconds * 1e3) + " ms";
    }
}
