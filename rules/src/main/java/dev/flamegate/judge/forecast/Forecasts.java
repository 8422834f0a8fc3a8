package dev.flamegate.judge.forecast;

import dev.flamegate.judge.PairRehearsal;
import dev.flamegate.judge.PairScatter;
import dev.flamegate.judge.Rates;
import dev.flamegate.judge.RunRehearsal;
import dev.flamegate.judge.UsualNoise;
import dev.flamegate.model.Comparison.Manner;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.stats.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The forecasts of the criteria of rules, on stored noise, or on usual noise if too little is stored. Growths are
 * rehearsed: values are drawn and judged by the code that judges measured ones, always from the same seed.
 */
public final class Forecasts {
    /** Rehearsals that a rate is counted in. */
    private static final int DRAWS = 2000;

    /** Rehearsals of each growth on the way to the one found in nine of ten. */
    private static final int POWER_DRAWS = 200;

    /** Growths that are not found at ten times are not looked for further. */
    private static final double MOST = Math.log(10);

    /** A drop is less than the whole. */
    private static final double MOST_DROP = 0.9;

    private static final int HALVINGS = 7;
    private static final long SEED = 20261122;
    private static final int USUAL_TRIALS = 3;

    private final List<Rule> rules;
    private final NoiseHistory past;
    private final Looks looks;
    private final PairRehearsal pairs;
    private final RunRehearsal runs;
    private final Map<Criterion, List<PairRehearsal.Subject>> compared = new IdentityHashMap<>();
    private final Map<Criterion, List<RunRehearsal.Subject>> held = new IdentityHashMap<>();
    private final Map<Criterion, String> left = new IdentityHashMap<>();
    private final Map<Criterion, Rates> each = new IdentityHashMap<>();
    private @Nullable Rates allPairs;
    private @Nullable Rates allRuns;
    private Forecast.Source ofPairs = Forecast.Source.ASSUMED;
    private Forecast.Source ofRuns = Forecast.Source.ASSUMED;

    public static Forecasts of(List<Rule> rules, NoiseHistory past, Looks looks) {
        Forecasts forecasts = new Forecasts(rules, past, looks);
        forecasts.castPairs();
        forecasts.castRuns();
        forecasts.assume();
        return forecasts;
    }

    private Forecasts(List<Rule> rules, NoiseHistory past, Looks looks) {
        this.rules = List.copyOf(rules);
        this.past = past;
        this.looks = looks;
        pairs = new PairRehearsal(looks, SEED);
        runs = new RunRehearsal(
                past.runs().isEmpty()
                        ? USUAL_TRIALS
                        : past.runs().get(0).trials().size(),
                SEED);
    }

    /**
     * Returns these forecasts with other limits, on the same noise.
     *
     * @param limits by the criterion that each replaces
     */
    public Forecasts with(List<Rule> changed, Map<Criterion, Criterion> limits) {
        Forecasts other = new Forecasts(changed, past, looks);
        other.ofPairs = ofPairs;
        other.ofRuns = ofRuns;
        compared.forEach((criterion, subjects) -> {
            Criterion.Growth limit = (Criterion.Growth) limits.getOrDefault(criterion, criterion);
            List<PairRehearsal.Subject> judged = judged(subjects, limit);
            if (judged.isEmpty()) {
                other.left.put(limit, "its histograms have too few buckets");
            } else {
                other.compared.put(limit, judged);
            }
        });
        held.forEach((criterion, subjects) -> {
            Criterion.Growth limit = (Criterion.Growth) limits.getOrDefault(criterion, criterion);
            other.held.put(
                    limit, subjects.stream().map(subject -> subject.with(limit)).toList());
        });
        left.forEach((criterion, why) -> other.left.put(limits.getOrDefault(criterion, criterion), why));
        return other;
    }

    private static List<PairRehearsal.Subject> judged(List<PairRehearsal.Subject> subjects, Criterion.Growth limit) {
        return subjects.stream()
                .map(subject -> subject.with(limit))
                .filter(PairRehearsal.Subject::isJudged)
                .toList();
    }

