package dev.flamegate.site;

import dev.flamegate.site.Layers.Place;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A flowchart as an SVG within a page, in the page's colours, and its source for those who do not see it. */
final class FlowchartSvg {
    private static final double HEIGHT = 32;
    private static final double STEP = 78;
    private static final double MARGIN = 6;
    private static final double TIP = 7;

    /** Generous for a sans-serif of 14 px: labels are not measured. */
    private static final double LETTER = 8.2;

    private static final double PADDING = 24;

    /** The part of a node's side on which its arrows begin and end. */
    private static final double SIDE = 0.7;

    private final Flowchart chart;
    private final Layers layers;
    private final StringBuilder svg = new StringBuilder();

    private FlowchartSvg(Flowchart chart) {
        this.chart = chart;
        layers = new Layers(chart, label -> LETTER * label.codePointCount(0, label.length()) + PADDING);
    }

    /**
     * A figure.
     *
     * @throws IllegalArgumentException when the source is none that can be drawn
     */
    static String figure(String source) {
        return "<figure class=\"diagram\">\n" + new FlowchartSvg(Flowchart.read(source)).svg()
                + "<figcaption><details><summary>The diagram as text</summary>\n"
                + "<pre tabindex=\"0\"><code class=\"language-mermaid\">" + escaped(source)
                + "</code></pre>\n</details></figcaption>\n</figure>\n";
    }

    private String svg() {
        double width = layers.rows().stream()
                .flatMap(List::stream)
                .mapToDouble(place -> place.x() + place.width() / 2)
                .max()
                .orElse(0);
        double height = STEP * (layers.rows().size() - 1) + HEIGHT;
        svg.append("<svg role=\"img\" aria-label=\"")
                .append(escaped(said()))
                .append("\" viewBox=\"0 0 ")
                .append(number(width + 2 * MARGIN))
                .append(' ')
                .append(number(height + 2 * MARGIN))
                .append("\" width=\"")
                .append(number(width + 2 * MARGIN))
                .append("\">\n");
        layers.paths().values().forEach(this::arrow);
        layers.rows().stream()
                .flatMap(List::stream)
                .filter(place -> !place.node().isEmpty())
                .forEach(this::node);
        return svg.append("</svg>\n").toString();
    }

    /** What the picture shows, in words. */
    private String said() {
        return "A diagram with arrows: "
                + chart.arrows().stream()
                        .collect(Collectors.groupingBy(
                                Flowchart.Arrow::from,
                                LinkedHashMap::new,
                                Collectors.mapping(arrow -> label(arrow.to()), Collectors.joining(", "))))
                        .entrySet()
                        .stream()
                        .map(from -> label(from.getKey()) + " to " + from.getValue())
                        .collect(Collectors.joining("; "))
                + ".";
    }

    private String label(String node) {
        return chart.labels().getOrDefault(node, node);
    }

    private void node(Place place) {
        svg.append("<g class=\"node\"><rect x=\"")
                .append(number(MARGIN + place.x() - place.width() / 2))
                .append("\" y=\"")
                .append(number(top(place)))
                .append("\" width=\"")
                .append(number(place.width()))
                .append("\" height=\"")
                .append(number(HEIGHT))
                .append("\" rx=\"7\"/><text x=\"")
                .append(number(MARGIN + place.x()))
                .append("\" y=\"")
                .append(number(top(place) + HEIGHT / 2 + 5))
                .append("\">")
                .append(escaped(label(place.node())))
                .append("</text></g>\n");
    }

    /** A curve from side to side; it passes the rows between straight down. */
    private void arrow(List<Place> path) {
        Place from = path.get(0);
        Place to = path.get(path.size() - 1);
        double x = MARGIN + port(from, path.get(1), false);
        double y = top(from) + HEIGHT;
        StringBuilder curve = new StringBuilder("M" + number(x) + " " + number(y));
        for (Place next : path.subList(1, path.size())) {
            boolean last = next == to;
            double toX = MARGIN + (last ? port(to, path.get(path.size() - 2), true) : next.x());
            double toY = top(next) - (last ? TIP : 0);
            double middle = (y + toY) / 2;
            curve.append(" C" + number(x) + " " + number(middle) + " " + number(toX) + " " + number(middle) + " "
                    + number(toX) + " " + number(toY));
            x = toX;
            y = toY;
            if (!last) {
                y += HEIGHT;
                curve.append(" V" + number(y));
            }
        }
        svg.append("<path class=\"arrow\" d=\"").append(curve).append("\"/><path class=\"tip\" d=\"M");
        svg.append(number(x) + " " + number(y + TIP) + " l-4 -" + number(TIP + 1) + " h8 z\"/>\n");
    }

    /** Where an arrow meets a node: its arrows are spread over the side in the order of where they come from. */
    private double port(Place node, Place other, boolean above) {
        List<Place> ends = layers.paths().entrySet().stream()
                .map(Map.Entry::getValue)
                .filter(path -> (above ? path.get(path.size() - 1) : path.get(0)) == node)
                .map(path -> above ? path.get(path.size() - 2) : path.get(1))
                .sorted(Comparator.comparingDouble(Place::x))
                .toList();
        double share = (ends.indexOf(other) + 0.5) / ends.size() - 0.5;
        return node.x() + share * SIDE * node.width();
    }

    private static double top(Place place) {
        return MARGIN + STEP * place.row();
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
