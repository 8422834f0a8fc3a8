package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.ServerLatency.Bucket;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.testing.TrialBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Growth of what was drawn from a histogram's buckets. */
class BucketGrowthTest {
    /** Of 1000 requests so many are slower than 100 ms: the 99th percentile moves within the bucket up to 1 s. */
    private static final int[] FEW = {20, 21, 20, 19, 20, 21};

    private static final int[] MANY = {200, 210, 205, 195, 200, 205};

    @Test
    void growth_within_one_bucket_is_no_evidence_however_sure_the_figures_are() {
        Finding run = againstStored(wide(FEW), wide(MANY), 0.10);
        assertThat(run.growth()).isGreaterThan(0.5);
        assertThat(run.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(run.reason()).isEqualTo(Reason.BEYOND_LIMIT_NOT_SIGNIFICANT);
        assertThat(run.interval().low()).isNegative();
        assertThat(run.interval().high()).isGreaterThan(8);
        assertThat(run.warnings()).extracting(Warning::id).contains("within-bucket");

        Finding pairs = pairwise(wide(FEW), wide(MANY), 0.10);
        assertThat(pairs.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(pairs.reason()).isEqualTo(Reason.BEYOND_LIMIT_NOT_SIGNIFICANT);
        assertThat(pairs.warnings()).extracting(Warning::id).contains("within-bucket");
    }

    @Test
    void nor_is_a_growth_shown_to_be_below_its_limit_where_the_bucket_is_wider() {
        assertThat(pairwise(wide(FEW), wide(FEW), 0.10).reason()).isEqualTo(Reason.NOT_SHOWN_BELOW_LIMIT);
        Finding run = againstStored(wide(FEW), wide(FEW), 0.10);
        assertThat(run.reason()).isEqualTo(Reason.NO_GROWTH_SHOWN);
        assertThat(run.detectable()).isGreaterThan(8);
    }

    @Test
    void a_bucket_narrower_than_the_limit_shows_that_a_growth_is_below_it() {
        assertThat(pairwise(narrow(0.100), narrow(0.100), 0.20).reason()).isEqualTo(Reason.GROWTH_BELOW_LIMIT);
        assertThat(againstStored(narrow(0.100), narrow(0.100), 0.20).reason()).isEqualTo(Reason.GROWTH_BELOW_LIMIT);
        assertThat(pairwise(narrow(0.100), narrow(0.100), 0.20).warnings())
                .extracting(Warning::id)
                .doesNotContain("within-bucket");
    }

    @Test
    void growth_from_bucket_to_bucket_is_evidence() {
        assertThat(againstStored(narrow(0.100), narrow(0.200), 0.10).outcome()).isEqualTo(Outcome.FAIL);
        assertThat(pairwise(narrow(0.100), narrow(0.150), 0.10).outcome()).isEqualTo(Outcome.FAIL);
    }

    /** A 99th percentile of 16 to 34 ms, where buckets are 22 to 33 % wide, and a limit of 25 %. */
    @Test
    void in_a_tail_that_falls_a_growth_is_judged_though_the_buckets_are_wider_than_its_limit() {
        Map<Outcome, Long> unchanged = outcomes(1);
        Map<Outcome, Long> atLimit = outcomes(1.25);
        Map<Outcome, Long> grown = outcomes(1.6);

        assertThat(unchanged.getOrDefault(Outcome.PASS, 0L)).isGreaterThan(90);
        assertThat(unchanged).doesNotContainKey(Outcome.FAIL);
        assertThat(atLimit.getOrDefault(Outcome.PASS, 0L)).isLessThanOrEqualTo(5);
        assertThat(grown.getOrDefault(Outcome.FAIL, 0L)).isGreaterThan(90);
    }

    @Test
    void a_pattern_waits_for_no_request_that_is_rare_or_whose_buckets_are_too_wide() {
        Finding fine = pairwise(narrow(0.100), narrow(0.150), each(0.10));
        Finding wide = pairwise(wide(FEW), wide(MANY), each(0.10));
        Finding rare = pairwise(rare(), rare(), each(0.10));

        assertThat(fine.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(fine.selector().request()).isEqualTo("GET /a");
        assertThat(wide.outcome()).isEqualTo(Outcome.RECORDED);
        assertThat(wide.because()).contains("too few buckets");
        assertThat(rare.outcome()).isEqualTo(Outcome.RECORDED);
        assertThat(rare.because()).startsWith("too few requests: 99 in one trial");
    }

    /** Counts the outcomes of a hundred comparisons whose candidate takes {@code factor} times as long as the baseline. */
    private static Map<Outcome, Long> outcomes(double factor) {
        SplittableRandom random = new SplittableRandom(1);
        return IntStream.range(0, 100)
                .mapToObj(i -> {
                    double typical = 0.0033 * Math.pow(2, i / 100.0);
                    return pairwise(falling(typical, random), falling(typical * factor, random), 0.25)
                            .outcome();
                })
                .collect(Collectors.groupingBy(outcome -> outcome, Collectors.counting()));
    }

    /**
     * Trials of 2000 requests whose times are log-normal, in the buckets of Micrometer: each power of four is divided
     * into steps of a third of it.
     *
     * @param typical median time, in seconds
     */
    private static ProfiledRun falling(double typical, SplittableRandom random) {
        List<List<Bucket>> trials = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            double median = typical * Math.exp(0.04 * random.nextGaussian());
            NavigableMap<Double, Integer> counts = new TreeMap<>();
            for (int k = 0; k < 2000; k++) {
                counts.merge(lower(median * Math.exp(0.7 * random.nextGaussian())), 1, Integer::sum);
            }
            trials.add(counts.entrySet().stream()
                    .map(entry -> new Bucket(entry.getKey(), upper(entry.getKey()), entry.getValue()))
                    .toList());
        }
        return serving(trials);
    }

    /** The bound below a time. */
    private static double lower(double seconds) {
        return step(seconds) * Math.floor(seconds / step(seconds));
    }

    /** The bound above a bound. */
    private static double upper(double lower) {
        return step(lower) * (Math.rint(lower / step(lower)) + 1);
    }

    private static double step(double seconds) {
        return Math.scalb(1.0, 2 * Math.floorDiv(Math.getExponent(seconds), 2)) / 3;
    }

    /** Trials with all requests in one narrow bucket, of which one trial has too few. */
    private static ProfiledRun rare() {
        List<List<Bucket>> trials = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            trials.add(List.of(new Bucket(0.1, 0.105, i == 3 ? 99 : 100)));
        }
        return serving(trials);
    }

    /** Trials with few and wide buckets. */
    private static ProfiledRun wide(int... slow) {
        List<List<Bucket>> trials = new ArrayList<>();
        for (int count : slow) {
            trials.add(List.of(new Bucket(0, 0.1, 1000 - count), new Bucket(0.1, 1, count)));
        }
        return serving(trials);
    }

    /** Trials with all requests in a bucket 5 % wide, more or less full of a second one's few. */
    private static ProfiledRun narrow(double from) {
        List<List<Bucket>> trials = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            trials.add(
                    List.of(new Bucket(from, from * 1.05, 1000 + i % 2), new Bucket(from * 1.05, from * 1.1, i % 3)));
        }
        return serving(trials);
    }

