package dev.flamegate.report.html;

import dev.flamegate.model.Unit;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.CpuCalibration;
import dev.flamegate.profile.ProfileEvent;
import dev.flamegate.profile.names.Origin;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.HotMethods;
import dev.flamegate.report.HotMethods.HotMethod;
import dev.flamegate.report.chart.FlameGraph;
import dev.flamegate.report.format.Names;
import dev.flamegate.report.format.Numbers;
import freemarker.core.TemplateHTMLOutputModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The CPU profile: the methods that cost or grew most, and the flame graph.
 *
 * @param rows empty without a CPU profile
 * @param flameNote what the picture leaves out
 */
public record MethodsView(
        List<Row> rows, String note, boolean compared, TemplateHTMLOutputModel flame, String flameNote) {
    private static final int HOTTEST = 20;
    private static final int GROWN = 10;
    /** Seconds per request below which a change is no change. */
    private static final double SEEN = 1e-6;

    /** One method, or a bucket of the machine's threads; {@code key} is its style, {@code origin} says which it is. */
    public record Row(
            String name,
            String key,
            String origin,
            String line,
            String self,
            String total,
            String selfCost,
            String totalCost,
            String change) {}

    static MethodsView of(GateReport report, HotMethods methods) {
        List<Row> rows = chosen(methods).stream()
                .map(method -> row(method, methods.isCompared()))
                .toList();
        CallTree tree = report.candidate().merged(ProfileEvent.CPU);
        if (tree.weight() == 0) {
            return new MethodsView(List.of(), "", false, HtmlReport.markup(""), "");
        }
        FlameGraph.Picture picture = FlameGraph.draw(
                "Flame graph of the CPU profile over all trials, callers above what they call; the table before it"
                        + " says the same in words",
                tree);
        return new MethodsView(
                rows,
                Names.plural(methods.bySelf().size(), "method") + " in the profile; here are the hottest"
                        + (methods.isCompared() ? " and those that grew most" : ""),
                methods.isCompared(),
                HtmlReport.markup(picture.markup()),
                note(picture));
    }

    private static String note(FlameGraph.Picture picture) {
        return picture.left() == 0
                ? Names.plural(picture.drawn(), "frame") + ", nothing left out."
                : Names.plural(picture.drawn(), "frame") + " drawn. " + Numbers.count(picture.left())
                        + " more are too small to see here (each below "
                        + Numbers.percent(FlameGraph.NARROWEST) + " of the CPU, or very deep); "
                        + Numbers.percent(picture.leftSelf()) + " of the CPU is in them.";
    }

    /** The hottest by own CPU, and those whose own CPU grew most, in the order of own CPU. */
    private static List<HotMethod> chosen(HotMethods methods) {
        Stream<HotMethod> hottest = methods.bySelf().stream()
                .filter(method -> method.selfShare() > 0)
                .limit(HOTTEST);
        Stream<HotMethod> grown = methods.bySelf().stream()
                .filter(method -> method.selfChange() >= SEEN)
                .sorted(Comparator.comparingDouble((HotMethod method) -> -method.selfChange()))
                .limit(GROWN);
        List<HotMethod> all =
                new ArrayList<>(Stream.concat(hottest, grown).distinct().toList());
        all.sort(Comparator.comparingDouble((HotMethod method) -> -method.selfShare())
                .thenComparing(HotMethod::name));
        return all;
    }

    private static boolean isMuted(HotMethod method) {
        return method.origin() == Origin.MACHINE || method.origin() == Origin.PROFILER;
    }

    private static String origin(HotMethod method) {
        return switch (method.origin()) {
            case JAVA -> "";
            case NATIVE -> "native";
            case MACHINE ->
                method.name().equals(CpuCalibration.NOT_SAMPLED)
                        ? "counted, but no sample hit it"
                        : "the virtual machine's threads";
            case PROFILER -> "what measures";
        };
    }

    private static Row row(HotMethod method, boolean compared) {
        return new Row(
                Names.visible(method.name()),
                isMuted(method) ? "machine" : "",
                origin(method),
                method.line() == 0 ? "" : ":" + method.line(),
                Numbers.percent(method.selfShare()),
                Numbers.percent(method.totalShare()),
                Numbers.quantity(method.self(), Unit.MILLISECONDS),
                Numbers.quantity(method.total(), Unit.MILLISECONDS),
                compared ? Numbers.change(method.selfChange(), Unit.MILLISECONDS) : "");
    }
}
