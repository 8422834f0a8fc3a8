import dev.flamegate.search.bisect.CommitGraph;
import dev.flamegate.search.bisect.MeasuredPair;
import dev.flamegate.search.bisect.PairGrowths;
import dev.flamegate.search.bisect.Search;
import dev.flamegate.search.bisect.Touch;
import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.Arm;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Moments;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Bisections of made histories whose pairs are drawn from recorded ones: how often the commit is right, in how many steps. */
public final class Bisections {
    private static final int COMMITS = 64;

    /** Of the commits, about so many are on a side branch, and so many do not build. */
    private static final double ON_BRANCH = 0.25;

    private static final double UNBUILDABLE = 0.08;

    /** Pairs of the good against the bad build before the search begins: until the growth is shown, as in the comparison. */
    private static final int LEAST_WHOLE = 3;

    private static final int MOST_WHOLE = 12;
    private static final double SHOWN = 0.001;

    /** Pairs of the commit found against its parent. */
    private static final int CONFIRMING = 3;

    /** What a search that names nothing has spent. */
    private static final int MOST_STEPS = 40;

    /** What is known of the culprit before the search: nothing, its module, or a file that three other commits touch too. */
    private enum Hint {
        NONE,
        MODULE,
        FILE,
        WRONG_FILE
    }

    /**
     * Differences of pairs, as logarithms.
     *
     * @param without of builds that do not differ, whose direction a coin decides
     * @param with of builds of which the second has the growth; where {@code growth} is not 0, of builds that do not
     *     differ, on which it is put
     */
    private record Noise(String name, double[] without, double[] with, double growth, double step) {}

    /** A made history. */
    private record World(CommitGraph graph, BitSet broken) {}

    private enum End {
        RIGHT,
        RIGHT_RANGE,
        WRONG,
        OPEN
    }

    private record Run(End end, int steps, int pairs, boolean tookBack) {}

    private Bisections() {}

