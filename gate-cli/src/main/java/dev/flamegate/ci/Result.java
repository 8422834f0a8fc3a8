package dev.flamegate.ci;

import dev.flamegate.model.Culprit;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Indicators;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Outcome;
import dev.flamegate.model.Selector;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finished run or comparison as its {@code result.json} tells it. Values are in base units. Every text is as it was
 * written and may hold anything.
 *
 * @param id of the run or comparison
 * @param arms the two builds of a comparison; empty for a run
 * @param judged when, as ISO 8601
 * @param tool name and version of what wrote it
 * @param headline what the verdict rests on, in plain text
 * @param detectable by rule and part of the service, the smallest relative growth that would have been seen
 * @param grown methods that grew, worst first
 * @param hottest methods by their own CPU
 */
public record Result(
        Verdict verdict,
        String service,
        String id,
        Optional<Arms> arms,
        String judged,
        String tool,
        String headline,
        List<FoundBy> findings,
        List<Unsound> validity,
        List<MeasuredPair> pairs,
        Map<String, Double> detectable,
        List<Method> grown,
        List<Method> hottest) {
    public Result {
        findings = List.copyOf(findings);
        validity = List.copyOf(validity);
        pairs = List.copyOf(pairs);
        detectable = Collections.unmodifiableMap(new LinkedHashMap<>(detectable));
        grown = List.copyOf(grown);
        hottest = List.copyOf(hottest);
    }

    /** The two builds of a comparison in a few words. */
    public record Arms(String baseline, String candidate) {}

    /**
     * The outcome of one criterion of one rule for one part of the service.
     *
     * @param must whether it breaks the build
     * @param source where the rule was written, {@code file:line}
     */
    public record FoundBy(
            String rule,
            String indicator,
            Selector selector,
            String criterion,
            boolean must,
            Outcome outcome,
            @Nullable Double value,
            Unit unit,
            boolean lowerIsBetter,
            @Nullable Double growth,
            @Nullable Interval interval,
            String message,
            String source,
            @Nullable Culprit culprit,
            @Nullable String noCulprit,
            @Nullable Cause diagnosis) {
        /** How much worse, as a positive ratio; 0 when it is not known. */
        double worsening() {
            return growth == null ? 0 : lowerIsBetter ? growth : -growth;
        }

        /** Whether its growth is a part of the baseline's whole, not of the method's own cost. */
        boolean isOfWhole() {
            return Indicators.find(indicator).filter(Indicator::isWorstMethod).isPresent();
        }
    }

    /** A recognised cause. */
    public record Cause(String id, String evidence, String remedy) {}

    /** A reason why the measurement is unsound or doubtful. */
    public record Unsound(String check, boolean invalidates, String message, String remedy) {}

    /**
     * One pair of a comparison.
     *
     * @param invalid why it does not count; {@code null} when it does
     */
    public record MeasuredPair(int number, @Nullable String invalid) {}

    /**
     * What one method costs in seconds of CPU per request.
     *
     * @param share of all CPU, in [0, 1]
     * @param change against the baseline; {@code null} without one
     */
    public record Method(
            String frame,
            @Nullable Double share,
            @Nullable Double cost,
            @Nullable Double change) {}

    /** How many pairs count. */
    long validPairs() {
        return pairs.stream().filter(pair -> pair.invalid() == null).count();
    }

    /** How many findings have an outcome. */
    long count(Outcome outcome) {
        return findings.stream().filter(finding -> finding.outcome() == outcome).count();
    }

    /** The culprit of the worst finding that has one; findings are in the order of severity. */
    Optional<Culprit> culprit() {
        return findings.stream()
                .flatMap(finding -> Stream.ofNullable(finding.culprit()))
                .findFirst();
    }
}
