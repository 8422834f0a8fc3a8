import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes pairs of the product's own trials from what {@code extract} wrote. */
final class RecordedTrials {
    private RecordedTrials() {}

    static RecordedPair pair(Map<?, ?> node, int number) {
        Instant zero = Instant.parse((String) node.get("started"));
        Map<?, ?> baseline = (Map<?, ?>) node.get("baseline");
        Map<?, ?> candidate = (Map<?, ?>) node.get("candidate");
        Map<String, Double> seconds = new LinkedHashMap<>();
        ((Map<?, ?>) node.get("seconds")).forEach((stage, value) -> seconds.put((String) stage, number(value)));
        return new RecordedPair(
                number,
                ((String) node.get("order")).startsWith("B") ? Arm.BASELINE : Arm.CANDIDATE,
                (String) node.get("invalid"),
                seconds,
                trial(baseline, number, zero),
                trial(candidate, number, zero),
                points(baseline),
                points(candidate));
    }

    private static Trial trial(Map<?, ?> node, int number, Instant zero) {
        List<?> warmUp = (List<?>) node.get("warmUp");
        List<?> load = (List<?>) node.get("load");
        WarmUp warmedUp = new WarmUp(
                new Window(zero, after(zero, warmUp.get(0))),
                (Boolean) warmUp.get(1),
                number(warmUp.get(2)),
                (long) number(warmUp.get(3)), Double.NaN);
        List<Window> windows = blocks(node).stream()
                .map(block -> new Window(after(zero, block.get("start")), after(zero, block.get("end"))))
                .toList();
        return new Trial(
                number,
                new Trial.Timeline(number(node.get("startup")), warmedUp, windows, List.of(), Map.of()),
                new Trial.Usage(
                        counters((Map<?, ?>) node.get("counters")),
                        gauges((Map<?, ?>) node.get("gauges")),
                        Scraped.NOTHING,
                        List.of()),
                new Trial.Traffic(
                        requests((Map<?, ?>) node.get("requests")),
                        server((Map<?, ?>) node.get("server")),
                        new LoadQuality(
                                number(load.get(0)), number(load.get(1)), number(load.get(2)), number(load.get(3)))),
                List.of(),
                List.of(),
                Faults.NONE);
    }

    private static Map<Counter, Double> counters(Map<?, ?> node) {
        Map<Counter, Double> counters = new EnumMap<>(Counter.class);
        for (Counter counter : Counter.values()) {
            if (node.get(counter.key()) != null) {
                counters.put(counter, number(node.get(counter.key())));
            }
        }
        return counters;
    }

    private static Map<Gauge, Double> gauges(Map<?, ?> node) {
        Map<Gauge, Double> gauges = new EnumMap<>(Gauge.class);
        for (Gauge gauge : Gauge.values()) {
            if (node.get(gauge.key()) != null) {
                gauges.put(gauge, number(node.get(gauge.key())));
            }
        }
        return gauges;
    }

    private static List<RequestStats> requests(Map<?, ?> node) {
        List<RequestStats> requests = new ArrayList<>();
        node.forEach((name, value) -> {
            List<?> request = (List<?>) value;
            requests.add(new RequestStats(
                    (String) name,
                    (long) number(request.get(0)),
                    (long) number(request.get(1)),
                    LatencyHistogram.decode((String) request.get(2))));
        });
        return requests;
    }

    private static List<ServerLatency> server(Map<?, ?> node) {
        List<ServerLatency> all = new ArrayList<>();
        node.forEach((name, value) -> {
            Map<?, ?> histogram = (Map<?, ?>) value;
            List<ServerLatency.Bucket> buckets = buckets(histogram);
            double count = buckets.stream().mapToDouble(ServerLatency.Bucket::count).sum();
            all.add(new ServerLatency(
                    (String) name, count, number(histogram.get("sum")), buckets, (String) histogram.get("resolution")));
        });
        return all;
    }

    private static List<ServerLatency.Bucket> buckets(Map<?, ?> histogram) {
        List<ServerLatency.Bucket> buckets = new ArrayList<>();
        if (histogram.get("buckets") instanceof List<?> explicit) {
            for (Object one : explicit) {
                List<?> bucket = (List<?>) one;
                double upper = number(bucket.get(1));
                buckets.add(new ServerLatency.Bucket(
                        number(bucket.get(0)),
                        upper == Double.MAX_VALUE ? Double.POSITIVE_INFINITY : upper,
                        number(bucket.get(2))));
            }
            return buckets;
        }
        double perDoubling = Math.pow(2, number(histogram.get("schema")));
        ((Map<?, ?>) histogram.get("counts")).forEach((key, count) -> {
            double number = Double.parseDouble(String.valueOf(key));
            buckets.add(new ServerLatency.Bucket(
                    Math.pow(2, (number - 1) / perDoubling), Math.pow(2, number / perDoubling), number(count)));
        });
        buckets.sort(Comparator.comparingDouble(ServerLatency.Bucket::upper));
        return buckets;
    }

    private static List<double[]> points(Map<?, ?> node) {
        List<double[]> points = new ArrayList<>();
        for (Map<?, ?> block : blocks(node)) {
            for (Object point : (List<?>) block.get("points")) {
                points.add(((List<?>) point).stream().mapToDouble(RecordedTrials::number).toArray());
            }
        }
        return points;
    }

    private static List<Map<?, ?>> blocks(Map<?, ?> node) {
        List<Map<?, ?>> blocks = new ArrayList<>();
        ((List<?>) node.get("blocks")).forEach(block -> blocks.add((Map<?, ?>) block));
        return blocks;
    }

    private static Instant after(Instant zero, Object seconds) {
        return zero.plusNanos(Math.round(number(seconds) * 1e9));
    }

    /** NaN for what was no number. */
    static double number(Object value) {
        return value == null ? Double.NaN : ((Number) value).doubleValue();
    }
}
