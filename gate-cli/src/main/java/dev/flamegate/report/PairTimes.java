package dev.flamegate.report;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** How long pairs took. The arms of a pair live side by side, so their stages cannot be added up. */
final class PairTimes {
    private PairTimes() {}

    /** Seconds from the start of each pair's first process to the end of its last block of load. */
    static List<Double> of(Comparison comparison) {
        List<Trial> baseline = comparison.baseline().trials();
        List<Trial> candidate = comparison.candidate().trials();
        return IntStream.range(0, comparison.pairs().size())
                .mapToObj(i -> seconds(baseline.get(i), candidate.get(i)))
                .toList();
    }

    private static double seconds(Trial one, Trial other) {
        Instant begin = begin(one).isBefore(begin(other)) ? begin(one) : begin(other);
        Instant end = end(one).isAfter(end(other)) ? end(one) : end(other);
        return Duration.between(begin, end).toMillis() / 1e3;
    }

    private static Instant begin(Trial trial) {
        double startup = Double.isFinite(trial.startup()) ? trial.startup() : 0;
        return trial.warmUp().window().start().minusMillis(Math.round(startup * 1e3));
    }

    private static Instant end(Trial trial) {
        return trial.window().end();
    }
}
