import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Window;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Recorded pairs, cut down to what a decision needs: one file of JSON lines per kind of pair. The first line says what
 * they were measured with, each other line is one pair. README.md beside the sources describes the fields.
 */
public final class Extract {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Context worth keeping; the rest names files of one machine or the state of one checkout. */
    private static final Set<String> CONTEXT =
            Set.of("commit", "target.sha256", "jdk", "jvm.options", "jvm.collectors", "jvm.heap-max", "host.cpus");

    private Extract() {}

    /** Folder of kinds, and folder to write to. */
    public static void main(String[] args) throws IOException {
        Path from = Path.of(args[0]);
        Path into = Files.createDirectories(Path.of(args[1]));
        try (Stream<Path> kinds = Files.list(from)) {
            for (Path kind : kinds.filter(folder -> Files.isDirectory(folder.resolve("comparisons"))).sorted().toList()) {
                extract(kind, into);
            }
        }
    }

    private static void extract(Path kind, Path into) throws IOException {
        String name = kind.getFileName().toString();
        Comparisons store = new Comparisons(new History(kind, System.err::println), System.err::println);
        List<ProfiledComparison> all = new ArrayList<>();
        try (Stream<Path> keys = Files.list(kind.resolve("comparisons"))) {
            keys.map(key -> key.getFileName().toString())
                    .filter(key -> !key.startsWith("writing-"))
                    .sorted()
                    .forEach(key -> store.load(key).ifPresent(all::add));
        }
        if (all.isEmpty()) {
            return;
        }
        all.sort(Comparator.comparing(one -> one.comparison().baseline().started()));
        List<String> lines = new ArrayList<>();
        lines.add(JSON.writeValueAsString(head(name, all)));
        for (ProfiledComparison comparison : all) {
            for (int i = 0; i < comparison.comparison().pairs().size(); i++) {
                lines.add(JSON.writeValueAsString(pair(comparison, i, lines.size())));
            }
        }
        Path file = into.resolve(name.replace(':', '-') + ".jsonl");
        Files.writeString(file, lines.stream().map(line -> line + "\n").collect(Collectors.joining()));
        System.err.println(file + ": " + (lines.size() - 1) + " pairs, " + Files.size(file) / 1024 + " KiB");
    }

    private static ObjectNode head(String kind, List<ProfiledComparison> all) {
        Run run = all.get(0).comparison().candidate();
        for (ProfiledComparison comparison : all) {
            for (Run arm : List.of(comparison.comparison().baseline(), comparison.comparison().candidate())) {
                List<String> differences = run.fingerprint().differences(arm.fingerprint());
                if (!differences.isEmpty()) {
                    throw new IllegalStateException(kind + ": pairs of different machines or loads: " + differences);
                }
            }
        }
        ObjectNode head = JSON.createObjectNode();
        head.put("format", "flamegate-recorded-pairs").put("version", 1).put("kind", kind).put("service", run.service());
        head.put("cpus", run.cpus());
        ObjectNode context = head.putObject("context");
        run.context().forEach((name, value) -> {
            if (CONTEXT.contains(name)) {
                context.put(name, value);
            }
        });
        head.set("fingerprint", JSON.valueToTree(run.fingerprint().parts()));
        return head;
    }

    private static ObjectNode pair(ProfiledComparison comparison, int index, int number) {
        Pair pair = comparison.comparison().pairs().get(index);
        Trial baseline = comparison.comparison().baseline().trials().get(index);
        ObjectNode node = JSON.createObjectNode();
        node.put("pair", number).put("started", baseline.warmUp().window().start().toString());
        node.put("order", pair.order().stream().map(arm -> arm == Arm.BASELINE ? "B" : "C").collect(Collectors.joining()));
        node.put("invalid", pair.invalid());
        ObjectNode seconds = node.putObject("seconds");
        baseline.seconds().forEach((stage, value) -> seconds.put(stage, rounded(value)));
        Instant zero = baseline.warmUp().window().start();
        node.set("baseline", trial(baseline, zero));
        node.set("candidate", trial(comparison.comparison().candidate().trials().get(index), zero));
        return node;
    }

