package dev.flamegate.judge;

import dev.flamegate.judge.Candidacy.Seen.OfPairs;
import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.finding.Measurement.Bounds;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.finding.Measurement.Missing;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Step;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.Loudness;
import dev.flamegate.stats.Modes;
import dev.flamegate.stats.PairPrior;
import dev.flamegate.stats.PairedChange;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.Sequential;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Finds out what growth criteria would decide in comparisons that were never measured: their values are drawn from the
 * noise of past ones, and judged by the code that judges measured values. The same seed draws the same values, whatever
 * the limits.
 */
public final class PairRehearsal {
    private final Looks looks;
    private final long seed;

    public PairRehearsal(Looks looks, long seed) {
        this.looks = looks;
        this.seed = seed;
    }

    /**
     * A growth criterion of one part of the service, and the noise it meets.
     *
     * @param value the baseline's usual one, above 0, in base units
     * @param scatter what pairs are drawn from
     * @param prior what the judge knows of it
     * @param open the largest growth that the buckets of a histogram leave open, as a logarithm; 0 for exact values
     */
    public record Subject(
            Rule rule,
            Criterion.Growth criterion,
            Level level,
            Selector selector,
            double value,
            PairScatter scatter,
            PairPrior prior,
            double open) {
        public Subject with(Criterion.Growth other) {
            return new Subject(rule, other, level, selector, value, scatter, prior, open);
        }

        /**
         * True if the criterion is judged at all: a request without a rule for its name is not if buckets leave a
         * growth at the limit open.
         */
        public boolean isJudged() {
            Growth.Scale scale = criterion.relative() ? Growth.Scale.LOG : Growth.Scale.LINEAR;
            return !PairEstimator.isOfMany(rule) || open < scale.breaking(criterion, value);
        }

        private Candidacy candidacy(Measured measured) {
            return new Candidacy(rule, criterion, level, measured);
        }
    }

    /**
     * The growth criteria that comparisons like the past ones judge.
     *
     * @param subjects that can be drawn
     * @param left why the others cannot, a clause for people each; by the criterion itself, whatever it equals
     */
    public record Cast(List<Subject> subjects, IdentityHashMap<Criterion.Growth, String> left) {}

    /**
     * The criteria that rules make of past comparisons, as {@code compare} does.
     *
     * @param past comparisons of one service and fingerprint, at least one with a pair that counts
     */
    public static Cast cast(List<Rule> rules, List<Comparison> past) {
        ProfiledComparison longest = past.stream()
                .map(ProfiledComparison::bare)
                .max(Comparator.comparingInt(ProfiledComparison::validPairs))
                .orElseThrow();
        PairNoise noise = new PairNoise(past, past.get(past.size() - 1).manner());
        List<Subject> subjects = new ArrayList<>();
        IdentityHashMap<Criterion.Growth, String> left = new IdentityHashMap<>();
        for (Candidacy candidacy : new PairEstimator(longest, noise)
                .candidacies(rules.stream()
                        .filter(rule -> rule.applies() != Rule.Applies.RUN)
                        .filter(rule -> !WorstMethod.isMeant(rule.indicator()))
                        .toList())) {
            if (candidacy.criterion() instanceof Criterion.Growth criterion) {
                Optional<Subject> subject = subject(candidacy, criterion, noise);
                subject.ifPresent(subjects::add);
                if (subject.isEmpty()) {
                    left.put(criterion, why(candidacy));
                }
            }
        }
        subjects.forEach(subject -> left.remove(subject.criterion()));
        return new Cast(subjects, left);
    }

    private static Optional<Subject> subject(Candidacy candidacy, Criterion.Growth criterion, PairNoise noise) {
        Optional<OfPairs> seen = candidacy.sequential();
        if (seen.isEmpty() || !(candidacy.measurement() instanceof Measured measured)) {
            return Optional.empty();
        }
        Growth growth = seen.get().growth();
        Rule rule = candidacy.rule();
        Selector selector = measured.selector();
        List<PairedSample> samples = noise.samples(rule.indicator(), selector);
        return PairScatter.of(samples, bucket(measured.bounds()))
                .map(scatter -> new Subject(
                        rule,
                        criterion,
                        candidacy.level(),
                        selector,
                        growth.baseline(),
                        scatter,
                        noise.of(rule.indicator(), selector),
                        growth.estimate().blur().hides()));
    }

    private static String why(Candidacy candidacy) {
        if (candidacy.measurement() instanceof Missing missing) {
            return missing.reason();
        } else if (candidacy.seen() instanceof Candidacy.Seen.NoGrowth none) {
            return none.reason();
        }
        return candidacy.sequential().isPresent()
                ? "its pairs are too few, or some have the value 0"
                : "it is decided by the two numbers alone";
    }

    /** Width of the histogram's buckets as the logarithm of a ratio; 0 for exact values. */
    private static double bucket(List<Bounds> bounds) {
        double[] widths = bounds.stream()
                .filter(one -> one.lower() > 0 && one.upper() > one.lower() && one.upper() < Double.POSITIVE_INFINITY)
                .mapToDouble(one -> Math.log(one.upper() / one.lower()))
                .sorted()
                .toArray();
        return widths.length == 0 ? 0 : widths[widths.length / 2];
    }

