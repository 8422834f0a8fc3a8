package dev.flamegate.store;

import dev.flamegate.model.MetricSeries;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.Scraped.Answer;
import dev.flamegate.model.Scraped.Level;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Warning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Stores a service's own metrics as version 1 does: one number by key. The key is the series as an exposition writes
 * it, {@code name{a="b",c="d"}}; a level has three of them that end in {@code @max}, {@code @mean} and {@code @last}.
 * The answer to an indicator's query is under {@code indicator/NAME@mean}; the reason for a missing one is a warning
 * {@code indicator/NAME} of the trial. CPU seconds of an instance are under {@code instance/NAME@cpu}.
 */
final class ScrapedV1 {
    private static final String MAX = "@max";
    private static final String MEAN = "@mean";
    private static final String LAST = "@last";
    private static final String INSTANCE = "instance/";
    private static final String CPU = "@cpu";

    private ScrapedV1() {}

    static Map<String, Double> write(Scraped scraped) {
        Map<String, Double> numbers = new TreeMap<>();
        scraped.increments().forEach((series, value) -> numbers.put(series.toString(), value));
        scraped.levels().forEach((series, level) -> {
            String key = series.toString();
            put(numbers, key + MAX, level.max());
            put(numbers, key + MEAN, level.mean());
            put(numbers, key + LAST, level.last());
        });
        scraped.answers().forEach((indicator, answer) -> {
            if (answer instanceof Answer.Value value) {
                numbers.put(Warning.INDICATOR + indicator + MEAN, value.value());
            }
        });
        scraped.instanceCpu().forEach((instance, cpu) -> numbers.put(INSTANCE + instance + CPU, cpu));
        return numbers;
    }

    private static void put(Map<String, Double> numbers, String key, double value) {
        if (!Double.isNaN(value)) {
            numbers.put(key, value);
        }
    }

    /** The notices of a trial, with those that say why an indicator has no value. */
    static List<Warning> warnings(Trial trial) {
        List<Warning> warnings = new ArrayList<>(trial.notices());
        trial.scraped().answers().forEach((indicator, answer) -> {
            if (answer instanceof Answer.Missing missing) {
                missing.reasons().stream()
                        .map(reason -> new Warning(Warning.INDICATOR + indicator, reason))
                        .filter(warning -> !warnings.contains(warning))
                        .forEach(warnings::add);
            }
        });
        return warnings;
    }

    /**
     * Reads what any version 1 record holds.
     *
     * @param warnings of the trial
     */
    static Scraped read(Map<String, Double> numbers, List<Warning> warnings) {
        Map<MetricSeries, Double> increments = new HashMap<>();
        Map<MetricSeries, Level> levels = new HashMap<>();
        Map<String, Answer> answers = new HashMap<>();
        Map<String, Double> instanceCpu = new HashMap<>();
        numbers.forEach((key, value) -> {
            if (key.startsWith(Warning.INDICATOR) && key.endsWith(MEAN)) {
                answers.put(between(key, Warning.INDICATOR, MEAN), new Answer.Value(value));
            } else if (key.startsWith(INSTANCE) && key.endsWith(CPU)) {
                instanceCpu.put(between(key, INSTANCE, CPU), value);
            } else if (key.endsWith(MAX)) {
                level(levels, key, MAX, new Level(value, Double.NaN, Double.NaN));
            } else if (key.endsWith(MEAN)) {
                level(levels, key, MEAN, new Level(Double.NaN, value, Double.NaN));
            } else if (key.endsWith(LAST)) {
                level(levels, key, LAST, new Level(Double.NaN, Double.NaN, value));
            } else {
                increments.put(series(key), value);
            }
        });
        Map<String, List<String>> reasons = new HashMap<>();
        for (Warning warning : warnings) {
            if (warning.id().startsWith(Warning.INDICATOR)) {
                reasons.computeIfAbsent(between(warning.id(), Warning.INDICATOR, ""), key -> new ArrayList<>())
                        .add(warning.message());
            }
        }
        reasons.forEach((indicator, why) -> answers.put(indicator, new Answer.Missing(why)));
        return new Scraped(increments, levels, answers, instanceCpu);
    }

    private static String between(String key, String start, String end) {
        return key.substring(start.length(), key.length() - end.length());
    }

    private static void level(Map<MetricSeries, Level> levels, String key, String suffix, Level part) {
        levels.merge(
                series(between(key, "", suffix)),
                part,
                (one, other) -> new Level(
                        known(one.max(), other.max()),
                        known(one.mean(), other.mean()),
                        known(one.last(), other.last())));
    }

    private static double known(double one, double other) {
        return Double.isNaN(one) ? other : one;
    }

    /** A series from its key; a key that is not in the form of an exposition is a name as a whole. */
    private static MetricSeries series(String key) {
        int brace = key.indexOf('{');
        return brace < 0
                ? new MetricSeries(key, Map.of())
                : labels(key, brace + 1)
                        .map(labels -> new MetricSeries(key.substring(0, brace), labels))
                        .orElseGet(() -> new MetricSeries(key, Map.of()));
    }

    /** The labels from a place in a key up to its end. */
    private static Optional<Map<String, String>> labels(String key, int start) {
        Map<String, String> labels = new HashMap<>();
        int at = start;
        while (true) {
            int quote = key.indexOf("=\"", at);
            if (quote < 0) {
                return Optional.empty();
            }
            StringBuilder value = new StringBuilder();
            int end = unescape(key, quote + 2, value);
            if (end < 0) {
                return Optional.empty();
            }
            labels.put(key.substring(at, quote), value.toString());
            if (key.startsWith(",", end)) {
                at = end + 1;
            } else {
                return key.substring(end).equals("}") ? Optional.of(labels) : Optional.empty();
            }
        }
    }

    /** Reads a value up to its closing quote; the place behind it, or -1 without one. */
    private static int unescape(String key, int start, StringBuilder value) {
        for (int at = start; at < key.length(); at++) {
            char c = key.charAt(at);
            if (c == '"') {
                return at + 1;
            } else if (c == '\\' && at + 1 < key.length()) {
                at++;
                value.append(key.charAt(at) == 'n' ? '\n' : key.charAt(at));
            } else {
                value.append(c);
            }
        }
        return -1;
    }
}
