import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/** Power over the pair SD, 1 to 10 %, with the false alarms of the same rule beside it. */
record Curves(Options options) {
    private static final double[] SDS = {0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.10};
    private static final String[] COLOURS = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};

    void simulate() throws IOException {
        Results results = new Results(
                "curves", options, 4, "rule", "pair SD", "noise", "slow restarts", "no change", "+10 %", "+25 %");
        for (double[] slow : new double[][] {{0, 1}, {0.125, 2.5}}) {
            for (World.Noise noise : options.noises()) {
                Map<String, List<double[]>> curves = new LinkedHashMap<>();
                for (double sd : options.sds(SDS)) {
                    for (Map.Entry<String, BiFunction<World, RandomGenerator, Outcome>> rule : rules().entrySet()) {
                        double[] point = {sd, rate(rule.getValue(), sd, noise, slow, 0),
                            rate(rule.getValue(), sd, noise, slow, 0.10), rate(rule.getValue(), sd, noise, slow, 0.25)};
                        curves.computeIfAbsent(rule.getKey(), name -> new ArrayList<>()).add(point);
                        results.add(
                                rule.getKey(), Simulate.percent(sd), noise.text, Simulate.percent(slow[0]),
                                number(point[1]), number(point[2]), number(point[3]));
                    }
                }
                String file = "decisions-curves-" + noise.name().toLowerCase(Locale.ROOT) + (slow[0] > 0 ? "-slow" : "");
                Files.writeString(Path.of(options.into(), file + ".svg"), svg(curves, noise, slow));
            }
        }
    }

    private Map<String, BiFunction<World, RandomGenerator, Outcome>> rules() {
        Map<String, BiFunction<World, RandomGenerator, Outcome>> rules = new LinkedHashMap<>();
        rules.put("ours; limit 5 %", new Ours(options.looks(), 0.05, options.history())::decide);
        for (Rivals rival : List.of(Rivals.RATIO_110, Rivals.BENCHER_T, Rivals.KAYENTA_110, Rivals.BENCHSTAT)) {
            rules.put(rival.text, rival::decide);
        }
        return rules;
    }

    private double rate(
            BiFunction<World, RandomGenerator, Outcome> rule, double sd, World.Noise noise, double[] slow, double growth) {
        World world = World.noisy(sd, noise, growth).slow(slow[0], slow[0], slow[1]);
        return 100 * Cell.of(random -> rule.apply(world, random), options.n(), options.seed(), options.threads()).failRate();
    }

    private static String svg(Map<String, List<double[]>> curves, World.Noise noise, double[] slow) {
        StringBuilder svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 420\""
                + " font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"960\" height=\"420\" fill=\"#fff\"/>\n");
        String world = noise.text + (slow[0] > 0 ? ", one restart in eight " + slow[1] + " times slower" : "");
        String[] titles = {"no change: false alarms", "+10 %: found", "+25 %: found"};
        for (int panel = 0; panel < titles.length; panel++) {
            int left = 50 + panel * 310;
            svg.append(text(left, 24, titles[panel] + " (%)"));
            for (int tick = 0; tick <= 100; tick += 25) {
                double y = y(tick);
                svg.append(String.format(Locale.ROOT,
                        "<path d=\"M%d %.1fh260\" stroke=\"#ddd\"/>\n", left, y)).append(text(left - 28, y + 4, "" + tick));
            }
            for (int tick = 2; tick <= 10; tick += 2) {
                svg.append(text(left + tick * 26 - 6, 300, tick + " %"));
            }
            svg.append(text(left + 80, 318, "SD of a pair"));
            int colour = 0;
            for (List<double[]> points : curves.values()) {
                StringBuilder path = new StringBuilder();
                for (double[] point : points) {
                    path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.length() == 0 ? "M" : "L",
                            left + point[0] * 2600, y(point[1 + panel])));
                }
                svg.append("<path fill=\"none\" stroke-width=\"").append(colour == 0 ? 3 : 1.5).append("\" stroke=\"")
                        .append(COLOURS[colour++]).append("\" d=\"").append(path).append("\"/>\n");
            }
        }
        int row = 0;
        for (String name : curves.keySet()) {
            int x = 50 + row % 3 * 310;
            int y = 350 + row / 3 * 20;
            svg.append("<rect x=\"").append(x).append("\" y=\"").append(y - 8).append("\" width=\"18\" height=\"4\" fill=\"")
                    .append(COLOURS[row++]).append("\"/>\n").append(text(x + 24, y, name));
        }
        return svg.append(text(50, 405, world)).append("</svg>\n").toString();
    }

    private static double y(double percent) {
        return 285 - percent * 2.4;
    }

    private static String text(double x, double y, String text) {
        return String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" fill=\"#333\">%s</text>\n", x, y, text.replace(">", "&gt;"));
    }

    private static String number(double percent) {
        return String.format(Locale.ROOT, percent > 0 && percent < 1 ? "%.3f" : "%.1f", percent);
    }
}
