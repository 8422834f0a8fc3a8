package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.GateReport.TrendPoint;
import dev.flamegate.report.chart.Sparkline;
import dev.flamegate.report.template.Templates;
import freemarker.core.TemplateHTMLOutputModel;
import java.util.List;

/** One indicator over stored runs. */
public record TrendView(String name, String runs, String from, String to, TemplateHTMLOutputModel svg) {
    /** From a trend with at least one point. */
    static TrendView of(GateReport.Trend trend) {
        List<TrendPoint> points = trend.points();
        Unit unit = trend.indicator().unit();
        String part = Names.selector(trend.selector());
        String name = Names.visible(trend.indicator().name()) + (part.isEmpty() ? "" : ", " + part);
        return new TrendView(
                name,
                Names.plural(points.size(), "run"),
                Numbers.quantity(points.get(0).value(), unit),
                Numbers.quantity(points.get(points.size() - 1).value(), unit),
                Templates.markup(Sparkline.draw(name, unit, points)));
    }
}
