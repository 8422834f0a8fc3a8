package dev.flamegate.trends.site;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.report.chart.Svg;
import dev.flamegate.report.template.Templates;
import freemarker.core.TemplateHTMLOutputModel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The methods that were named as culprits, and when.
 *
 * @param from the first entry's time, and {@code to} the last's: what the strips span
 */
public record CulpritsPage(String from, String to, List<CulpritRow> rows) {
    private static final double WIDTH = 360;
    private static final double HEIGHT = 18;
    private static final double MARGIN = 6;

    /** Methods shown, those named last. */
    private static final int MOST = 500;

    /** One method. */
    public record CulpritRow(
            String frame,
            String service,
            String rules,
            String first,
            String last,
            String times,
            String largest,
            TemplateHTMLOutputModel strip) {}

    private record Named(SiteData.Entry entry, SiteData.Broken broken) {}

    static CulpritsPage of(SiteData site) {
        Map<List<String>, List<Named>> byMethod = new LinkedHashMap<>();
        for (SiteData.Entry entry : site.entries()) {
            for (SiteData.Broken broken : entry.broken()) {
                if (broken.culprit() != null) {
                    byMethod.computeIfAbsent(List.of(entry.service(), broken.culprit()), key -> new ArrayList<>())
                            .add(new Named(entry, broken));
                }
            }
        }
        if (byMethod.isEmpty()) {
            return new CulpritsPage("", "", List.of());
        }
        Instant first = site.entries().get(site.entries().size() - 1).started();
        Instant last = site.entries().get(0).started();
        return new CulpritsPage(
                Texts.day(first),
                Texts.day(last),
                byMethod.entrySet().stream()
                        .limit(MOST)
                        .map(one -> row(one.getKey(), one.getValue(), first, last))
                        .toList());
    }

    private static CulpritRow row(List<String> key, List<Named> named, Instant first, Instant last) {
        long entries = named.stream().map(one -> one.entry().id()).distinct().count();
        String largest = named.stream()
                .map(one -> one.broken().growth())
                .filter(growth -> growth != null)
                .max(Comparator.comparingDouble(growth -> Math.abs(growth)))
                .map(Numbers::growth)
                .orElse("");
        TreeSet<String> rules = new TreeSet<>();
        named.forEach(one -> rules.add(one.broken().rule()));
        return new CulpritRow(
                Names.visible(key.get(1)),
                Names.visible(key.get(0)),
                Names.visible(String.join(", ", rules)),
                Texts.day(named.get(named.size() - 1).entry().started()),
                Texts.day(named.get(0).entry().started()),
                Names.plural(entries, "time"),
                largest,
                Templates.markup(strip(key.get(1), named, first, last)));
    }

    private static String strip(String frame, List<Named> named, Instant first, Instant last) {
        Svg svg = Svg.picture("strip", WIDTH, HEIGHT, "when " + frame + " was named");
        svg.leaf("line", "class", "axis", "x1", MARGIN, "x2", WIDTH - MARGIN, "y1", HEIGHT / 2, "y2", HEIGHT / 2);
        double span = Math.max(1, last.toEpochMilli() - first.toEpochMilli());
        for (Named one : named) {
            double part = (one.entry().started().toEpochMilli() - first.toEpochMilli()) / span;
            svg.open(
                    "circle",
                    "class",
                    one.broken().outcome() == Outcome.FAIL ? "dot fail" : "dot warn",
                    "cx",
                    MARGIN + part * (WIDTH - 2 * MARGIN),
                    "cy",
                    HEIGHT / 2,
                    "r",
                    4);
            svg.text("title", Texts.time(one.entry().started()) + ", " + Texts.broken(one.broken()));
            svg.close();
        }
        return svg.markup();
    }
}
