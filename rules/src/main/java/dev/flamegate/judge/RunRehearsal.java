package dev.flamegate.judge;

import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Holm;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.VariancePrior;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Finds out what growth criteria would decide about runs that were never measured: their values, and those of the
 * stored runs they are held against, are drawn from the noise of past runs and judged by the code that judges measured
 * ones.
 */
public final class RunRehearsal {
    /** Fewer degrees of freedom than this say too little about how trials scatter: three runs of three trials. */
    private static final int LEAST_DEGREES = 6;

    private final int trials;
    private final long seed;

    public RunRehearsal(int trials, long seed) {
        this.trials = trials;
        this.seed = seed;
    }

    /**
     * A growth criterion of one part of the service, and the noise it meets.
     *
     * @param value the usual one, above 0, in base units
     * @param ofTrials how much the trials of a run scatter, as logarithms
     * @param betweenRuns how much whole runs differ beyond that
     * @param prior what the judge knows of the trials' scatter
     */
    public record Subject(
            Rule rule,
            Criterion.Growth criterion,
            Level level,
            Selector selector,
            double value,
            VariancePrior.Pooled ofTrials,
            VariancePrior.Pooled betweenRuns,
            VariancePrior prior) {
        public Subject with(Criterion.Growth other) {
            return new Subject(rule, other, level, selector, value, ofTrials, betweenRuns, prior);
        }

        /** A criterion without known values, but with the usual scatter of trials. */
        public static Subject assumed(Rule rule, Criterion.Growth criterion, Level level, double deviation) {
            return new Subject(
                    rule,
                    criterion,
                    level,
                    rule.selector(),
                    1,
                    new VariancePrior.Pooled(deviation * deviation, VariancePrior.MAX_DEGREES),
                    Noise.of(rule.indicator(), rule.selector(), List.of()).betweenRuns(),
                    VariancePrior.NONE);
        }

        /** The number of stored runs that the growth is against. */
        int baselines() {
            return criterion.baseline() instanceof BaselineRef.MedianOf median ? median.runs() : 1;
        }
    }

    /**
     * The growth criteria of rules against stored runs, for the parts that the latest run has.
     *
     * @param past sound runs of one service and fingerprint, latest first, at least one
     */
    public static List<Subject> cast(List<Rule> rules, List<Run> past) {
        List<Subject> subjects = new ArrayList<>();
        for (Rule rule : rules) {
            if (rule.applies() != Rule.Applies.COMPARE && !WorstMethod.isMeant(rule.indicator())) {
                for (Measured measured : measured(rule, past.get(0))) {
                    rule.must().forEach(one -> add(subjects, rule, one, Level.MUST, measured, past));
                    rule.should().forEach(one -> add(subjects, rule, one, Level.SHOULD, measured, past));
                }
            }
        }
        return subjects;
    }

    /** The values of a run, without its profiles, for the parts that a rule selects. */
    public static List<Measured> measured(Rule rule, Run run) {
        ProfiledRun bare = new ProfiledRun(run, Collections.nCopies(run.trials().size(), Map.of()));
        return Evidence.of(bare, rule.indicator(), rule.selector()).stream()
                .filter(Measured.class::isInstance)
                .map(Measured.class::cast)
                .toList();
    }

    private static void add(
            List<Subject> subjects, Rule rule, Criterion criterion, Level level, Measured measured, List<Run> past) {
        if (!(criterion instanceof Criterion.Growth growth)
                || growth.baseline() instanceof BaselineRef.OtherArm
                || !rule.isByEvidence()
                || measured.trials().stream().anyMatch(value -> value <= 0)) {
            return;
        }
        Indicator indicator = rule.indicator();
        Selector selector = measured.selector();
        VariancePrior.Pooled ofTrials = ofTrials(indicator, selector, past);
        if (ofTrials.degrees() >= LEAST_DEGREES) {
            Noise noise = Noise.of(indicator, selector, past);
            subjects.add(new Subject(
                    rule, growth, level, selector, measured.value(), ofTrials, noise.betweenRuns(), noise.trials()));
        }
    }

    /**
     * Growth criteria between two arms, where no comparison is stored: their pairs are taken to scatter as two trials
     * of a run do. Arms share the machine, so real pairs scatter less rather than more.
     *
     * @param past sound runs of one service and fingerprint, latest first, at least one
     */
    public static List<PairRehearsal.Subject> castOfPairs(List<Rule> rules, List<Run> past) {
        List<PairRehearsal.Subject> subjects = new ArrayList<>();
        for (Rule rule : rules) {
            if (rule.applies() != Rule.Applies.RUN && !WorstMethod.isMeant(rule.indicator())) {
                for (Measured measured : measured(rule, past.get(0))) {
                    rule.must().forEach(one -> addPairs(subjects, rule, one, Level.MUST, measured, past));
                    rule.should().forEach(one -> addPairs(subjects, rule, one, Level.SHOULD, measured, past));
                }
            }
        }
        return subjects;
    }