    public static void main(String[] args) throws IOException {
        Path from = Path.of("bench/results/recorded");
        Path into = Path.of("bench/results");
        int n = 200;
        long seed = 20261123;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "-n" -> n = Integer.parseInt(args[++i]);
                case "--seed" -> seed = Long.parseLong(args[++i]);
                case "--from" -> from = Path.of(args[++i]);
                case "--into" -> into = Path.of(args[++i]);
                default -> throw new IllegalArgumentException(args[i] + ": the options are -n, --seed, --from and --into");
            }
        }
        write(noises(Recorded.all(from)), into, n, seed);
    }

    private static List<Noise> noises(Map<String, Recorded> all) {
        Recorded same = Recorded.unchanged(all);
        return List.of(
                put(same, Cost.CPU, 0.10),
                recorded(same, all.get("cpu:10"), Cost.CPU),
                recorded(same, all.get("cpu:10"), "cpu.application.per-request"),
                put(same, Cost.CPU, 0.20),
                put(same, Cost.ALLOCATION, 0.05),
                recorded(same, all.get("allocation:10"), Cost.ALLOCATION),
                put(same, "server.latency.mean", 0.10),
                recorded(same, all.get("tail:60"), Cost.TAIL),
                recorded(same, all.get("tail:60"), "latency.p99"));
    }

    private static Noise put(Recorded same, String indicator, double growth) {
        double[] without = differences(same, indicator);
        return new Noise(indicator + " + " + Simulate.percent(growth), without, without, Math.log1p(growth), step(same, indicator));
    }

    private static Noise recorded(Recorded same, Recorded changed, String indicator) {
        return new Noise(
                indicator + " of " + changed.kind(),
                differences(same, indicator),
                differences(changed, indicator),
                0,
                step(same, indicator));
    }

    private static double[] differences(Recorded recorded, String indicator) {
        return Cost.of(Cost.indicator(indicator)).differences(recorded);
    }

    private static double step(Recorded same, String name) {
        Indicator indicator = Cost.indicator(name);
        double smallest = Arrays.stream(same.values(indicator, Selector.ALL, Arm.BASELINE)).min().orElseThrow();
        return Math.log1p(Evidence.resolution(indicator) / smallest);
    }

    private static void write(List<Noise> noises, Path into, int n, long seed) throws IOException {
        Results results = new Results(
                into.resolve("bisect.csv"),
                "# bisect: the commit found, on recorded pairs\n\n`bench/decisions/bisect`, the product's own search"
                        + " (`dev.flamegate.search.bisect`) on made histories of " + COMMITS + " commits, a quarter of them on side"
                        + " branches that are merged, eight in a hundred not building, the growth planted in any that is no merge, so that some of"
                        + " them do not build. Pairs of the good build against one without the growth are drawn from the 31 recorded pairs of an unchanged"
                        + " build, in a random direction; those against one with it are the recorded pairs of an injection, or the former with the growth"
                        + " put on top. No pair counts twice in a bisection until all have. *Range*: the commit is among some that no build"
                        + " can tell apart. *Steps*: builds measured until clear, without the good and the bad one. *Hint*: what the culprit's file says"
                        + " before anything is measured; *wrong file* is one that other commits touched. Before the search, good against bad"
                        + " until the growth is shown, 3 to 12 pairs; at its end, 3 pairs of the commit against its parent.\n\n",
                n,
                seed,
                2,
                "growth", "hint", "right %", "in a range %", "wrong %", "open %", "steps p50", "steps p95", "steps most",
                "at most 8 %", "pairs p50", "pairs p95", "a step taken back %");
        for (Noise noise : noises) {
            for (Hint hint : Hint.values()) {
                if (hint != Hint.NONE && !noise.name().startsWith(Cost.CPU + " + 10")) {
                    continue;
                }
                List<Run> runs = IntStream.range(0, n)
                        .parallel()
                        .mapToObj(i -> bisect(noise, hint, new SplittableRandom(seed * 1_000_003L + i)))
                        .toList();
                double[] steps = runs.stream().mapToDouble(Run::steps).toArray();
                double[] pairs = runs.stream().mapToDouble(Run::pairs).toArray();
                results.add(
                        noise.name(), hint.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        share(runs, End.RIGHT), share(runs, End.RIGHT_RANGE), share(runs, End.WRONG), share(runs, End.OPEN),
                        String.valueOf((int) Tally.quantile(Arrays.stream(steps), 0.5)),
                        String.valueOf((int) Tally.quantile(Arrays.stream(steps), 0.95)),
                        String.valueOf((int) Arrays.stream(steps).max().orElseThrow()),
                        Tally.percent(Arrays.stream(steps).filter(s -> s <= 8).count() / (double) n),
                        String.valueOf((int) Tally.quantile(Arrays.stream(pairs), 0.5)),
                        String.valueOf((int) Tally.quantile(Arrays.stream(pairs), 0.95)),
                        Tally.percent(runs.stream().filter(Run::tookBack).count() / (double) n));
            }
        }
        results.close();
    }

    private static String share(List<Run> runs, End end) {
        return Tally.percent(runs.stream().filter(run -> run.end() == end).count() / (double) runs.size());
    }

    private static Run bisect(Noise noise, Hint hint, SplittableRandom random) {
        World world = world(random);
        CommitGraph graph = world.graph();
        int culprit = random.nextInt(COMMITS);
        while (graph.commit(culprit).isMerge()) {
            culprit = random.nextInt(COMMITS);
        }
        Draws without = new Draws(noise.without(), true, 0, random);
        Draws with = new Draws(noise.with(), noise.growth() != 0, noise.growth(), random);
        List<Double> whole = new ArrayList<>();
        do {
            whole.add(with.next());
        } while (whole.size() < LEAST_WHOLE || (whole.size() < MOST_WHOLE && !isShown(whole)));
        double size = PairGrowths.typical(whole);
        if (size <= 0) {
            return new Run(End.OPEN, 0, whole.size(), false);
        }
        Search search = new Search(graph, "good", touches(graph, culprit, hint, random), size, noise.step());
        whole.forEach(growth -> search.add(new MeasuredPair(MeasuredPair.GOOD, graph.bad(), growth)));
        int steps = 0;
        int pairs = whole.size();
        BitSet seen = new BitSet();
        boolean tookBack = false;
        BitSet confirmed = new BitSet();
        while (steps < MOST_STEPS) {
            List<Integer> found = search.found();
            OptionalInt next = search.next();
            if (found.size() == 1 && !confirmed.get(found.get(0))) {
                pairs += confirm(search, found.get(0), culprit, world, with, without);
                confirmed.set(found.get(0));
                continue;
            } else if (!found.isEmpty() || next.isEmpty()) {
                break;
            }
            int commit = next.getAsInt();
            if (world.broken().get(commit)) {
                search.unmeasurable(commit);
                continue;
            }
            steps++;
            tookBack |= seen.get(commit);
            seen.set(commit);
            do {
                double growth = graph.contains(commit, culprit) ? with.next() : without.next();
                search.add(new MeasuredPair(MeasuredPair.GOOD, commit, growth));
                pairs++;
            } while (!search.isClear(commit) && search.found().isEmpty());
        }
        return new Run(end(search.found(), culprit), steps, pairs, tookBack);
    }

    private static boolean isShown(List<Double> growths) {
        Moments moments = Moments.of(growths.stream().mapToDouble(growth -> growth).toArray());
        return new Change(moments.mean(), Math.sqrt(moments.variance() / moments.n()), moments.degrees()).lower(SHOWN) > 0;
    }

    /** The commit against its first parent, as the product does at the end; returns how many pairs that took. */
    private static int confirm(Search search, int commit, int culprit, World world, Draws with, Draws without) {
        CommitGraph graph = world.graph();
        String parent = graph.commit(commit).parents().get(0);
        int before = IntStream.range(0, graph.size())
                .filter(i -> graph.commit(i).hash().equals(parent))
                .findFirst()
                .orElse(MeasuredPair.GOOD);
        if (world.broken().get(commit) || (before != MeasuredPair.GOOD && world.broken().get(before))) {
            return 0;
        }
        boolean had = before != MeasuredPair.GOOD && graph.contains(before, culprit);
        for (int i = 0; i < CONFIRMING; i++) {
            double growth = graph.contains(commit, culprit) && !had ? with.next() : without.next();
            search.add(new MeasuredPair(before, commit, growth));
        }
        return CONFIRMING;
    }

    private static End end(List<Integer> found, int culprit) {
        if (found.isEmpty()) {
            return End.OPEN;
        } else if (!found.contains(culprit)) {
            return End.WRONG;
        }
        return found.size() == 1 ? End.RIGHT : End.RIGHT_RANGE;
    }

    /** What the commits touched: of the hinted kind the culprit, or another, and each other one in twenty. */
    private static List<Touch> touches(CommitGraph graph, int culprit, Hint hint, SplittableRandom random) {
        Touch kind = hint == Hint.MODULE ? Touch.MODULE : Touch.FILE;
        List<Touch> touches = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            boolean touched = hint != Hint.NONE
                    && (i == culprit ? hint != Hint.WRONG_FILE : random.nextDouble() < (hint == Hint.MODULE ? 0.25 : 0.05));
            touches.add(touched ? kind : Touch.OTHER);
        }
        return touches;
    }

    /** A line of history with side branches of up to five commits, each merged; the last commit and merges build. */
    private static World world(SplittableRandom random) {
        List<CommitGraph.Commit> commits = new ArrayList<>();
        String tip = "good";
        while (commits.size() < COMMITS) {
            int branch = random.nextDouble() < ON_BRANCH / 3 ? 1 + random.nextInt(5) : 0;
            if (branch > 0 && commits.size() + branch + 2 <= COMMITS) {
                String side = tip;
                for (int i = 0; i < branch; i++) {
                    side = add(commits, List.of(side));
                }
                tip = add(commits, List.of(tip));
                tip = add(commits, List.of(tip, side));
            } else {
                tip = add(commits, List.of(tip));
            }
        }
        BitSet broken = new BitSet();
        for (int i = 0; i < COMMITS - 1; i++) {
            // Broken commits come in runs: what broke the build is repaired a little later.
            broken.set(i, random.nextDouble() < (i > 0 && broken.get(i - 1) ? 0.5 : UNBUILDABLE / 2));
        }
        return new World(CommitGraph.of("good", "good", commits), broken);
    }

    private static String add(List<CommitGraph.Commit> commits, List<String> parents) {
        String hash = "commit-" + commits.size();
        commits.add(new CommitGraph.Commit(hash, parents, "tree of " + hash, "A", Instant.EPOCH, hash));
        return hash;
    }

    /** Pairs in random order, none twice until all were drawn. */
    private static final class Draws {
        private final double[] differences;
        private final boolean coin;
        private final double growth;
        private final SplittableRandom random;
        private int drawn;

        Draws(double[] differences, boolean coin, double growth, SplittableRandom random) {
            this.differences = differences.clone();
            this.coin = coin;
            this.growth = growth;
            this.random = random;
        }

        double next() {
            int from = drawn++ % differences.length;
            int i = from + random.nextInt(differences.length - from);
            double value = differences[i];
            differences[i] = differences[from];
            differences[from] = value;
            return (coin && random.nextBoolean() ? -value : value) + growth;
        }
    }
}
