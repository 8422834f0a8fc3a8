import dev.flamegate.model.Interval;
import dev.flamegate.stats.MeanInterval;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Turns the profiler of a running service on and off: starts scatter by more than profiling costs, and here each setting
 * is compared with no profiling in the same start. Each round has one block for every setting and two without profiling,
 * in random order. The second block without profiling is a control: it shows how far off the figures can be.
 */
final class Within {
    private static final List<String> SETTINGS = List.of("cpu+alloc@5", "cpu+wall+alloc@5", "cpu+wall20+alloc@5");
    private static final String OFF = "none | ";
    private static final int WARM_UP_SECONDS = 60;

    /** After the profiler was turned on or off, before a block begins. */
    private static final int SETTLING_SECONDS = 2;

    private static final int BLOCK_SECONDS = 8;
    private static final double CONFIDENCE = 0.95;

    /** As those of /proc; it is 100 on every Linux that Java runs on. */
    private static final double TICKS_PER_SECOND = 100;

    private static final String ORDER = "{\"customer\": \"ada\", \"lines\": [{\"sku\": \"bolt-m4\", \"quantity\": 40}, {\"sku\": \"drill\", \"quantity\": 1}]}";

    private final Path root;
    private final Path work;
    private final int starts;
    private final int rounds;
    private final int rate;
    private final Random random = new Random(11);
    private final Map<String, List<Double>> ratios = new LinkedHashMap<>();

    private Within(Path root, int starts, int rounds, int rate) throws IOException {
        this.root = root;
        this.work = Files.createDirectories(root.resolve("bench/target/overhead"));
        this.starts = starts;
        this.rounds = rounds;
        this.rate = rate;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> given = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
        Map<String, Integer> numbers = new LinkedHashMap<>(Map.of("-s", 3, "-r", 8, "-q", 40));
        while (given.size() > 1 && numbers.containsKey(given.get(0))) {
            numbers.put(given.get(0), Integer.valueOf(given.get(1)));
            given.subList(0, 2).clear();
        }
        List<Setting> settings =
                (given.isEmpty() ? SETTINGS : given).stream().map(Setting::of).toList();
        new Within(Path.of(arguments[0]), numbers.get("-s"), numbers.get("-r"), numbers.get("-q")).measure(settings);
    }

    private void measure(List<Setting> settings) throws Exception {
        try (Sink sink = new Sink()) {
            Map<String, String> commands = new LinkedHashMap<>();
            commands.put(OFF, "off");
            for (Setting setting : settings) {
                List<String> variables = new ArrayList<>();
                setting.variables(sink.port()).forEach((name, value) -> variables.add(name + "=" + value));
                commands.put(setting.columns(), String.join(" ", variables));
            }
            for (int start = 1; start <= starts; start++) {
                System.err.println("start " + start + " of " + starts);
                inOneStart(commands);
            }
            if (sink.pushed() == 0) {
                throw new IOException("the profiler has pushed nothing");
            }
        }
        StringBuilder rows = new StringBuilder();
        ratios.forEach((columns, values) -> rows.append(row(columns, values)));
        String page = page(rows.toString());
        System.err.print(rows);
        Files.writeString(root.resolve("bench/results/overhead-within-" + rate + ".md"), page);
    }

