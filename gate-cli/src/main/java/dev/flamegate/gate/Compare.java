package dev.flamegate.gate;

import dev.flamegate.format.Numbers;
import dev.flamegate.gate.PairMeasurement.Arms;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.judge.forecast.Forecast;
import dev.flamegate.judge.forecast.Forecasts;
import dev.flamegate.judge.forecast.NoiseHistory;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.store.Comparisons;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** One {@code compare}: measures two builds pair by pair until the rules are decided, and judges them. */
public final class Compare implements ArmComparison {
    /** Rehearsals that the time it takes is estimated from. */
    private static final int REHEARSALS = 50;

    private final MeasurementPlan setup;
    private final ReportFolder reports;
    private final PairMeasurement measurement;
    private final boolean storesVerdicts;

    /** A comparison of one plan's builds, as real targets. */
    public Compare(MeasurementPlan setup, ReportFolder reports, Comparisons store) {
        this(setup, reports, store, TestBed.REAL);
    }

    public Compare(MeasurementPlan setup, ReportFolder reports, Comparisons store, TestBed.Factory beds) {
        this(setup, reports, new PairMeasurement(setup, store, beds, true), true);
    }

    /**
     * A comparison as a part of something larger.
     *
     * @param storesVerdicts whether its verdicts are kept with its pairs; those by a part of the plan's rules are not
     */
    public Compare(MeasurementPlan setup, ReportFolder reports, PairMeasurement measurement, boolean storesVerdicts) {
        this.setup = setup;
        this.reports = reports;
        this.measurement = measurement;
        this.storesVerdicts = storesVerdicts;
    }

    @Override
    public GateResult compare(ArmSpec baseline, List<ArmSpec> candidates, Looks looks, Duration budget)
            throws InterruptedException {
        if (candidates.size() != 1) {
            throw new IllegalArgumentException(candidates.size() + " candidates: this compares one");
        }
        return new GateResult.OfOne(compare(baseline, candidates.get(0), looks, budget));
    }

    /** Compares one candidate, as above; the first pair is always measured. */
    public GateReport compare(ArmSpec baseline, ArmSpec candidate, Looks looks, Duration budget)
            throws InterruptedException {
        reports.prepare();
        Arms arms = measurement.prepare(baseline, candidate);
        if (arms.areSame()) {
            setup.progress().warn("both arms are the same build: this compares it with itself");
        }
        return compare(arms, looks, budget, reports::logs);
    }

    /**
     * Compares two builds that are prepared; closes their test bed if a pair is measured.
     *
     * @param logs where the logs of a part of the measurement go, by its name
     */
    public GateReport compare(Arms arms, Looks looks, Duration budget, Function<String, Path> logs)
            throws InterruptedException {
        Comparisons store = measurement.store();
        ComparedPairs pairs = new ComparedPairs(arms.key(), setup.rules(), looks, store);
        ComparisonLoop loop =
                new ComparisonLoop(arms.bed().time(), budget, measurement.plannedPair(), pairs.durations());
        pairs.noteStored(setup.progress());
        WorkMeasurement work = new WorkMeasurement(setup);
        work.count(arms, pairs, logs.apply("work"), pairs::isSettled);
        boolean alone = work.isAlone() && pairs.isCounted();
        if (pairs.count() == 0 && !pairs.decided() && !alone) {
            Duration load = arms.bed().setup().plan().load().measure();
            expectation(looks, loop.expected(), load).ifPresent(setup.progress()::note);
        }
        ComparisonLoop.Next next = loop.next(pairs.count(), pairs.decided());
        if (next == ComparisonLoop.Next.PAIR && !alone) {
            next = measurement.measure(arms, pairs, loop, logs, new UntilDecided(pairs));
        }
        ProfiledComparison comparison = next == ComparisonLoop.Next.OUT_OF_TIME
                ? pairs.comparison().with(new Warning(Notice.BUDGET, loop.outOfTime(pairs.nextLook(), pairs.missing())))
                : pairs.comparison();
        GateReport report = Judging.report(comparison, pairs.judge(), setup.plan(), setup.rules(), setup.folder());
        if (storesVerdicts) {
            store.saveVerdict(arms.key(), report.judgement(), report.judged(), pairs.looks());
        }
        return report;
    }

    /**
     * The time that it will probably take, in words: for a service that was never compared, from the earliest look that
     * can decide to what one of the usual scatter takes, which is a cautious figure.
     *
     * @param planned duration of a pair, for a service whose pairs are not known
     * @param load on each arm of a pair
     */
    private Optional<String> expectation(Looks looks, Duration planned, Duration load) {
        NoiseHistory past =
                StoredNoise.ofComparisons(measurement.store(), setup.plan().service());
        OptionalDouble seconds = past.pairSeconds(load.toSeconds());
        Duration each = seconds.isPresent() ? Duration.ofSeconds(Math.round(seconds.getAsDouble())) : planned;
        Forecasts forecasts = Forecasts.of(setup.rules().rules(), past, looks);
        boolean known = forecasts.ofPairs() == Forecast.Source.COMPARISONS;
        int fewest = known ? looks.last() : looks.after(0);
        return forecasts
                .pairs(REHEARSALS)
                .map(pairs -> "expected " + (known ? "by earlier comparisons" : "as other services go")
                        + ": an unchanged build is decided after " + time(fewest, pairs.unchanged(), each)
                        + ", a growth of twice its limit after "
                        + time(fewest + Looks.CONFIRMING, pairs.grown(), each));
    }

    /** {@code 3 to 11 pairs (3 min 30 s to 12 min 50 s)}, or one number where that is not above the fewest. */
    private static String time(int fewest, double pairs, Duration each) {
        long number = Math.round(pairs);
        String most = Numbers.duration(each.multipliedBy(number));
        return fewest < number
                ? fewest + " to " + number + " pairs (" + Numbers.duration(each.multipliedBy(fewest)) + " to " + most
                        + ")"
                : number + " pairs (" + most + ")";
    }

    /** Measures until the rules are decided, and reports the state after each pair. */
    private final class UntilDecided implements PairMeasurement.Watcher {
        private final ComparedPairs pairs;

        UntilDecided(ComparedPairs pairs) {
            this.pairs = pairs;
        }

        @Override
        public void before(ComparisonLoop loop) {
            loop.shortage(pairs.nextLook(), pairs.missing()).ifPresent(setup.progress()::warn);
        }

        @Override
        public boolean isEnough() {
            pairs.standing().ifPresent(setup.progress()::note);
            return pairs.decided();
        }
    }

    /** Ends everything that was started; called on every way out. */
    @Override
    public void close() {
        measurement.close();
    }
}
