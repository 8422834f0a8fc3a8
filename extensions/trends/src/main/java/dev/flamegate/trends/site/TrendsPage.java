package dev.flamegate.trends.site;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.report.template.Templates;
import dev.flamegate.trends.site.TrendChart.Mark;
import dev.flamegate.trends.site.TrendChart.Point;
import freemarker.core.TemplateHTMLOutputModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every indicator over the runs of each kind.
 *
 * @param falseAlarms of a series without a change, in words
 */
public record TrendsPage(String falseAlarms, List<Section> sections) {
    /** Number of kinds shown, the most recently measured ones; more would be too long to scroll. */
    private static final int MOST_KINDS = 12;

    /** Number of runs shown of a kind, equal to the number that is searched for changes. */
    private static final int MOST_RUNS = ChangePoints.LONGEST;

    /** Runs of one service that can be compared; {@code differs} is what distinguishes them from its other runs. */
    public record Section(String id, String service, String runs, String differs, List<Figure> figures) {}

    /** One indicator; {@code changes} are its changes in words, the latest first. */
    public record Figure(String name, String description, TemplateHTMLOutputModel svg, List<String> changes) {}

    static TrendsPage of(SiteData site) {
        List<Section> sections = new ArrayList<>();
        for (SiteData.Kind kind :
                site.kinds().subList(0, Math.min(MOST_KINDS, site.kinds().size()))) {
            sections.add(section("kind-" + sections.size(), kind, site.kinds()));
        }
        return new TrendsPage(Numbers.percent(ChangePoints.FALSE_ALARMS), sections);
    }

    private static Section section(String id, SiteData.Kind kind, List<SiteData.Kind> all) {
        return new Section(
                id,
                Names.visible(kind.service()),
                Names.plural(kind.runs().size(), "run") + ", "
                        + Texts.day(kind.runs().get(0).started()) + " to "
                        + Texts.day(kind.runs().get(kind.runs().size() - 1).started()),
                differs(kind, all),
                kind.trends().stream().map(trend -> figure(kind, trend)).toList());
    }

    /** The parts of the fingerprint in which the runs of a service differ. */
    private static String differs(SiteData.Kind kind, List<SiteData.Kind> all) {
        Map<String, String> differs = new TreeMap<>();
        for (SiteData.Kind other : all) {
            if (other.service().equals(kind.service())) {
                kind.fingerprint().forEach((name, value) -> {
                    if (!value.equals(other.fingerprint().get(name))) {
                        differs.put(name, value);
                    }
                });
            }
        }
        List<String> words = new ArrayList<>();
        differs.forEach((name, value) -> words.add(name + " " + Names.cut(value, 60)));
        return Names.visible(String.join(", ", words));
    }

    private static Figure figure(SiteData.Kind kind, SiteData.Trend trend) {
        int skipped = Math.max(0, kind.runs().size() - MOST_RUNS);
        Unit unit = trend.indicator().unit();
        List<SiteData.Measured> runs = kind.runs().subList(skipped, kind.runs().size());
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            double value = trend.values().get(skipped + i);
            SiteData.Measured run = runs.get(i);
            String label = "run " + run.id() + ", " + Texts.time(run.started()) + ": "
                    + Numbers.quantity(value, unit)
                    + run.verdict().map(verdict -> ", " + verdict).orElse("")
                    + labels(run);
            points.add(new Point(label, value, run.verdict()));
        }
        List<Mark> marks = trend.changes().stream()
                .filter(change -> change.index() > skipped)
                .map(change -> new Mark(
                        change.index() - skipped,
                        change.before(),
                        change.after(),
                        TrendChart.change(change.before(), change.after())))
                .toList();
        String name = Names.visible(trend.indicator().name());
        List<String> changes = new ArrayList<>();
        trend.changes().forEach(change -> changes.add(0, words(kind, trend, change)));
        return new Figure(
                name,
                trend.indicator().description(),
                Templates.markup(TrendChart.draw(
                        name + " over " + Names.plural(points.size(), "run") + ", "
                                + Names.plural(marks.size(), "change"),
                        unit,
                        points,
                        marks,
                        Texts.day(runs.get(0).started()),
                        runs.size() > 1 ? Texts.day(runs.get(runs.size() - 1).started()) : "")),
                changes);
    }

    private static String labels(SiteData.Measured run) {
        String text = run.labels().text();
        return text.isEmpty() ? "" : ", " + Names.visible(text);
    }

    private static String words(SiteData.Kind kind, SiteData.Trend trend, ChangePoints.Change change) {
        SiteData.Measured run = kind.runs().get(change.index());
        Unit unit = trend.indicator().unit();
        String commit = run.commit().isEmpty() ? "" : ", commit " + Texts.commit(run.commit());
        return Texts.time(run.started()) + ": " + TrendChart.change(change.before(), change.after()) + ", from "
                + Numbers.quantity(change.before(), unit) + " to " + Numbers.quantity(change.after(), unit)
                + " (run " + Names.visible(run.id()) + commit + labels(run) + ")";
    }
}
