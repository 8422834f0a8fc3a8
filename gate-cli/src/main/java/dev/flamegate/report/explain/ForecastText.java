package dev.flamegate.report.explain;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.Rates;
import dev.flamegate.judge.forecast.Forecast;
import dev.flamegate.judge.forecast.Forecast.OfGrowth;
import dev.flamegate.judge.forecast.Forecast.OfValue;
import dev.flamegate.judge.forecast.Forecast.Source;
import dev.flamegate.judge.forecast.Forecasts;
import dev.flamegate.judge.forecast.NoiseHistory;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import java.util.ArrayList;
import java.util.List;

/** Explains how often a criterion breaks for an unchanged build, and which growth it finds. */
public final class ForecastText {
    /** The smallest part that is shown: a forecast by a few runs is no more precise. */
    private static final double LEAST_SHOWN = 1e-4;

    private ForecastText() {}

    /** The forecast of a rule's criteria: a sentence for each, and one for the noise where it changes. */
    static String of(Rule rule, Forecasts forecasts) {
        List<String> sentences = new ArrayList<>();
        String said = "";
        for (Level level : Level.values()) {
            for (Criterion criterion : level == Level.MUST ? rule.must() : rule.should()) {
                Forecast forecast = forecasts.of(rule, criterion);
                String noise = forecast instanceof OfGrowth growth ? noise(growth, forecasts.past()) : "";
                String again = noise.endsWith(",") ? "Then" : "";
                String lead = noise.equals(said) ? again : noise;
                sentences.add(
                        (lead.isEmpty() ? "" : lead + " ") + of(rule, criterion, level, forecast, forecasts.looks()));
                said = noise.isEmpty() ? said : noise;
            }
        }
        return String.join(" ", sentences);
    }

    private static String of(Rule rule, Criterion criterion, Level level, Forecast forecast, Looks looks) {
        if (forecast instanceof OfGrowth growth) {
            return "`" + criterion.text() + "` " + rates(growth.unchanged(), level) + ", and "
                    + found(growth, criterion, looks) + ".";
        } else if (forecast instanceof OfValue value) {
            return value(rule, criterion, value);
        }
        return "How often `" + criterion.text() + "` breaks of an unchanged build is unknown: "
                + ((Forecast.Unknown) forecast).reason() + ".";
    }

    /** The part of the service that is noisiest, in brackets; empty where there is only one. */
    public static String part(OfGrowth growth) {
        return growth.parts() > 1
                ? " (" + growth.noisiest().request() + ", the noisiest of " + growth.parts() + " requests)"
                : "";
    }

    /** True for a limit on how much less something may become. */
    public static boolean isDrop(Criterion criterion) {
        return criterion instanceof Criterion.Growth one && one.change() == Criterion.Change.DROP;
    }

    private static String noise(OfGrowth growth, NoiseHistory past) {
        String by = Numbers.percent(growth.deviation());
        boolean compared = Double.isNaN(growth.betweenRuns());
        String part = part(growth);
        if (compared) {
            return switch (growth.source()) {
                case COMPARISONS -> "The " + past.pairs() + " pairs stored here scatter by " + by + part + ".";
                case RUNS ->
                    "No pairs are stored here. If they scatter by " + by + part + ", as far as two trials of the "
                            + past.runs().size() + " stored runs do,";
                case ASSUMED -> "Too few pairs are stored here. If they scatter by " + by + ", as is usual,";
            };
        }
        String runs = Numbers.percent(growth.betweenRuns());
        return growth.source() == Source.ASSUMED
                ? "Too few runs are stored here. If trials scatter by " + by + ", as is usual, and runs by " + runs
                        + ","
                : "In the " + past.runs().size() + " runs stored here, trials scatter by " + by + part
                        + (past.runs().size() < NoiseHistory.LEAST_RUNS
                                ? ", and runs are assumed to by "
                                : ", and runs by ")
                        + runs
                        + ".";
    }

    private static String rates(Rates unchanged, Level level) {
        return (level == Level.MUST ? "fails " : "warns of ") + part(unchanged.fail(), unchanged)
                + " of unchanged builds, leaves " + part(unchanged.open(), unchanged) + " undecided";
    }

    /** A part of the rehearsals; none of them is less than can be seen. */
    public static String part(double part, Rates of) {
        return part == 0 ? "less than " + Numbers.percent(of.least()) : Numbers.percent(part);
    }

    private static String found(OfGrowth growth, Criterion criterion, Looks looks) {
        String change = isDrop(criterion) ? "drop" : "growth";
        String within = Double.isNaN(growth.betweenRuns()) ? " within " + looks.last() + " pairs" : "";
        return growth.detectable().isEmpty()
                ? "does not even find a " + change + " of ten times nine times in ten" + within
                : "finds a " + change + " of "
                        + Numbers.percent(growth.detectable().getAsDouble()) + " nine times in ten" + within;
    }

    private static String value(Rule rule, Criterion criterion, OfValue value) {
        return "The latest " + value.runs() + " runs stored here had " + range(rule, value) + ": `" + criterion.text()
                + "` would break by noise in " + breaks(value) + ", and nine times in ten from "
                + seen(criterion, value) + ".";
    }

    /** The values that stored runs had. */
    public static String range(Rule rule, OfValue value) {
        return Numbers.quantity(value.lowest(), rule.indicator().unit()) + " to "
                + Numbers.quantity(value.highest(), rule.indicator().unit());
    }

    /** The part of the runs of an unchanged build that break a limit, with its noun: {@code 1.2 % of runs}. */
    public static String breaks(OfValue value) {
        return (value.breaks() < LEAST_SHOWN ? "less than 0.01 %" : Numbers.percent(value.breaks())) + " of runs";
    }

    /** The change of the usual value that breaks a limit; a change for the better if the usual value breaks it. */
    public static String seen(Criterion criterion, OfValue value) {
        return "a change of "
                + Numbers.growth(criterion.operator().isUpper() ? value.detectable() : -value.detectable());
    }

    /** All criteria that can break the build, together. */
    static String together(Forecasts forecasts) {
        StringBuilder text = new StringBuilder();
        forecasts.comparisons().ifPresent(rates -> text.append("\n  compare: ").append(together(rates)));
        forecasts.runs().ifPresent(rates -> text.append("\n  run: ").append(together(rates)));
        return text.isEmpty()
                ? ""
                : "All growths that can break the build together, with an unchanged build and the noise above:" + text;
    }

    private static String together(Rates rates) {
        return "FAIL in " + part(rates.fail(), rates) + ", INCONCLUSIVE in " + part(rates.open(), rates) + " of "
                + Numbers.count(rates.drawn()) + " rehearsals";
    }
}
