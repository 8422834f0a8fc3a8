package dev.flamegate.gate;

import dev.flamegate.extension.Extensions;
import dev.flamegate.plan.Plan;
import dev.flamegate.report.GateReport;
import java.net.URI;
import java.util.Optional;

/** Links a report to a page that shows its two profiles; an extension declares it as a service of this type. */
public interface ReportLink {
    /** The link; empty when the plan names no such page, or nothing was compared. */
    Optional<URI> of(Plan plan, GateReport report);

    /** The first link that an extension knows. */
    static Optional<URI> find(Plan plan, GateReport report) {
        return Extensions.of(ReportLink.class).stream()
                .flatMap(link -> link.of(plan, report).stream())
                .findFirst();
    }
}
