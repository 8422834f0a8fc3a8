package dev.flamegate.judge;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.Candidacy.Seen.NoGrowth;
import dev.flamegate.judge.Candidacy.Seen.OfPairs;
import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.judge.evidence.RequestCount;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Measurement.Bounds;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Blur;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.Loudness;
import dev.flamegate.stats.Modes;
import dev.flamegate.stats.PairPrior;
import dev.flamegate.stats.PairedChange;
import dev.flamegate.stats.PairedSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Estimates the growths between the two arms of a comparison, from the pairs that count. */
final class PairEstimator {
    private final ProfiledRun candidate;
    private final Candidacy.Baseline baseline;
    private final PairNoise noise;
    private final int pairs;
    private final Map<Indicator, Map<Selector, Optional<Measured>>> befores = new HashMap<>();
    private Loudness loudness = Loudness.of(List.of());

    /** An estimator for the pairs measured so far. */
    PairEstimator(ProfiledComparison comparison, PairNoise noise) {
        this.candidate = comparison.validCandidate();
        this.baseline = new Candidacy.Baseline("baseline", List.of(comparison.validBaseline()));
        this.noise = noise;
        this.pairs = comparison.validPairs();
    }

    /**
     * The criteria of some rules with the values of the candidate and the growths that they limit. All values are
     * looked at before the first growth is estimated.
     */
    List<Candidacy> candidacies(List<Rule> rules) {
        List<Candidacy> measured = Candidacy.of(candidate, rules, Candidacy::isOfComparison);
        loudness = loudness(measured);
        return measured.stream().map(this::estimated).toList();
    }

    private Candidacy estimated(Candidacy candidacy) {
        if (!(candidacy.measurement() instanceof Measured measured)) {
            return candidacy;
        }
        return candidacy.criterion() instanceof Criterion.Growth growth
                ? estimate(candidacy, growth, measured)
                : candidacy.measuring(withBaseline((Criterion.Absolute) candidacy.criterion(), measured));
    }

    /** The loudness of this comparison, as the values of time show it that the rules compare. */
    private Loudness loudness(List<Candidacy> measured) {
        Map<Indicator, Map<Selector, PairedSample>> samples = new LinkedHashMap<>();
        for (Candidacy candidacy : measured) {
            Rule rule = candidacy.rule();
            Indicator indicator = rule.indicator();
            if (candidacy.criterion() instanceof Criterion.Growth
                    && UsualNoise.isOfTime(indicator)
                    && candidacy.measurement() instanceof Measured after
                    && (!isOfMany(rule) || isOften(after))) {
                before(after)
                        .flatMap(before -> PairNoise.sample(before, after, noise.of(indicator, after.selector())))
                        .ifPresent(sample -> samples.computeIfAbsent(indicator, key -> new LinkedHashMap<>())
                                .put(after.selector(), sample));
            }
        }
        return Loudness.of(samples.values().stream()
                .map(kind -> List.copyOf(kind.values()))
                .toList());
    }

    /** The candidacy with its growth, or with the reason why the growth is unknown. */
    private Candidacy estimate(Candidacy candidacy, Criterion.Growth criterion, Measured measured) {
        Rule rule = candidacy.rule();
        if (WorstMethod.isMeant(rule.indicator())) {
            return worstMethod(candidacy, criterion);
        }
        Optional<Measured> before = before(measured);
        if (before.isEmpty()) {
            return without(candidacy, "the baseline has no value of it");
        }
        OfPairs seen = grown(
                baseline, criterion, before.get(), measured, noise.of(rule.indicator(), measured.selector()), loudness);
        Optional<String> thin = isOfMany(rule) ? tooThin(measured, seen) : Optional.empty();
        return thin.map(reason -> without(candidacy, reason)).orElseGet(() -> candidacy.seeing(seen));
    }

    private Candidacy without(Candidacy candidacy, String reason) {
        return candidacy.seeing(new NoGrowth(reason, Optional.of(baseline)));
    }

