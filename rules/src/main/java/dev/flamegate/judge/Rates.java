package dev.flamegate.judge;

import dev.flamegate.model.finding.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The frequencies of a rehearsal's outcomes.
 *
 * @param drawn measurements drawn, at least 1
 * @param failed those that FAIL
 * @param passed those that neither FAIL nor are INCONCLUSIVE
 * @param pairs that were measured until it was over, on average; 0 where there are none
 */
public record Rates(int drawn, int failed, int passed, double pairs) {
    /** 95 % upper bound on the expected count when none was observed. */
    private static final double NONE_SEEN = 3;

    /** The step of a sequence of seeds without patterns. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    public Rates {
        if (drawn < 1 || failed < 0 || passed < 0 || failed + passed > drawn) {
            throw new IllegalArgumentException(
                    failed + ", " + passed + " of " + drawn + ": a rehearsal ends in one way");
        }
    }

    /** One measurement, drawn and judged. */
    interface Draw {
        Ended ends(SplittableRandom random);
    }

    /**
     * The end of one measurement.
     *
     * @param outcomes of each criterion
     * @param pairs that were measured; 0 where there are none
     */
    record Ended(List<Outcome> outcomes, int pairs) {}

    /**
     * Draws and judges a number of measurements, each from a different seed.
     *
     * @return of all criteria together, the worst of which counts, then of each one
     */
    static List<Rates> tally(long seed, int draws, Draw draw) {
        List<Ended> all = IntStream.range(0, draws)
                .parallel()
                .mapToObj(i -> draw.ends(new SplittableRandom(seed + GOLDEN * i)))
                .toList();
        double pairs = all.stream().mapToInt(Ended::pairs).average().orElse(0);
        List<Rates> rates = new ArrayList<>();
        rates.add(of(all.stream().map(one -> worst(one.outcomes())).toList(), pairs));
        for (int i = 0; i < all.get(0).outcomes().size(); i++) {
            int one = i;
            rates.add(of(all.stream().map(ended -> ended.outcomes().get(one)).toList(), pairs));
        }
        return rates;
    }

    private static Outcome worst(List<Outcome> ends) {
        return ends.contains(Outcome.FAIL)
                ? Outcome.FAIL
                : ends.contains(Outcome.INCONCLUSIVE) ? Outcome.INCONCLUSIVE : Outcome.PASS;
    }

    private static Rates of(List<Outcome> ends, double pairs) {
        int failed = Collections.frequency(ends, Outcome.FAIL);
        int open = Collections.frequency(ends, Outcome.INCONCLUSIVE);
        return new Rates(ends.size(), failed, ends.size() - failed - open, pairs);
    }

    /** Part that FAILs. */
    public double fail() {
        return (double) failed / drawn;
    }

    /** Part that is neither FAIL nor INCONCLUSIVE. */
    public double pass() {
        return (double) passed / drawn;
    }

    /** Part that is INCONCLUSIVE. */
    public double open() {
        return (double) (drawn - failed - passed) / drawn;
    }

    /** The largest rate that is compatible with no such outcome seen: 95 % confidence. */
    public double least() {
        return NONE_SEEN / drawn;
    }
}
