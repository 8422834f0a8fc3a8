package dev.flamegate.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The servers beside the target: those a container run starts, and those an attached run asks.
 *
 * @param images container images in place of the usual ones, by {@code jre}, {@code prometheus} and {@code pyroscope}
 * @param grafana where profiles are looked at; {@code null} for nowhere
 */
public record ServersSpec(
        Map<String, String> images,
        PrometheusSpec prometheus,
        PyroscopeSpec pyroscope,
        @Nullable GrafanaSpec grafana) {
    public ServersSpec {
        images = Collections.unmodifiableMap(new LinkedHashMap<>(images));
    }

    /**
     * Prometheus, or a server with its API.
     *
     * @param used false where the gate is to read the target's exposition itself
     * @param server that runs already; {@code null} to start one with a container, and to read the target's exposition
     *     of an attached target
     * @param selector label matchers of the target's series, without braces: {@code job="shop",pod=~"shop-.*"}; empty
     *     for all
     */
    public record PrometheusSpec(boolean used, @Nullable ServerSpec server, String selector) {}

    /**
     * Pyroscope.
     *
     * @param used false where profiles go to the gate alone
     * @param server that runs already; {@code null} to start one with a container
     * @param application name under which profiles are stored; {@code null} for the service's
     * @param labels that select the target's profiles, and are put on those that are sent
     */
    public record PyroscopeSpec(
            boolean used,
            @Nullable ServerSpec server,
            @Nullable String application,
            Map<String, String> labels) {
        public PyroscopeSpec {
            labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        }
    }

    /**
     * Grafana, for links.
     *
     * @param url base URL
     * @param source id of its Pyroscope data source
     */
    public record GrafanaSpec(String url, String source) {}
}