    /** True if a rule is about the latency of several requests, selected by a pattern and not by name. */
    static boolean isOfMany(Rule rule) {
        String pattern = rule.selector().request();
        return pattern != null && pattern.contains("*") && rule.indicator().source() instanceof IndicatorSource.Latency;
    }

    /**
     * The reason why a request without a rule for its name says too little to be waited for: it is rare, or its
     * histogram is too coarse.
     */
    private Optional<String> tooThin(Measured measured, OfPairs seen) {
        for (RequestCount requests : requests(measured)) {
            if (!requests.areEnough()) {
                return Optional.of("too few requests: " + Numbers.count(Math.round(requests.number()))
                        + " in one trial; a pattern is about those with at least " + RequestCount.LEAST + " and "
                        + Numbers.percent(RequestCount.LEAST_PART) + " of all");
            }
        }
        Estimate.Paired estimate = seen.estimates().apply(pairs);
        return estimate.isLimitBlurred()
                ? Optional.of("the service's histogram has too few buckets there to show a growth below the limit")
                : Optional.empty();
    }

    private boolean isOften(Measured measured) {
        return requests(measured).stream().allMatch(RequestCount::areEnough);
    }

    /** The requests that a part had in each arm. */
    private List<RequestCount> requests(Measured measured) {
        return Stream.of(before(), candidate)
                .map(arm -> Evidence.requests(arm.run(), measured.indicator(), measured.selector()))
                .toList();
    }

    /** A limit that the candidate breaks is no news where the baseline breaks it as well. */
    private Measured withBaseline(Criterion.Absolute criterion, Measured measured) {
        double limit = criterion.limit().base();
        Optional<Measured> before = before(measured);
        if (before.isEmpty() || criterion.operator().holds(measured.value(), limit)) {
            return measured;
        }
        double value = before.get().value();
        List<Warning> warnings = new ArrayList<>(measured.warnings());
        warnings.add(new Warning(
                Notice.BASELINE_VALUE,
                "the baseline has "
                        + Numbers.quantity(value, measured.indicator().unit())
                        + (criterion.operator().holds(value, limit)
                                ? ", which is within the limit"
                                : " and breaks the limit too: this is not new")));
        return new Measured(
                measured.indicator(),
                measured.selector(),
                measured.value(),
                measured.trials(),
                measured.bounds(),
                warnings);
    }

    /**
     * The growth that the values of two arms show, pair by pair.
     *
     * @param before one value for each pair, like {@code after}
     * @param loudness of the comparison, by its values of time
     */
    static OfPairs grown(
            Candidacy.Baseline against,
            Criterion.Growth criterion,
            Measured before,
            Measured after,
            PairPrior prior,
            Loudness loudness) {
        int pairs = after.trials().size();
        boolean drop = criterion.change() == Criterion.Change.DROP;
        double[] x = PairNoise.logs(before);
        double[] y = PairNoise.logs(after);
        boolean logs = criterion.relative() && x.length > 0 && y.length > 0;
        PairedSample sample = logs
                ? PairedSample.ofLogs(upward(x, drop), upward(y, drop), prior, PairNoise.step(before, after))
                        .in(UsualNoise.isOfTime(after.indicator()) ? loudness : null)
                : PairedSample.ofValues(upward(values(before), drop), upward(values(after), drop));
        Growth.Scale scale = logs ? Growth.Scale.LOG : Growth.Scale.LINEAR;
        double limit = scale.breaking(criterion, before.value());
        IntFunction<Estimate.Paired> estimates =
                n -> new Estimate.Paired(sample.first(n), limit, List.of(), blur(before, after, n, logs, drop));
        Estimate.Paired all = estimates.apply(pairs);
        // The value that the change leads to, so that all that is said about the growth agrees.
        double change = drop ? -all.change().estimate() : all.change().estimate();
        double value = logs ? before.value() * Math.exp(change) : before.value() + change;
        return new OfPairs(
                new Growth(value, before.value(), scale, drop, all),
                against,
                Optional.of(sample),
                n -> n == pairs ? all : estimates.apply(n));
    }

