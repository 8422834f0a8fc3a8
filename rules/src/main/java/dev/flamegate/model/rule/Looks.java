package dev.flamegate.model.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The times at which a comparison is looked at, and the error that each look may spend. The errors are for all looks
 * together and are spent evenly: a look at any number of pairs is tested at its share, so stopping at any look stays
 * within the total.
 *
 * @param name of the preset, for people
 * @param pairs numbers of pairs after which a look is taken, ascending, each at least 3
 * @param failError one-sided error of finding a growth in an unchanged build, over all gating criteria and looks
 * @param passError one-sided error of calling a growth below its limit when it is at the limit, per criterion
 * @param confirmBelow a growth first seen with fewer pairs than this must be seen again with one pair more
 * @param planned how many of the looks share the errors; later ones were added because the planned ones did not decide
 * @param open whether a comparison that the last look left undecided continues when it is run again
 */
public record Looks(
        String name,
        List<Integer> pairs,
        double failError,
        double passError,
        int confirmBelow,
        int planned,
        boolean open) {
    /** Fewer pairs than this are never decisive. */
    public static final int MIN_PAIRS = 3;

    /** An early FAIL needs this many more pairs, so the first look seldom decides. */
    public static final int CONFIRMING = 1;

    /** The number of pairs between added looks, and the number of looks that a re-run adds. */
    private static final int STEP = 2;

    private static final int ADDED = 3;

    /**
     * The error of a false FAIL: in simulations at most a tenth of it is used where the noise is as usual, because the
     * estimate must also reach the limit, and about all of it where the noise is two to three times that.
     */
    private static final double FAIL_ERROR = 0.004;

    /**
     * The error of a false PASS: in simulations less than half of it is used where the noise is as usual, because
     * successive looks share pairs and so are correlated.
     */
    private static final double PASS_ERROR = 0.18;

    /** No look spends more than these parts of the errors, however few looks there are. */
    private static final double MOST_FAIL_PART = 1.0 / 4;

    private static final double MOST_PASS_PART = 1.0 / 6;

    /** The default of {@code compare}. */
    public static final Looks DEFAULT = new Looks("default", List.of(3, 4, 5, 6, 8, 10, 12), FAIL_ERROR, PASS_ERROR, 5);

    /** Half the time: ends after 6 pairs, more often without an answer. */
    public static final Looks FAST = new Looks("fast", List.of(3, 4, 5, 6), FAIL_ERROR, PASS_ERROR, 5);

    /** Looks for a nightly comparison: twice the pairs, to see half the growth. */
    public static final Looks NIGHTLY =
            new Looks("nightly", List.of(4, 6, 8, 10, 12, 16, 20, 24), FAIL_ERROR, PASS_ERROR, 5);

    private static final Map<String, Looks> PRESETS =
            Map.of(DEFAULT.name, DEFAULT, FAST.name, FAST, NIGHTLY.name, NIGHTLY);

    public Looks {
        pairs = List.copyOf(pairs);
        if (pairs.isEmpty() || pairs.get(0) < MIN_PAIRS) {
            throw new IllegalArgumentException(pairs + ": the first look must be at " + MIN_PAIRS + " pairs or more");
        }
        List<Integer> ascending = pairs.stream().distinct().sorted().toList();
        if (!ascending.equals(pairs)) {
            throw new IllegalArgumentException(pairs + ": looks must be in ascending order");
        }
        if (!(failError > 0 && failError < 0.5) || !(passError > 0 && passError < 0.5)) {
            throw new IllegalArgumentException(failError + ", " + passError + ": errors must be in (0, 0.5)");
        }
    }

    /** Looks that share the errors, and continue when a comparison is run again. */
    public Looks(String name, List<Integer> pairs, double failError, double passError, int confirmBelow) {
        this(name, pairs, failError, passError, confirmBelow, pairs.size(), true);
    }

    /** The preset of a name: {@code default}, {@code fast} or {@code nightly}. */
    public static Looks preset(String name) {
        Looks looks = PRESETS.get(name);
        if (looks == null) {
            throw new IllegalArgumentException(name + ": the presets are default, fast and nightly");
        }
        return looks;
    }

    /**
     * Returns these looks with other bounds on the number of pairs: {@code --min-pairs} and {@code --pairs}. No pair is
     * measured beyond the maximum.
     *
     * @param atLeast no look earlier, at least {@value #MIN_PAIRS}
     * @param atMost the last look; at least {@code atLeast}
     */
    public Looks between(int atLeast, int atMost) {
        if (atLeast > atMost) {
            throw new IllegalArgumentException(
                    atLeast + ", " + atMost + ": the minimum number of pairs is above the maximum");
        }
        List<Integer> kept = IntStream.concat(pairs.stream().mapToInt(n -> n), IntStream.of(atLeast, atMost))
                .filter(n -> n >= atLeast && n <= atMost)
                .distinct()
                .sorted()
                .boxed()
                .toList();
        return new Looks(name, kept, failError, passError, confirmBelow, kept.size(), false);
    }

    /** Returns these looks without those at fewer pairs than this: {@code --min-pairs} alone. */
    public Looks from(int atLeast) {
        Looks later = between(atLeast, last());
        return new Looks(name, later.pairs, failError, passError, confirmBelow, later.planned, open);
    }

    /**
     * Further looks for a comparison that these left undecided and that is run again. All added looks together spend no
     * more than one planned look: the first spends half of its share, each further one half of the previous.
     *
     * @param n pairs measured so far
     */
    public Looks goingOn(int n) {
        List<Integer> more = new ArrayList<>(pairs);
        while (more.get(more.size() - 1) < n + STEP * ADDED) {
            more.add(more.get(more.size() - 1) + STEP);
        }
        return new Looks(name, more, failError, passError, confirmBelow, planned, open);
    }

    /**
     * Returns these looks with an equal part of {@link #failError}, for one of several candidates that share it. The
     * other error is each candidate's own.
     *
     * @param candidates that share it, at least 1
     */
    public Looks sharedBy(int candidates) {
        if (candidates < 1) {
            throw new IllegalArgumentException(candidates + ": at least one candidate has the error");
        }
        return with(failError / candidates);
    }

    /** Returns these looks with another error of finding a growth in an unchanged build. */
    public Looks with(double error) {
        return new Looks(name, pairs, error, passError, confirmBelow, planned, open);
    }

    /** The share of {@link #failError} that each planned look may spend. */
    public double failLevel() {
        return failError * Math.min(MOST_FAIL_PART, 1.0 / planned);
    }

    /**
     * The share of {@link #failError} that the look at {@code n} pairs may spend; between two looks, that of the next.
     */
    public double failLevel(int n) {
        return failLevel() * part(n);
    }

    /**
     * The share of {@link #passError} that the look at {@code n} pairs may spend; between two looks, that of the next.
     */
    public double passLevel(int n) {
        return passError * Math.min(MOST_PASS_PART, 1.0 / planned) * part(n);
    }

    private double part(int n) {
        int look = (int) pairs.stream().filter(at -> at < n).count();
        return look < planned ? 1 : Math.pow(0.5, look - planned + 1.0);
    }

    /** The maximum number of pairs measured. */
    public int last() {
        return pairs.get(pairs.size() - 1);
    }

    /** The number of pairs at the next look after {@code n}; {@link #last()} after that. */
    public int after(int n) {
        return pairs.stream().filter(look -> look > n).findFirst().orElse(last());
    }

    /** True if the comparison takes a look at this number of pairs. */
    public boolean isAt(int n) {
        return pairs.contains(n) || n > last();
    }
}
