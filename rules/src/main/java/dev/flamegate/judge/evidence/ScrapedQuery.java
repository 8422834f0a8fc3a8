package dev.flamegate.judge.evidence;

import dev.flamegate.model.MetricSeries;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.Trial;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The part of PromQL that the edges of a window and the scrapes inside it can answer: {@code metric},
 * {@code increase(metric[$window])}, {@code rate(metric[$window])}, {@code max_over_time}, {@code avg_over_time} and
 * {@code last_over_time}, each optionally inside {@code sum(...)} or {@code max(...)} and with label matchers by
 * equality. {@code $selector} selects everything, because everything the gate scrapes itself comes from the service.
 *
 * @param metric its name
 * @param labels values that a series must have
 * @param function over time
 * @param largest whether the largest series counts rather than the sum of all
 */
record ScrapedQuery(String metric, Map<String, String> labels, Function function, boolean largest) {
    /** Turns a series over the window into one value. */
    enum Function {
        INCREASE("increase"),
        RATE("rate"),
        MAX("max_over_time"),
        MEAN("avg_over_time"),
        LAST("last_over_time");

        private final String promql;

        Function(String promql) {
            this.promql = promql;
        }
    }

    /** Reads a query; empty when it is of another form. */
    static Optional<ScrapedQuery> parse(String promql) {
        try {
            return Optional.of(new Parser(promql).query());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The answer in the metric's unit; empty when the trial has no such series. */
    OptionalDouble answer(Trial trial) {
        double[] values = values(trial.scraped()).toArray();
        if (values.length == 0) {
            return OptionalDouble.empty();
        }
        double all = largest
                ? DoubleStream.of(values).max().orElseThrow()
                : DoubleStream.of(values).sum();
        return OptionalDouble.of(function == Function.RATE ? all / trial.measuredSeconds() : all);
    }

    private DoubleStream values(Scraped scraped) {
        return switch (function) {
            case INCREASE, RATE -> selected(scraped.increments()).mapToDouble(value -> value);
            case MAX -> selected(scraped.levels()).mapToDouble(Scraped.Level::max);
            case MEAN -> selected(scraped.levels()).mapToDouble(Scraped.Level::mean);
            case LAST -> selected(scraped.levels()).mapToDouble(Scraped.Level::last);
        };
    }

    /** The selected series in a fixed order, on which sums of floating-point numbers depend. */
    private <T> Stream<T> selected(Map<MetricSeries, T> all) {
        return all.entrySet().stream()
                .filter(entry -> entry.getKey().matches(metric, labels))
                .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
                .map(Map.Entry::getValue);
    }

    /** Reads a query from left to right. */
    private static final class Parser {
        private static final String SELECTOR = "$selector";

        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        ScrapedQuery query() {
            int open = 0;
            boolean largest = false;
            Function function = Function.LAST;
            String name = identifier();
            if ((name.equals("sum") || name.equals("max")) && take("(")) {
                largest = name.equals("max");
                open++;
                name = identifier();
            }
            for (Function known : Function.values()) {
                if (name.equals(known.promql) && take("(")) {
                    function = known;
                    open++;
                    name = identifier();
                    break;
                }
            }
            Map<String, String> labels = take("{") ? matchers() : Map.of();
            if (take("[")) {
                skipRange();
            }
            for (int i = 0; i < open; i++) {
                expect(")");
            }
            skipSpaces();
            if (at < text.length()) {
                throw new IllegalArgumentException("more follows");
            }
            return new ScrapedQuery(name, labels, function, largest);
        }

        private Map<String, String> matchers() {
            Map<String, String> labels = new LinkedHashMap<>();
            while (!take("}")) {
                if (!take(SELECTOR)) {
                    String label = identifier();
                    expect("=");
                    if (labels.putIfAbsent(label, quoted()) != null) {
                        throw new IllegalArgumentException("two values of one label");
                    }
                }
                if (!take(",")) {
                    expect("}");
                    break;
                }
            }
            return labels;
        }

        /** A string in double or single quotes with escapes, or in backticks without. */
        private String quoted() {
            char quote = take("\"") ? '"' : take("'") ? '\'' : take("`") ? '`' : 0;
            if (quote == 0) {
                throw new IllegalArgumentException("a value is in quotes");
            }
            StringBuilder value = new StringBuilder();
            for (char c = next(); c != quote; c = next()) {
                char escaped = c == '\\' && quote != '`' ? next() : 0;
                value.append(escaped == 0 ? c : escaped == 'n' ? '\n' : escaped);
            }
            return value.toString();
        }

        private char next() {
            if (at == text.length()) {
                throw new IllegalArgumentException("the query ends too early");
            }
            return text.charAt(at++);
        }

        private void skipRange() {
            while (next() != ']') {
                // A window is the only range there is.
            }
        }

        private String identifier() {
            skipSpaces();
            int start = at;
            while (at < text.length() && isPartOfName(text.charAt(at), at > start)) {
                at++;
            }
            if (at == start) {
                throw new IllegalArgumentException("a name is missing");
            }
            return text.substring(start, at);
        }

        private static boolean isPartOfName(char c, boolean inside) {
            return (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || c == '_'
                    || c == ':'
                    || (inside && c >= '0' && c <= '9');
        }

        private boolean take(String token) {
            skipSpaces();
            boolean there = text.startsWith(token, at);
            at += there ? token.length() : 0;
            return there;
        }

        private void expect(String token) {
            if (!take(token)) {
                throw new IllegalArgumentException(token + " is missing");
            }
        }

        private void skipSpaces() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }
    }
}