    private void castPairs() {
        if (past.pairs() > 0) {
            PairRehearsal.Cast cast = PairRehearsal.cast(rules, past.comparisons());
            add(cast.subjects());
            if (!cast.subjects().isEmpty()) {
                ofPairs = Forecast.Source.COMPARISONS;
                left.putAll(cast.left());
                return;
            }
        }
        if (!past.runs().isEmpty()) {
            List<PairRehearsal.Subject> subjects = RunRehearsal.castOfPairs(rules, past.runs());
            add(subjects);
            ofPairs = subjects.isEmpty() ? ofPairs : Forecast.Source.RUNS;
        }
    }

    private void add(List<PairRehearsal.Subject> subjects) {
        subjects.forEach(subject -> compared.computeIfAbsent(subject.criterion(), key -> new ArrayList<>())
                .add(subject));
    }

    private void castRuns() {
        List<RunRehearsal.Subject> subjects = past.runs().isEmpty() ? List.of() : RunRehearsal.cast(rules, past.runs());
        subjects.forEach(subject -> held.computeIfAbsent(subject.criterion(), key -> new ArrayList<>())
                .add(subject));
        ofRuns = subjects.isEmpty() ? ofRuns : Forecast.Source.RUNS;
    }

    /** Usual noise for the criteria of which nothing is stored, where none of their kind has anything. */
    private void assume() {
        for (Rule rule : rules) {
            rule.must().forEach(criterion -> assume(rule, criterion, Level.MUST));
            rule.should().forEach(criterion -> assume(rule, criterion, Level.SHOULD));
        }
    }

    private void assume(Rule rule, Criterion criterion, Level level) {
        if (!(criterion instanceof Criterion.Growth growth)
                || rule.indicator().isWorstMethod()
                || !rule.isByEvidence()
                || !growth.operator().isUpper()) {
            return;
        }
        Criterion.Growth plain = withoutFloor(growth);
        if (!plain.relative()) {
            left.putIfAbsent(
                    criterion, "it limits a difference, and no value is stored that it could be a difference of");
        } else if (growth.baseline() instanceof BaselineRef.OtherArm) {
            if (ofPairs == Forecast.Source.ASSUMED && rule.applies() != Rule.Applies.RUN) {
                compared.put(
                        criterion,
                        List.of(new PairRehearsal.Subject(
                                rule,
                                plain,
                                level,
                                rule.selector(),
                                1,
                                PairScatter.assumed(UsualNoise.ofPairs(rule.indicator(), past.manner())),
                                UsualNoise.prior(rule.indicator(), past.manner()),
                                0)));
            }
        } else if (ofRuns == Forecast.Source.ASSUMED && rule.applies() != Rule.Applies.COMPARE) {
            held.put(
                    criterion,
                    List.of(RunRehearsal.Subject.assumed(
                            rule, plain, level, UsualNoise.ofPairs(rule.indicator(), Manner.ORDINARY) / Math.sqrt(2))));
        }
    }

    /** The criterion without its floor, which means nothing for an unknown value. */
    private static Criterion.Growth withoutFloor(Criterion.Growth growth) {
        return new Criterion.Growth(
                growth.text(),
                growth.operator(),
                growth.limit(),
                growth.relative(),
                growth.change(),
                growth.baseline(),
                null);
    }

    /**
     * The outcomes of comparisons of unchanged builds by all criteria that can break the build; empty without such
     * criteria.
     */
    public Optional<Rates> comparisons() {
        List<PairRehearsal.Subject> family = gatingPairs();
        if (allPairs == null && !family.isEmpty()) {
            List<Rates> rates = pairs.unchanged(family, DRAWS);
            allPairs = rates.get(0);
            for (int i = 0; i < family.size(); i++) {
                each.merge(family.get(i).criterion(), rates.get(i + 1), Forecasts::worse);
            }
        }
        return Optional.ofNullable(allPairs);
    }

    /**
     * The outcomes of runs against stored runs, by all criteria that can break the build; empty without such criteria.
     */
    public Optional<Rates> runs() {
        List<RunRehearsal.Subject> family = gatingRuns();
        if (allRuns == null && !family.isEmpty()) {
            List<Rates> rates = runs.unchanged(family, DRAWS);
            allRuns = rates.get(0);
            for (int i = 0; i < family.size(); i++) {
                each.merge(family.get(i).criterion(), rates.get(i + 1), Forecasts::worse);
            }
        }
        return Optional.ofNullable(allRuns);
    }

