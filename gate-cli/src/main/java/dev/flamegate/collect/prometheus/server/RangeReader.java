package dev.flamegate.collect.prometheus.server;

import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Evaluates a query through a window, in pages below the most points that servers answer at once. */
final class RangeReader {
    /** Servers refuse more than 11 000 points a series. */
    private static final int POINTS = 10_000;

    private final PrometheusServer server;

    RangeReader(PrometheusServer server) {
        this.server = server;
    }

    RangeAnswer read(String promql, Window window, Duration step) throws InterruptedException {
        if (step.toMillis() < 1) {
            throw new IllegalArgumentException(step + ": a step is a millisecond at least");
        }
        RawSamples all = new RawSamples();
        Duration page = step.multipliedBy(POINTS - 1);
        for (Instant start = window.start();
                !start.isAfter(window.end());
                start = start.plus(page).plus(step)) {
            Instant end = start.plus(page).isAfter(window.end()) ? window.end() : start.plus(page);
            ApiReply reply = ApiReply.of(server.askRange(promql, start, end, step));
            JsonNode data = reply.data();
            if (data == null) {
                throw PrometheusServer.refused(reply, promql);
            }
            all.warn(reply.warnings());
            Instant from = start;
            PrometheusServer.read(reply, promql, () -> {
                SampleReader.matrix(data.path("result"), from, all);
                return all;
            });
        }
        return answer(all);
    }

    private static RangeAnswer answer(RawSamples all) {
        List<RangeAnswer.Series> read = new ArrayList<>();
        int without = 0;
        for (RawSeries one : all.series()) {
            Map<Instant, Double> values = new TreeMap<>();
            one.samples().forEach((at, value) -> {
                if (value instanceof Double number && Double.isFinite(number)) {
                    values.put(at, number);
                }
            });
            without += one.withoutNumber() + one.samples().size() - values.size();
            Map<String, String> labels = new TreeMap<>(one.labels());
            if (!one.name().isEmpty()) {
                labels.put("__name__", one.name());
            }
            read.add(new RangeAnswer.Series(labels, values));
        }
        return new RangeAnswer(read, without, all.warnings());
    }
}
