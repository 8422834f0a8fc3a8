package dev.flamegate.sample;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Endpoint;
import dev.flamegate.sample.http.Request;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Prometheus exposition as text, OpenMetrics or protobuf, whichever the {@code Accept} header asks for. */
final class MetricsEndpoint implements Endpoint {
    private final PrometheusRegistry registry;
    private final ExpositionFormats formats = ExpositionFormats.init();

    MetricsEndpoint(PrometheusRegistry registry) {
        this.registry = registry;
    }

    @Override
    public String method() {
        return "GET";
    }

    @Override
    public String path() {
        return "/metrics";
    }

    @Override
    public Answer answer(Request request) throws IOException {
        ExpositionFormatWriter writer = formats.findWriter(request.header("Accept"));
        ByteArrayOutputStream body = new ByteArrayOutputStream(32 * 1024);
        writer.write(body, registry.scrape());
        return new Answer(200, writer.getContentType(), body.toByteArray());
    }
}