    /**
     * The number of pairs that comparisons take on average until they are decided.
     *
     * @param unchanged of a build that did not change
     * @param grown of one in which the noisiest value that can break the build grew by twice what it may
     */
    public record Pairs(double unchanged, double grown) {}

    /** The number of pairs that comparisons by these rules take; empty without criteria that can break the build. */
    public Optional<Pairs> pairs(int draws) {
        List<PairRehearsal.Subject> family = gatingPairs();
        return family.isEmpty()
                ? Optional.empty()
                : Optional.of(new Pairs(
                        pairs.unchanged(family, draws).get(0).pairs(),
                        family.stream()
                                .filter(subject -> subject.criterion().relative())
                                .mapToDouble(subject -> pairs.alone(
                                                subject, family.size(), twice(subject.criterion()), draws)
                                        .pairs())
                                .max()
                                .orElse(looks.last())));
    }

    private static double twice(Criterion.Growth criterion) {
        double twice = 2 * criterion.limit().base();
        return criterion.change() == Criterion.Change.DROP ? Math.min(twice, MOST_DROP) : twice;
    }

    private static Rates worse(Rates one, Rates other) {
        return one.pass() <= other.pass() ? one : other;
    }

    public Forecast.Source ofPairs() {
        return ofPairs;
    }

    public Forecast.Source ofRuns() {
        return ofRuns;
    }

    public Looks looks() {
        return looks;
    }

    /** The stored records from which the noise is learned. */
    public NoiseHistory past() {
        return past;
    }

    public Forecast of(Rule rule, Criterion criterion) {
        if (criterion instanceof Criterion.Absolute absolute) {
            return ValueForecast.of(rule, absolute, past.runs())
                    .<Forecast>map(forecast -> forecast.forecast(absolute))
                    .orElseGet(() -> new Forecast.Unknown(ValueForecast.whyNone(rule, past.runs())));
        } else if (compared.containsKey(criterion)) {
            return ofPairs(pairsOf(criterion));
        } else if (held.containsKey(criterion)) {
            return ofRuns(runsOf(criterion));
        }
        return new Forecast.Unknown(whyNoSubject(rule, (Criterion.Growth) criterion));
    }

    private String whyNoSubject(Rule rule, Criterion.Growth criterion) {
        if (!rule.isByEvidence() || !criterion.operator().isUpper()) {
            return "it is decided by the two numbers alone, so noise decides how often";
        } else if (rule.indicator().isWorstMethod()) {
            return "the methods of a profile are not rehearsed";
        }
        return left.getOrDefault(criterion, "the stored runs do not have it, or have the value 0");
    }

    /** The parts of the service that a criterion judges in comparisons; none where it is not rehearsed there. */
    public List<PairRehearsal.Subject> pairsOf(Criterion criterion) {
        return compared.getOrDefault(criterion, List.of());
    }

    /** The parts of the service that a criterion judges in runs; none where it is not rehearsed there. */
    public List<RunRehearsal.Subject> runsOf(Criterion criterion) {
        return held.getOrDefault(criterion, List.of());
    }

    /** The part whose pairs scatter most. */
    private static PairRehearsal.Subject noisiestPair(List<PairRehearsal.Subject> subjects) {
        return subjects.stream()
                .max(Comparator.comparingDouble(one -> one.scatter().variance()))
                .orElseThrow();
    }

    /** The part whose runs scatter most. */
    private static RunRehearsal.Subject noisiestRun(List<RunRehearsal.Subject> subjects) {
        return subjects.stream()
                .max(Comparator.comparingDouble(
                        one -> one.ofTrials().variance() + one.betweenRuns().variance()))
                .orElseThrow();
    }

    /**
     * Part of unchanged builds that end FAIL or INCONCLUSIVE by one criterion, were its limit another; 1 where that is
     * too tight to judge all parts.
     */
    public double undecided(Criterion.Growth criterion, Criterion.Growth limit, int draws) {
        if (compared.containsKey(criterion)) {
            return 1
                    - alone(criterion, limit, draws).stream()
                            .mapToDouble(Rates::pass)
                            .min()
                            .orElse(0);
        }
        RunRehearsal.Subject subject = noisiestRun(runsOf(criterion)).with(limit);
        return 1
                - runs.alone(subject, family(subject.level(), gatingRuns().size()), 0, draws)
                        .pass();
    }

