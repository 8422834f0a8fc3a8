package dev.flamegate.runtime;

import java.net.URI;
import java.util.Map;

/**
 * Reads the metrics of a target at the Prometheus that scrapes it: an extension declares its implementation as a service
 * of this type. Without one, the gate scrapes targets itself.
 */
public interface ServerMetrics {
    /**
     * The metrics of one target.
     *
     * @param prometheus address of the server
     * @param labels that the target's series have there
     * @throws dev.flamegate.collect.CollectionFailed when the server does not answer
     */
    MetricsSource of(URI prometheus, Map<String, String> labels, MeasurementPlan setup) throws InterruptedException;
}
