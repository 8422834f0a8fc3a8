package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.Interval;
import dev.flamegate.model.Pair.JvmEvents;
import dev.flamegate.model.Pair.JvmEvents.Kind;
import dev.flamegate.model.Pair.JvmEvents.Part;
import dev.flamegate.model.Pair.JvmEvents.Tally;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Moments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * A rate of events in both arms, over pairs, with its difference.
 *
 * @param baseline mean over the pairs
 * @param candidate likewise
 * @param difference candidate minus baseline, with an interval that errs on each side with probability {@value #ERROR}
 */
record EventRates(double baseline, double candidate, Interval difference) {
    /**
     * A difference is named if it exceeds its threshold with this error. Thresholds are far from 0, so that an
     * unchanged build, whose true difference is 0, is named far less often.
     */
    static final double ERROR = 0.01;

    /** The fewest pairs: the difference between starts has to be known. */
    static final int LEAST_PAIRS = 2;

    /** A value that is measured of an arm, and its divisor. */
    record Measure(ToDoubleFunction<Tally> value, ToDoubleFunction<Part> per) {
        static final Measure COUNTS_PER_SECOND = new Measure(Tally::count, Part::seconds);
        static final Measure PART_OF_TIME = new Measure(Tally::amount, Part::seconds);
        static final Measure SECONDS_PER_REQUEST = new Measure(Tally::amount, Part::requests);
        static final Measure PART_OF_SAMPLES = new Measure(Tally::count, EventRates::samples);
        static final Measure LEVEL = new Measure(Tally::amount, part -> 1);
    }

    /** The rates of the events meant, in pairs of which there are at least {@value #LEAST_PAIRS}. */
    static EventRates of(List<JvmEvents> pairs, Predicate<Tally> meant, Measure measure) {
        List<Double> before = new ArrayList<>();
        List<Double> after = new ArrayList<>();
        List<Double> differences = new ArrayList<>();
        double chance = 0;
        for (JvmEvents pair : pairs) {
            double from = rate(pair.baseline(), meant, measure);
            double to = rate(pair.candidate(), meant, measure);
            before.add(from);
            after.add(to);
            differences.add(to - from);
            chance += variance(pair.baseline(), meant, from) + variance(pair.candidate(), meant, to);
        }
        Moments moments = Moments.of(differences);
        int n = moments.n();
        // Two or three pairs may agree by luck: never more certain than that many events are by themselves.
        double variance = Math.max(moments.variance() / n, measure == Measure.LEVEL ? 0 : chance / n / n);
        Change change = new Change(moments.mean(), Math.sqrt(variance), moments.degrees());
        return new EventRates(Moments.of(before).mean(), Moments.of(after).mean(), change.interval(ERROR));
    }

    /** The tally of the meant events that grew most; empty if no tally grew. */
    static Optional<Tally> worst(List<JvmEvents> pairs, Predicate<Tally> meant, Measure measure) {
        Map<Tally, Double> growth = new HashMap<>();
        for (JvmEvents pair : pairs) {
            add(growth, pair.candidate(), meant, measure, 1);
            add(growth, pair.baseline(), meant, measure, -1);
        }
        return growth.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .max(Map.Entry.<Tally, Double>comparingByValue()
                        .thenComparing(
                                entry -> entry.getKey().where() + entry.getKey().what()))
                .map(Map.Entry::getKey);
    }

    private static void add(
            Map<Tally, Double> growth, Part part, Predicate<Tally> meant, Measure measure, double sign) {
        double per = measure.per().applyAsDouble(part);
        part.tallies().stream()
                .filter(meant)
                .forEach(tally -> growth.merge(
                        new Tally(tally.kind(), tally.what(), tally.where(), 0, 0),
                        sign * measure.value().applyAsDouble(tally) / per,
                        Double::sum));
    }

    private static double rate(Part part, Predicate<Tally> meant, Measure measure) {
        return part.tallies().stream()
                        .filter(meant)
                        .mapToDouble(measure.value())
                        .sum()
                / measure.per().applyAsDouble(part);
    }

    private static double variance(Part part, Predicate<Tally> meant, double rate) {
        long count =
                part.tallies().stream().filter(meant).mapToLong(Tally::count).sum();
        return count == 0 ? 0 : rate * rate / count;
    }

    /** The number of looks at threads that run Java code. */
    static long samples(Part part) {
        return part.tallies().stream()
                .filter(of(Kind.CODE_SAMPLE))
                .mapToLong(Tally::count)
                .sum();
    }

    /** The smallest difference that is left when doubt is subtracted. */
    double certain() {
        return difference.low();
    }

    static Predicate<Tally> of(Kind kind) {
        return tally -> tally.kind() == kind;
    }
}