    private static ObjectNode trial(Trial trial, Instant zero) {
        ObjectNode node = JSON.createObjectNode();
        node.put("startup", rounded(trial.startup()));
        node.putArray("warmUp")
                .add(rounded(trial.warmUp().window().seconds()))
                .add(trial.warmUp().flat())
                .add(rounded(trial.warmUp().jitShare()))
                .add(trial.warmUp().requests());
        ObjectNode counters = node.putObject("counters");
        for (Map.Entry<Counter, Double> counter : trial.counters().entrySet()) {
            counters.put(counter.getKey().key(), rounded(counter.getValue()));
        }
        ObjectNode gauges = node.putObject("gauges");
        for (Map.Entry<Gauge, Double> gauge : trial.gauges().entrySet()) {
            gauges.put(gauge.getKey().key(), rounded(gauge.getValue()));
        }
        ObjectNode requests = node.putObject("requests");
        trial.requests().forEach(request -> requests.putArray(request.name())
                .add(request.ok())
                .add(request.failed())
                .add(request.latency().encoded()));
        ObjectNode server = node.putObject("server");
        trial.serverLatency().forEach(latency -> server.set(latency.request(), histogram(latency)));
        node.putArray("load")
                .add(rounded(trial.load().intendedRate()))
                .add(rounded(trial.load().achievedRate()))
                .add(rounded(trial.load().cores()))
                .add(rounded(trial.load().lagP99()));
        ArrayNode blocks = node.putArray("blocks");
        trial.windows().forEach(window -> blocks.add(block(window, trial, zero)));
        return node;
    }

    /**
     * What there is of one block: its length, and those of the charts' seconds that lie in it whole. Counters and
     * histograms are stored as sums over a trial's blocks only.
     */
    private static ObjectNode block(Window window, Trial trial, Instant zero) {
        ObjectNode block = JSON.createObjectNode();
        block.put("start", rounded(seconds(zero, window.start()))).put("end", rounded(seconds(zero, window.end())));
        // The series begins with the load, which begins with the warm-up; the probe reads once a second, at its own pace.
        double start = seconds(trial.warmUp().window().start(), window.start());
        double end = seconds(trial.warmUp().window().start(), window.end());
        ArrayNode points = block.putArray("points");
        for (SeriesPoint point : trial.series()) {
            if (point.second() - 1 >= start && point.second() <= end - 0.4) {
                points.addArray()
                        .add(rounded(point.cores()))
                        .add(rounded(point.jitCores()))
                        .add(rounded(point.throughput()))
                        .add(rounded(point.p50()))
                        .add(rounded(point.p99()));
            }
        }
        return block;
    }

    /** Buckets by the number of their upper bound, 2^(number / 2^schema); all with their bounds where they are not so. */
    private static ObjectNode histogram(ServerLatency latency) {
        ObjectNode node = JSON.createObjectNode();
        node.put("sum", rounded(latency.sum())).put("resolution", latency.resolution());
        for (int schema = 0; schema <= 8; schema++) {
            int ofSchema = schema;
            if (latency.buckets().stream().allMatch(bucket -> isOf(ofSchema, bucket))) {
                node.put("schema", schema);
                ObjectNode counts = node.putObject("counts");
                latency.buckets().forEach(bucket ->
                        counts.put(String.valueOf(number(ofSchema, bucket.upper())), rounded(bucket.count())));
                return node;
            }
        }
        ArrayNode buckets = node.putArray("buckets");
        latency.buckets().forEach(bucket -> buckets.addArray()
                .add(bucket.lower())
                .add(Double.isInfinite(bucket.upper()) ? Double.MAX_VALUE : bucket.upper())
                .add(bucket.count()));
        return node;
    }

    private static boolean isOf(int schema, ServerLatency.Bucket bucket) {
        return bucket.lower() > 0
                && Double.isFinite(bucket.upper())
                && number(schema, bucket.upper()) == number(schema, bucket.lower()) + 1
                && near(bound(schema, number(schema, bucket.upper())), bucket.upper())
                && near(bound(schema, number(schema, bucket.lower())), bucket.lower());
    }

    private static long number(int schema, double bound) {
        return Math.round(Math.log(bound) / Math.log(2) * (1 << schema));
    }

    private static double bound(int schema, long number) {
        return Math.pow(2, (double) number / (1 << schema));
    }

    private static boolean near(double a, double b) {
        return Math.abs(a - b) <= 1e-9 * b;
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    /** Eight significant digits: finer than anything measured here; {@code null} where there is no number. */
    private static Double rounded(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(new MathContext(8)).doubleValue() : null;
    }
}