    private static ProfiledRun serving(List<List<Bucket>> buckets) {
        List<Trial> trials = new ArrayList<>();
        for (Trial trial : Runs.costing(new double[buckets.size()]).run().trials()) {
            List<Bucket> of = buckets.get(trials.size());
            double count = of.stream().mapToDouble(Bucket::count).sum();
            trials.add(TrialBuilder.like(trial)
                    .serverLatency(List.of(new ServerLatency("GET /a", count, count, of, "classic")))
                    .build());
        }
        return Runs.of(trials);
    }

    private static Finding againstStored(ProfiledRun before, ProfiledRun after, double limit) {
        Baselines stored = new Baselines() {
            @Override
            public Found find(BaselineRef reference) {
                return new Found.Runs("run 1", List.of(before));
            }

            @Override
            public List<Run> past() {
                return List.of();
            }
        };
        return new Judge(List.of(rule(limit, new BaselineRef.PreviousRun())))
                .judge(after, stored)
                .judgement()
                .findings()
                .get(0);
    }

    private static Finding pairwise(ProfiledRun before, ProfiledRun after, double limit) {
        return pairwise(before, after, rule(limit, new BaselineRef.OtherArm()));
    }

    private static Finding pairwise(ProfiledRun before, ProfiledRun after, Rule rule) {
        List<Pair> pairs = new ArrayList<>();
        for (int number = 1; number <= before.trials().size(); number++) {
            pairs.add(new Pair(
                    number,
                    number % 2 == 1 ? List.of(Arm.BASELINE, Arm.CANDIDATE) : List.of(Arm.CANDIDATE, Arm.BASELINE),
                    null,
                    List.of()));
        }
        Comparison comparison = new Comparison(
                "20261120-154233-0002", Runs.START, before.run(), after.run(), pairs, Map.of(), List.of());
        return new SequentialJudge(List.of(rule), List.of(), Looks.DEFAULT)
                .judge(ProfiledComparison.bare(comparison))
                .findings()
                .get(0);
    }

    private static Rule rule(double limit, BaselineRef baseline) {
        return Rules.must("p99", "server.latency.p99", growth(limit, baseline));
    }

    /** The same for every request there is. */
    private static Rule each(double limit) {
        return Rules.rule(
                "p99",
                "server.latency.p99",
                Selector.request("*"),
                List.of(growth(limit, new BaselineRef.OtherArm())),
                List.of());
    }

    private static Criterion growth(double limit, BaselineRef baseline) {
        return new Criterion.Growth(
                "< growth",
                Operator.LESS,
                new Quantity(limit * 100, Unit.PERCENT),
                true,
                Criterion.Change.GROWTH,
                baseline,
                null);
    }
}
