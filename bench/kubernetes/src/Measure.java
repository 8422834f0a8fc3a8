import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The same image under both runtimes, in turn; writes what a request costs in each run, and the ratio of the medians. */
final class Measure {
    private static final List<String> RUNTIMES = List.of("container", "kubernetes");
    private static final List<String> RULES = List.of("cpu", "allocation");

    private final Path root;

    private Measure(Path root) {
        this.root = root;
    }

    public static void main(String[] arguments) throws Exception {
        new Measure(Path.of(arguments[0])).run(Integer.parseInt(arguments[1]));
    }

    private void run(int rounds) throws Exception {
        Map<String, List<Double>> measured = new LinkedHashMap<>();
        StringBuilder table = new StringBuilder("| round | runtime | CPU/request, ms | allocation/request, MiB |\n|---|---|---|---|\n");
        for (int round = 1; round <= rounds; round++) {
            // The first of a round is the other runtime each time.
            for (String runtime : round % 2 == 1 ? RUNTIMES : List.of("kubernetes", "container")) {
                JsonNode result = result(runtime);
                for (String rule : RULES) {
                    measured.computeIfAbsent(runtime + rule, none -> new ArrayList<>()).add(value(result, rule));
                }
                table.append(String.format(Locale.ROOT, "| %d | %s | %.3f | %.2f |%n", round, runtime, value(result, "cpu"), value(result, "allocation") / 1024));
            }
        }
        StringBuilder page = new StringBuilder("# The same image under both runtimes\n\nWritten by `bench/kubernetes/measure " + rounds
                + "`: " + rounds + " runs of each, in turn, of [this plan](../kubernetes/plan.yaml), on " + Runtime.getRuntime().availableProcessors()
                + " CPUs.\n\n" + table + "\n");
        for (String rule : RULES) {
            page.append(String.format(Locale.ROOT, "Median of `%s` in Kubernetes, of that in a container: **%+.1f %%**.%n", rule,
                    100 * (median(measured.get("kubernetes" + rule)) / median(measured.get("container" + rule)) - 1)));
        }
        Files.writeString(root.resolve("bench/results/kubernetes.md"), page);
        System.out.print(page);
    }

    private JsonNode result(String runtime) throws Exception {
        Process gate = new ProcessBuilder(root.resolve("flamegate").toString(), "run", "--plan=plan.yaml", "--json", "--runtime=" + runtime)
                .directory(root.resolve("bench/kubernetes").toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(gate.getInputStream().readAllBytes());
        if (gate.waitFor() != 0) {
            throw new IllegalStateException(runtime + " ended with " + gate.exitValue() + ": " + out);
        }
        return JsonMapper.shared().readTree(out);
    }

    private static double value(JsonNode result, String rule) {
        for (JsonNode finding : result.path("findings")) {
            if (finding.path("rule").asString().equals(rule)) {
                return finding.path("value").asDouble();
            }
        }
        throw new IllegalStateException("no " + rule + " in " + result);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
