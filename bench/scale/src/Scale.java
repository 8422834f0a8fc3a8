import dev.flamegate.cli.Main;
import dev.flamegate.trends.HistorySite;
import dev.flamegate.trends.site.SiteWriter;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory.Wanted;
import dev.flamegate.store.SharedHistory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Fills a store with many services, does what gates and people do, and writes how long that took. */
final class Scale {
    private static final int REPEATS = 5;
    /** At least so many runs are judged again, if there are as many. */
    private static final int JUDGED = 3000;
    /** Most runs, and comparisons, of a fingerprint that `run` fetches. */
    private static final int LATEST = 50;

    private final Path folder;
    private final Size size;
    private final S3Server server;
    private final List<Row> rows = new ArrayList<>();

    /** What is timed. */
    private interface Work {
        void run() throws Exception;
    }

    private Scale(Path folder, Size size, S3Server server) {
        this.folder = folder;
        this.size = size;
        this.server = server;
    }

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]);
        Size size = Size.parse(arguments);
        if (size.whole() < REPEATS || size.runs() < 4) {
            throw new IllegalArgumentException("at least " + REPEATS + " services and 4 runs");
        }
        Files.createDirectories(root.resolve("bench/target"));
        Path folder = Files.createTempDirectory(root.resolve("bench/target"), "scale-");
        S3Server server = S3Server.start(folder);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.close();
            delete(folder);
        }));
        Scale scale = new Scale(folder, size, server);
        scale.measure();
        ScaleReport report = new ScaleReport(size, server.data(), scale.rows);
        System.out.print(report.text());
        report.addTo(root.resolve("bench/results/scale.md"));
    }

    private void measure() throws Exception {
        Row fill = row("fill: push, a service with " + size.runs() + " runs");
        Row latest = row("fill: push, a service with its latest run");
        if (size.whole() == size.services()) {
            rows.remove(latest);
        }
        int every = Math.max(1, size.services() / 100);
        Set<Integer> wholes = new HashSet<>();
        for (int i = 0; i < size.whole(); i++) {
            wholes.add(spread(i, size.whole()));
        }
        for (int service = 0; service < size.services(); service++) {
            History history = history("fill");
            boolean all = wholes.contains(service);
            for (int run = all ? 0 : size.runs() - 1; run < size.runs(); run++) {
                ExampleRuns.store(history, service, run);
            }
            String name = ExampleRuns.name(service);
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
                System.err.println((service + 1) + " of " + size.services() + " services");
            }
        }
        gates();
        everything();
        judging();
    }

    /** One of some services that are spread over all names. */
    private int spread(int i, int of) {
        return (int) ((long) i * (size.services() - 1) / (of - 1));
    }

    /**
     * Earlier runs of a service of which the latest is there: further names of its two objects in the store's folder. They
     * are listed and deleted, and never fetched.
     */
    private void linkEarlier(int service) throws IOException {
        Path kinds = server.data().resolve("perf/scale/runs");
        Path kind;
        try (DirectoryStream<Path> found = Files.newDirectoryStream(kinds, "s." + ExampleRuns.name(service) + "-*")) {
            kind = found.iterator().next();
        }
        String last = ExampleRuns.id(service, size.runs() - 1);
        for (int run = 0; run < size.runs() - 1; run++) {
            for (String type : List.of(".zip", ".json")) {
                Files.createLink(kind.resolve(ExampleRuns.id(service, run) + type), kind.resolve(last + type));
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
            int service = spread(i * (size.whole() - 1) / (REPEATS - 1), size.whole());
            String name = ExampleRuns.name(service);
            History history = history("gate-" + i);
            pull(fresh, history, name, LATEST);
            pull(again, history, name, LATEST);
            ExampleRuns.store(history, service, size.runs());
            timed(push, () -> {
                try (SharedHistory shared = shared(history)) {
                    expect(1, shared.push(false, name).runs());
                }
            });
            ExampleRuns.store(history, service, size.runs() + 1);
            timed(pushAll, () -> {
                try (SharedHistory shared = shared(history)) {
                    expect(1, shared.push(false).runs());
                }
            });
            timed(list, () -> expect(Math.min(size.runs(), LATEST) + 2, history.list().size()));
            timed(site, () -> site(history));
            timed(prune, () -> {
                try (SharedHistory shared = shared(history)) {
                    int kept = (size.runs() + 2) / 2;
                    expect((size.runs() + 2) - kept, shared.prune(kept, false, name).runs());
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
                expect(size.services() - REPEATS, shared.prune(size.runs() - 1, true).runs());
            }
        });
        timed(row("prune, of all services: one run of each"), () -> {
            try (SharedHistory shared = shared(all)) {
                expect(size.services() - REPEATS, shared.prune(size.runs() - 1, false).runs());
            }
        });
    }

    /** All runs of some services in one folder, judged by other rules on all CPUs. */
    private void judging() throws Exception {
        History many = history("many");
        int records = 0;
        for (int i = 0; i < size.whole() && records < JUDGED; i++) {
            try (SharedHistory shared = shared(many)) {
                shared.pull(new Wanted(ExampleRuns.name(spread(i, size.whole())), LATEST, LATEST, Set.of()));
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
        timed(row("judge, " + String.format(Locale.ROOT, "%,d", records) + " runs"), () -> {
            StringWriter out = new StringWriter();
            PrintWriter both = new PrintWriter(out);
            Main.run(new String[] {"judge", "--plan", folder.resolve("flamegate.yaml").toString()}, both, both);
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
            server.requests();
        }
        long begin = System.nanoTime();
        work.run();
        if (!noted) {
            return;
        }
        row.seconds().add((System.nanoTime() - begin) / 1e9);
        row.requests().add(server.requests());
    }

    private SharedHistory shared(History history) {
        return SharedHistory.open(history, server.place(), folder, S3Server.CREDENTIALS, Scale::fail);
    }

    private History history(String name) {
        return new History(folder.resolve(name), Scale::fail);
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
