package dev.flamegate.judge.evidence;

import dev.flamegate.model.Run;
import dev.flamegate.model.Scraped.Answer;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Selector;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A user's own indicators: the answer of a Prometheus server where there is one. Where the gate scrapes the target
 * itself, only the forms of {@link ScrapedQuery} are understood.
 */
final class ScrapedEvidence {
    private ScrapedEvidence() {}

    static Measurement of(Run run, Indicator indicator, String promql) {
        List<Answer> answers = run.trials().stream()
                .flatMap(trial -> Optional.ofNullable(trial.scraped().answers().get(indicator.name())).stream())
                .toList();
        if (!answers.isEmpty()) {
            return answered(run, indicator, answers);
        }
        Optional<ScrapedQuery> query = ScrapedQuery.parse(promql);
        if (query.isEmpty()) {
            return new Measurement.Missing(
                    indicator,
                    Selector.ALL,
                    "this query needs a Prometheus (runtime container or attach); the target's own metrics answer"
                            + " only a metric, increase(), rate() and *_over_time() of it");
        }
        return Measurement.of(
                indicator,
                Selector.ALL,
                run.trials(),
                mean(trial -> query.get().answer(trial), indicator),
                List.of(),
                "the target exposes no metric " + query.get().metric());
    }

    /** Measures by a server's answers: their mean over the trials, each of which needs an answer. */
    private static Measurement answered(Run run, Indicator indicator, List<Answer> answers) {
        List<String> reasons = answers.stream()
                .filter(Answer.Missing.class::isInstance)
                .flatMap(answer -> ((Answer.Missing) answer).reasons().stream())
                .distinct()
                .toList();
        if (!reasons.isEmpty()) {
            return new Measurement.Missing(indicator, Selector.ALL, String.join("; ", reasons));
        }
        return Measurement.of(
                indicator,
                Selector.ALL,
                run.trials(),
                mean(
                        trial -> trial.scraped().answers().get(indicator.name()) instanceof Answer.Value answer
                                ? OptionalDouble.of(answer.value())
                                : OptionalDouble.empty(),
                        indicator),
                List.of(),
                "a trial has no answer to its query");
    }

    /** The mean over the trials, converted from the indicator's unit to base units. */
    private static Function<List<Trial>, OptionalDouble> mean(
            Function<Trial, OptionalDouble> value, Indicator indicator) {
        return trials -> {
            double sum = 0;
            for (Trial trial : trials) {
                OptionalDouble one = value.apply(trial);
                if (one.isEmpty()) {
                    return OptionalDouble.empty();
                }
                sum += one.getAsDouble() * indicator.unit().toBase();
            }
            return OptionalDouble.of(sum / trials.size());
        };
    }
}
