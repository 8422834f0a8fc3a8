package dev.flamegate.report.chart;

import dev.flamegate.format.Escapes;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes one SVG picture for an HTML page. Text and attributes are escaped; only classes carry colour.
 *
 * <p>Attributes are given as name and value in turn; a number is written with one decimal.
 */
public final class Svg {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    private Svg() {}

    /**
     * A picture that scales to the space on the page.
     *
     * @param label what it shows, for people who cannot see it
     */
    public static Svg picture(String cssClass, double width, double height, String label) {
        Svg svg = new Svg();
        svg.out.append("<svg class=\"").append(Escapes.html(cssClass)).append("\" viewBox=\"0 0 ");
        svg.out.append(coordinate(width)).append(' ').append(coordinate(height));
        svg.out
                .append("\" role=\"img\" aria-label=\"")
                .append(Escapes.html(label))
                .append("\">");
        svg.open.push("svg");
        return svg;
    }

    public Svg open(String tag, Object... attributes) {
        start(tag, attributes);
        out.append('>');
        open.push(tag);
        return this;
    }

    public Svg close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    public Svg leaf(String tag, Object... attributes) {
        start(tag, attributes);
        out.append("/>");
        return this;
    }

    public Svg text(String tag, String text, Object... attributes) {
        start(tag, attributes);
        out.append('>').append(Escapes.html(text));
        out.append("</").append(tag).append('>');
        return this;
    }

    /** The markup, all elements closed. */
    public String markup() {
        while (!open.isEmpty()) {
            close();
        }
        return out.toString();
    }

    private void start(String tag, Object... attributes) {
        if (attributes.length % 2 != 0) {
            throw new IllegalArgumentException(attributes.length + ": attributes come as name and value in turn");
        }
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            Object value = attributes[i + 1];
            String text =
                    value instanceof Number number ? coordinate(number.doubleValue()) : Escapes.html(value.toString());
            out.append(' ').append(attributes[i]).append("=\"").append(text).append('"');
        }
    }

    /** A coordinate with at most one decimal and never an exponent. */
    static String coordinate(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(value + ": a coordinate is a finite number");
        }
        long tenths = Math.round(value * 10);
        String sign = tenths < 0 ? "-" : "";
        long size = Math.abs(tenths);
        return size % 10 == 0 ? sign + size / 10 : sign + size / 10 + "." + size % 10;
    }
}
