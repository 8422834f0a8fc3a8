/**
 * Data about a service that a Prometheus server, or Mimir, Thanos or VictoriaMetrics under their base paths, has
 * stored: {@link dev.flamegate.servers.prometheus.PrometheusServer} is the entry point. Everything follows from a
 * {@link dev.flamegate.servers.prometheus.SeriesSelector} and a {@link dev.flamegate.model.Window}, so that windows in
 * the past work like those just measured.
 *
 * <p>Input: the server's HTTP API. Output: raw samples as the scrapes they came from
 * ({@link dev.flamegate.servers.prometheus.WindowSamples}), counters and levels of the model
 * ({@link dev.flamegate.servers.prometheus.PrometheusCounters}), answers to the users' own queries
 * ({@link dev.flamegate.servers.prometheus.OwnIndicators}), each with its warnings.
 */
@NullMarked
package dev.flamegate.servers.prometheus;

import org.jspecify.annotations.NullMarked;
