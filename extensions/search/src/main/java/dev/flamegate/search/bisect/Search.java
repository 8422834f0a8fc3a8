package dev.flamegate.search.bisect;

import dev.flamegate.model.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The search for the commit that made a rule break. It knows what has been measured, says what to measure next, and
 * when it ends; it never discards a commit for what a pair showed, so what pairs said wrongly, later ones put right.
 *
 * <p>This is probabilistic bisection (Horstein, IEEE Trans. Inf. Theory 9, 1963; Waeber, Frazier and Henderson, SIAM J.
 * Control Optim. 51, 2013) on the graph of commits: the next build is one of which it is as uncertain as possible
 * whether it has the growth, and it is measured pair by pair until that is clear.
 */
public final class Search {
    /** The probability at which a commit is named, or a range of commits that no pair separates. */
    public static final double CONFIDENCE = 0.95;

    /**
     * A build is measured until it has the growth with this probability, or has it not: the doubts of all steps add up.
     */
    private static final double CLEAR = 0.99;

    /** The number of pairs after which an undecided build is left for others; twice as many as a comparison has. */
    public static final int MOST_PAIRS = 24;

    /** Builds this certain, one way or the other, are not worth measuring. */
    private static final double NO_DOUBT = 1e-4;

    private final CommitGraph graph;
    private final Likelihood likelihood;
    private final double[] prior;
    private final List<MeasuredPair> pairs = new ArrayList<>();
    private final BitSet unmeasurable = new BitSet();

    /** Commits whose build is that of another, which is measured in their place. */
    private final BitSet doubles = new BitSet();

    private final Map<Integer, int[]> distances = new HashMap<>();
    private @Nullable Posterior posterior;

    /**
     * A search before anything is measured.
     *
     * @param goodTree hash of the good build's files; commits that change nothing are not suspected
     * @param touches what each commit changed
     * @param size the growth between the good and the bad build as estimated, above 0
     * @param step the smallest difference that two values can have, on the scale of {@code size}; 0 for exact values
     */
    public Search(CommitGraph graph, String goodTree, List<Touch> touches, double size, double step) {
        if (touches.size() != graph.size()) {
            throw new IllegalArgumentException(
                    touches.size() + ": each of the " + graph.size() + " commits has its guess");
        }
        this.graph = graph;
        this.likelihood = new Likelihood(size, step);
        this.prior = IntStream.range(0, graph.size())
                .mapToDouble(i -> graph.changesNothing(i, goodTree)
                        ? 0
                        : touches.get(i).weight(graph.commit(i).isMerge()))
                .toArray();
        if (Arrays.stream(prior).sum() == 0) {
            throw new IllegalArgumentException("no commit between the two builds changes a file");
        }
        Map<String, Integer> seen = new HashMap<>(Map.of(goodTree, MeasuredPair.GOOD));
        for (int i = 0; i < graph.size(); i++) {
            Integer same = seen.putIfAbsent(graph.commit(i).tree(), i);
            if (same != null) {
                alike(same, i);
            }
        }
    }

    public void add(MeasuredPair pair) {
        pairs.add(pair);
        likelihood.add(pair);
        posterior = null;
    }

    /**
     * Notes that a commit cannot be measured: it does not build, or what it builds does not run. It may still be the
     * one.
     */
    public void unmeasurable(int commit) {
        unmeasurable.set(commit);
        distances.put(commit, graph.distances(commit));
    }

    /**
     * Notes that two commits have the same build, so that nothing that only one of them contains made the difference.
     * Ignored where it leaves no commit, as in a history that takes a change back and makes it again.
     *
     * @param one a commit, or {@link MeasuredPair#GOOD}
     * @param other a commit that need not be measured then
     */
    public void alike(int one, int other) {
        doubles.set(other);
        BitSet between = graph.within(other);
        if (one != MeasuredPair.GOOD) {
            between.xor(graph.within(one));
        }
        double left = IntStream.range(0, prior.length)
                .filter(i -> !between.get(i))
                .mapToDouble(i -> prior[i])
                .sum();
        if (left > 0) {
            between.stream().forEach(i -> prior[i] = 0);
            posterior = null;
        }
    }

    public CommitGraph graph() {
        return graph;
    }

    /** The probability that a commit made the rule break. */
    public double probability(int commit) {
        return known().of(commit);
    }

