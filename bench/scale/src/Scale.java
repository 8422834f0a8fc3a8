import dev.flamegate.cli.Main;
import dev.flamegate.gate.HistorySite;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Window;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.site.SiteWriter;
import dev.flamegate.store.History;
import dev.flamegate.store.remote.Pull.Wanted;
import dev.flamegate.store.remote.SharedHistory;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Fills a store with many services, does what gates and people do, and writes how long that took. */
final class Scale {
    private static final Map<String, String> CREDENTIALS = Map.of(
            "AWS_ACCESS_KEY_ID", "scale", "AWS_SECRET_ACCESS_KEY", "not-so-secret", "AWS_REGION", "us-east-1");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int REPEATS = 5;
    /** At least so many runs are judged again, if there are as many. */
    private static final int JUDGED = 3000;
    private static final int STACKS = 1000;
    private static final int DEPTH = 24;
    /** Most runs, and comparisons, of a fingerprint that `run` fetches. */
    private static final int LATEST = 50;
    private static final List<String> METHODS = List.of("ListObjectsV2", "GetObject", "PutObject", "DeleteObject");
    private static final Pattern OPERATION = Pattern.compile(" s3_([A-Za-z0-9]+) ");

    private final Path folder;
    private final int services;
    private final int runs;
    /** Of how many services every run is made and pushed; of the others, the latest. */
    private final int whole;

    private final Path log;
    private final int port;
    private final List<Row> rows = new ArrayList<>();
    private long offset;

    /** An operation: its seconds, and the requests of each. */
    private record Row(String what, List<Double> seconds, List<Map<String, Integer>> requests) {}

    /** What is timed. */
    private interface Work {
        void run() throws Exception;
    }

