package dev.flamegate.judge.evidence;

import dev.flamegate.model.Indicator;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.Run;
import dev.flamegate.model.Selector;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A user's own indicators. Where a Prometheus was asked, its answer; where the gate scrapes the target itself there is
 * no PromQL, so the forms understood are those that need no more than the window's edges and what was scraped in it:
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

    static Measurement of(Run run, Indicator indicator, String promql) {
        Optional<Measurement> answered = answered(run, indicator);
        if (answered.isPresent()) {
            return answered.get();
        }
        String query = withoutSelector(promql);
        Matcher parsed = QUERY.matcher(query);
        if (!parsed.matches()) {
            return new Measurement.Missing(
                    indicator,
                    Selector.ALL,
                    "this query needs a Prometheus (runtime container or attach); the target's own metrics answer"
                            + " only a metric, increase(), rate() and *_over_time() of it");
        }
        TrialStatistic statistic = mean(trial -> value(trial, parsed, indicator.unit()));
        return statistic.measure(
                indicator, Selector.ALL, run.trials(), List.of(), "the target exposes no metric " + parsed.group(3));
    }

    /** By the answers of a server, if one was asked: the mean of the trials. */
    private static Optional<Measurement> answered(Run run, Indicator indicator) {
        List<String> reasons = run.trials().stream()
                .flatMap(trial -> trial.warnings().stream())
                .filter(warning -> warning.id().equals(indicator.missingId()))
                .map(Warning::message)
                .distinct()
                .toList();
        String key = indicator.recordedKey();
        if (!reasons.isEmpty()) {
            return Optional.of(new Measurement.Missing(indicator, Selector.ALL, String.join("; ", reasons)));
        } else if (run.trials().stream().noneMatch(trial -> trial.scraped().containsKey(key))) {
            return Optional.empty();
        }
        return Optional.of(mean(trial -> Optional.ofNullable(trial.scraped().get(key))
                        .map(value -> OptionalDouble.of(value * indicator.unit().toBase()))
                        .orElse(OptionalDouble.empty()))
                .measure(indicator, Selector.ALL, run.trials(), List.of(), "a trial has no answer to its query"));
    }

    /** All that the gate scrapes itself is of the service, so there is nothing to select. */
    private static String withoutSelector(String query) {
        return query.replaceAll("\\$selector\\s*,|,\\s*\\$selector|\\$selector", "");
    }

    private static TrialStatistic mean(Function<Trial, OptionalDouble> value) {
        return trials -> {
            double sum = 0;
            for (Trial trial : trials) {
                OptionalDouble one = value.apply(trial);
                if (one.isEmpty()) {
                    return OptionalDouble.empty();
                }
                sum += one.getAsDouble();
            }
            return OptionalDouble.of(sum / trials.size());
        };
    }

    private static OptionalDouble value(Trial trial, Matcher query, Unit unit) {
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
        return OptionalDouble.of(unit.toBase() * (function.equals("rate") ? all / trial.measuredSeconds() : all));
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
