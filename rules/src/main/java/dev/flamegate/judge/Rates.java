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
 */
public record Rates(int drawn, int failed, int passed) {
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
        /** The outcome of each criterion. */
        List<Outcome> ends(SplittableRandom random);
    }

    /**
     * Draws and judges a number of measurements, each from a different seed.
     *
     * @return of all criteria together, the worst of which counts, then of each one
     */
    static List<Rates> tally(long seed, int draws, Draw draw) {
        List<List<Outcome>> all = IntStream.range(0, draws)
                .parallel()
                .mapToObj(i -> draw.ends(new SplittableRandom(seed + GOLDEN * i)))
                .toList();
        List<Rates> rates = new ArrayList<>();
        rates.add(of(all.stream().map(Rates::worst).toList()));
        for (int i = 0; i < all.get(0).size(); i++) {
            int one = i;
            rates.add(of(all.stream().map(ends -> ends.get(one)).toList()));
        }
        return rates;
    }

    private static Outcome worst(List<Outcome> ends) {
        return ends.contains(Outcome.FAIL)
                ? Outcome.FAIL
                : ends.contains(Outcome.INCONCLUSIVE) ? Outcome.INCONCLUSIVE : Outcome.PASS;
    }

    private static Rates of(List<Outcome> ends) {
        int failed = Collections.frequency(ends, Outcome.FAIL);
        int open = Collections.frequency(ends, Outcome.INCONCLUSIVE);
        return new Rates(ends.size(), failed, ends.size() - failed - open);
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