    private static void addPairs(
            List<PairRehearsal.Subject> subjects,
            Rule rule,
            Criterion criterion,
            Level level,
            Measured measured,
            List<Run> past) {
        VariancePrior.Pooled ofTrials = ofTrials(rule.indicator(), measured.selector(), past);
        if (criterion instanceof Criterion.Growth growth
                && growth.baseline() instanceof BaselineRef.OtherArm
                && rule.isByEvidence()
                && growth.operator().isUpper()
                && measured.value() > 0
                && ofTrials.degrees() >= LEAST_DEGREES) {
            PairScatter scatter = PairScatter.assumed(Math.sqrt(2 * ofTrials.variance()));
            subjects.add(new PairRehearsal.Subject(
                    rule,
                    growth,
                    level,
                    measured.selector(),
                    measured.value(),
                    scatter,
                    UsualNoise.prior(rule.indicator(), Comparison.Manner.ORDINARY),
                    0));
        }
    }

    /** The scatter of the trials of past runs around the mean of their run. */
    private static VariancePrior.Pooled ofTrials(Indicator indicator, Selector selector, List<Run> past) {
        double squares = 0;
        int degrees = 0;
        for (Moments one : Noise.moments(indicator, selector, past)) {
            squares += one.degrees() * one.variance();
            degrees += one.degrees();
        }
        return degrees == 0 ? VariancePrior.Pooled.ZERO : new VariancePrior.Pooled(squares / degrees, degrees);
    }

    /**
     * The outcomes of runs of unchanged builds, if these criteria decide together.
     *
     * @return of the whole, then of each criterion
     */
    public List<Rates> unchanged(List<Subject> family, int draws) {
        return Rates.tally(seed, draws, random -> {
            List<Candidacy> drawn =
                    family.stream().map(subject -> drawn(subject, 0, random)).toList();
            double[] p = drawn.stream()
                    .flatMap(one -> one.grown().stream())
                    .mapToDouble(one -> one.growth().estimate().p())
                    .toArray();
            double[] levels = Holm.levels(p, Judge.GATE_LEVEL);
            return new Rates.Ended(
                    IntStream.range(0, levels.length)
                            .mapToObj(i -> end(drawn.get(i), levels[i]))
                            .toList(),
                    0);
        });
    }

    /**
     * The outcomes of runs as far as one criterion decides, while the others see nothing.
     *
     * @param family how many criteria share the error, this one included
     * @param growth in the bad direction, relative: 0.1 is +10 %, or -10 % where less is worse; below 1 there
     */
    public Rates alone(Subject subject, int family, double growth, int draws) {
        double level = Judge.GATE_LEVEL / Math.max(1, family);
        return Rates.tally(
                        seed, draws, random -> new Rates.Ended(List.of(end(drawn(subject, growth, random), level)), 0))
                .get(0);
    }

    /** A criterion that only warns is broken when it does. */
    private static Outcome end(Candidacy candidacy, double level) {
        Outcome outcome = Decision.outcome(candidacy, level);
        return outcome == Outcome.WARN && candidacy.level() == Level.SHOULD ? Outcome.FAIL : outcome;
    }

    private Candidacy drawn(Subject subject, double growth, SplittableRandom random) {
        boolean drop = subject.criterion().change() == Criterion.Change.DROP;
        double ofTrials = deviation(subject.ofTrials(), random);
        double betweenRuns = deviation(subject.betweenRuns(), random);
        List<Measured> before = IntStream.range(0, subject.baselines())
                .mapToObj(i -> run(subject, 0, ofTrials, betweenRuns, random))
                .toList();
        Measured after = run(subject, drop ? Math.log1p(-growth) : Math.log1p(growth), ofTrials, betweenRuns, random);
        Noise noise = new Noise(subject.prior(), subject.betweenRuns());
        Growth seen = RunEstimator.growth(subject.criterion(), before, after, noise);
        return new Candidacy(subject.rule(), subject.criterion(), subject.level(), after)
                .seeing(new Candidacy.Seen.OfRuns(seen, Candidacy.Baseline.DRAWN));
    }

    /** A variance is known no better than its degrees of freedom say. */
    private static double deviation(VariancePrior.Pooled pooled, SplittableRandom random) {
        double chi = 0;
        int degrees = Math.max(1, (int) Math.round(pooled.degrees()));
        for (int i = 0; i < degrees; i++) {
            double normal = random.nextGaussian();
            chi += normal * normal;
        }
        return Math.sqrt(pooled.variance() * degrees / chi);
    }

    private Measured run(Subject subject, double shift, double ofTrials, double betweenRuns, SplittableRandom random) {
        double session = shift + betweenRuns * random.nextGaussian();
        List<Double> values = IntStream.range(0, trials)
                .mapToObj(i -> subject.value() * Math.exp(session + ofTrials * random.nextGaussian()))
                .map(value -> Evidence.read(subject.rule().indicator(), value))
                .toList();
        double mean = values.stream().mapToDouble(value -> value).average().orElseThrow();
        return new Measured(subject.rule().indicator(), subject.selector(), mean, values, List.of());
    }
}
