package dev.flamegate.collect.prometheus.server;

import dev.flamegate.collect.http.Answer;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** Reads samples as they are stored, in pages of time; a page that is too much for the server is halved. */
final class RawReader {
    private static final Duration PAGE = Duration.ofMinutes(5);
    private static final Duration SMALLEST = Duration.ofSeconds(2);
    private static final Duration TICK = Duration.ofMillis(1);

    private final PrometheusServer server;

    RawReader(PrometheusServer server) {
        this.server = server;
    }

    /**
     * All samples of a selector.
     *
     * @param window both ends included
     */
    RawSamples read(String selector, Window window) throws InterruptedException {
        RawSamples all = new RawSamples();
        Instant start = window.start();
        do {
            Instant end = start.plus(PAGE).isAfter(window.end()) ? window.end() : start.plus(PAGE);
            page(selector, start, end, all);
            start = end.plus(TICK);
        } while (!start.isAfter(window.end()));
        return all;
    }

    private void page(String selector, Instant start, Instant end, RawSamples into) throws InterruptedException {
        // Since Prometheus 3 a range is without its older edge, before it was with it.
        Duration length = Duration.between(start, end).plus(TICK);
        String promql = selector + "[" + length.toMillis() + "ms]";
        Answer answer = server.ask(promql, end);
        boolean divisible = length.compareTo(SMALLEST) > 0;
        if (answer.isCutOff() && divisible) {
            halves(selector, start, end, into);
            return;
        }
        ApiReply reply = ApiReply.of(answer);
        JsonNode data = reply.data();
        if (data == null && reply.isTooMuch() && divisible) {
            halves(selector, start, end, into);
        } else if (data == null) {
            throw PrometheusServer.refused(reply, promql);
        } else {
            into.warn(reply.warnings());
            PrometheusServer.read(reply, promql, () -> {
                SampleReader.matrix(data.path("result"), start, into);
                return into;
            });
        }
    }

    private void halves(String selector, Instant start, Instant end, RawSamples into) throws InterruptedException {
        Instant middle = start.plusMillis(Duration.between(start, end).toMillis() / 2);
        page(selector, start, middle, into);
        page(selector, middle.plus(TICK), end, into);
    }
}
