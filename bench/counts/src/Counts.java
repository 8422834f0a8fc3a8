import dev.flamegate.judge.calls.CallChanges;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.MoreCalls;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.stats.MeanInterval;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what bench/counts/compare measured. */
final class Counts {
    private Counts() {}

    public static void main(String[] args) throws IOException {
        if (args[0].equals("row")) {
            row(args[1], Path.of(args[2]), Path.of(args[3]));
        } else {
            replay(Integer.parseInt(args[1]), Path.of(args[2]));
        }
    }

    /** One line about one comparison: its verdict, what is named, and what the counting took. */
    private static void row(String kind, Path history, Path rows) throws IOException {
        JsonNode result = JsonMapper.shared().readTree(Files.readAllBytes(history.resolve("result.json")));
        ProfiledComparison comparison = load(history);
        List<String> named = new ArrayList<>();
        for (MoreCalls more : CallChanges.of(comparison.comparison().pairs()).more()) {
            named.add(String.format(
                    Locale.ROOT,
                    "%s %.2f times (%.3f -> %.3f per request, %s)",
                    more.method(),
                    more.calls().ratio(),
                    more.calls().baseline(),
                    more.calls().candidate(),
                    more.calls().interval()));
        }
        String line = String.format(
                Locale.ROOT,
                "%s %s: %s after %d pairs; methods counted: %d; named: %s; cost of counting, CPU per request: %s; seconds of"
                        + " counting per pair: %s",
                history.getFileName(),
                kind,
                result.path("verdict").asString(),
                comparison.comparison().pairs().size(),
                comparison.comparison().pairs().stream()
                        .map(Pair::calls)
                        .filter(Objects::nonNull)
                        .mapToInt(calls -> calls.methods().size())
                        .max()
                        .orElse(0),
                named.isEmpty() ? "none" : String.join(", ", named),
                cost(comparison),
                seconds(comparison));
        System.out.println(line);
        Files.writeString(rows, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** CPU per request while calls were counted against that in the judged blocks of the same arm, as a growth. */
    private static String cost(ProfiledComparison comparison) {
        List<Double> ratios = new ArrayList<>();
        List<Pair> pairs = comparison.comparison().pairs();
        for (int i = 0; i < pairs.size(); i++) {
            Pair.Calls calls = pairs.get(i).calls();
            if (calls != null && calls.problem() == null) {
                ratios.add(ratio(calls.baseline(), comparison.comparison().baseline().trials().get(i)));
                ratios.add(ratio(calls.candidate(), comparison.comparison().candidate().trials().get(i)));
            }
        }
        ratios.removeIf(ratio -> ratio.isNaN());
        double mean = ratios.stream().mapToDouble(Math::log).average().orElse(Double.NaN);
        return MeanInterval.of(Math.exp(mean), ratios, 0.95)
                .map(of -> String.format(
                        Locale.ROOT, "%+.1f %% (95 %% interval %+.1f to %+.1f)", 100 * (Math.exp(mean) - 1), 100
                                * (of.low() - 1), 100 * (of.high() - 1)))
                .orElse("unknown");
    }

    private static double ratio(Pair.Calls.Part part, Trial trial) {
        double requests = trial.requests().stream().mapToLong(request -> request.total()).sum();
        double usual = trial.counters().getOrDefault(Counter.CPU_PROCESS, Double.NaN) / requests;
        return part.cpuSeconds() / part.requests() / usual;
    }

    private static String seconds(ProfiledComparison comparison) {
        return comparison.comparison().candidate().trials().stream()
                .map(trial -> trial.seconds().get("count calls"))
                .filter(Objects::nonNull)
                .map(seconds -> String.format(Locale.ROOT, "%.1f", seconds))
                .collect(Collectors.joining(" "));
    }

    /** The baseline's countings against each other: nothing is called more often. */
    private static void replay(int times, Path work) throws IOException {
        List<Pair.Calls> counted = new ArrayList<>();
        for (Path history : histories(work)) {
            load(history).comparison().pairs().stream()
                    .map(Pair::calls)
                    .filter(calls -> calls != null && calls.problem() == null)
                    .forEach(counted::add);
        }
        if (counted.size() < 6) {
            throw new IllegalStateException(counted.size() + " countings: measure at least two comparisons first");
        }
        Map<String, Integer> named = new TreeMap<>();
        int wrong = 0;
        for (int time = 0; time < times; time++) {
            List<Pair.Calls> drawn = new ArrayList<>(counted);
            Collections.shuffle(drawn, new Random(4711 + time));
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                pairs.add(new Pair(
                                i + 1,
                                List.of(dev.flamegate.model.Arm.BASELINE, dev.flamegate.model.Arm.CANDIDATE),
                                null,
                                List.of())
                        .with(against(drawn.get(2 * i), drawn.get(2 * i + 1))));
            }
            List<MoreCalls> more = CallChanges.of(pairs).more();
            wrong += more.isEmpty() ? 0 : 1;
            more.forEach(method -> named.merge(method.method(), 1, Integer::sum));
        }
        System.out.printf(
                Locale.ROOT,
                "%d comparisons of the baseline with itself, from %d countings: something is named in %d %s%n",
                times,
                counted.size(),
                wrong,
                named);
    }

    /** Two countings of one build as if they were its two arms: of the methods that both counted. */
    private static Pair.Calls against(Pair.Calls one, Pair.Calls other) {
        Map<String, Pair.Calls.Method> second =
                other.methods().stream().collect(Collectors.toMap(Pair.Calls.Method::name, method -> method));
        return new Pair.Calls(
                one.baseline(),
                other.baseline(),
                one.methods().stream()
                        .filter(method -> second.containsKey(method.name()))
                        .map(method -> new Pair.Calls.Method(
                                method.name(),
                                method.callers(),
                                method.baseline(),
                                second.get(method.name()).baseline(),
                                method.baselineBurst(),
                                second.get(method.name()).baselineBurst()))
                        .toList(),
                null);
    }

    private static List<Path> histories(Path work) throws IOException {
        try (Stream<Path> all = Files.walk(work, 3)) {
            return all.filter(path -> path.endsWith("comparisons"))
                    .map(Path::getParent)
                    .sorted()
                    .toList();
        }
    }

    private static ProfiledComparison load(Path folder) {
        Comparisons store = new Comparisons(new History(folder, System.err::println), System.err::println);
        return store.load(store.list().get(0).key()).orElseThrow();
    }
}