    private static Blur blur(Measured before, Measured after, int n, boolean logs, boolean drop) {
        Blur blur = Blur.paired(first(before, n), first(after, n), logs);
        return drop ? blur.negated() : blur;
    }

    private static List<Bounds> first(Measured measured, int n) {
        return measured.bounds().subList(0, Math.min(n, measured.bounds().size()));
    }

    private static double[] values(Measured measured) {
        return measured.trials().stream().mapToDouble(value -> value).toArray();
    }

    private static double[] upward(double[] values, boolean drop) {
        return drop ? Arrays.stream(values).map(value -> -value).toArray() : values;
    }

    private Candidacy worstMethod(Candidacy candidacy, Criterion.Growth criterion) {
        Rule rule = candidacy.rule();
        Optional<WorstMethod> worst = worst(rule, pairs);
        if (worst.isEmpty()) {
            return without(candidacy, "there is no profile of it to compare with, or too few samples");
        }
        Estimate.Paired all = worst.get().paired(criterion, pairs);
        return candidacy
                .measuring(worst.get().measured())
                .seeing(new OfPairs(
                        worst.get().growth(all),
                        baseline,
                        Optional.empty(),
                        n -> n == pairs ? all : worstMethod(rule, criterion, n)));
    }

    private Estimate.Paired worstMethod(Rule rule, Criterion.Growth criterion, int n) {
        // With fewer pairs there can be too few samples of any one method: nothing is known then.
        return worst(rule, n).map(method -> method.paired(criterion, n)).orElseGet(() -> {
            double limit = Growth.Scale.OF_WHOLE.limit(criterion, 0);
            return new Estimate.Paired(new PairedChange(new Change(0, 0, 0), n, Modes.none(n)), limit);
        });
    }

    private Optional<WorstMethod> worst(Rule rule, int n) {
        ProfileEvent event = WorstMethod.event(rule.indicator());
        return WorstMethod.in(
                DifferentialCost.ofPairs(before().first(n), candidate.first(n), event, rule.selector()),
                rule.indicator(),
                rule.selector());
    }

    /** The run of the candidate, with the trials of the pairs that count. */
    ProfiledRun candidate() {
        return candidate;
    }

    /** The growth of a criterion in each single pair; see {@link Look#eachPair}. */
    List<Double> eachPair(Indicator indicator, Criterion criterion, Selector selector) {
        if (WorstMethod.isMeant(indicator)) {
            return WorstMethod.differences(
                    DifferentialCost.ofPairs(
                            before(), candidate, WorstMethod.event(indicator), selector.withFrame(null)),
                    selector);
        }
        Measured from = Evidence.measured(before(), indicator, selector).orElse(null);
        Measured to = Evidence.measured(candidate, indicator, selector).orElse(null);
        if (from == null || to == null) {
            return List.of();
        }
        boolean ratios = criterion instanceof Criterion.Growth growth
                && growth.relative()
                && PairNoise.logs(from).length > 0
                && PairNoise.logs(to).length > 0;
        return IntStream.range(0, pairs)
                .mapToObj(i -> growth(from.trials().get(i), to.trials().get(i), ratios ? null : from.value()))
                .toList();
    }

    /** NaN without a value above 0 to grow from: that of the pair, or of the whole baseline where it is given. */
    private static double growth(double from, double to, @Nullable Double whole) {
        double base = whole == null ? from : whole;
        return base > 0 ? (to - from) / base : Double.NaN;
    }

    /** The baseline's value for the part of the service that a value is of; measured once for all its criteria. */
    private Optional<Measured> before(Measured after) {
        return befores.computeIfAbsent(after.indicator(), key -> new HashMap<>())
                .computeIfAbsent(
                        after.selector(), selector -> Evidence.measured(before(), after.indicator(), selector));
    }

    private ProfiledRun before() {
        return baseline.runs().get(0);
    }
}
