import dev.flamegate.judge.UsualNoise;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.finding.Step;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.Loudness;
import dev.flamegate.stats.PairPrior;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.Sequential;
import dev.flamegate.stats.Sequential.Tested;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Our procedure on recorded pairs: as {@code compare} goes, from paired logarithms to the verdict, by the product's code.
 *
 * @param pool the pairs that a comparison is drawn from, without putting back
 * @param unchanged the pairs that its history is drawn from: none of those drawn for the comparison itself
 * @param history past comparisons of four pairs each that the noise is known from; 0 for a first comparison
 * @param budget seconds
 */
record Replayed(Looks looks, Pool pool, Pool unchanged, int history, double budget) {
    static final int PAST_PAIRS = 4;

    /** What {@code compare} takes a pair to need at most, from the plan of the recording: it begins none it may not end. */
    private static final double EXPECTED_PAIR = 70;

    /** How it ended. */
    enum End {
        FAIL,
        PASS,
        OPEN
    }

    /**
     * One replayed comparison.
     *
     * @param seconds of the pairs measured until then
     */
    record Verdict(End end, int pairs, double seconds) {}

    /**
     * Draws a comparison and its history.
     *
     * @param past pairs of each past comparison, by their numbers in {@code unchanged}
     */
    record Case(Pool.Draw draw, int[][] past, boolean[][] pastSwapped) {}

    /** The most pairs that can be drawn: half of the unchanged ones are left for the history. */
    int mostPairs() {
        int there = pool.recorded().isUnchanged() ? pool.size() - pool.size() / 2 : pool.size();
        return Math.min(looks.last() + 1, there);
    }

    Case draw(RandomGenerator random) {
        int[] order = pool.shuffled(random);
        int most = mostPairs();
        int[] drawn = Arrays.copyOf(order, most);
        int[] others = pool.recorded().isUnchanged()
                ? Arrays.copyOfRange(order, most, order.length)
                : unchanged.shuffled(random);
        int[][] past = new int[history][];
        boolean[][] swapped = new boolean[history][];
        for (int job = 0; job < history; job++) {
            past[job] = some(others, random);
            swapped[job] = unchanged.coins(PAST_PAIRS, random);
        }
        return new Case(pool.draw(drawn, pool.coins(most, random)), past, swapped);
    }

    private static int[] some(int[] numbers, RandomGenerator random) {
        int[] left = numbers.clone();
        for (int i = 0; i < PAST_PAIRS; i++) {
            int j = i + random.nextInt(left.length - i);
            int taken = left[j];
            left[j] = left[i];
            left[i] = taken;
        }
        return Arrays.copyOf(left, PAST_PAIRS);
    }

    Verdict decide(RandomGenerator random) {
        return decide(draw(random));
    }

    Verdict decide(Case one) {
        Pool.Draw draw = one.draw();
        List<IntFunction<Estimate.Paired>> family = new ArrayList<>();
        List<PairedSample> samples = IntStream.range(0, draw.criteria().size())
                .mapToObj(c -> PairedSample.ofLogs(
                        draw.logs()[0][c], draw.logs()[1][c], prior(one, c),
                        pool.step(c, draw.logs()[0][c], draw.logs()[1][c])))
                .toList();
        Loudness loudness = loudness(draw, samples);
        for (int c = 0; c < draw.criteria().size(); c++) {
            PairedSample sample = samples.get(c).in(UsualNoise.isOfTime(draw.criteria().get(c).indicator()) ? loudness : null);
            Gates.Gate gate = draw.criteria().get(c);
            double breaking = Math.max(gate.limit(), Math.log1p(gate.floor() / pool.base()[c]));
            family.add(n -> new Estimate.Paired(sample.first(n), breaking));
        }
        Sequential sequential = new Sequential(looks);
        double seconds = draw.seconds(0) + draw.seconds(1);
        int next = Looks.MIN_PAIRS;
        for (int n = Looks.MIN_PAIRS; ; n++) {
            seconds += draw.seconds(n - 1);
            boolean last = n >= mostPairs() || seconds + EXPECTED_PAIR > budget;
            if (n < next && !last) {
                continue;
            }
            List<Tested> standings = sequential.after(family, n, false);
            if (sequential.isOver(standings, n)) {
                return new Verdict(end(standings), n, seconds);
            } else if (last) {
                return new Verdict(end(sequential.after(family, n, true)), n, seconds);
            }
            next = sequential.next(standings, n);
        }
    }

    /** The loudness that the values of time show, as the product judges it. */
    private static Loudness loudness(Pool.Draw draw, List<PairedSample> samples) {
        Map<Indicator, List<PairedSample>> kinds = new LinkedHashMap<>();
        for (int c = 0; c < samples.size(); c++) {
            Indicator indicator = draw.criteria().get(c).indicator();
            if (UsualNoise.isOfTime(indicator)) {
                kinds.computeIfAbsent(indicator, key -> new ArrayList<>()).add(samples.get(c));
            }
        }
        return Loudness.of(List.copyOf(kinds.values()));
    }

    private PairPrior prior(Case one, int c) {
        List<PairPrior.Learned> past = new ArrayList<>();
        for (int job = 0; job < one.past().length; job++) {
            double[][] sides = new double[2][PAST_PAIRS];
            for (int i = 0; i < PAST_PAIRS; i++) {
                int from = one.past()[job][i];
                boolean swapped = one.pastSwapped()[job][i];
                sides[swapped ? 1 : 0][i] = unchanged.logs()[0][c][from];
                sides[swapped ? 0 : 1][i] = unchanged.logs()[1][c][from];
            }
            double step = pool.step(c, sides);
            past.add(PairedSample.ofLogs(sides[0], sides[1], PairPrior.NONE, step).past());
        }
        return PairPrior.of(past, UsualNoise.prior(pool.gates().criteria().get(c).indicator(), pool.recorded().manner()));
    }

    /** The gate's verdict; WARN is a PASS here. */
    private static End end(List<Tested> standings) {
        boolean open = false;
        boolean fail = false;
        for (Tested standing : standings) {
            fail |= standing.step() == Step.FAIL;
            open |= !standing.step().isDecided();
        }
        return fail ? End.FAIL : open ? End.OPEN : End.PASS;
    }
}
