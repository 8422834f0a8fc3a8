/**
 * The target's own metrics, scraped by the gate itself at the edges of a window and between them.
 *
 * <p>Input: a Prometheus exposition, as protocol buffers, OpenMetrics or text. Output: increments of counters, levels
 * of gauges, and the request histograms, native ones included, as {@link dev.flamegate.model.ServerLatency}.
 */
@NullMarked
package dev.flamegate.collect.prometheus;

import org.jspecify.annotations.NullMarked;
