package dev.flamegate.servers;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Window;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.ServersSpec.GrafanaSpec;
import dev.flamegate.report.GateReport;
import dev.flamegate.servers.pyroscope.LabelSelector;
import dev.flamegate.servers.pyroscope.ProfileLinks;
import dev.flamegate.servers.pyroscope.ProfileType;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The page of the plan's Grafana that shows a report's two profiles side by side. */
final class GrafanaLink {
    private static final ProfileType CPU = ProfileType.of("process_cpu:cpu:nanoseconds:cpu:nanoseconds");

    /** Profiles of a service that runs already have the labels it was given, but no label for its arm. */
    private static final String ATTACHED = "attach";

    private GrafanaLink() {}

    /** The link; empty when the plan names no Grafana, keeps no profiles on a server, or nothing was compared. */
    static Optional<URI> of(Plan plan, GateReport report) {
        GrafanaSpec grafana = plan.servers().grafana();
        Optional<Run> baseline = report.baseline().map(before -> before.run().run());
        if (grafana == null || plan.servers().pyroscope().server() == null || baseline.isEmpty()) {
            return Optional.empty();
        }
        Optional<Window> before = window(baseline.get());
        Optional<Window> now = window(report.run());
        if (before.isEmpty() || now.isEmpty()) {
            return Optional.empty();
        }
        boolean paired = report.comparison().isPresent();
        LabelSelector old = selector(
                plan,
                report.run(),
                paired ? Arm.BASELINE : Arm.CANDIDATE,
                paired ? plan.compare().baseline() : null);
        LabelSelector candidate = selector(
                plan, report.run(), Arm.CANDIDATE, paired ? plan.compare().candidate() : null);
        return Optional.of(ProfileLinks.drilldown(
                URI.create(grafana.url()),
                grafana.source(),
                CPU,
                new ProfileLinks.Side(old, before.get()),
                new ProfileLinks.Side(candidate, now.get())));
    }

    private static LabelSelector selector(Plan plan, Run run, Arm side, @Nullable ArmSpec arm) {
        String application = plan.servers().pyroscope().application();
        LabelSelector selector = LabelSelector.service(application == null ? plan.service() : application);
        for (var label : plan.servers().pyroscope().labels().entrySet()) {
            selector = selector.and(label.getKey(), label.getValue());
        }
        if (arm != null) {
            for (var label : arm.labels().entrySet()) {
                selector = selector.and(label.getKey(), label.getValue());
            }
        }
        return run.runtime().equals(ATTACHED)
                ? selector
                : selector.and("arm", side.name().toLowerCase(Locale.ROOT));
    }

    /**
     * The window from the first measured second to the last; for a comparison this includes the other arm's blocks,
     * under another label.
     */
    private static Optional<Window> window(Run run) {
        List<Window> windows =
                run.trials().stream().map(Trial::windows).flatMap(List::stream).toList();
        return windows.isEmpty()
                ? Optional.empty()
                : Optional.of(new Window(
                        windows.get(0).start(), windows.get(windows.size() - 1).end()));
    }
}
