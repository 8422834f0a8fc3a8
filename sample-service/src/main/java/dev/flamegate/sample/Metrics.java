package dev.flamegate.sample;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.ToDoubleFunction;

/**
 * What the service reports about itself: requests (as a histogram with native and classic buckets), workers, and the
 * JVM.
 */
final class Metrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Histogram requests;
    private final ThreadPoolExecutor workers;

    Metrics(ThreadPoolExecutor workers) {
        this.workers = workers;
        requests = Histogram.builder()
                .name("http_server_request_duration_seconds")
                .help("Time a worker spent on a request, without the wait for a worker")
                .labelNames("endpoint", "status")
                .classicUpperBounds(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10)
                .register(registry);
        gauge("http_server_pool_threads", "Worker threads", ThreadPoolExecutor::getPoolSize);
        gauge("http_server_pool_active_threads", "Workers busy with a request", ThreadPoolExecutor::getActiveCount);
        gauge(
                "http_server_pool_queue_size",
                "Requests waiting for a worker",
                pool -> pool.getQueue().size());
        JvmMetrics.builder().register(registry);
    }

    PrometheusRegistry registry() {
        return registry;
    }

    /** Records one request and the nanoseconds it took. */
    void observe(String endpoint, int status, long nanos) {
        requests.labelValues(endpoint, Integer.toString(status)).observe(nanos / 1e9);
    }

    private void gauge(String name, String help, ToDoubleFunction<ThreadPoolExecutor> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.applyAsDouble(workers)))
                .register(registry);
    }
}
