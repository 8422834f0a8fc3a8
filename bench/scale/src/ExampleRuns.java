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
import dev.flamegate.model.Scraped;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Window;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.store.History;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;

/** The runs that fill the store: as large as real ones, the same each time. */
final class ExampleRuns {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int STACKS = 1000;
    private static final int DEPTH = 24;

    private ExampleRuns() {}

    /** The id of a run, by its service and its number from 0. */
    static String id(int service, int number) {
        return String.format(Locale.ROOT, "%08d-%06d", number, service);
    }

    /** The name of a service. */
    static String name(int service) {
        return String.format(Locale.ROOT, "service-%05d", service);
    }

    /** Stores one run with its verdict, as a gate does. */
    static void store(History history, int service, int number) {
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
                new Trial.Timeline(
                        1.25 + random.nextDouble(),
                        new WarmUp(new Window(started, started.plusSeconds(30)), true, Double.NaN, 400, Double.NaN),
                        List.of(new Window(started.plusSeconds(30), started.plusSeconds(50))),
                        series,
                        Map.of("start", 2.0)),
                new Trial.Usage(
                        Map.of(
                                Counter.CPU_PROCESS,
                                2.5 + random.nextDouble(),
                                Counter.ALLOCATED,
                                1e9 + random.nextInt(1 << 20)),
                        Map.of(Gauge.MEMORY_RSS, 2e8),
                        Scraped.NOTHING,
                        List.of()),
                new Trial.Traffic(requests, List.of(), LoadQuality.UNKNOWN),
                List.of(
                        new ProfileQuality(ProfileEvent.CPU, "ctimer", 0.005, 4000, 1.0, 0.2),
                        new ProfileQuality(ProfileEvent.WALL, "ctimer", 0.005, 4000, 1.0, 0.2)),
                List.of(),
                Faults.NONE);
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
}
