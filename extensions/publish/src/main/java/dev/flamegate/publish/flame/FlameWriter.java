package dev.flamegate.publish.flame;

import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.format.Collapsed;
import dev.flamegate.profile.format.JoinedStacks;
import dev.flamegate.profile.format.Pprof;
import dev.flamegate.profile.format.PprofWriter;
import dev.flamegate.profile.format.SampleType;
import dev.flamegate.report.flame.FlameEvent;
import dev.flamegate.report.flame.FlameInput;
import dev.flamegate.report.flame.FlamePage;
import dev.flamegate.report.flame.FlameSvg;
import dev.flamegate.report.flame.ReportFlame;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes one profile, or two compared, in any format. */
public final class FlameWriter {
    private final Optional<FlameSide> baseline;
    private final FlameSide candidate;
    private final Normalization normalization;

    /**
     * Takes the profiles.
     *
     * @param baseline empty when there is one profile alone
     */
    public FlameWriter(Optional<FlameSide> baseline, FlameSide candidate, Normalization normalization) {
        this.baseline = baseline;
        this.candidate = candidate;
        this.normalization = normalization;
    }

    /**
     * Writes any format.
     *
     * @param events one or more; formats for one event alone take the first
     * @throws IllegalArgumentException when what costs are divided by is not known
     * @throws IOException when {@code out} fails
     */
    public void write(FlameFormat format, List<ProfileEvent> events, OutputStream out) throws IOException {
        if (format == FlameFormat.PPROF) {
            out.write(pprof(costs(events.get(0))));
        } else {
            Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
            write(format, events, text);
            text.flush();
        }
    }

    /**
     * Writes a format that is text.
     *
     * @param events as above
     */
    public void write(FlameFormat format, List<ProfileEvent> events, Writer out) throws IOException {
        switch (format) {
            case HTML -> FlamePage.write(out, page(events));
            case SVG -> FlameSvg.write(out, page(events));
            case COLLAPSED -> Collapsed.write(joined(costs(events.get(0))), out);
            case JSON -> out.write(MethodsJson.write(methods(events.get(0))));
            case PPROF -> throw new IllegalArgumentException("pprof is not a text format");
        }
    }

    private FlameCosts costs(ProfileEvent event) {
        return FlameCosts.of(event, baseline, candidate, normalization);
    }

    private FlameInput page(List<ProfileEvent> events) {
        List<FlameEvent> shown = new ArrayList<>();
        for (ProfileEvent event : events) {
            FlameCosts costs = costs(event);
            shown.add(new FlameEvent(
                    event,
                    costs.unit(),
                    costs.per(),
                    Optional.ofNullable(costs.baseline()).flatMap(tree -> side(tree, costs.baselineFactor())),
                    side(costs.candidate(), costs.candidateFactor()),
                    tested(event)));
        }
        return new FlameInput(
                String.join(" → ", names()),
                baseline.map(FlameSide::name),
                candidate.name(),
                shown,
                Optional.empty(),
                Map.of(),
                List.of());
    }

    /** The tested costs of each method in the trials of two stored runs; empty unless per own request. */
    public Map<String, FrameCost> tested(ProfileEvent event) {
        return normalization.isPerOwnRequest()
                ? baseline.flatMap(FlameSide::run)
                        .flatMap(before -> candidate.run().map(after -> ReportFlame.methods(before, after, event)))
                        .orElse(Map.of())
                : Map.of();
    }

    private static Optional<FlameEvent.Side> side(CallTree tree, double factor) {
        return tree.weight() == 0 ? Optional.empty() : Optional.of(new FlameEvent.Side(tree, factor));
    }

    private List<String> names() {
        return baseline.map(side -> List.of(side.name(), candidate.name())).orElse(List.of(candidate.name()));
    }

    private static JoinedStacks joined(FlameCosts costs) {
        return costs.scaledBaseline()
                .map(before -> JoinedStacks.of(before, costs.candidate()))
                .orElseGet(() -> JoinedStacks.of(costs.candidate()));
    }

    private byte[] pprof(FlameCosts costs) {
        SampleType type =
                candidate.recording().counted() ? new SampleType("samples", "count") : SampleType.of(costs.event());
        Optional<CallTree> before = costs.scaledBaseline();
        if (before.isPresent()) {
            return PprofWriter.writeDifference(type, before.get(), costs.candidate());
        }
        double seconds = candidate.recording().seconds();
        Duration duration = Double.isNaN(seconds) ? Duration.ZERO : Duration.ofNanos(Math.round(seconds * 1e9));
        return PprofWriter.write(new Pprof(
                List.of(type), List.of(costs.candidate()), new SampleType("", ""), 0, Instant.EPOCH, duration));
    }

    /**
     * The costs of the methods of an event.
     *
     * @throws IllegalArgumentException when what costs are divided by is not known
     */
    public MethodsJson.Input methods(ProfileEvent event) {
        FlameCosts costs = costs(event);
        Unit unit = costs.unit();
        return new MethodsJson.Input(
                costs.event(),
                unit.equals(Unit.PERCENT) ? "ratio" : unit.dimension() == Unit.SECONDS.dimension() ? "s" : base(unit),
                costs.per(),
                baseline.map(FlameSide::name),
                candidate.name(),
                costs.baseline() == null ? CallTree.empty() : costs.baseline(),
                costs.baselineFactor(),
                costs.candidate(),
                costs.candidateFactor());
    }

    private static String base(Unit unit) {
        return unit.dimension() == Unit.BYTES.dimension() ? "B" : unit.symbol();
    }
}
