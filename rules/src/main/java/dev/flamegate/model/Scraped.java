package dev.flamegate.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The values of a service's own metrics over a stretch of time.
 *
 * @param increments of counters, and of the count and the sum of histograms and summaries
 * @param levels of gauges and of series without a type
 * @param answers of a Prometheus server to the queries of users' own indicators, by indicator name
 * @param instanceCpu CPU seconds of each of several instances that were measured together, by name; empty with one, or
 *     where they are not known
 */
public record Scraped(
        Map<MetricSeries, Double> increments,
        Map<MetricSeries, Level> levels,
        Map<String, Answer> answers,
        Map<String, Double> instanceCpu) {
    public static final Scraped NOTHING = new Scraped(Map.of(), Map.of(), Map.of());

    public Scraped {
        increments = Map.copyOf(increments);
        levels = Map.copyOf(levels);
        answers = Collections.unmodifiableMap(new TreeMap<>(answers));
        instanceCpu = Collections.unmodifiableMap(new TreeMap<>(instanceCpu));
    }

    /** Creates the values of one instance. */
    public Scraped(Map<MetricSeries, Double> increments, Map<MetricSeries, Level> levels, Map<String, Answer> answers) {
        this(increments, levels, answers, Map.of());
    }

    /**
     * A gauge over a stretch of time, in its own unit. A value is NaN only if a stored record lacks it.
     *
     * @param mean over the scrapes
     */
    public record Level(double max, double mean, double last) {}

    /** A server's answer to an indicator's query. */
    public sealed interface Answer {
        /**
         * One number.
         *
         * @param value in the query's unit
         */
        record Value(double value) implements Answer {}

        /**
         * No number.
         *
         * @param reasons why, as clauses for people, each once
         */
        record Missing(List<String> reasons) implements Answer {
            public Missing {
                reasons = reasons.stream().distinct().toList();
            }
        }
    }

    /** Returns these values with more answers to queries; they replace earlier answers to the same queries. */
    public Scraped with(Map<String, Answer> more) {
        Map<String, Answer> all = new HashMap<>(answers);
        all.putAll(more);
        return new Scraped(increments, levels, all, instanceCpu);
    }

    /** Returns these values, with the CPU seconds of several instances by name. */
    public Scraped ofInstances(Map<String, Double> cpu) {
        return new Scraped(increments, levels, answers, cpu);
    }

    /**
     * Several stretches of time as one. Increments add up. Of levels it keeps the largest, the mean over the parts that
     * have them, and the last; of answers the mean, or the reasons of the parts that have none.
     *
     * @param parts in order of time
     */
    public static Scraped over(List<Scraped> parts) {
        Map<MetricSeries, Double> increments = new HashMap<>();
        Map<MetricSeries, List<Level>> levels = new HashMap<>();
        Map<String, List<Answer>> answers = new HashMap<>();
        Map<String, Double> instanceCpu = new HashMap<>();
        for (Scraped part : parts) {
            part.increments.forEach((series, value) -> increments.merge(series, value, Double::sum));
            part.levels.forEach((series, level) ->
                    levels.computeIfAbsent(series, key -> new ArrayList<>()).add(level));
            part.answers.forEach((indicator, answer) ->
                    answers.computeIfAbsent(indicator, key -> new ArrayList<>()).add(answer));
            part.instanceCpu.forEach((instance, cpu) -> instanceCpu.merge(instance, cpu, Double::sum));
        }
        Map<MetricSeries, Level> level = new HashMap<>();
        levels.forEach((series, all) -> level.put(series, level(all)));
        Map<String, Answer> answer = new HashMap<>();
        answers.forEach((indicator, all) -> answer.put(indicator, answer(all)));
        return new Scraped(increments, level, answer, instanceCpu);
    }

    private static Level level(List<Level> parts) {
        double max = Double.NEGATIVE_INFINITY;
        double sum = 0;
        for (Level part : parts) {
            max = Math.max(max, part.max);
            sum += part.mean;
        }
        return new Level(max, sum / parts.size(), parts.get(parts.size() - 1).last);
    }

    private static Answer answer(List<Answer> parts) {
        Set<String> reasons = new LinkedHashSet<>();
        double sum = 0;
        for (Answer part : parts) {
            if (part instanceof Answer.Missing missing) {
                reasons.addAll(missing.reasons());
            } else if (part instanceof Answer.Value value) {
                sum += value.value();
            }
        }
        return reasons.isEmpty() ? new Answer.Value(sum / parts.size()) : new Answer.Missing(List.copyOf(reasons));
    }
}
