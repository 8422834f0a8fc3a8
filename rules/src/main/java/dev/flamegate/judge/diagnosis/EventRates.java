package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.Interval;
import dev.flamegate.model.Pair.JvmEvents;
import dev.flamegate.model.Pair.JvmEvents.Kind;
import dev.flamegate.model.Pair.JvmEvents.Part;
import dev.flamegate.model.Pair.JvmEvents.Tally;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * A rate of events in both arms of a pair, with its difference.
 *
 * @param difference candidate minus baseline, with an interval that errs on each side with probability {@value #ERROR}
 */
record EventRates(double baseline, double candidate, Interval difference) {
    /**
     * A difference is named if it exceeds its threshold with this error. Thresholds are far from 0, so that an
     * unchanged build, whose true difference is 0, is named far less often.
     */
    static final double ERROR = 0.01;

    /** The standard normal value that is exceeded with probability {@value #ERROR}. */
    private static final double QUANTILE = 2.326;

    /**
     * The standard deviation of a rate's logarithm between starts of one build, beside what so few events make. On three
     * services it was 0 to 0.3 (docs/internals/notes/0066).
     */
    private static final double BETWEEN_STARTS = 0.3;

    /** That of the time waited, which a few long waits decide: 0.4 to 1.3 on the same services. */
    private static final double OF_WAITING = 0.75;

    /**
     * A value that is measured of an arm, and its divisor.
     *
     * @param betweenStarts standard deviation of the logarithm between starts
     */
    record Measure(ToDoubleFunction<Tally> value, ToDoubleFunction<Part> per, double betweenStarts) {
        static final Measure COUNTS_PER_SECOND = new Measure(Tally::count, Part::seconds);
        static final Measure COUNTS_PER_REQUEST = new Measure(Tally::count, Part::requests);
        static final Measure PART_OF_TIME = new Measure(Tally::amount, Part::seconds);
        static final Measure SECONDS_PER_REQUEST = new Measure(Tally::amount, Part::requests, OF_WAITING);
        static final Measure PART_OF_SAMPLES = new Measure(Tally::count, EventRates::samples);
        static final Measure LEVEL = new Measure(Tally::amount, part -> 1);

        private Measure(ToDoubleFunction<Tally> value, ToDoubleFunction<Part> per) {
            this(value, per, BETWEEN_STARTS);
        }
    }

    /**
     * The rates of the events meant. Each rate has an interval from a part of it to a multiple of it; the interval of
     * the difference is made of these two (the method of variance estimates recovery, Zou and Donner, Statistics in
     * Medicine 27, 2008).
     */
    static EventRates of(JvmEvents events, Predicate<Tally> meant, Measure measure) {
        double before = rate(events.baseline(), meant, measure);
        double after = rate(events.candidate(), meant, measure);
        double ofBefore = factor(events.baseline(), meant, measure);
        double ofAfter = factor(events.candidate(), meant, measure);
        double below = Math.hypot(after - after / ofAfter, before * ofBefore - before);
        double above = Math.hypot(after * ofAfter - after, before - before / ofBefore);
        double difference = after - before;
        return new EventRates(before, after, new Interval(difference - below, difference + above, 1 - 2 * ERROR));
    }

    /** The tally of the meant events that grew most; empty if no tally grew. */
    static Optional<Tally> worst(JvmEvents events, Predicate<Tally> meant, Measure measure) {
        Map<Tally, Double> growth = new HashMap<>();
        add(growth, events.candidate(), meant, measure, 1);
        add(growth, events.baseline(), meant, measure, -1);
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

    /** The factor by which the mean rate of many starts may be above or below the rate of this one. */
    private static double factor(Part part, Predicate<Tally> meant, Measure measure) {
        long count =
                part.tallies().stream().filter(meant).mapToLong(Tally::count).sum();
        double ofCounts = measure == Measure.LEVEL || count == 0 ? 0 : 1.0 / count;
        return Math.exp(QUANTILE * Math.sqrt(measure.betweenStarts() * measure.betweenStarts() + ofCounts));
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
