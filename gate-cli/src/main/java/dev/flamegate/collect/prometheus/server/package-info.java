/**
 * What a Prometheus server, or Mimir, Thanos or VictoriaMetrics under their base paths, has stored about a service:
 * {@link dev.flamegate.collect.prometheus.server.PrometheusServer} is the entry point. Everything follows from a
 * {@link dev.flamegate.collect.prometheus.server.SeriesSelector} and a {@link dev.flamegate.model.Window}, so that
 * windows in the past work like those just measured.
 *
 * <p>Input: the server's HTTP API. Output: raw samples as the scrapes they came from
 * ({@link dev.flamegate.collect.prometheus.server.WindowSamples}), counters and levels of the model
 * ({@link dev.flamegate.collect.prometheus.server.PrometheusCounters}), answers to the users' own queries
 * ({@link dev.flamegate.collect.prometheus.server.OwnIndicators}), each with its warnings.
 */
@NullMarked
package dev.flamegate.collect.prometheus.server;

import org.jspecify.annotations.NullMarked;
