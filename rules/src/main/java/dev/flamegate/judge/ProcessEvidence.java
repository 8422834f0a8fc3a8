package dev.flamegate.judge;

import static dev.flamegate.model.Counter.ALLOCATED;
import static dev.flamegate.model.Counter.CPU_APPLICATION;
import static dev.flamegate.model.Counter.CPU_PROCESS;
import static dev.flamegate.model.Counter.CPU_THROTTLED_TIME;
import static dev.flamegate.model.Counter.GC_TIME;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.Run;
import dev.flamegate.model.Selector;
import dev.flamegate.model.Trial;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Indicators of the target's process: CPU, allocation, collections, memory, threads, start-up. */
final class ProcessEvidence {
    private ProcessEvidence() {}

    static Measurement of(Run run, Indicator indicator) {
        TrialStatistic statistic = switch (indicator.name()) {
            case "cpu.utilization" -> ratio(CPU_PROCESS, trial -> seconds(trial) * run.cpus());
            case "cpu.per-request" -> ratio(CPU_PROCESS, Trial::ok);
            case "cpu.application.per-request" -> ratio(CPU_APPLICATION, Trial::ok);
            case "cpu.throttled" -> ratio(CPU_THROTTLED_TIME, ProcessEvidence::seconds);
            case "alloc.per-request" -> ratio(ALLOCATED, Trial::ok);
            case "gc.time" -> ratio(GC_TIME, ProcessEvidence::seconds);
            case "gc.pause.max" -> largest(Gauge.GC_PAUSE);
            case "heap.after-gc" -> largest(Gauge.HEAP_AFTER_GC);
            case "memory.rss" -> largest(Gauge.MEMORY_RSS);
            case "threads.count" -> largest(Gauge.THREADS);
            case "startup.time" -> ProcessEvidence::startup;
            default -> throw new IllegalArgumentException(indicator.name() + ": not an indicator of a process");
        };
        String missing = indicator.name().endsWith("per-request")
                        && run.trials().stream().anyMatch(t -> t.ok() == 0)
                ? "a trial has no successful request"
                : "the target did not report it";
        return statistic.measure(indicator, Selector.ALL, run.trials(), List.of(), missing);
    }

    /** Of a service that ran already nobody knows it. */
    private static OptionalDouble startup(List<Trial> trials) {
        double mean = trials.stream().mapToDouble(Trial::startup).average().orElse(Double.NaN);
        return Double.isNaN(mean) ? OptionalDouble.empty() : OptionalDouble.of(mean);
    }

    private static double seconds(Trial trial) {
        return trial.measuredSeconds();
    }

    /** Sum of a counter over the sum of something else. */
    private static TrialStatistic ratio(Counter counter, ToDoubleFunction<Trial> denominator) {
        return trials -> {
            double above = 0;
            double below = 0;
            for (Trial trial : trials) {
                OptionalDouble value = trial.counter(counter);
                if (value.isEmpty()) {
                    return OptionalDouble.empty();
                }
                above += value.getAsDouble();
                below += denominator.applyAsDouble(trial);
            }
            return below > 0 ? OptionalDouble.of(above / below) : OptionalDouble.empty();
        };
    }

    private static TrialStatistic largest(Gauge gauge) {
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
