import dev.flamegate.judge.attribution.Attribution;
import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.Run;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.model.Trial;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How often the right method is named, and none where there is none, in comparisons made up of recorded pairs: each draws
 * its pairs without putting back; of a pair of an unchanged build a coin says which arm is the candidate.
 */
public final class RecordedCulprits {
    /** The class that injections are in. */
    private static final String INJECTED = "dev.flamegate.sample.InjectedCost";

    private static final int FIRST = 3;
    private static final List<Integer> SIZES = List.of(3, 4, 6, 8);

    private final Path from;
    private final int n;
    private final long seed;

    /** One pair's arms with their profiles. */
    private record One(ProfiledRun baseline, ProfiledRun candidate) {
        One swapped() {
            return new One(candidate, baseline);
        }
    }

    private RecordedCulprits(Path from, int n, long seed) {
        this.from = from;
        this.n = n;
        this.seed = seed;
    }

    /** Folder of kinds, file to write, options. */
    public static void main(String[] args) throws IOException {
        int n = 1000;
        long seed = 1;
        for (int i = 2; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "-n" -> n = Integer.parseInt(args[i + 1]);
                case "--seed" -> seed = Long.parseLong(args[i + 1]);
                default -> throw new IllegalArgumentException(args[i] + ": know -n, --seed");
            }
        }
        List<String> lines = new RecordedCulprits(Path.of(args[0]), n, seed).table();
        Files.writeString(Path.of(args[1]), String.join("\n", lines) + "\n");
        lines.forEach(System.err::println);
    }

    private List<String> table() throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "# culprits in recorded pairs",
                "",
                "`bench/culprit/recorded`: comparisons made up of recorded pairs of the sample service (`bench/decisions`), their pairs"
                        + " drawn without putting back, " + n + " for each row, seed " + seed + "; the CPU profile. Pairs overlap from comparison to"
                        + " comparison. *Grew*: the application's share that the injection adds, as its own samples show it. *Right*: the culprit"
                        + " is the injected method, or its class. *First three*: it is among the first " + FIRST
                        + " suspects. *None*: no culprit stands out.",
                "",
                "| kind | pairs recorded | pairs | samples per arm | adds | right % | first three % | another % | none % |",
                "|---|---|---|---|---|---|---|---|---|"));
        try (Stream<Path> kinds = Files.list(from)) {
            for (Path kind : kinds.filter(folder -> Files.isDirectory(folder.resolve("comparisons"))).sorted().toList()) {
                String name = kind.getFileName().toString();
                if (name.equals("aa") || name.startsWith("cpu:")) {
                    List<One> pairs = pairs(kind);
                    for (int size : SIZES) {
                        if (size < pairs.size()) {
                            lines.add(row(name, pairs, size));
                        }
                    }
                }
            }
        }
        return lines;
    }

    private static List<One> pairs(Path kind) throws IOException {
        Comparisons store = new Comparisons(new History(kind, System.err::println), System.err::println);
        List<One> pairs = new ArrayList<>();
        try (Stream<Path> keys = Files.list(kind.resolve("comparisons"))) {
            for (String key : keys.map(key -> key.getFileName().toString())
                    .filter(key -> !key.startsWith("writing-"))
                    .sorted()
                    .toList()) {
                store.load(key).ifPresent(comparison -> pairs.addAll(ofOne(comparison)));
            }
        }
        return pairs;
    }

    private static List<One> ofOne(ProfiledComparison comparison) {
        ProfiledRun baseline = comparison.validBaseline();
        ProfiledRun candidate = comparison.validCandidate();
        return IntStream.range(0, comparison.validPairs())
                .mapToObj(i -> new One(trial(baseline, i), trial(candidate, i)))
                .toList();
    }

    private static ProfiledRun trial(ProfiledRun run, int i) {
        return with(run.run(), List.of(run.run().trials().get(i)), List.of(run.trials().get(i)));
    }

    private String row(String kind, List<One> pairs, int size) {
        Random random = new Random(seed + size);
        boolean unchanged = kind.equals("aa");
        int right = 0;
        int first = 0;
        int none = 0;
        double samples = 0;
        double added = 0;
        for (int i = 0; i < n; i++) {
            List<One> drawn = new ArrayList<>(pairs);
            Collections.shuffle(drawn, random);
            drawn = drawn.subList(0, size).stream()
                    .map(pair -> unchanged && random.nextBoolean() ? pair.swapped() : pair)
                    .toList();
            DifferentialCost cost = DifferentialCost.ofPairs(
                            joined(drawn.stream().map(One::baseline).toList()),
                            joined(drawn.stream().map(One::candidate).toList()),
                            ProfileEvent.CPU,
                            Selector.ALL)
                    .orElseThrow();
            List<Culprit> culprits = Attribution.of(cost).culprits();
            right += !culprits.isEmpty() && isInjected(culprits.get(0).frame()) ? 1 : 0;
            none += culprits.isEmpty() ? 1 : 0;
            List<String> suspects = Stream.concat(
                            culprits.stream().map(Culprit::frame),
                            cost.suspects().stream().map(FrameCost::frame))
                    .distinct()
                    .limit(FIRST)
                    .toList();
            first += suspects.stream().anyMatch(RecordedCulprits::isInjected) ? 1 : 0;
            samples += drawn.stream().mapToDouble(pair -> samples(pair.candidate())).sum();
            added += cost.frames().stream()
                            .filter(frame -> isInjected(frame.frame()))
                            .mapToDouble(frame -> frame.self().candidate())
                            .sum()
                    / cost.baseline();
        }
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %.0f | %s | %s | %s | %.1f | %.1f |",
                kind,
                pairs.size(),
                size,
                samples / n,
                unchanged ? "" : String.format(Locale.ROOT, "+%.1f %%", 100 * added / n),
                unchanged ? "" : percent(right),
                unchanged ? "" : percent(first),
                100.0 * (n - right - none) / n,
                100.0 * none / n);
    }

    private String percent(int count) {
        return String.format(Locale.ROOT, "%.1f", 100.0 * count / n);
    }

    private static boolean isInjected(String frame) {
        return frame.startsWith(INJECTED);
    }

    private static double samples(ProfiledRun run) {
        return run.run().trials().stream()
                .mapToDouble(trial ->
                        trial.profile(ProfileEvent.CPU).map(ProfileQuality::samples).orElse(0L))
                .sum();
    }

    private static ProfiledRun joined(List<ProfiledRun> trials) {
        return with(
                trials.get(0).run(),
                trials.stream().map(one -> one.run().trials().get(0)).toList(),
                trials.stream().map(one -> one.trials().get(0)).toList());
    }

    private static ProfiledRun with(Run run, List<Trial> trials, List<Map<ProfileEvent, CallTree>> trees) {
        List<Trial> numbered = IntStream.range(0, trials.size())
                .mapToObj(i -> trials.get(i).numbered(i + 1))
                .collect(Collectors.toList());
        return new ProfiledRun(
                new Run(
                        run.id(),
                        run.service(),
                        run.started(),
                        run.runtime(),
                        run.cpus(),
                        run.context(),
                        run.fingerprint(),
                        numbered,
                        run.seconds(),
                        run.warnings()),
                trees);
    }
}
