import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares a service with itself, the profiler on in the candidate only, once for each setting of the profiler. */
final class Starts {
    private static final List<String> SETTINGS = List.of("cpu+wall@5", "cpu+wall+alloc@5");

    private final Path root;
    private final Path work;
    private final int pairs;

    private Starts(Path root, int pairs) throws IOException {
        this.root = root;
        this.work = Files.createDirectories(root.resolve("bench/target/overhead"));
        this.pairs = pairs;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> given = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
        int pairs = 8;
        if (given.size() > 1 && given.get(0).equals("-p")) {
            pairs = Integer.parseInt(given.get(1));
            given.subList(0, 2).clear();
        }
        List<Setting> settings =
                (given.isEmpty() ? SETTINGS : given).stream().map(Setting::of).toList();
        new Starts(Path.of(arguments[0]), pairs).measure(settings);
    }

    private void measure(List<Setting> settings) throws Exception {
        try (Sink sink = new Sink()) {
            StringBuilder rows = new StringBuilder();
            for (Setting setting : settings) {
                String row = row(setting, compare(setting, sink));
                System.err.print(row);
                rows.append(row);
            }
            Files.writeString(root.resolve("bench/results/overhead.md"), page(rows.toString()));
        }
    }

    private JsonNode compare(Setting setting, Sink sink) throws Exception {
        sink.pushed();
        Path arm = work.resolve("candidate.yaml");
        String variables = setting.variables(sink.port()).entrySet().stream()
                .map(variable -> "  " + variable.getKey() + ": \"" + variable.getValue() + "\"\n")
                .collect(Collectors.joining());
        Files.writeString(
                arm,
                "from: target\njava-options: [\"-javaagent:"
                        + root.resolve("release/distribution/target/flamegate/lib/agents/pyroscope.jar") + "\"]\nenvironment:\n" + variables);
        Path out = work.resolve("result.json");
        List<String> command = List.of(
                root.resolve("flamegate").toString(),
                "compare",
                "--plan=" + root.resolve("bench/overhead/plan.yaml"),
                "--baseline=target",
                "--candidate=" + arm,
                "--history=" + Files.createTempDirectory(work, "history"),
                "--pairs=" + pairs,
                "--budget=" + 2 * pairs + "m",
                "--json");
        int code = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        JsonNode result = JsonMapper.shared().readTree(out);
        if (code != 0 && code != 1) {
            throw new IOException("the comparison of " + setting + " ended with " + code);
        } else if (sink.pushed() == 0) {
            throw new IOException("the profiler of " + setting + " has pushed nothing");
        }
        return result;
    }

    private static String row(Setting setting, JsonNode result) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %d |%n",
                setting.columns(),
                growth(result, "cpu"),
                growth(result, "application"),
                result.path("pairs").size());
    }

    private static String growth(JsonNode result, String rule) {
        for (JsonNode finding : result.path("findings")) {
            if (finding.path("rule").asString().equals(rule) && finding.has("growth")) {
                return String.format(
                        Locale.ROOT,
                        "%+.1f %% (%+.1f to %+.1f)",
                        100 * finding.path("growth").asDouble(),
                        100 * finding.path("interval").get(0).asDouble(),
                        100 * finding.path("interval").get(1).asDouble());
            }
        }
        return "not measured";
    }

    private String page(String rows) throws IOException {
        return """
                # What profiling costs

                CPU per request of the sample service with the profiler on, against the same without: growth with its interval at the
                level of the last look, %d pairs each. %s; written by `bench/overhead/measure starts`.

                | events | interval | process | application's own threads | pairs |
                |---|---|---|---|---|
                %s""".formatted(pairs, Machine.description(), rows);
    }
}
