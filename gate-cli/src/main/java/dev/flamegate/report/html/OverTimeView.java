package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.model.Run;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Window;
import dev.flamegate.report.chart.Line;
import dev.flamegate.report.chart.TimeChart;
import dev.flamegate.report.template.Templates;
import freemarker.core.TemplateHTMLOutputModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The candidate's measures over time, one chart each, all trials overlaid.
 *
 * @param charts empty when no trial has a series
 */
public record OverTimeView(List<Chart> charts, List<Key> keys) {
    private static final Unit CORES = Unit.count("CPUs");
    private static final int COLOURS = 4;

    public record Chart(String title, String note, TemplateHTMLOutputModel svg) {}

    /** The colour of a trial: class and name. */
    public record Key(String cssClass, String name) {}

    static OverTimeView of(Run run) {
        List<Trial> trials = run.trials();
        List<Chart> charts = new ArrayList<>();
        add(
                charts,
                trials,
                "Throughput",
                "requests ended per second; dashed: failed",
                Unit.REQUESTS_PER_SECOND,
                SeriesPoint::throughput,
                SeriesPoint::failed);
        add(
                charts,
                trials,
                "CPU of the target",
                "CPUs in use; dashed: the JIT compiler's",
                CORES,
                SeriesPoint::cores,
                SeriesPoint::jitCores);
        add(
                charts,
                trials,
                "Latency",
                "median of each second; dashed: 99th percentile",
                Unit.MILLISECONDS,
                SeriesPoint::p50,
                SeriesPoint::p99);
        add(charts, trials, "Heap", "in use", Unit.MEBIBYTES, SeriesPoint::heap, point -> Double.NaN);
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            keys.add(new Key("t" + i % COLOURS, "trial " + trials.get(i).number()));
        }
        return new OverTimeView(charts, keys);
    }

    private static void add(
            List<Chart> charts,
            List<Trial> trials,
            String title,
            String note,
            Unit unit,
            ToDoubleFunction<SeriesPoint> solid,
            ToDoubleFunction<SeriesPoint> dashed) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            String colour = "t" + i % COLOURS;
            lines.add(line(colour + " dashed", trials.get(i), dashed));
            lines.add(line(colour, trials.get(i), solid));
        }
        if (lines.stream().allMatch(Line::isEmpty)) {
            return;
        }
        String label = title + " over time, " + note + ", " + Names.plural(trials.size(), "trial");
        List<TimeChart.Stretch> stretches =
                trials.stream().map(OverTimeView::stretch).toList();
        charts.add(new Chart(title, note, Templates.markup(TimeChart.draw(label, unit, lines, stretches))));
    }

    private static Line line(String cssClass, Trial trial, ToDoubleFunction<SeriesPoint> measure) {
        List<SeriesPoint> series = trial.series();
        return new Line(
                cssClass,
                series.stream().mapToDouble(SeriesPoint::second).toArray(),
                series.stream().mapToDouble(measure).toArray());
    }

    /** The window in seconds since the load began, which is when the warm-up began. */
    private static TimeChart.Stretch stretch(Trial trial) {
        Window window = trial.window();
        double start = seconds(Duration.between(trial.warmUp().window().start(), window.start()));
        return new TimeChart.Stretch(start, start + window.seconds());
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
