package dev.flamegate.servers;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckProvider;
import dev.flamegate.check.Situation;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.gate.ReportLink;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.MetricsSource;
import dev.flamegate.runtime.RuntimeProvider;
import dev.flamegate.runtime.ServerMetrics;
import dev.flamegate.runtime.Servers;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.servers.prometheus.PrometheusServer;
import dev.flamegate.servers.prometheus.SeriesSelector;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds the runtime {@code attach}, metrics at a Prometheus, checks of servers, and the link to a report's profiles in
 * Grafana.
 */
public final class ServersExtension implements RuntimeProvider, CheckProvider, ReportLink, ServerMetrics {
    @Override
    public TargetSpec.Runtime kind() {
        return TargetSpec.Runtime.ATTACH;
    }

    @Override
    public TargetRuntime open(MeasurementPlan setup) {
        return new AttachRuntime(setup);
    }

    @Override
    public List<Check> checks(Situation situation) {
        return new ServerChecks(situation).all();
    }

    @Override
    public Optional<URI> of(Plan plan, GateReport report) {
        return GrafanaLink.of(plan, report);
    }

    @Override
    public MetricsSource of(URI prometheus, Map<String, String> labels, MeasurementPlan setup)
            throws InterruptedException {
        PrometheusServer server = new PrometheusServer(ServerAddress.of(prometheus), Servers.limits());
        return new PrometheusMetrics(server, SeriesSelector.of(labels), setup);
    }
}