    /**
     * The outcomes of comparisons of unchanged builds, if these criteria decide together.
     *
     * @return of the whole, then of each criterion
     */
    public List<Rates> unchanged(List<Subject> family, int draws) {
        return Rates.tally(seed, draws, random -> {
            List<Drawn> drawn = family.stream()
                    .map(subject -> new Drawn(subject, 0, random))
                    .toList();
            return decide(drawn, 0);
        });
    }

    /**
     * The outcomes of comparisons as far as one criterion decides, while the others see nothing.
     *
     * @param family how many criteria share the error, this one included
     * @param growth in the bad direction, relative: 0.1 is +10 %, or -10 % where less is worse; below 1 there
     */
    public Rates alone(Subject subject, int family, double growth, int draws) {
        return Rates.tally(seed, draws, random -> decide(List.of(new Drawn(subject, growth, random)), family - 1))
                .get(0);
    }

    /**
     * Decides one comparison, from its first look to its last.
     *
     * @param quiet further criteria of the family that see nothing
     */
    private Rates.Ended decide(List<Drawn> family, int quiet) {
        Sequential sequential = new Sequential(looks);
        int n = looks.pairs().get(0);
        while (true) {
            int now = n;
            Loudness loudness = loudness(family, now);
            List<Candidacy> candidacies =
                    family.stream().map(drawn -> drawn.after(now, loudness)).toList();
            List<IntFunction<Estimate.Paired>> sees = new ArrayList<>();
            candidacies.forEach(one -> one.sequential().ifPresent(seen -> sees.add(seen.estimates())));
            IntStream.range(0, quiet).forEach(i -> sees.add(PairRehearsal::nothing));
            List<Sequential.Tested> standings = sequential.after(sees, n, false);
            if (sequential.isOver(standings, n)) {
                return new Rates.Ended(
                        IntStream.range(0, candidacies.size())
                                .mapToObj(i -> end(candidacies.get(i), standings.get(i)))
                                .toList(),
                        n);
            }
            n = sequential.next(standings, n);
        }
    }

    private static Loudness loudness(List<Drawn> family, int n) {
        return Loudness.of(List.copyOf(family.stream()
                .filter(drawn -> UsualNoise.isOfTime(drawn.subject.rule().indicator()))
                .collect(Collectors.groupingBy(
                        drawn -> drawn.subject.rule().indicator(),
                        LinkedHashMap::new,
                        Collectors.flatMapping(drawn -> drawn.sample(n).stream(), Collectors.toList())))
                .values()));
    }

    private static Estimate.Paired nothing(int n) {
        return new Estimate.Paired(new PairedChange(new Change(0, 0, 1), n, Modes.none(n)), 1);
    }

    /** A criterion that only warns is broken when it does. */
    private static Outcome end(Candidacy candidacy, Sequential.Tested standing) {
        Outcome outcome = Decision.outcome(candidacy, standing);
        return outcome == Outcome.WARN && standing.step() == Step.FAIL ? Outcome.FAIL : outcome;
    }

    /** The values of both arms that one criterion sees. */
    private final class Drawn {
        private final Subject subject;
        private final double[] before;
        private final double[] after;

        Drawn(Subject subject, double growth, SplittableRandom random) {
            this.subject = subject;
            boolean drop = subject.criterion().change() == Criterion.Change.DROP;
            double shift = drop ? Math.log1p(-growth) : Math.log1p(growth);
            double[][] arms = subject.scatter().draw(looks.last(), drop ? -1 : 1, random);
            before = values(arms[0], 0);
            after = values(arms[1], shift);
        }

        private double[] values(double[] logs, double shift) {
            return DoubleStream.of(logs)
                    .map(log -> subject.value() * Math.exp(log + shift))
                    .map(value -> Evidence.read(subject.rule().indicator(), value))
                    .toArray();
        }

        Candidacy after(int n, Loudness loudness) {
            Measured one = measured(before, n);
            Measured other = measured(after, n);
            return subject.candidacy(other)
                    .seeing(PairEstimator.grown(
                            Candidacy.Baseline.DRAWN, subject.criterion(), one, other, subject.prior(), loudness));
        }

        Optional<PairedSample> sample(int n) {
            return PairNoise.sample(measured(before, n), measured(after, n), subject.prior());
        }

        private Measured measured(double[] values, int n) {
            List<Double> first = DoubleStream.of(values).limit(n).boxed().toList();
            double mean = DoubleStream.of(values).limit(n).average().orElseThrow();
            return new Measured(subject.rule().indicator(), subject.selector(), mean, first, bounds(first), List.of());
        }

        private List<Bounds> bounds(List<Double> values) {
            double width = subject.scatter().bucket();
            return width == 0
                    ? List.of()
                    : values.stream()
                            .map(value -> Math.floor(Math.log(value) / width))
                            .map(k -> new Bounds(Math.exp(k * width), Math.exp((k + 1) * width)))
                            .toList();
        }
    }
}
