package dev.flamegate.judge.evidence;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Run;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.Measurement.Bounds;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.LatencyStatistic;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.stats.BucketQuantile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/** Latency from the service's own histograms, merged over all wanted requests and trials. */
final class ServerEvidence {
    /** The largest width of a bucket without a warning, relative to its upper bound. */
    private static final double WIDE = 0.10;

    private ServerEvidence() {}

    /**
     * One statistic of a run.
     *
     * @param wanted requests, by name
     */
    static Measurement measure(
            Run run, Indicator indicator, Selector selector, LatencyStatistic statistic, Predicate<String> wanted) {
        Measurement measurement = Measurement.of(
                indicator,
                selector,
                run.trials(),
                trials -> value(histograms(trials, wanted), statistic),
                warnings(histograms(run.trials(), wanted), statistic),
                "the target exposes no histogram of its requests");
        return measurement instanceof Measured measured && statistic != LatencyStatistic.MEAN
                ? new Measured(
                        indicator,
                        selector,
                        measured.value(),
                        measured.trials(),
                        bounds(run.trials(), wanted, statistic),
                        measured.warnings())
                : measurement;
    }

    private static List<Bounds> bounds(List<Trial> trials, Predicate<String> wanted, LatencyStatistic statistic) {
        return trials.stream()
                .flatMap(trial -> quantile(histograms(List.of(trial), wanted), statistic).stream())
                .map(found -> new Bounds(found.lower(), found.upper()))
                .toList();
    }

    private static List<ServerLatency> histograms(List<Trial> trials, Predicate<String> wanted) {
        return trials.stream()
                .flatMap(trial -> trial.serverLatency().stream())
                .filter(latency -> wanted.test(latency.request()))
                .toList();
    }

    private static OptionalDouble value(List<ServerLatency> histograms, LatencyStatistic statistic) {
        if (statistic == LatencyStatistic.MEAN) {
            double count = histograms.stream().mapToDouble(ServerLatency::count).sum();
            double sum = histograms.stream().mapToDouble(ServerLatency::sum).sum();
            return count > 0 ? OptionalDouble.of(sum / count) : OptionalDouble.empty();
        }
        return quantile(histograms, statistic)
                .map(found -> OptionalDouble.of(found.estimate()))
                .orElse(OptionalDouble.empty());
    }

    /**
     * The maximum, rank 1, is known only as the upper bound of the last bucket in use. A summary, whose only bucket has all
     * times, says nothing.
     */
    private static Optional<BucketQuantile> quantile(List<ServerLatency> histograms, LatencyStatistic statistic) {
        return BucketQuantile.of(histograms, statistic.percentile() / 100)
                .filter(found -> found.lower() > 0 || Double.isFinite(found.upper()));
    }

    private static List<Warning> warnings(List<ServerLatency> histograms, LatencyStatistic statistic) {
        if (statistic == LatencyStatistic.MEAN) {
            return List.of();
        }
        return quantile(histograms, statistic)
                .filter(found -> found.isWiderThan(WIDE))
                .map(found ->
                        new Warning(Notice.CLASSIC_BUCKETS, bounds(found) + ": the histogram's buckets tell no more"))
                .stream()
                .toList();
    }

    private static String bounds(BucketQuantile found) {
        return Double.isInfinite(found.upper())
                ? "above " + time(found.lower())
                : "between " + time(found.lower()) + " and " + time(found.upper());
    }

    private static String time(double seconds) {
        return Numbers.quantity(seconds, seconds >= 1 ? Unit.SECONDS : Unit.MILLISECONDS);
    }
}