    private void inOneStart(Map<String, String> commands) throws Exception {
        Path port = Files.createTempDirectory(work, "start").resolve("port");
        int http = freePort();
        Process target = new ProcessBuilder(
                        "taskset", "-c", "1", Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Xms256m", "-Xmx256m", "-javaagent:" + work.resolve("switch.jar") + "=" + port,
                        "-cp", root.resolve("sample-service/target/sample-service.jar") + ":"
                                + root.resolve("release/distribution/target/flamegate/lib/agents/pyroscope.jar"),
                        "dev.flamegate.sample.SampleService", "--port", Integer.toString(http))
                .redirectOutput(work.resolve("target.log").toFile())
                .redirectErrorStream(true)
                .start();
        ScheduledExecutorService load = Executors.newScheduledThreadPool(1);
        try {
            AtomicLong answers = new AtomicLong();
            awaitPort(port, target);
            TimeUnit.SECONDS.sleep(2);
            load(load, http, answers);
            TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(Files.readString(port)));
                    PrintWriter says = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                    BufferedReader hears =
                            new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
                // The profiler's own code is loaded and compiled before the first block.
                for (int round = 0; round <= rounds; round++) {
                    round(commands, round > 0, target.pid(), answers, says, hears);
                }
            }
        } finally {
            load.shutdownNow();
            target.destroyForcibly().waitFor();
        }
    }

    private void round(
            Map<String, String> commands,
            boolean counts,
            long pid,
            AtomicLong answers,
            PrintWriter says,
            BufferedReader hears)
            throws Exception {
        List<String> order = new ArrayList<>(commands.keySet());
        order.add("again");
        Collections.shuffle(order, random);
        Map<String, Double> costs = new LinkedHashMap<>();
        for (String columns : order) {
            String command = commands.getOrDefault(columns, "off");
            says.println(command);
            String answer = hears.readLine();
            if (answer == null || answer.equals("off") != command.equals("off")) {
                throw new IOException("the profiler is " + answer + " after " + command);
            }
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            long answersBefore = answers.get();
            double cpuBefore = cpuSeconds(pid);
            TimeUnit.SECONDS.sleep(BLOCK_SECONDS);
            costs.put(columns, (cpuSeconds(pid) - cpuBefore) / (answers.get() - answersBefore));
        }
        if (counts) {
            double off = costs.remove(OFF);
            double again = costs.remove("again");
            ratios.computeIfAbsent(OFF, any -> new ArrayList<>()).add(again / off);
            for (String columns : commands.keySet()) {
                if (costs.containsKey(columns)) {
                    ratios.computeIfAbsent(columns, any -> new ArrayList<>())
                            .add(costs.get(columns) / Math.sqrt(off * again));
                }
            }
        }
    }

    /** The mix of dev.flamegate.gatling.SampleSimulation, in turns, at a constant rate whatever is answered. */
    private void load(ScheduledExecutorService clock, int port, AtomicLong answers) {
        HttpClient client = HttpClient.newHttpClient();
        AtomicLong sent = new AtomicLong();
        clock.scheduleAtFixedRate(
                () -> {
                    long number = sent.getAndIncrement() % 10;
                    HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + port + (number < 5 ? "/matrix" : number < 8 ? "/delay" : "/orders")));
                    if (number >= 8) {
                        request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(ORDER));
                    }
                    client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding())
                            .thenAccept(response -> {
                                if (response.statusCode() < 300) {
                                    answers.incrementAndGet();
                                }
                            });
                },
                0,
                1_000_000_000L / rate,
                TimeUnit.NANOSECONDS);
    }

    private static void awaitPort(Path port, Process target) throws Exception {
        while (!Files.exists(port)) {
            if (!target.isAlive()) {
                throw new IOException("the service has ended; see target.log");
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** User and system time of all threads of a process, from proc(5). */
    private static double cpuSeconds(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }

    private static String row(String columns, List<Double> values) {
        double middle = Math.exp(values.stream().mapToDouble(Math::log).average().orElseThrow());
        Interval interval = MeanInterval.of(middle, values, CONFIDENCE).orElseThrow();
        return String.format(
                Locale.ROOT,
                "| %s | %+.1f %% (%+.1f to %+.1f) | %d |%n",
                columns,
                100 * (middle - 1),
                100 * (interval.low() - 1),
                100 * (interval.high() - 1),
                values.size());
    }

    private String page(String rows) throws IOException {
        return """
                # What profiling costs a running service

                CPU per request of the sample service at %d requests per second, the profiler turned on and off in turns within %d starts, against the blocks
                without it in the same round; with 95 %% intervals. `none` is no profiler against no profiler. %s; written by
                `bench/overhead/measure within`.

                | events | interval | CPU per request | rounds |
                |---|---|---|---|
                %s""".formatted(rate, starts, Machine.description(), rows);
    }
}
