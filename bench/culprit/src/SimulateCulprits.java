import dev.flamegate.judge.attribution.Attribution;
import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.judge.attribution.SyntheticService;
import dev.flamegate.judge.attribution.SyntheticService.Injection;
import dev.flamegate.judge.attribution.SyntheticService.Noise;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.rule.Selector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Error rates of naming culprits, simulated: see README.md in this folder. */
public final class SimulateCulprits {
    private static final Map<String, Noise> NOISES = new LinkedHashMap<>();

    static {
        NOISES.put("counting alone", Noise.COUNTING);
        NOISES.put("usual", Noise.USUAL);
        NOISES.put("rough", Noise.ROUGH);
    }

    private final int n;
    private final long seed;
    private final List<Double> added;
    private final List<String> lines = new ArrayList<>();

    private SimulateCulprits(int n, long seed, List<Double> added) {
        this.n = n;
        this.seed = seed;
        this.added = added;
    }

    public static void main(String[] args) throws IOException {
        int n = 1000;
        long seed = 1;
        String added = "0,1,2,3,5,10";
        Path into = Path.of("bench/results/culprit.md");
        for (int i = 0; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "-n" -> n = Integer.parseInt(args[i + 1]);
                case "--seed" -> seed = Long.parseLong(args[i + 1]);
                case "--added" -> added = args[i + 1];
                case "--into" -> into = Path.of(args[i + 1]);
                default -> throw new IllegalArgumentException(args[i] + ": know -n, --seed, --added, --into");
            }
        }
        SimulateCulprits simulation = new SimulateCulprits(
                n,
                seed,
                Arrays.stream(added.split(",")).map(Double::valueOf).toList());
        simulation.run();
        Files.writeString(into, String.join("\n", simulation.lines) + "\n");
        simulation.lines.forEach(System.out::println);
    }

    private void run() {
        lines.add("# Culprits, simulated");
        lines.add("");
        lines.add("`bench/culprit/simulate -n " + n + " --seed " + seed + " --added "
                + String.join(",", added.stream().map(some -> String.format(Locale.ROOT, "%.0f", some)).toList())
                + "`; " + n
                + " comparisons a row, each of another made-up service of about a hundred methods.");
        lines.add("");
        lines.add("## A build against itself: comparisons that name a culprit");
        lines.add("");
        lines.add("| design | samples per arm | noise | culprit named |");
        lines.add("|---|---|---|---|");
        for (int[] design : added.contains(0.0) ? new int[][] {{3, 1}, {6, 1}, {10, 1}, {3, 0}, {5, 0}} : new int[0][]) {
            for (double samples : new double[] {2000, 6000, 30000}) {
                NOISES.forEach((name, noise) -> alike(design[0], design[1] == 1, samples, name, noise));
            }
        }
        lines.add("");
        lines.add("## CPU added to one method: comparisons in which it is the culprit, or among the first three suspects");
        lines.add("");
        lines.add("| design | samples per arm | noise | added, of all CPU | culprit | among three | a caller of it or callee first | none named |");
        lines.add("|---|---|---|---|---|---|---|---|");
        for (int[] design : new int[][] {{3, 1}, {6, 1}, {3, 0}}) {
            for (double percent : added.stream().filter(some -> some > 0).toList()) {
                for (double samples : new double[] {2000, 6000, 30000}) {
                    NOISES.forEach((name, noise) ->
                            injected(design[0], design[1] == 1, samples, percent / 100, name, noise));
                }
            }
        }
        missed();
    }

    /** A short method's growth, of which samples see a third or a half, next to a hot one. */
    private void missed() {
        lines.add("");
        lines.add("## CPU that samples miss, added to one method next to one that takes 85 % (6 pairs, usual noise)");
        lines.add("");
        lines.add("| samples per arm | added, of all CPU | seen by samples | culprit | a caller of it first | another first | none named |");
        lines.add("|---|---|---|---|---|---|---|");
        for (double seen : new double[] {1, 0.53, 0.32}) {
            for (double share : new double[] {0.06, 0.12}) {
                for (double samples : new double[] {500, 2000, 12000}) {
                    missed(seen, share, samples);
                }
            }
        }
    }

    private void missed(double seen, double share, double samples) {
        int right = 0;
        int above = 0;
        int none = 0;
        for (int i = 0; i < n; i++) {
            SyntheticService service = new SyntheticService(seed * 3_000_017 + i, Noise.USUAL);
            Injection brief = service.anywhere(share).seen(seen);
            service.hot(0.85, brief);
            List<Culprit> culprits =
                    Attribution.of(cost(service, 6, true, samples, brief)).culprits();
            String first = culprits.isEmpty() ? "" : culprits.get(0).frame();
            none += culprits.isEmpty() ? 1 : 0;
            right += first.equals(service.method(brief)) ? 1 : 0;
            above += !first.equals(service.method(brief)) && service.path(brief).contains(first) ? 1 : 0;
        }
        lines.add(String.format(
                Locale.ROOT,
                "| %.0f | %.0f %% | %.0f %% | %s | %s | %s | %s |",
                samples,
                share * 100,
                seen * 100,
                percent(right),
                percent(above),
                percent(n - right - above - none),
                percent(none)));
        System.err.println(lines.get(lines.size() - 1));
    }

    private void alike(int trials, boolean paired, double samples, String name, Noise noise) {
        int named = 0;
        for (int i = 0; i < n; i++) {
            SyntheticService service = new SyntheticService(seed * 1_000_003 + i, noise);
            named += Attribution.of(cost(service, trials, paired, samples, Injection.NONE))
                            .culprit()
                            .isPresent()
                    ? 1
                    : 0;
        }
        lines.add(String.format(
                Locale.ROOT, "| %s | %.0f | %s | %s |", design(trials, paired), samples, name, percent(named)));
        System.err.println(lines.get(lines.size() - 1));
    }

    private void injected(int trials, boolean paired, double samples, double share, String name, Noise noise) {
        int first = 0;
        int near = 0;
        int none = 0;
        int suspected = 0;
        for (int i = 0; i < n; i++) {
            SyntheticService service = new SyntheticService(seed * 2_000_003 + i, noise);
            Injection injection = service.anywhere(share);
            String method = service.method(injection);
            DifferentialCost cost = cost(service, trials, paired, samples, injection);
            List<Culprit> culprits = Attribution.of(cost).culprits();
            suspected += suspects(cost, culprits).contains(method) ? 1 : 0;
            none += culprits.isEmpty() ? 1 : 0;
            boolean is = !culprits.isEmpty() && culprits.get(0).frame().equals(method);
            first += is ? 1 : 0;
            near += !is
                            && !culprits.isEmpty()
                            && (culprits.get(0).evidence().path().contains(method)
                                    || service.path(injection).contains(culprits.get(0).frame()))
                    ? 1
                    : 0;
        }
        lines.add(String.format(
                Locale.ROOT,
                "| %s | %.0f | %s | %.0f %% | %s | %s | %s | %s |",
                design(trials, paired),
                samples,
                name,
                share * 100,
                percent(first),
                percent(suspected),
                percent(near),
                percent(none)));
        System.err.println(lines.get(lines.size() - 1));
    }

    private static DifferentialCost cost(
            SyntheticService service, int trials, boolean paired, double samples, Injection injection) {
        double each = samples / trials;
        return (paired
                        ? DifferentialCost.ofPairs(
                                service.arm(trials, each, Injection.NONE),
                                service.arm(trials, each, injection),
                                ProfileEvent.CPU,
                                Selector.ALL)
                        : DifferentialCost.of(
                                service.session(trials, each, Injection.NONE),
                                service.session(trials, each, injection),
                                ProfileEvent.CPU,
                                Selector.ALL))
                .orElseThrow();
    }

    /** The first three of the culprits and then of the methods by what is sure of their growth. */
    private static List<String> suspects(DifferentialCost cost, List<Culprit> culprits) {
        return Stream.concat(
                        culprits.stream().map(Culprit::frame),
                        cost.suspects().stream().map(FrameCost::frame))
                .distinct()
                .limit(3)
                .toList();
    }

    private static String design(int trials, boolean paired) {
        return trials + (paired ? " pairs" : " trials against " + trials);
    }

    private String percent(int count) {
        return String.format(Locale.ROOT, "%.1f %%", 100.0 * count / n);
    }
}
