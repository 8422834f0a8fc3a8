import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs the gate with one injector and with several, and prints what each saw as a row of a table. */
final class Measure {
    private static final int SEVERAL = 4;
    private static final List<String> RULES = List.of("throughput", "p50", "p75", "p95", "p99");

    private final Path root;

    private Measure(Path root) {
        this.root = root;
    }

    public static void main(String[] arguments) throws Exception {
        Measure measure = new Measure(Path.of(arguments[0]));
        System.out.println("| injectors | rate | exit | verdict | " + String.join(" | ", RULES) + " |");
        System.out.println("|---:|---:|---:|---|" + "---:|".repeat(RULES.size()));
        if (arguments[1].equals("percentiles")) {
            measure.percentiles(arguments.length > 2 ? Integer.parseInt(arguments[2]) : 3);
        } else {
            measure.capacity(List.of(arguments).subList(2, arguments.length).stream().mapToInt(Integer::parseInt).toArray());
        }
    }

    private void percentiles(int rounds) throws Exception {
        for (int round = 1; round <= rounds; round++) {
            // The first of a round is the other one each time.
            boolean odd = round % 2 == 1;
            row("plan.yaml", odd ? 1 : SEVERAL, 100);
            row("plan.yaml", odd ? SEVERAL : 1, 100);
        }
    }

    /** Each rate with one injector until it is too much for it; then as many times the last that was not, with several, and one more. */
    private void capacity(int[] rates) throws Exception {
        int most = 0;
        for (int rate : rates) {
            if (row("cluster.yaml", 1, rate) != 0) {
                break;
            }
            most = rate;
        }
        if (most > 0) {
            row("cluster.yaml", 1, SEVERAL * most);
            row("cluster.yaml", SEVERAL, SEVERAL * most);
        }
    }

    /** The exit code. */
    private int row(String plan, int injectors, int rate) throws Exception {
        Process gate = new ProcessBuilder(
                        root.resolve("flamegate").toString(), "run", "--plan=" + plan, "--json", "--set=load.injectors=" + injectors,
                        "--set=load.properties.rate=" + rate)
                .directory(root.resolve("bench/injectors").toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(gate.getInputStream().readAllBytes());
        int code = gate.waitFor();
        JsonNode result = out.isBlank() ? JsonMapper.shared().createObjectNode() : JsonMapper.shared().readTree(out);
        List<String> cells = new ArrayList<>();
        for (String rule : RULES) {
            cells.add(value(result, rule));
        }
        System.out.printf(
                Locale.ROOT, "| %d | %d | %d | %s | %s |%n", injectors, rate, code, result.path("verdict").asString("-"),
                String.join(" | ", cells));
        return code;
    }

    private static String value(JsonNode result, String rule) {
        for (JsonNode finding : result.path("findings")) {
            if (finding.path("rule").asString("").equals(rule) && finding.has("value")) {
                return String.format(Locale.ROOT, "%.1f", finding.path("value").asDouble());
            }
        }
        return "-";
    }
}
