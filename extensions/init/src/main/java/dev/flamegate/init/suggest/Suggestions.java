package dev.flamegate.init.suggest;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.PairRehearsal;
import dev.flamegate.judge.PairScatter;
import dev.flamegate.judge.RunRehearsal;
import dev.flamegate.judge.forecast.Forecast;
import dev.flamegate.judge.forecast.Forecasts;
import dev.flamegate.judge.forecast.NoiseHistory;
import dev.flamegate.judge.forecast.ValueForecast;
import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The tightest limits that an unchanged build passes: of all unchanged builds at most {@value #UNDECIDED} may end FAIL
 * or INCONCLUSIVE by all criteria together, and at most one value in {@value #ONE_IN} may break a limit on the value.
 */
final class Suggestions {
    /** Part of unchanged builds that may end other than PASS. */
    public static final double UNDECIDED = 0.05;

    /** An unchanged value breaks a suggested limit once in this many runs at most. */
    public static final int ONE_IN = 500;

    /** Fewer pairs than this, in two comparisons, say too little about how pairs scatter. */
    public static final int LEAST_PAIRS = PairScatter.LEAST_DEGREES + 2;

    private static final double[] LADDER = {
        0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200
    };

    private static final double[] NICE = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};

    /** A drop cannot be larger than the whole. */
    private static final double MOST_DROP = 75;

    /** Rehearsals of each limit on the way to the tightest one. */
    private static final int DRAWS = 400;

    private final Forecasts now;
    private final NoiseHistory past;
    private final Map<Criterion, String> kept = new IdentityHashMap<>();

    private Suggestions(Forecasts now) {
        this.now = now;
        this.past = now.past();
    }

    /**
     * Suggested limits, and the forecast of the rules with them.
     *
     * @param all one for each criterion of the rules, in their order
     */
    public record Suggested(List<Suggestion> all, Forecasts forecasts) {}

    /**
     * A suggestion for each criterion of some rules.
     *
     * @param past enough for one of them: see {@link #isEnough}
     */
    public static Suggested of(List<Rule> rules, NoiseHistory past, Looks looks) {
        Suggestions suggestions = new Suggestions(Forecasts.of(rules, past, looks));
        Map<Criterion, Criterion> limits = new IdentityHashMap<>();
        for (Rule rule : rules) {
            rule.must().forEach(one -> suggestions.limit(rule, one, Level.MUST).ifPresent(l -> limits.put(one, l)));
            rule.should()
                    .forEach(one -> suggestions.limit(rule, one, Level.SHOULD).ifPresent(l -> limits.put(one, l)));
        }
        Forecasts then = suggestions.now.with(
                rules.stream().map(rule -> with(rule, limits)).toList(), limits);
        List<Suggestion> all = new ArrayList<>();
        for (Rule rule : rules) {
            rule.must().forEach(one -> all.add(suggestions.suggestion(rule, one, Level.MUST, limits, then)));
            rule.should().forEach(one -> all.add(suggestions.suggestion(rule, one, Level.SHOULD, limits, then)));
        }
        return new Suggested(all, then);
    }

    /** True if limits of some kind can be suggested. */
    public static boolean isEnough(NoiseHistory past) {
        return past.runs().size() >= NoiseHistory.LEAST_RUNS || past.pairs() >= LEAST_PAIRS;
    }

    private static Rule with(Rule rule, Map<Criterion, Criterion> limits) {
        return new Rule(
                rule.id(),
                rule.indicator(),
                rule.selector(),
                rule.must().stream().map(one -> limits.getOrDefault(one, one)).toList(),
                rule.should().stream().map(one -> limits.getOrDefault(one, one)).toList(),
                rule.onNoData(),
                rule.onNoBaseline(),
                rule.decision(),
                rule.applies(),
                rule.owner(),
                rule.why(),
                rule.source(),
                rule.line());
    }

    private Suggestion suggestion(
            Rule rule, Criterion criterion, Level level, Map<Criterion, Criterion> limits, Forecasts then) {
        Criterion suggested = limits.get(criterion);
        if (suggested == null) {
            Forecast forecast = then.of(rule, criterion);
            String why = forecast instanceof Forecast.Unknown unknown
                    ? unknown.reason()
                    : Objects.requireNonNull(kept.get(criterion), criterion.text());
            return new Suggestion(rule, level, criterion, criterion, forecast, why, null);
        }
        Criterion must = stricterMust(rule, criterion, level, limits);
        return must == null
                ? new Suggestion(
                        rule, level, criterion, suggested, then.of(rule, suggested), null, price(criterion, suggested))
                : new Suggestion(
                        rule,
                        level,
                        criterion,
                        null,
                        then.of(rule, suggested),
                        "a warning would come no earlier than the failure",
                        null);
    }

    /** The price of a suggested limit beside that of the next stricter one. */
    private @Nullable Price price(Criterion now, Criterion suggested) {
        if (!(now instanceof Criterion.Growth growth) || !(suggested instanceof Criterion.Growth limit)) {
            return null;
        }
        double percent = limit.limit().base() / Unit.PERCENT.toBase();
        OptionalDouble step = DoubleStream.of(LADDER)
                .filter(one -> one < percent * (1 - 1e-9))
                .max();
        if (step.isEmpty()) {
            return null;
        }
        Criterion.Growth stricter = with(growth, step.getAsDouble());
        OptionalDouble pairs = this.now.pairs(growth, limit, DRAWS);
        OptionalDouble then = this.now.pairs(growth, stricter, DRAWS);
        return pairs.isPresent() && then.isPresent()
                ? new Price(pairs.getAsDouble(), stricter, then.getAsDouble(), past.pairSeconds())
                : null;
    }

    /** The `must` on the same thing that is as strict as a suggested `should`, so that this would never warn. */
    private static @Nullable Criterion stricterMust(
            Rule rule, Criterion criterion, Level level, Map<Criterion, Criterion> limits) {
        if (level == Level.MUST) {
            return null;
        }
        Criterion suggested = limits.getOrDefault(criterion, criterion);
        for (Criterion must : rule.must()) {
            Criterion other = limits.getOrDefault(must, must);
            if (isAbout(suggested, other) && !isStricter(suggested, other)) {
                return other;
            }
        }
        return null;
    }

    private static boolean isAbout(Criterion one, Criterion other) {
        if (one instanceof Criterion.Growth growth && other instanceof Criterion.Growth also) {
            return growth.baseline().equals(also.baseline())
                    && growth.change() == also.change()
                    && growth.relative() == also.relative();
        }
        return one instanceof Criterion.Absolute
                && other instanceof Criterion.Absolute
                && one.operator().isUpper() == other.operator().isUpper();
    }

    private static boolean isStricter(Criterion one, Criterion other) {
        return one.operator().isUpper()
                ? one.limit().base() < other.limit().base()
                : one.limit().base() > other.limit().base();
    }

    /** The limit suggested for a criterion; empty where the present one is kept. */
    private Optional<Criterion> limit(Rule rule, Criterion criterion, Level level) {
        if (criterion instanceof Criterion.Absolute absolute) {
            return ValueForecast.of(rule, absolute, past.runs())
                    .map(forecast -> nice(absolute, forecast.limit(absolute, 1.0 / ONE_IN)));
        }
        Criterion.Growth growth = (Criterion.Growth) criterion;
        boolean rehearsed =
                !now.pairsOf(growth).isEmpty() || !now.runsOf(growth).isEmpty();
        String why =
                !growth.relative() ? "it limits a difference, not a percentage" : rehearsed ? tooLittle(growth) : null;
        if (why != null || !rehearsed) {
            kept.put(criterion, String.valueOf(why));
            return Optional.empty();
        }
        double floor = floor(growth);
        if (floor >= growth.limit().base()) {
            kept.put(
                    criterion,
                    "the floor of " + Numbers.quantity(Objects.requireNonNull(growth.ignoring())) + " is "
                            + Numbers.percent(floor) + " of the usual value, so the limit has no effect below that");
            return Optional.empty();
        }
        double allowed = level == Level.MUST ? UNDECIDED / now.family(growth) : UNDECIDED;
        Optional<Criterion> limit = ladder(
                growth,
                percent -> percent * Unit.PERCENT.toBase() >= floor
                        && now.undecided(growth, with(growth, percent), DRAWS) <= allowed);
        if (limit.isEmpty()) {
            kept.put(
                    criterion,
                    "no limit up to " + Numbers.written(LADDER[LADDER.length - 1])
                            + " % leaves few enough unchanged builds undecided");
        }
        return limit;
    }

    private @Nullable String tooLittle(Criterion.Growth growth) {
        if (!now.pairsOf(growth).isEmpty()) {
            return now.ofPairs() == Forecast.Source.ASSUMED
                    ? "it takes " + LEAST_PAIRS + " pairs, and " + past.pairs() + " are stored"
                    : null;
        }
        return past.runs().size() < NoiseHistory.LEAST_RUNS
                ? "it takes " + NoiseHistory.LEAST_RUNS + " runs, and "
                        + past.runs().size() + " are stored"
                : null;
    }

    /** The smallest part of a usual value that the floor of a criterion is; 0 without one. */
    private double floor(Criterion.Growth growth) {
        Quantity floor = growth.ignoring();
        if (floor == null) {
            return 0;
        }
        return DoubleStream.concat(
                        now.pairsOf(growth).stream().mapToDouble(PairRehearsal.Subject::value),
                        now.runsOf(growth).stream().mapToDouble(RunRehearsal.Subject::value))
                .map(value -> floor.base() / value)
                .min()
                .orElse(0);
    }

    /** The lowest step that will do, found by halving: a wider limit leaves fewer builds undecided. */
    private static Optional<Criterion> ladder(Criterion.Growth growth, DoublePredicate enough) {
        int high = growth.change() == Criterion.Change.DROP
                ? (int) java.util.Arrays.stream(LADDER)
                                .filter(step -> step <= MOST_DROP)
                                .count()
                        - 1
                : LADDER.length - 1;
        if (!enough.test(LADDER[high])) {
            return Optional.empty();
        }
        int low = -1;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (enough.test(LADDER[middle])) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return Optional.of(with(growth, LADDER[high]));
    }

    /** The criterion with another limit in per cent, written out. */
    static Criterion.Growth with(Criterion.Growth growth, double percent) {
        Quantity limit = new Quantity(percent, Unit.PERCENT);
        String text = growth.operator().symbol() + " " + written(limit) + " "
                + growth.change().name().toLowerCase(java.util.Locale.ROOT) + " vs "
                + growth.baseline().text()
                + (growth.ignoring() == null ? "" : ", ignoring < " + written(growth.ignoring()));
        return new Criterion.Growth(
                text, growth.operator(), limit, true, growth.change(), growth.baseline(), growth.ignoring());
    }

    /** The limit rounded to a number that people would write, away from the usual values. */
    private static Criterion nice(Criterion.Absolute criterion, double limit) {
        Unit unit = criterion.limit().unit();
        double value = limit / unit.toBase();
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        boolean upper = criterion.operator().isUpper();
        double rounded = upper ? NICE[NICE.length - 1] : NICE[0];
        for (double step : NICE) {
            if (upper && step >= value / power * (1 - 1e-9)) {
                rounded = step;
                break;
            } else if (!upper && step <= value / power * (1 + 1e-9)) {
                rounded = step;
            }
        }
        Quantity quantity = new Quantity(
                new java.math.BigDecimal(rounded * power)
                        .round(new java.math.MathContext(2))
                        .doubleValue(),
                unit);
        return new Criterion.Absolute(
                criterion.operator().symbol() + " " + written(quantity), criterion.operator(), quantity);
    }

    private static String written(Quantity quantity) {
        String symbol = quantity.unit().symbol();
        String number = Numbers.written(quantity.value());
        return symbol.isEmpty() || symbol.equals(Unit.PERCENT.symbol()) ? number + symbol : number + " " + symbol;
    }
}
