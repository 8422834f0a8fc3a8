import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares a service with itself, the profiler on in the candidate only, once for each setting of the profiler. */
final class Overhead {
    private static final List<String> SETTINGS = List.of(
            "cpu@10", "cpu+wall@10", "cpu+alloc@10", "cpu+wall+alloc@10", "cpu+wall+alloc@20", "cpu+wall+alloc+lock@10");
    private static final List<String> EVENTS = List.of("cpu", "wall", "alloc", "lock");

    private final Path root;
    private final Path work;
    private final int pairs;

    /** What the agent has pushed since the last comparison began. */
    private final AtomicLong pushed = new AtomicLong();

    private Overhead(Path root, int pairs) throws IOException {
        this.root = root;
        this.work = Files.createDirectories(root.resolve("bench/target/overhead"));
        this.pairs = pairs;
    }

    /** A set of events and the milliseconds of CPU time between two samples. */
    private record Setting(List<String> events, int interval) {
        static Setting of(String text) {
            String[] parts = text.split("@", 2);
            List<String> events = Arrays.asList(parts[0].split("\\+"));
            if (parts.length != 2 || !EVENTS.containsAll(events) || !parts[1].matches("\\d{1,3}")) {
                throw new IllegalArgumentException(text + ": not like cpu+alloc@10, with events of " + EVENTS);
            }
            return new Setting(events, Integer.parseInt(parts[1]));
        }

        /** As dev.flamegate.collect.receiver.AgentSettings sets them. */
        Map<String, String> variables(int port) {
            Map<String, String> variables = new LinkedHashMap<>();
            variables.put("PYROSCOPE_APPLICATION_NAME", "overhead");
            variables.put("PYROSCOPE_SERVER_ADDRESS", "http://127.0.0.1:" + port);
            variables.put("PYROSCOPE_FORMAT", "jfr");
            variables.put("PYROSCOPE_PROFILER_EVENT", "ctimer");
            variables.put("PYROSCOPE_PROFILING_INTERVAL", interval + "ms");
            variables.put("PYROSCOPE_UPLOAD_INTERVAL", "2s");
            variables.put("PYROSCOPE_LOG_LEVEL", "warn");
            variables.put("PYROSCOPE_AP_EXTRA_ARGUMENTS", events.contains("wall") ? "wall=20ms" : "");
            variables.put("PYROSCOPE_PROFILER_ALLOC", events.contains("alloc") ? "512k" : "");
            variables.put("PYROSCOPE_PROFILER_LOCK", events.contains("lock") ? "10ms" : "");
            return variables;
        }
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
        new Overhead(Path.of(arguments[0]), pairs).measure(settings);
    }

    private void measure(List<Setting> settings) throws Exception {
        HttpServer sink = sink();
        try {
            StringBuilder rows = new StringBuilder();
            for (Setting setting : settings) {
                String row = row(setting, compare(setting, sink.getAddress().getPort()));
                System.err.print(row);
                rows.append(row);
            }
            Files.writeString(root.resolve("bench/results/overhead.md"), page(rows.toString()));
        } finally {
            sink.stop(0);
        }
    }

    /** Takes what the agent pushes and throws it away. */
    private HttpServer sink() throws IOException {
        HttpServer sink = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        sink.createContext("/", exchange -> {
            try (InputStream body = exchange.getRequestBody()) {
                pushed.addAndGet(body.transferTo(OutputStream.nullOutputStream()));
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        sink.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "sink");
            thread.setDaemon(true);
            return thread;
        }));
        sink.start();
        return sink;
    }

    private JsonNode compare(Setting setting, int port) throws Exception {
        pushed.set(0);
        Path arm = work.resolve("candidate.yaml");
        String variables = setting.variables(port).entrySet().stream()
                .map(variable -> "  " + variable.getKey() + ": \"" + variable.getValue() + "\"\n")
                .collect(Collectors.joining());
        Files.writeString(
                arm,
                "from: target\njava-options: [\"-javaagent:"
                        + root.resolve("gate-cli/target/flamegate/lib/agents/pyroscope.jar") + "\"]\nenvironment:\n" + variables);
        Path out = work.resolve("result.json");
        List<String> command = List.of(
                root.resolve("flamegate").toString(),
                "compare",
                "--plan=" + root.resolve("bench/overhead/plan.yaml"),
                "--baseline=target",
                "--candidate=" + arm,
                "--history=" + Files.createTempDirectory(work, "history"),
                "--min-pairs=" + pairs,
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
        } else if (pushed.get() == 0) {
            throw new IOException("the profiler of " + setting + " has pushed nothing");
        }
        return result;
    }

    private static String row(Setting setting, JsonNode result) {
        return String.format(
                Locale.ROOT,
                "| %s | %d ms | %s | %s | %d |%n",
                String.join(", ", setting.events()),
                setting.interval(),
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
        String cpu = Files.readString(Path.of("/proc/cpuinfo"))
                .lines()
                .filter(line -> line.startsWith("model name"))
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .orElse("unknown");
        return """
                # What profiling costs

                CPU per request of the sample service with the profiler on, against the same without: growth with its interval at the
                level of the last look, %d pairs each, %d x %s, JDK %s, %s; written by `bench/overhead/measure`.

                | events | interval | process | application's own threads | pairs |
                |---|---|---|---|---|
                %s""".formatted(
                pairs,
                Runtime.getRuntime().availableProcessors(),
                cpu,
                Runtime.version().feature(),
                LocalDate.now(),
                rows);
    }
}