    /** The probability that a commit's build has the growth. */
    public double has(int commit) {
        return known().has(commit);
    }

    /** True if, as far as known, a commit can be built and started. */
    boolean isMeasurable(int commit) {
        return !unmeasurable.get(commit);
    }

    /** The number of pairs of a commit's build against the good one. */
    public int pairs(int commit) {
        return (int) pairs.stream()
                .filter(pair -> pair.before() == MeasuredPair.GOOD && pair.after() == commit)
                .count();
    }

    /** True if a commit's build was measured at all, against any build. */
    public boolean isMeasured(int commit) {
        return pairs.stream().anyMatch(pair -> pair.before() == commit || pair.after() == commit);
    }

    /** True if a commit's build clearly has the growth or clearly not, or its pairs will not decide. */
    public boolean isClear(int commit) {
        double has = has(commit);
        return Math.max(has, 1 - has) >= CLEAR || pairs(commit) >= MOST_PAIRS;
    }

    /** The growth that the commit made, on the scale of the pairs. */
    public double growth() {
        return known().amount();
    }

    /** The interval that holds the growth with this probability. */
    public Interval growth(double confidence) {
        return known().interval(confidence);
    }

    /** All commits, the most probable first; of equal ones the latest first. */
    List<Integer> likeliest() {
        return IntStream.range(0, graph.size())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -probability(i))
                        .thenComparing(Comparator.reverseOrder()))
                .toList();
    }

    /** The fewest commits that are the one with {@link #CONFIDENCE}, the most probable first. */
    public List<Integer> left() {
        List<Integer> left = new ArrayList<>();
        double sum = 0;
        for (int commit : likeliest()) {
            left.add(commit);
            sum += probability(commit);
            if (sum >= CONFIDENCE) {
                break;
            }
        }
        return left;
    }

    /**
     * The commits that are the one with {@link #CONFIDENCE} and that no build can tell apart, the most probable first:
     * one commit, or several where those between do not build. Empty as long as there is more to measure.
     */
    public List<Integer> found() {
        int likeliest = likeliest().get(0);
        if (probability(likeliest) >= CONFIDENCE) {
            return List.of(likeliest);
        }
        Map<BitSet, List<Integer>> alike = new LinkedHashMap<>();
        for (int change : likeliest()) {
            if (prior[change] > 0) {
                alike.computeIfAbsent(buildsWith(change), key -> new ArrayList<>())
                        .add(change);
            }
        }
        return alike.values().stream()
                .filter(range -> range.stream().mapToDouble(this::probability).sum() >= CONFIDENCE)
                .findFirst()
                .orElse(List.of());
    }

    /** The commits whose builds can be measured and contain a change. */
    private BitSet buildsWith(int change) {
        BitSet builds = new BitSet(graph.size());
        IntStream.range(0, graph.size())
                .filter(commit -> isMeasurable(commit) && graph.contains(commit, change))
                .forEach(builds::set);
        return builds;
    }

    /**
     * The commit to measure next: the one that a pair is expected to say most about. As every pair has the same noise,
     * that is the one whose build is most uncertain to have the growth; next to commits that cannot be built, others
     * probably cannot either. Empty when no pair would say more.
     */
    public OptionalInt next() {
        return IntStream.range(0, graph.bad())
                .filter(commit -> isMeasurable(commit) && !doubles.get(commit))
                .filter(commit -> pairs(commit) < MOST_PAIRS)
                .filter(commit -> doubt(commit) > NO_DOUBT)
                .boxed()
                .max(Comparator.comparingDouble((Integer commit) -> doubt(commit) * builds(commit))
                        .thenComparing(Comparator.naturalOrder()))
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
    }

    /** The variance of whether a commit's build has the growth. */
    private double doubt(int commit) {
        double has = has(commit);
        return has * (1 - has);
    }

    /** The probability that a commit can be built, by its distance from those that cannot; 1 once it was measured. */
    private double builds(int commit) {
        return isMeasured(commit)
                ? 1
                : distances.values().stream()
                        .mapToDouble(away -> 1 - Math.pow(0.5, away[commit]))
                        .reduce(1, (a, b) -> a * b);
    }

    private Posterior known() {
        Posterior now = posterior;
        if (now == null) {
            now = new Posterior(graph, prior, likelihood);
            posterior = now;
        }
        return now;
    }
}
