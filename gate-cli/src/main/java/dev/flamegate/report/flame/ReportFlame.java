package dev.flamegate.report.flame;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.judge.attribution.RequestCosts;
import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.FlameEvent.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The viewer's input for a report: every event's profile per request, with test results for each method. */
public final class ReportFlame {
    /** Name of the viewer's page among a report's files. */
    public static final String PAGE = "flame.html";

    /** Name of the picture among a report's files. */
    public static final String PICTURE = "flame.svg";

    private ReportFlame() {}

    /** The input of the viewer; empty when the candidate has no samples of any event. */
    public static Optional<FlameInput> of(GateReport report) {
        Optional<ProfiledRun> baseline = report.baseline()
                .map(GateReport.Baseline::run)
                .filter(run -> Stream.of(ProfileEvent.values())
                        .anyMatch(event -> report.baselineCosts(event).isPresent()));
        List<FlameEvent> events = Stream.of(ProfileEvent.values())
                .flatMap(event -> event(report, event).stream())
                .toList();
        return events.isEmpty()
                ? Optional.empty()
                : Optional.of(new FlameInput(
                        report.run().service(),
                        baseline.map(run -> run.run().id()),
                        report.run().id(),
                        events,
                        culprit(report),
                        sources(events),
                        List.of(new FlameInput.Link("Report", "index.html"))));
    }

    /**
     * The link that opens the page at the culprit of a finding; empty without one.
     *
     * @return relative to the report's folder
     */
    public static Optional<String> link(Finding finding) {
        return Optional.ofNullable(finding.culprit())
                .flatMap(ReportFlame::shown)
                .map(frame -> PAGE + "#" + FlameLinks.to(frame));
    }

    /** The results of the trials of two runs about each method of an event; empty if the trials show nothing. */
    public static Map<String, FrameCost> methods(ProfiledRun baseline, ProfiledRun candidate, ProfileEvent event) {
        return DifferentialCost.of(baseline, candidate, event, Selector.ALL)
                .map(ReportFlame::changes)
                .orElse(Map.of());
    }

    private static Optional<FlameEvent> event(GateReport report, ProfileEvent event) {
        Optional<RequestCosts> after = report.costs(event);
        if (after.isEmpty()) {
            return Optional.empty();
        }
        Optional<RequestCosts> before = report.baselineCosts(event);
        Map<String, FrameCost> methods = before.flatMap(known -> report.changes(event))
                .map(ReportFlame::changes)
                .orElse(Map.of());
        return Optional.of(new FlameEvent(
                event, event.unit(), "request", before.map(ReportFlame::side), after.map(ReportFlame::side), methods));
    }

    private static Side side(RequestCosts costs) {
        return new Side(costs.tree(), costs.factor());
    }

    /** The changes of methods; empty for one trial per build, which cannot show how much methods vary. */
    private static Map<String, FrameCost> changes(DifferentialCost costs) {
        Map<String, FrameCost> changes = new HashMap<>();
        if (costs.change().degrees() > 0) {
            costs.frames().forEach(frame -> changes.put(frame.frame(), frame));
        }
        return changes;
    }

    private static Optional<FlameInput.MarkedFrame> culprit(GateReport report) {
        return report.worstFirst().stream()
                .flatMap(finding -> Stream.ofNullable(finding.culprit()))
                .flatMap(culprit -> shown(culprit).stream())
                .findFirst();
    }

    /** The culprit's frame; empty where it was counted, and is in no profile. */
    private static Optional<FlameInput.MarkedFrame> shown(Culprit culprit) {
        Culprit.Evidence evidence = culprit.evidence();
        if (!(evidence.cost() instanceof ProfileEvent event)) {
            return Optional.empty();
        }
        String growth = Numbers.change(evidence.value() - evidence.baseline(), event.unit()) + " per request";
        String share = culprit.share() == null ? "" : ", " + Numbers.percent(culprit.share()) + " of the growth";
        return Optional.of(new FlameInput.MarkedFrame(event, culprit.frame(), path(culprit), growth + share));
    }

    /** The path of a culprit; a bucket of the JVM's own threads has no path known to the page. */
    private static List<String> path(Culprit culprit) {
        List<String> path = culprit.evidence().path();
        return path.isEmpty() || !path.get(path.size() - 1).equals(culprit.frame()) ? List.of() : path;
    }

    private static Map<String, String> sources(List<FlameEvent> events) {
        Map<String, String> sources = new HashMap<>();
        List<Side> sides = new ArrayList<>();
        events.forEach(event -> {
            event.baseline().ifPresent(sides::add);
            event.candidate().ifPresent(sides::add);
        });
        for (Side side : sides) {
            for (int node = 1; node < side.tree().size(); node++) {
                String name = side.tree().name(node);
                if (!sources.containsKey(name)) {
                    SourceCode.file(name).ifPresent(file -> sources.put(name, file));
                }
            }
        }
        return sources;
    }
}
