package dev.flamegate.init.suggest;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.forecast.Forecast;
import dev.flamegate.judge.forecast.Forecast.OfGrowth;
import dev.flamegate.judge.forecast.Forecast.OfValue;
import dev.flamegate.judge.forecast.Forecast.Source;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.report.explain.ForecastText;

/** Says in a comment what a suggested limit is worth: how often noise breaks it, and what it finds. */
final class ForecastNote {
    private ForecastNote() {}

    /** The forecast as a comment on a suggested limit; empty if nothing is known. */
    static String of(Rule rule, Criterion criterion, Level level, Forecast forecast, Looks looks) {
        if (forecast instanceof OfValue value) {
            return "Unchanged runs had " + ForecastText.range(rule, value) + "; "
                    + (level == Level.MUST ? "FAIL " : "warning ") + "by noise in " + ForecastText.breaks(value)
                    + ", nine times in ten from " + ForecastText.seen(criterion, value) + ".";
        } else if (!(forecast instanceof OfGrowth)) {
            return "";
        }
        OfGrowth growth = (OfGrowth) forecast;
        String part = ForecastText.part(growth);
        String noise = Double.isNaN(growth.betweenRuns())
                ? "Pairs scatter by " + Numbers.percent(growth.deviation()) + part
                : "Trials scatter by " + Numbers.percent(growth.deviation()) + part + ", runs by "
                        + Numbers.percent(growth.betweenRuns());
        return noise
                + (growth.source() == Source.COMPARISONS || !Double.isNaN(growth.betweenRuns())
                        ? ""
                        : growth.source() == Source.RUNS ? ", judged by trials of runs" : ", as is usual")
                + ". Unchanged builds: " + (level == Level.MUST ? "FAIL in " : "warning in ")
                + ForecastText.part(growth.unchanged().fail(), growth.unchanged()) + ", undecided in "
                + ForecastText.part(growth.unchanged().open(), growth.unchanged()) + ". Found nine times in ten"
                + (Double.isNaN(growth.betweenRuns()) ? " within " + looks.last() + " pairs" : "") + ": "
                + (growth.detectable().isEmpty()
                        ? "nothing up to ten times"
                        : (ForecastText.isDrop(criterion) ? "-" : "+")
                                + Numbers.percent(growth.detectable().getAsDouble()))
                + ".";
    }
}
