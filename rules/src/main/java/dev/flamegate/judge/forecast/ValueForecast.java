package dev.flamegate.judge.forecast;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.RunRehearsal;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A forecast of the next unchanged run's value, by those of past runs: Student's t around their mean, as logarithms,
 * with the error of the mean.
 */
public final class ValueForecast {
    private final double[] logs;
    private final double mean;
    private final Spread spread;

    private ValueForecast(double[] logs) {
        Moments moments = Moments.of(logs);
        this.logs = logs;
        mean = moments.mean();
        spread = Spread.student(Math.sqrt(moments.variance() * (1 + 1.0 / moments.n())), moments.degrees());
    }

    /**
     * The forecast for the part of the service nearest to the limit; empty where runs are too few, or a value is 0 or
     * never varied.
     *
     * @param past sound runs, latest first
     */
    public static Optional<ValueForecast> of(Rule rule, Criterion.Absolute limit, List<Run> past) {
        if (past.size() < NoiseHistory.LEAST_RUNS) {
            return Optional.empty();
        }
        List<ValueForecast> parts = new ArrayList<>();
        for (Measured latest : RunRehearsal.measured(rule, past.get(0))) {
            double[] values = past.stream()
                    .flatMap(run -> RunRehearsal.measured(rule, run).stream())
                    .filter(measured -> measured.selector().equals(latest.selector()))
                    .mapToDouble(Measured::value)
                    .toArray();
            if (values.length >= NoiseHistory.LEAST_RUNS && isUsable(values)) {
                for (int i = 0; i < values.length; i++) {
                    values[i] = Math.log(values[i]);
                }
                parts.add(new ValueForecast(values));
            }
        }
        return parts.stream().max(Comparator.comparingDouble(part -> part.breaks(limit)));
    }

    /** The reason why a forecast is impossible, a clause for people. */
    static String whyNone(Rule rule, List<Run> past) {
        if (rule.indicator().isProfile()) {
            return "shares of a profile are not forecast";
        } else if (past.size() < NoiseHistory.LEAST_RUNS) {
            return "it takes " + NoiseHistory.LEAST_RUNS + " runs, and " + past.size()
                    + (past.size() == 1 ? " is stored" : " are stored");
        }
        double[] values = past.stream()
                .flatMap(run -> RunRehearsal.measured(rule, run).stream())
                .mapToDouble(Measured::value)
                .distinct()
                .toArray();
        return switch (values.length) {
            case 0 -> "the stored runs do not have it";
            case 1 ->
                "all " + past.size() + " stored runs had "
                        + Numbers.quantity(values[0], rule.indicator().unit());
            default -> "some of the stored runs do not have it, or have the value 0";
        };
    }

    private static boolean isUsable(double[] values) {
        boolean varies = false;
        for (double value : values) {
            if (!(value > 0)) {
                return false;
            }
            varies |= value != values[0];
        }
        return varies;
    }

    /** Probability that the next unchanged run breaks a limit. */
    double breaks(Criterion.Absolute criterion) {
        return breaks(criterion, criterion.limit().base());
    }

    private double breaks(Criterion.Absolute criterion, double limit) {
        if (!(limit > 0)) {
            return criterion.operator().isUpper() ? 1 : 0;
        }
        double distance = Math.log(limit) - mean;
        return spread.beyond(criterion.operator().isUpper() ? distance : -distance);
    }

    /** The limit that an unchanged run breaks with this probability. */
    public double limit(Criterion.Absolute criterion, double probability) {
        double distance = spread.quantile(probability);
        return Math.exp(mean + (criterion.operator().isUpper() ? distance : -distance));
    }

    Forecast.OfValue forecast(Criterion.Absolute criterion) {
        double limit = criterion.limit().base();
        boolean upper = criterion.operator().isUpper();
        double distance =
                limit > 0 ? Math.log(limit) - mean : upper ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        double seen = spread.quantile(1 - Change.POWER);
        double[] sorted = logs.clone();
        Arrays.sort(sorted);
        return new Forecast.OfValue(
                logs.length,
                Math.exp(sorted[0]),
                Math.exp(sorted[sorted.length - 1]),
                breaks(criterion),
                upper ? Math.expm1(distance + seen) : -Math.expm1(distance - seen));
    }
}