    private Scale(Path folder, int services, int runs, int whole, int port) {
        this.folder = folder;
        this.services = services;
        this.runs = runs;
        this.whole = whole;
        this.port = port;
        this.log = folder.resolve("access.log");
    }

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]);
        int services = Integer.parseInt(arguments[1]);
        int runs = Integer.parseInt(arguments[2]);
        int whole = Math.min(Integer.parseInt(arguments[3]), services);
        if (whole < REPEATS || runs < 4) {
            throw new IllegalArgumentException("at least " + REPEATS + " services and 4 runs");
        }
        Files.createDirectories(root.resolve("bench/target"));
        Path folder = Files.createTempDirectory(root.resolve("bench/target"), "scale-");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Scale scale = new Scale(folder, services, runs, whole, port);
        Process server = scale.start();
        Thread ending = new Thread(() -> {
            server.destroy();
            delete(folder);
        });
        Runtime.getRuntime().addShutdownHook(ending);
        scale.createBucket(server);
        scale.measure();
        String report = scale.report();
        System.out.print(report);
        write(root.resolve("bench/results/scale.md"), scale.title(), report);
    }

    private Process start() throws IOException {
        Files.createDirectories(folder.resolve("data"));
        Files.createDirectories(folder.resolve("metadata"));
        ProcessBuilder builder = new ProcessBuilder(
                        "versitygw",
                        "--port",
                        "127.0.0.1:" + port,
                        "--quiet",
                        "--access-log",
                        log.toString(),
                        "posix",
                        "--sidecar",
                        folder.resolve("metadata").toString(),
                        folder.resolve("data").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.log").toFile());
        builder.environment().put("ROOT_ACCESS_KEY", CREDENTIALS.get("AWS_ACCESS_KEY_ID"));
        builder.environment().put("ROOT_SECRET_KEY", CREDENTIALS.get("AWS_SECRET_ACCESS_KEY"));
        return builder.start();
    }

    private void createBucket(Process server) throws Exception {
        while (true) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                break;
            } catch (IOException e) {
                if (!server.isAlive()) {
                    throw new IOException("versitygw ended: " + Files.readString(folder.resolve("server.log")), e);
                }
                Thread.sleep(50);
            }
        }
        try (S3Client client = S3Client.builder()
                .httpClient(UrlConnectionHttpClient.create())
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(
                        CREDENTIALS.get("AWS_ACCESS_KEY_ID"), CREDENTIALS.get("AWS_SECRET_ACCESS_KEY"))))
                .region(Region.US_EAST_1)
                .endpointOverride(URI.create("http://127.0.0.1:" + port))
                .forcePathStyle(true)
                .build()) {
            client.createBucket(request -> request.bucket("perf"));
        }
        settle();
    }

    private void measure() throws Exception {
        Row fill = row("fill: push, a service with " + runs + " runs");
        Row latest = row("fill: push, a service with its latest run");
        if (whole == services) {
            rows.remove(latest);
        }
        int every = Math.max(1, services / 100);
        Set<Integer> wholes = new HashSet<>();
        for (int i = 0; i < whole; i++) {
            wholes.add(spread(i, whole));
        }
        for (int service = 0; service < services; service++) {
            History history = history("fill");
            boolean all = wholes.contains(service);
            for (int run = all ? 0 : runs - 1; run < runs; run++) {
                store(history, service, run);
            }
            String name = name(service);
            timed(all ? fill : latest, all || service % every == every / 2, () -> {
                try (SharedHistory shared = shared(history)) {
                    shared.push(false, name);
                }
            });
            delete(history.folder());
            if (!all) {
                linkEarlier(service);
            }
            if (service % 100 == 99) {
                System.err.println((service + 1) + " of " + services + " services");
            }
        }
        gates();
        everything();
        judging();
    }

    /** One of some services that are spread over all names. */
    private int spread(int i, int of) {
        return (int) ((long) i * (services - 1) / (of - 1));
    }

    /**
     * Earlier runs of a service of which the latest is there: further names of its two objects in the store's folder. They
     * are listed and deleted, and never fetched.
     */
    private void linkEarlier(int service) throws IOException {
        Path kinds = folder.resolve("data/perf/scale/runs");
        Path kind;
        try (DirectoryStream<Path> found = Files.newDirectoryStream(kinds, "s." + name(service) + "-*")) {
            kind = found.iterator().next();
        }
        String last = id(service, runs - 1);
        for (int run = 0; run < runs - 1; run++) {
            for (String type : List.of(".zip", ".json")) {
                Files.createLink(kind.resolve(id(service, run) + type), kind.resolve(last + type));
            }
        }
    }

    /** What the gate of one service does, for some services. */
    private void gates() throws Exception {
        Row fresh = row("pull, a new machine");
        Row again = row("pull, nothing new");
        Row push = row("push, one new run");
        Row pushAll = row("push, of all services: one new run");
        Row list = row("list, one service");
        Row site = row("site, one service");
        Row prune = row("prune, one service: half of its runs");
        for (int i = 0; i < REPEATS; i++) {
            // Those of spread(…, whole) nearest to the same places: every run of theirs is there.
            int service = spread(i * (whole - 1) / (REPEATS - 1), whole);
            String name = name(service);
            History history = history("gate-" + i);
            pull(fresh, history, name, LATEST);
            pull(again, history, name, LATEST);
            store(history, service, runs);
            timed(push, () -> {
                try (SharedHistory shared = shared(history)) {
                    expect(1, shared.push(false, name).runs());
                }
            });
            store(history, service, runs + 1);
            timed(pushAll, () -> {
                try (SharedHistory shared = shared(history)) {
                    expect(1, shared.push(false).runs());
                }
            });
            timed(list, () -> expect(Math.min(runs, LATEST) + 2, history.list().size()));
            timed(site, () -> site(history));
            timed(prune, () -> {
                try (SharedHistory shared = shared(history)) {
                    expect((runs + 2) - (runs + 2) / 2, shared.prune((runs + 2) / 2, false, name).runs());
                }
            });
        }
    }

    /** What is done for all services at once. */
    private void everything() throws Exception {
        History all = history("all");
        pull(row("pull, the latest run of all services"), all, null, 1);
        timed(row("site, the latest run of all services"), () -> site(all));
        timed(row("prune, dry run, of all services"), () -> {
            try (SharedHistory shared = shared(all)) {
                expect(services - REPEATS, shared.prune(runs - 1, true).runs());
            }
        });
        timed(row("prune, of all services: one run of each"), () -> {
            try (SharedHistory shared = shared(all)) {
                expect(services - REPEATS, shared.prune(runs - 1, false).runs());
            }
        });
    }

    /** All runs of some services in one folder, judged by other rules on all CPUs. */
    private void judging() throws Exception {
        History many = history("many");
        int records = 0;
        for (int i = 0; i < whole && records < JUDGED; i++) {
            try (SharedHistory shared = shared(many)) {
                shared.pull(new Wanted(name(spread(i, whole)), LATEST, LATEST, Set.of()));
            }
            records = many.list().size();
        }
        Files.writeString(folder.resolve("flamegate.yaml"), """
                version: 1
                service: scale
                target: {jar: app.jar}
                load: {simulation: scale.Load, classpath: [load.jar]}
                history: many
                rules: [rules.yaml]
                """);
        Files.writeString(folder.resolve("rules.yaml"), """
                version: 1
                rules:
                  - {id: p95, indicator: latency.p95, must: ["< 1 s", "< 20% growth vs previous run"]}
                  - {id: cpu, indicator: cpu.per-request, must: ["< 20% growth vs median of 5 runs"]}
                """);
        int expected = records;
        timed(row("judge --all, " + String.format(Locale.ROOT, "%,d", records) + " runs"), () -> {
            StringWriter out = new StringWriter();
            PrintWriter both = new PrintWriter(out);
            Main.run(new String[] {"judge", "--all", "--plan", folder.resolve("flamegate.yaml").toString()}, both, both);
            String count = out.toString().lines().reduce("", (one, other) -> other);
            System.err.println(count);
            if (!count.startsWith(String.format(Locale.ROOT, "%,d records judged", expected))) {
                throw new IllegalStateException(out.toString());
            }
        });
    }

    private void pull(Row row, History history, String service, int latest) throws Exception {
        timed(row, () -> {
            try (SharedHistory shared = shared(history)) {
                shared.pull(new Wanted(service, latest, latest, Set.of()));
            }
        });
    }

    private static void site(History history) {
        SiteWriter.write(new HistorySite(history, Scale::fail).read(run -> true, comparison -> true));
    }

    private static void expect(int expected, int seen) {
        if (expected != seen) {
            throw new IllegalStateException("expected " + expected + ", but there are " + seen);
        }
    }

    private static void fail(String warning) {
        throw new IllegalStateException(warning);
    }

    private Row row(String what) {
        Row row = new Row(what, new ArrayList<>(), new ArrayList<>());
        rows.add(row);
        return row;
    }

    private void timed(Row row, Work work) throws Exception {
        timed(row, true, work);
    }

    /** Notes what some work takes, unless it is one of many that are not looked at. */
    private void timed(Row row, boolean noted, Work work) throws Exception {
        if (noted) {
            settle();
        }
        long begin = System.nanoTime();
        work.run();
        if (!noted) {
            return;
        }
        row.seconds().add((System.nanoTime() - begin) / 1e9);
        row.requests().add(settle());
    }

    /** The requests that the store has logged since the last call; waits until it has logged all of them. */
    private Map<String, Integer> settle() throws Exception {
        long size = -1;
        while (size != (Files.exists(log) ? Files.size(log) : 0)) {
            size = Files.exists(log) ? Files.size(log) : 0;
            Thread.sleep(100);
        }
        Map<String, Integer> requests = new TreeMap<>();
        if (size > offset) {
            try (InputStream in = Files.newInputStream(log)) {
                in.skipNBytes(offset);
                new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .forEach(line -> requests.merge(method(line), 1, Integer::sum));
            }
            offset = size;
        }
        return requests;
    }

    /** {@code - perf [TIME] 127.0.0.1 … s3_GetObject scale/runs/… 200 …}. */
    private static String method(String line) {
        Matcher operation = OPERATION.matcher(line);
        return operation.find() ? operation.group(1) : "";
    }

    private SharedHistory shared(History history) {
        RemoteSpec place = RemoteSpec.parse("s3://perf/scale?endpoint=http://127.0.0.1:" + port);
        return SharedHistory.open(history, place, folder, CREDENTIALS, Scale::fail);
    }

    private History history(String name) {
        return new History(folder.resolve(name), Scale::fail);
    }

    private static String id(int service, int number) {
        return String.format(Locale.ROOT, "%08d-%06d", number, service);
    }

    private static String name(int service) {
        return String.format(Locale.ROOT, "service-%05d", service);
    }

    /** Stores one run with its verdict, as a gate does. */
    private static void store(History history, int service, int number) {
        Random random = new Random(service * 1_000_003L + number);
        Instant started = START.plus(Duration.ofHours(number)).plusSeconds(service);
        String id = id(service, number);
        Run run = new Run(
                id,
                name(service),
                started,
                "process",
                2,
                Map.of("commit", String.format(Locale.ROOT, "%040x", random.nextLong() & Long.MAX_VALUE), "branch", "main"),
                new Fingerprint(Map.of("jdk", "17.0.15", "cpu", "example", "load", "rate 40")),
                List.of(trial(started, random)),
                Map.of("prepare", 0.25),
                List.of());
        history.save(new ProfiledRun(
                run, List.of(Map.of(ProfileEvent.CPU, tree(service, random), ProfileEvent.WALL, tree(service, random)))));
        history.saveVerdict(
                id, new Judgement(Verdict.PASS, List.of(), List.of(), Map.of()), started.plusSeconds(60));
    }

    private static Trial trial(Instant started, Random random) {
        List<RequestStats> requests = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Histogram micros = new Histogram(3);
            for (int k = 0; k < 800; k++) {
                micros.recordValue(1000 + (long) (4000 * Math.exp(random.nextGaussian() / 2)));
            }
            requests.add(new RequestStats("GET /resource-" + i, 800, 0, LatencyHistogram.ofMicros(micros)));
        }
        List<SeriesPoint> series = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            series.add(new SeriesPoint(
                    i + 1,
                    0.3 + random.nextDouble() / 10,
                    Double.NaN,
                    40 + random.nextInt(5),
                    0,
                    0.005 + random.nextDouble() / 1000,
                    0.01,
                    1e8 + random.nextInt(1 << 20)));
        }
        return new Trial(
                1,
                1.25 + random.nextDouble(),
                new WarmUp(new Window(started, started.plusSeconds(30)), true, Double.NaN, 400),
                List.of(new Window(started.plusSeconds(30), started.plusSeconds(50))),
                Map.of(Counter.CPU_PROCESS, 2.5 + random.nextDouble(), Counter.ALLOCATED, 1e9 + random.nextInt(1 << 20)),
                Map.of(Gauge.MEMORY_RSS, 2e8),
                requests,
                List.of(),
                Scraped.NOTHING,
                LoadQuality.UNKNOWN,
                List.of(
                        new ProfileQuality(ProfileEvent.CPU, "ctimer", 0.005, 4000, 1.0, 0.2),
                        new ProfileQuality(ProfileEvent.WALL, "ctimer", 0.005, 4000, 1.0, 0.2)),
                series,
                Map.of("start", 2.0),
                List.of());
    }

    /** The same stacks in every run of a service, but for a tenth of them. */
    private static CallTree tree(int service, Random random) {
        CallTree.Builder tree = new CallTree.Builder();
        Random shared = new Random(service);
        for (int i = 0; i < STACKS; i++) {
            Random path = i % 10 == 0 ? random : shared;
            List<Frame> stack = new ArrayList<>();
            for (int depth = 0; depth < DEPTH; depth++) {
                int method = path.nextInt(depth < 8 ? 2 : 12);
                stack.add(new Frame(
                        "com.example.service" + service + ".layer" + depth / 4 + ".Component" + depth + ".method"
                                + method,
                        20 + method));
            }
            tree.add(stack, new Facet("http-#", "GET /resource-" + i % 10, "running"), 5_000_000L * (1 + random.nextInt(9)));
        }
        return tree.build();
    }

    /** The other sizes in the file stay. */
    private static void write(Path file, String title, String report) throws IOException {
        List<String> parts = new ArrayList<>();
        if (Files.exists(file)) {
            for (String part : Files.readString(file).split("(?m)^(?=## )")) {
                if (part.startsWith("## ") && !part.startsWith(title)) {
                    parts.add(part.strip() + "\n");
                }
            }
        }
        parts.add(report);
        Files.writeString(
                file,
                "# A shared history of many services\n\nSeconds; requests are those of the median operation.\n\n"
                        + String.join("\n", parts));
    }

    private String title() {
        return String.format(
                Locale.ROOT, "## %,d services, %,d runs each: %,d runs", services, runs, (long) services * runs);
    }

    private String report() throws IOException {
        long bytes = 0;
        long records = 0;
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                bytes += Files.size(file);
                records += String.valueOf(file.getFileName()).endsWith(".zip") ? 1 : 0;
            }
        }
        StringBuilder text = new StringBuilder(title() + "\n\n");
        text.append(String.format(
                Locale.ROOT,
                "On %d CPUs, %s, Java %s, %s; written by `bench/scale/measure %d %d %d`.%n",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.version"),
                LocalDate.now(),
                services,
                runs,
                whole));
        text.append(String.format(
                Locale.ROOT,
                "A run takes %,d bytes in the store, with its verdict.%s%n%n",
                bytes / Math.max(1, records),
                whole == services
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                " All runs of %,d services were pushed; of the others the latest, and its objects have the names"
                                        + " of the earlier ones too.",
                                whole)));
        text.append("| operation | times | median | worst | list | get | put | delete |\n");
        text.append("|---|---:|---:|---:|---:|---:|---:|---:|\n");
        for (Row row : rows) {
            if (row.seconds().isEmpty()) {
                continue;
            }
            List<Integer> order = Stream.iterate(0, i -> i + 1)
                    .limit(row.seconds().size())
                    .sorted(Comparator.comparing(row.seconds()::get))
                    .toList();
            int median = order.get(order.size() / 2);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %,d | %.3f | %.3f |",
                    row.what(),
                    order.size(),
                    row.seconds().get(median),
                    row.seconds().get(order.get(order.size() - 1))));
            if (!METHODS.containsAll(row.requests().get(median).keySet().stream()
                    .filter(method -> !method.isEmpty())
                    .toList())) {
                throw new IllegalStateException("not counted: " + row.requests().get(median));
            }
            for (String method : METHODS) {
                int count = row.requests().get(median).getOrDefault(method, 0);
                text.append(count == 0 ? "  |" : String.format(Locale.ROOT, " %,d |", count));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
