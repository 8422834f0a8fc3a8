package dev.flamegate.servers.pyroscope;

import dev.flamegate.collect.http.Form;
import dev.flamegate.model.Window;
import java.net.URI;
import java.util.Map;

/** Links to pages that show the difference between two windows of a service in the browser. */
public final class ProfileLinks {
    private static final String DRILLDOWN = "/a/grafana-pyroscope-app/explore";
    private static final String MOST_NODES = "16384";

    private ProfileLinks() {}

    /**
     * One side of a difference.
     *
     * @param selector its series
     * @param window its time
     */
    public record Side(LabelSelector selector, Window window) {}

    /**
     * The diff flame graph of Grafana's Profiles Drilldown, of Grafana 11.5 or later.
     *
     * @param grafana base address, with the path where Grafana has one
     * @param dataSource uid of the Pyroscope data source; empty for Grafana's default
     * @throws IllegalArgumentException when the sides are of different services: Drilldown compares within one
     */
    public static URI drilldown(URI grafana, String dataSource, ProfileType type, Side baseline, Side comparison) {
        String service = baseline.selector().service();
        if (service.isEmpty() || !service.equals(comparison.selector().service())) {
            throw new IllegalArgumentException("'" + service + "' and '"
                    + comparison.selector().service() + "': Drilldown compares two sides of one service");
        }
        Form form = Form.of("explorationType", "diff-flame-graph")
                .and("var-serviceName", service)
                .and("var-profileMetricId", type.id());
        if (!dataSource.isEmpty()) {
            form = form.and("var-dataSource", dataSource);
        }
        form = filters(form, "var-filtersBaseline", baseline.selector());
        form = filters(form, "var-filtersComparison", comparison.selector());
        form = times(form, baseline.window(), "diffFrom", "diffTo");
        form = times(form, comparison.window(), "diffFrom-2", "diffTo-2");
        form = times(form, baseline.window(), "from", "to");
        form = times(form, comparison.window(), "comparisonFrom", "comparisonTo");
        return URI.create(trimmed(grafana) + DRILLDOWN + "?"
                + form.and("maxNodes", MOST_NODES).encoded());
    }

    private static Form filters(Form form, String name, LabelSelector selector) {
        Form more = form;
        for (Map.Entry<String, String> label : selector.labels().entrySet()) {
            if (!label.getKey().equals(LabelSelector.SERVICE)) {
                more = more.and(name, label.getKey() + "|=|" + escaped(label.getValue()));
            }
        }
        return more;
    }

    /** Grafana's escapes for the characters that separate the parts of a filter. */
    private static String escaped(String value) {
        return value.replace("|", "__gfp__").replace(",", "__gfc__");
    }

    private static Form times(Form form, Window window, String from, String to) {
        return form.and(from, Long.toString(window.start().toEpochMilli()))
                .and(to, Long.toString(window.end().toEpochMilli()));
    }

    private static String trimmed(URI base) {
        return base.toString().replaceAll("/+$", "");
    }
}
