package dev.flamegate.insight.calls;

import dev.flamegate.collect.CallCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * One arm's counts, by counter.
 *
 * @param calls all of them; -1 where some are missing
 * @param bursts how much the calls come in bursts: the variance of the calls in equal parts of the time, divided by
 *     their mean; 1 for calls that come one by one at random, 100 for calls that come by the hundred; 0 for ever as
 *     many
 */
public record Tally(List<Long> calls, List<Double> bursts) {
    /** The fewest parts of the time that show bursts. */
    private static final int LEAST_PARTS = 4;

    public Tally {
        calls = List.copyOf(calls);
        bursts = List.copyOf(bursts);
    }

    /**
     * Computes a tally from the counts read while the load was on, in equal distances, and when all requests had ended.
     *
     * @param during at least one
     */
    public static Tally of(List<CallCounter.Counts> during, CallCounter.Counts end) {
        List<Double> bursts = new ArrayList<>();
        for (int i = 0; i < end.counts().size(); i++) {
            int counter = i;
            bursts.add(burst(during.stream()
                    .mapToDouble(reading ->
                            counter < reading.counts().size() ? reading.counts().get(counter) : 0)
                    .toArray()));
        }
        return new Tally(end.counts(), bursts);
    }

    private static double burst(double[] readings) {
        if (readings.length <= LEAST_PARTS) {
            return 1;
        }
        double[] parts = new double[readings.length - 1];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = Math.max(0, readings[i + 1] - readings[i]);
        }
        double mean = DoubleStream.of(parts).sum() / parts.length;
        double squares = DoubleStream.of(parts)
                .map(part -> (part - mean) * (part - mean))
                .sum();
        return mean > 0 ? squares / (parts.length - 1) / mean : 1;
    }

    long calls(int counter) {
        return counter < calls.size() ? calls.get(counter) : -1;
    }

    double burst(int counter) {
        return counter < bursts.size() ? bursts.get(counter) : 1;
    }
}
