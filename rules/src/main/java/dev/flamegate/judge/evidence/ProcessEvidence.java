package dev.flamegate.judge.evidence;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource.Increase;
import dev.flamegate.model.rule.Selector;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Indicators of the target's process: CPU, allocation, collections, memory, threads, start-up. */
final class ProcessEvidence {
    private static final String NOT_REPORTED = "the target did not report it";

    private ProcessEvidence() {}

    /** A counter's increase per request, second or CPU second or the like, whichever the source asks for. */
    static Measurement increase(Run run, Indicator indicator, Increase source) {
        ToDoubleFunction<Trial> divisor = switch (source.per()) {
            case REQUEST -> Trial::ok;
            case THOUSAND_REQUESTS -> trial -> trial.ok() / 1e3;
            case SECOND -> Trial::measuredSeconds;
            case HOUR -> trial -> trial.measuredSeconds() / 3600;
            case CPU_SECOND -> trial -> trial.measuredSeconds() * run.cpus();
        };
        boolean noRequest = (source.per() == Increase.Per.REQUEST || source.per() == Increase.Per.THOUSAND_REQUESTS)
                && run.trials().stream().anyMatch(trial -> trial.ok() == 0);
        return Measurement.of(
                indicator,
                Selector.ALL,
                run.trials(),
                ratio(source, divisor),
                List.of(),
                noRequest ? "a trial has no successful request" : NOT_REPORTED);
    }

    /** The largest level seen. */
    static Measurement level(Run run, Indicator indicator, Gauge gauge) {
        return Measurement.of(indicator, Selector.ALL, run.trials(), largest(gauge), List.of(), NOT_REPORTED);
    }

    /** The mean start-up time; unknown for a service that was already running. */
    static Measurement startup(Run run, Indicator indicator) {
        Function<List<Trial>, OptionalDouble> mean = trials -> {
            double seconds =
                    trials.stream().mapToDouble(Trial::startup).average().orElse(Double.NaN);
            return Double.isNaN(seconds) ? OptionalDouble.empty() : OptionalDouble.of(seconds);
        };
        return Measurement.of(indicator, Selector.ALL, run.trials(), mean, List.of(), NOT_REPORTED);
    }

    /** The sum of increases divided by the sum of something else. */
    private static Function<List<Trial>, OptionalDouble> ratio(Increase source, ToDoubleFunction<Trial> divisor) {
        return trials -> {
            double above = 0;
            double below = 0;
            for (Trial trial : trials) {
                Counter part = source.without();
                OptionalDouble value = trial.counter(source.counter());
                OptionalDouble without = part == null ? OptionalDouble.of(0) : trial.counter(part);
                if (value.isEmpty() || without.isEmpty()) {
                    return OptionalDouble.empty();
                }
                above += value.getAsDouble() - without.getAsDouble();
                below += divisor.applyAsDouble(trial);
            }
            return below > 0 ? OptionalDouble.of(above / below) : OptionalDouble.empty();
        };
    }

    private static Function<List<Trial>, OptionalDouble> largest(Gauge gauge) {
        return trials -> {
            double largest = Double.NEGATIVE_INFINITY;
            for (Trial trial : trials) {
                OptionalDouble value = trial.gauge(gauge);
                if (value.isEmpty()) {
                    return OptionalDouble.empty();
                }
                largest = Math.max(largest, value.getAsDouble());
            }
            return OptionalDouble.of(largest);
        };
    }
}
