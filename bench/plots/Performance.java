import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Draws docs/internals/performance.svg from what bench/gate and bench/profiles measured: how time and memory grow with
 * a load and with recordings, both axes logarithmic.
 */
final class Performance {
    private static final String OURS = "#0072b2";
    private static final String THEIRS = "#d55e00";
    private static final int WIDTH = 250;
    private static final int HEIGHT = 180;
    private static final int TOP = 44;

    private static final Pattern LOAD = Pattern.compile(
            "\\| (\\d+) \\| 20 \\| [\\d.]+ MB \\| ([\\d.]+) \\| [\\d.]+ \\| (\\d+) MiB \\|");
    private static final Pattern SIZE = Pattern.compile("- `a\\.jfr`: ([\\d.]+) MB");
    private static final Pattern JOB = Pattern.compile(
            "\\| difference, cpu, collapsed \\| ([\\d.]+) s .*?\\| ([\\d.]+) s .*\\| (\\d+) / (\\d+) MiB \\|");

    /** A line of points. */
    private record Line(String colour, List<double[]> points) {}

    private final StringBuilder svg = new StringBuilder();

    /** The repository's root. */
    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        Files.writeString(
                root.resolve("docs/internals/performance.svg"), new Performance().drawn(root.resolve("bench/results")));
    }

    private String drawn(Path results) throws IOException {
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 300\" font-family=\"sans-serif\" font-size=\"12\">\n"
                + "<rect width=\"960\" height=\"300\" fill=\"#fff\"/>\n");
        List<double[]> seconds = new ArrayList<>();
        Matcher row = LOAD.matcher(Files.readString(results.resolve("gate.md")));
        while (row.find()) {
            seconds.add(new double[] {number(row, 1) / 1e6, number(row, 2)});
        }
        panel(0, "Reading a load", "seconds", "million requests", 0.1, 100, 1, 100, List.of(new Line(OURS, seconds)));

        List<double[]> ourSeconds = new ArrayList<>();
        List<double[]> theirSeconds = new ArrayList<>();
        List<double[]> ourMemory = new ArrayList<>();
        List<double[]> theirMemory = new ArrayList<>();
        for (String file : List.of("profiles-small.md", "profiles.md", "profiles-large.md")) {
            String page = Files.readString(results.resolve(file));
            Matcher size = SIZE.matcher(page);
            Matcher job = JOB.matcher(page);
            if (!size.find() || !job.find()) {
                throw new IOException(file + " has no size of a.jfr, or no row `difference, cpu, collapsed`");
            }
            ourSeconds.add(new double[] {number(size, 1), number(job, 1)});
            theirSeconds.add(new double[] {number(size, 1), number(job, 2)});
            ourMemory.add(new double[] {number(size, 1), number(job, 3)});
            theirMemory.add(new double[] {number(size, 1), number(job, 4)});
        }
        panel(1, "Difference of two recordings", "seconds", "MB each", 0.1, 10, 1, 1000,
                List.of(new Line(OURS, ourSeconds), new Line(THEIRS, theirSeconds)));
        panel(2, "Difference of two recordings", "MiB of memory", "MB each", 10, 10_000, 1, 1000,
                List.of(new Line(OURS, ourMemory), new Line(THEIRS, theirMemory)));
        key(60, OURS, "flamegate");
        key(160, THEIRS, "async-profiler's converter");
        return svg.append("</svg>\n").toString();
    }

    private static double number(Matcher row, int group) {
        return Double.parseDouble(row.group(group));
    }

    private void panel(
            int number, String title, String y, String x, double yFrom, double yTo, double xFrom, double xTo, List<Line> lines) {
        int left = 55 + number * 315;
        text(left, 18, "start", title);
        text(left, 36, "start", y);
        for (double tick = yFrom; tick <= yTo * 1.001; tick *= 10) {
            double at = TOP + HEIGHT * (1 - part(tick, yFrom, yTo));
            svg.append(String.format(Locale.ROOT, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>\n", left, at, WIDTH));
            text(left - 8, at + 4, "end", label(tick));
        }
        for (double tick = xFrom; tick <= xTo * 1.001; tick *= 10) {
            text(left + WIDTH * part(tick, xFrom, xTo), TOP + HEIGHT + 18, "middle", label(tick));
        }
        text(left + WIDTH / 2.0, TOP + HEIGHT + 34, "middle", x);
        for (Line line : lines) {
            StringBuilder path = new StringBuilder();
            for (double[] point : line.points()) {
                double px = left + WIDTH * part(point[0], xFrom, xTo);
                double py = TOP + HEIGHT * (1 - part(point[1], yFrom, yTo));
                path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.length() == 0 ? "M" : "L", px, py));
                svg.append(String.format(
                        Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", px, py, line.colour()));
            }
            svg.append("<path fill=\"none\" stroke-width=\"2\" stroke=\"").append(line.colour()).append("\" d=\"").append(path)
                    .append("\"/>\n");
        }
    }

    private void key(int x, String colour, String name) {
        svg.append("<rect x=\"").append(x).append("\" y=\"280\" width=\"18\" height=\"4\" fill=\"").append(colour).append("\"/>\n");
        text(x + 24, 286, "start", name);
    }

    private void text(double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#333\">%s</text>\n", x, y, anchor, text));
    }

    private static String label(double tick) {
        return tick < 1 ? String.valueOf(tick) : String.format(Locale.ROOT, "%,.0f", tick);
    }

    private static double part(double value, double from, double to) {
        return Math.log(value / from) / Math.log(to / from);
    }
}
