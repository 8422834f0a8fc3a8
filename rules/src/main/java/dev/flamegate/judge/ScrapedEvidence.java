package dev.flamegate.judge;

import dev.flamegate.model.Indicator;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.Run;
import dev.flamegate.model.Selector;
import dev.flamegate.model.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A user's own indicators where the gate scrapes the target itself. Without a Prometheus there is no PromQL, so the
 * forms understood are those that need no more than the window's edges and what was scraped in it:
 * {@code metric}, {@code increase(metric[$window])}, {@code rate(metric[$window])}, {@code max_over_time},
 * {@code avg_over_time} and {@code last_over_time}, each optionally inside {@code sum(...)} or {@code max(...)} and with label
 * matchers by equality.
 */
final class ScrapedEvidence {
    private static final Pattern QUERY = Pattern.compile("\\s*(?:(sum|max)\\s*\\(\\s*)?"
            + "(?:(increase|rate|max_over_time|avg_over_time|last_over_time)\\s*\\(\\s*)?"
            + "([a-zA-Z_:][a-zA-Z0-9_:]*)\\s*(?:\\{([^}]*)\\})?\\s*(?:\\[[^\\]]*\\])?\\s*\\)?\\s*\\)?\\s*");
    private static final Pattern MATCHER = Pattern.compile("\\s*([a-zA-Z_][a-zA-Z0-9_]*)\\s*=\\s*\"([^\"]*)\"\\s*");

    private ScrapedEvidence() {}

    static Measurement of(Run run, Indicator indicator) {
        String query = indicator.query() == null ? "" : indicator.query();
        Matcher parsed = QUERY.matcher(query);
        if (!parsed.matches()) {
            return new Measurement.Missing(
                    indicator,
                    Selector.ALL,
                    "this query needs a Prometheus (runtime container or attach); the target's own metrics answer"
                            + " only a metric, increase(), rate() and *_over_time() of it");
        }
        TrialStatistic statistic = trials -> {
            double sum = 0;
            for (Trial trial : trials) {
                OptionalDouble value = value(trial, parsed);
                if (value.isEmpty()) {
                    return OptionalDouble.empty();
                }
                sum += value.getAsDouble();
            }
            return OptionalDouble.of(sum / trials.size());
        };
        return statistic.measure(
                indicator, Selector.ALL, run.trials(), List.of(), "the target exposes no metric " + parsed.group(3));
    }

    private static OptionalDouble value(Trial trial, Matcher query) {
        String function = query.group(2) == null ? "" : query.group(2);
        String suffix = switch (function) {
            case "increase", "rate" -> "";
            case "max_over_time" -> "@max";
            case "avg_over_time" -> "@mean";
            default -> "@last";
        };
        double[] found = trial.scraped().entrySet().stream()
                .filter(entry -> isOf(entry.getKey(), query.group(3), query.group(4), suffix))
                .mapToDouble(entry -> entry.getValue())
                .toArray();
        if (found.length == 0) {
            return OptionalDouble.empty();
        }
        double all = "max".equals(query.group(1))
                ? Arrays.stream(found).max().getAsDouble()
                : Arrays.stream(found).sum();
        return OptionalDouble.of(function.equals("rate") ? all / trial.measuredSeconds() : all);
    }

    private static boolean isOf(String key, String metric, String matchers, String suffix) {
        boolean gauge = key.endsWith("@max") || key.endsWith("@mean") || key.endsWith("@last");
        if (suffix.isEmpty() ? gauge : !key.endsWith(suffix)) {
            return false;
        }
        String series = key.substring(0, key.length() - suffix.length());
        String name = series.contains("{") ? series.substring(0, series.indexOf('{')) : series;
        if (!name.equals(metric)) {
            return false;
        }
        if (matchers == null || matchers.isBlank()) {
            return true;
        }
        for (String part : matchers.split(",")) {
            Matcher matcher = MATCHER.matcher(part);
            if (!matcher.matches() || !series.contains(matcher.group(1) + "=\"" + matcher.group(2) + "\"")) {
                return false;
            }
        }
        return true;
    }
}
