package dev.flamegate.collect.prometheus;

import java.util.Map;
import java.util.TreeMap;

/** What was scraped as numbers by readable keys, for assertions. */
public final class ScrapedNumbers {
    private ScrapedNumbers() {}

    /** Counters by their series, levels by their series with {@code @max}, {@code @mean} and {@code @last}. */
    public static Map<String, Double> of(ScrapeIncrement increment) {
        Map<String, Double> numbers = new TreeMap<>();
        increment.scraped().increments().forEach((series, value) -> numbers.put(series.toString(), value));
        increment.scraped().levels().forEach((series, level) -> {
            numbers.put(series + "@max", level.max());
            numbers.put(series + "@mean", level.mean());
            numbers.put(series + "@last", level.last());
        });
        return numbers;
    }
}
