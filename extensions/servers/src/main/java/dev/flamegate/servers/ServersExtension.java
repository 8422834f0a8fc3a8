package dev.flamegate.servers;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckProvider;
import dev.flamegate.check.Situation;
import dev.flamegate.gate.ReportLink;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.RuntimeProvider;
import dev.flamegate.runtime.TargetRuntime;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Adds the runtime {@code attach}, checks of servers, and the link to a report's profiles in Grafana. */
public final class ServersExtension implements RuntimeProvider, CheckProvider, ReportLink {
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
}
