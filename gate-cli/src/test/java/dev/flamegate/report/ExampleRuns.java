package dev.flamegate.report;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.testing.TrialBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Runs of a shop whose prices come from a matrix, made up but of a real run's shape; the same on every machine. */
final class ExampleRuns {
    static final List<String> REQUESTS = List.of("GET /orders", "POST /checkout", "GET /matrix");
    private static final int WARM_UP = 8;
    private static final int MEASURED = 20;

    private final String id;
    private final Instant started;
    private final double multiply;
    private final List<String> requests;
    private final Random random;

    /**
     * @param multiply milliseconds of CPU per request that matrix multiplication costs
     */
    ExampleRuns(String id, String started, double multiply, List<String> requests) {
        this.id = id;
        this.started = Instant.parse(started);
        this.multiply = multiply;
        this.requests = requests;
        this.random = new Random(id.hashCode());
    }

    ProfiledRun run(Map<String, String> context, Map<String, String> fingerprint) {
        List<Trial> trials = new ArrayList<>();
        List<Map<ProfileEvent, CallTree>> profiles = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            trials.add(trial(number));
            profiles.add(Map.of(ProfileEvent.CPU, profile()));
        }
        Map<String, Double> seconds = new TreeMap<>(Map.of("judge", 0.041, "report", 0.37));
        return new ProfiledRun(
                new Run(
                        id,
                        "sample-service",
                        started,
                        "process",
                        2,
                        context,
                        new Fingerprint(fingerprint),
                        trials,
                        seconds,
                        List.of()),
                profiles);
    }

    static Map<String, String> fingerprint(String jdk) {
        return Map.of(
                "cpu.model",
                "Example CPU 2.4 GHz",
                "cpu.count",
                "2",
                "jdk",
                jdk,
                "load.rate",
                "40",
                "runtime",
                "process");
    }

    Trial trial(int number) {
        Instant begin = started.plusSeconds(40L * number);
        Instant measured = begin.plusSeconds(WARM_UP);
        long each = 264 / requests.size() + 1;
        List<RequestStats> stats = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            stats.add(new RequestStats(requests.get(i), each, i == 1 ? 1 : 0, latency(each, i)));
        }
        double ok = each * requests.size();
        return TrialBuilder.of(
                        number,
                        new WarmUp(new Window(begin, measured), true, 0.04, 318, Double.NaN),
                        new Window(measured, measured.plusSeconds(MEASURED)))
                .startup(1.2 + number / 10.0)
                .series(series())
                .seconds(stages(number))
                .counters(Map.of(
                        Counter.CPU_PROCESS,
                        ok * (2.9 + multiply) / 1e3,
                        Counter.CPU_JIT,
                        id.startsWith(Examples.BEFORE) ? 0.03 : 0.08,
                        Counter.ALLOCATED,
                        ok * 48 * 1024))
                .gauges(Map.of(Gauge.HEAP_USED, 61.0 * 1024 * 1024))
                .requests(stats)
                .load(new LoadQuality(40, 39.8, 0.11, 0.003))
                .profiles(List.of(new ProfileQuality(
                        ProfileEvent.CPU, "ctimer", 0.01, Math.round(900 * (2.9 + multiply) / 4.4), 0.98, 0.4)))
                .warnings(
                        number == 2
                                ? List.of(new Warning("gc-log", "one pause of 31 ms fell into the window"))
                                : List.of())
                .faults(faults(number))
                .build();
    }

    /** One request of each trial failed; its name is in what is logged, as of a service that repeats what it is sent. */
    private Faults faults(int number) {
        String name = requests.get(1);
        return new Faults(
                null,
                List.of(new Faults.Failure(name, "status.find.is(201), but actually found 500", 1)),
                List.of(new Faults.Logged(
                        1,
                        List.of(
                                "15:42:4" + number + ".311 ERROR [http-" + number + "] cannot answer " + name,
                                "java.lang.IllegalStateException: no price of sku-" + (17 * number),
                                "at dev.flamegate.sample.orders.Checkout.price(Checkout.java:61)"))));
    }

    private static Map<String, Double> stages(int number) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        seconds.put("start", 1.2 + number / 10.0);
        seconds.put("warm-up", (double) WARM_UP);
        seconds.put("measure", (double) MEASURED);
        seconds.put("last push", 1.7);
        return seconds;
    }

    private LatencyHistogram latency(long count, int request) {
        Histogram histogram = new Histogram(3);
        for (long i = 0; i < count; i++) {
            double millis =
                    (3 + 2 * request + (request == 2 ? multiply : 0)) * StrictMath.exp(0.35 * random.nextGaussian());
            histogram.recordValue(Math.max(1, (long) (millis * 1e3)));
        }
        return LatencyHistogram.ofMicros(histogram);
    }

    private List<SeriesPoint> series() {
        List<SeriesPoint> series = new ArrayList<>();
        for (int second = 1; second <= WARM_UP + MEASURED; second++) {
            double cold = StrictMath.exp(-second / 2.5);
            double p50 = (0.004 + multiply / 3e3) * (1 + 3 * cold + 0.1 * random.nextDouble());
            series.add(new SeriesPoint(
                    second,
                    0.04 * (2.9 + multiply) * (1 + cold) + 0.9 * cold + 0.02 * random.nextDouble(),
                    0.7 * cold,
                    40 + Math.round(3 * random.nextGaussian()),
                    second == 17 ? 1 : 0,
                    p50,
                    second == 11 ? Double.NaN : p50 * (2.2 + random.nextDouble()),
                    (30 + second * 7 % 31) * 1024.0 * 1024));
        }
        return series;
    }

    CallTree profile() {
        CallTree.Builder tree = new CallTree.Builder();
        Facet worker = new Facet("http-#", "GET /matrix", "running");
        String[] web = {
            "java.lang.Thread.run", "com.sun.net.httpserver.ServerImpl.exchange", "dev.flamegate.sample.Routes.handle"
        };
        add(
                tree,
                worker,
                multiply,
                web,
                "dev.flamegate.sample.matrix.MatrixHandler.handle",
                "dev.flamegate.sample.matrix.MatrixCalculator.multiply");
        add(
                tree,
                worker,
                0.3,
                web,
                "dev.flamegate.sample.matrix.MatrixHandler.handle",
                "dev.flamegate.sample.matrix.MatrixCalculator.transpose");
        add(
                tree,
                worker,
                0.5,
                web,
                "dev.flamegate.sample.orders.OrderRepository.find",
                "java.util.concurrent.ConcurrentHashMap.get");
        add(tree, worker, 0.6, web, "dev.flamegate.sample.orders.Checkout.price", "java.math.BigDecimal.multiply");
        add(tree, worker, 0.4, web, "dev.flamegate.sample.json.Json.write", "java.lang.StringBuilder.append");
        add(
                tree,
                worker,
                0.25,
                web,
                "dev.flamegate.sample.json.Json.write",
                "dev.flamegate.sample.json.Json.write",
                "java.lang.String.format");
        for (int depth = 0; depth < 12; depth++) {
            add(
                    tree,
                    worker,
                    0.01,
                    web,
                    "dev.flamegate.sample.Filters.filter" + depth,
                    "dev.flamegate.sample.Clock.now");
        }
        add(tree, new Facet("[jit]", "", ""), 0.35, web, "C2Compiler::compile_method");
        add(tree, new Facet("[gc]", "", ""), 0.38, web, "G1ParTask::work");
        return tree.build();
    }

    private static void add(CallTree.Builder tree, Facet facet, double millis, String[] above, String... below) {
        List<Frame> stack = new ArrayList<>();
        for (String name : above) {
            stack.add(new Frame(name, 0));
        }
        for (String name : below) {
            stack.add(new Frame(name, 20 + name.length()));
        }
        tree.add(stack, facet, (long) (millis * 1e8));
    }
}
