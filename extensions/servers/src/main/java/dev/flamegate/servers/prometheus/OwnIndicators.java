package dev.flamegate.servers.prometheus;

import dev.flamegate.model.Scraped.Answer;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.rule.Indicator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The users' own indicators, as PromQL: {@code $window} stands for the window's length, {@code $selector} for the
 * service's label matchers. A query is evaluated at the end of each window; the value of several windows is their mean.
 */
public final class OwnIndicators {
    private final PrometheusServer server;
    private final SeriesSelector selector;

    public OwnIndicators(PrometheusServer server, SeriesSelector selector) {
        this.server = server;
        this.selector = selector;
    }

    /**
     * The answers to the queries.
     *
     * @param answers by name of the indicator
     * @param warnings of the server, and why indicators have no value
     */
    public record Answers(Map<String, Answer> answers, List<Warning> warnings) {
        public Answers {
            answers = Collections.unmodifiableMap(new TreeMap<>(answers));
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Asks for indicators over windows.
     *
     * @param indicators those without a query are ignored
     * @param windows of one trial by the server's clock, at least one
     * @throws dev.flamegate.collect.CollectionFailed when the server does not answer; a query that it refuses has
     *     no value
     */
    public Answers evaluate(List<Indicator> indicators, List<Window> windows) throws InterruptedException {
        if (windows.isEmpty()) {
            throw new IllegalArgumentException("no window: a query is evaluated over at least one");
        }
        Map<String, Answer> answers = new TreeMap<>();
        Set<Warning> warnings = new LinkedHashSet<>();
        for (Indicator indicator : indicators) {
            Optional<String> query = indicator.query();
            if (query.isPresent()) {
                evaluate(indicator, query.get(), windows, answers, warnings);
            }
        }
        return new Answers(answers, new ArrayList<>(warnings));
    }

    private void evaluate(
            Indicator indicator, String query, List<Window> windows, Map<String, Answer> answers, Set<Warning> warnings)
            throws InterruptedException {
        double sum = 0;
        for (Window window : windows) {
            QueryOutcome outcome = server.instant(promql(query, window), window.end());
            warnings.addAll(outcome.warnings());
            if (outcome instanceof QueryOutcome.Value number) {
                sum += number.value();
            } else {
                answers.put(indicator.name(), new Answer.Missing(List.of(outcome.reason())));
                warnings.add(Warning.ofIndicator(indicator.name(), outcome.reason()));
                return;
            }
        }
        answers.put(indicator.name(), new Answer.Value(sum / windows.size()));
    }

    /** The query with its placeholders filled in. */
    String promql(String query, Window window) {
        return query.replace("$window", window.length().toMillis() + "ms").replace("$selector", selector.matchers());
    }
}