    /**
     * The pairs after which an unchanged build is decided on average by one criterion, were its limit another; empty
     * where comparisons do not judge it, or the limit is too tight to judge all parts.
     */
    public OptionalDouble pairs(Criterion.Growth criterion, Criterion.Growth limit, int draws) {
        return compared.containsKey(criterion)
                ? alone(criterion, limit, draws).stream()
                        .mapToDouble(Rates::pairs)
                        .max()
                : OptionalDouble.empty();
    }

    /** The outcomes of each part that a criterion judges in comparisons; none where a limit is too tight for one. */
    private List<Rates> alone(Criterion.Growth criterion, Criterion.Growth limit, int draws) {
        List<PairRehearsal.Subject> judged = judged(pairsOf(criterion), limit);
        if (judged.size() < pairsOf(criterion).size()) {
            return List.of();
        }
        int family = family(judged.get(0).level(), gatingPairs().size());
        return judged.stream().map(part -> pairs.alone(part, family, 0, draws)).toList();
    }

    /** The number of criteria that share the error with this one, itself included. */
    public int family(Criterion criterion) {
        return compared.containsKey(criterion)
                ? gatingPairs().size()
                : Math.max(1, gatingRuns().size());
    }

    private Forecast ofPairs(List<PairRehearsal.Subject> subjects) {
        PairRehearsal.Subject subject = noisiestPair(subjects);
        int family = family(subject.level(), gatingPairs().size());
        comparisons();
        return new Forecast.OfGrowth(
                ofPairs,
                each.computeIfAbsent(subject.criterion(), key -> pairs.alone(subject, family, 0, DRAWS)),
                subject.scatter().deviation(),
                Double.NaN,
                detectable(subject.criterion(), growth -> pairs.alone(subject, family, growth, POWER_DRAWS)),
                subjects.size(),
                subject.selector());
    }

    private Forecast ofRuns(List<RunRehearsal.Subject> subjects) {
        RunRehearsal.Subject subject = noisiestRun(subjects);
        int family = family(subject.level(), gatingRuns().size());
        runs();
        return new Forecast.OfGrowth(
                ofRuns,
                each.computeIfAbsent(subject.criterion(), key -> runs.alone(subject, family, 0, DRAWS)),
                Math.sqrt(subject.ofTrials().variance()),
                Math.sqrt(subject.betweenRuns().variance()),
                detectable(subject.criterion(), growth -> runs.alone(subject, family, growth, POWER_DRAWS)),
                subjects.size(),
                subject.selector());
    }

    /** The smallest growth that is found in nine of ten rehearsals. */
    private static OptionalDouble detectable(Criterion.Growth criterion, DoubleFunction<Rates> rehearse) {
        boolean drop = criterion.change() == Criterion.Change.DROP;
        DoubleFunction<Double> growth = log -> drop ? -Math.expm1(-log) : Math.expm1(log);
        if (rehearse.apply(growth.apply(MOST)).fail() < Change.POWER) {
            return OptionalDouble.empty();
        }
        double low = 0;
        double high = MOST;
        for (int i = 0; i < HALVINGS; i++) {
            // The root of the scale: small growths are distinguished as finely as large ones.
            double middle = low == 0 ? high / 4 : Math.sqrt(low * high);
            if (rehearse.apply(growth.apply(middle)).fail() < Change.POWER) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return OptionalDouble.of(growth.apply(high));
    }

    /** The number of criteria that share the error; a criterion that only warns shares with no other. */
    private static int family(Level level, int gating) {
        return level == Level.MUST ? Math.max(1, gating) : 1;
    }

    private List<PairRehearsal.Subject> gatingPairs() {
        return inOrder()
                .flatMap(one -> pairsOf(one).stream())
                .filter(subject -> subject.level() == Level.MUST)
                .toList();
    }

    private List<RunRehearsal.Subject> gatingRuns() {
        return inOrder()
                .flatMap(one -> runsOf(one).stream())
                .filter(subject -> subject.level() == Level.MUST)
                .toList();
    }

    private Stream<Criterion> inOrder() {
        return rules.stream().flatMap(rule -> Stream.concat(rule.must().stream(), rule.should().stream()));
    }
}
