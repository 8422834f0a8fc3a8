package dev.flamegate.report.json;

import static dev.flamegate.report.json.Values.inBase;
import static dev.flamegate.report.json.Values.orEmpty;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.LatencyPart.Kind;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.report.json.Values.Bounds;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finished run or comparison, as {@code result.json} contains it and {@code --json} prints it; the schema is
 * {@code docs/schema/result.schema.json}. The records are bound to JSON both ways: component names and their order are
 * the published format, in which what belongs together here is one flat object. Numbers are in the unit written next to
 * them; {@code null} stands for a number that is not finite. A result that was read may come from anyone, so every text
 * in it may contain anything.
 *
 * @param candidates that were compared with one baseline, where there are several; each has comparison, pairs and
 *     report of its own, and the findings are those of all of them
 */
public record Result(
        @JsonUnwrapped Head head,
        @JsonUnwrapped Judged judged,
        @JsonUnwrapped Compared compared,
        @JsonUnwrapped Profiled profiled,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Failures> failures,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Candidate> candidates) {
    public Result {
        failures = orEmpty(failures);
        candidates = orEmpty(candidates);
    }

    /**
     * What a result is of, and how it ended.
     *
     * @param version of the schema
     * @param tool name and version of the tool that wrote it
     * @param exitCode of the process
     * @param comparison id of the comparison; {@code null} for a run
     * @param run id of the run; {@code null} for a comparison
     * @param judged when, as ISO 8601
     * @param report path of the full report; {@code null} when none was written
     * @param profiles where both profiles can be seen side by side; {@code null} where no such server is known
     * @param headline what the verdict rests on, in plain text
     * @param next what would decide an INCONCLUSIVE comparison, in plain text; {@code null} where that is not known
     */
    public record Head(
            int version,
            String tool,
            Verdict verdict,
            int exitCode,
            String service,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String comparison,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String run,

            String judged,
            @Nullable String report,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String profiles,

            String headline,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String next) {
        public Head {
            if (verdict == null) {
                throw new IllegalArgumentException("a result has a verdict");
            }
            tool = orEmpty(tool);
            service = orEmpty(service);
            judged = orEmpty(judged);
            headline = orEmpty(headline);
        }

        /** The id of the comparison or of the run. */
        public String id() {
            return orEmpty(comparison == null ? run : comparison);
        }
    }

    /**
     * What the rules say of it.
     *
     * @param findings in the order of the rules
     * @param notices what people should know about the whole run or comparison; those about single figures are with
     *     their findings
     * @param baselines the runs compared with, by the reference in the rule
     * @param policy where plan and rules come from, if not simply from the files checked out
     */
    public record Judged(
            List<Finding> findings,
            List<Problem> validity,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Warning> notices,
            Map<String, String> baselines,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String policy) {
        public Judged {
            findings = orEmpty(findings);
            validity = orEmpty(validity);
            notices = orEmpty(notices);
            baselines = baselines == null ? Map.of() : baselines;
        }

        /** Findings in order of severity: by outcome, then those that break the build, then by worsening. */
        public List<Finding> worstFirst() {
            return findings.stream()
                    .sorted(Comparator.comparingInt(
                                    (Finding finding) -> finding.verdict().rank())
                            .thenComparing(finding -> !finding.clause().level().equals("must"))
                            .thenComparingDouble(finding -> -finding.measured().worsening()))
                    .toList();
        }

        /** The culprit of the worst finding that has one. */
        public Optional<CulpritJson> worstCulprit() {
            return worstFirst().stream()
                    .flatMap(finding -> Stream.ofNullable(finding.cause().culprit()))
                    .findFirst();
        }
    }

    /**
     * What tells the two builds of a comparison apart; nothing of it is there for a run.
     *
     * @param libraries in which the two builds differ, with the culprits that are in them
     * @param calls methods that the candidate calls more often; of a comparison in which calls were counted
     * @param detectable by rule and part of the service, the smallest relative growth that would have been seen
     */
    public record Compared(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Arms arms,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ChangedLibrary> libraries,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CalledMethod> calls,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<Pair> pairs,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Map<String, @Nullable BigDecimal> detectable) {
        /** The comparison of a result that is none. */
        public static final Compared NOTHING = new Compared(null, List.of(), List.of(), null, null);

        public Compared {
            libraries = orEmpty(libraries);
            calls = orEmpty(calls);
            pairs = pairs == null ? null : List.copyOf(pairs);
        }

        /** The smallest relative growths that would have been seen, where they are known. */
        public Map<String, Double> detectableRatios() {
            Map<String, Double> known = new LinkedHashMap<>();
            if (detectable != null) {
                detectable.forEach((key, ratio) -> {
                    if (ratio != null) {
                        known.put(key, ratio.doubleValue());
                    }
                });
            }
            return known;
        }
    }

    /**
     * What the profiles show.
     *
     * @param hottest methods by their own CPU
     * @param grown methods that grew, worst first
     */
    public record Profiled(List<Diagnosis> diagnoses, List<Method> hottest, List<Method> grown) {
        /** The profiles of a result without any. */
        public static final Profiled NOTHING = new Profiled(List.of(), List.of(), List.of());

        public Profiled {
            diagnoses = orEmpty(diagnoses);
            hottest = orEmpty(hottest);
            grown = orEmpty(grown);
        }
    }

    /**
     * One of several candidates that were compared with one baseline.
     *
     * @param name by which its findings name it
     * @param arm what it runs and how it differs
     * @param verdict {@code null} for one that could not be measured, or that the budget left no time for
     * @param comparison id of its comparison; {@code null} without one
     * @param pairs how many of it count
     * @param headline what its verdict rests on, or why it has none
     * @param report path of the candidate's report; {@code null} without one
     */
    public record Candidate(
            String name,
            String arm,
            @Nullable Verdict verdict,
            @Nullable String comparison,
            int pairs,
            String headline,
            @Nullable String report) {
        public Candidate {
            name = orEmpty(name);
            arm = orEmpty(arm);
            headline = orEmpty(headline);
        }
    }

    /** The two builds of a comparison in a few words. */
    public record Arms(String baseline, String candidate) {
        public Arms {
            baseline = orEmpty(baseline);
            candidate = orEmpty(candidate);
        }
    }

    /**
     * The outcome of one criterion of one rule for one part of the service.
     *
     * @param message one sentence without the full stop
     * @param source where the rule was written, {@code file:line}
     * @param candidate which one of several it is about; {@code null} where there is one
     */
    public record Finding(
            @JsonUnwrapped Clause clause,
            Outcome verdict,
            String reason,
            @JsonUnwrapped Measured measured,
            String message,
            String source,
            @JsonUnwrapped Cause cause,
            List<Warning> warnings,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String candidate) {
        public Finding {
            if (verdict == null) {
                throw new IllegalArgumentException("a finding has a verdict");
            }
            reason = orEmpty(reason);
            message = orEmpty(message);
            source = orEmpty(source);
            warnings = orEmpty(warnings);
        }
    }

    /**
     * A criterion of a rule, for one part of the service.
     *
     * @param selector the part of the service by kind; empty for all of it
     * @param level {@code must} or {@code should}
     */
    public record Clause(String rule, String indicator, Map<String, String> selector, String criterion, String level) {
        public Clause {
            rule = orEmpty(rule);
            indicator = orEmpty(indicator);
            selector = selector == null ? Map.of() : selector;
            criterion = orEmpty(criterion);
            level = orEmpty(level);
        }

        public Selector part() {
            return new Selector(selector.get("request"), selector.get("frame"), selector.get("pool"));
        }
    }

    /**
     * The numbers of a finding.
     *
     * @param unit symbol of the unit of {@code value}, {@code valueInterval} and {@code baseline}
     * @param better {@code lower} or {@code higher}
     * @param growth relative
     * @param interval of the growth
     * @param detectable the smallest relative growth that would have been seen
     */
    public record Measured(
            @Nullable BigDecimal value,
            String unit,
            String better,
            @Nullable Bounds valueInterval,
            @Nullable BigDecimal baseline,
            @Nullable String baselineName,
            @Nullable BigDecimal growth,
            @Nullable Bounds interval,
            @Nullable BigDecimal detectable) {
        public Measured {
            unit = orEmpty(unit);
            if (!Unit.isSymbol(unit)) {
                throw new IllegalArgumentException("the unit of a finding is a text, not a unit");
            }
            better = orEmpty(better);
        }

        /** The unit of the values; a unit that is not of time, size or ratio counts things. */
        public Unit measure() {
            return unit.isEmpty() ? Unit.RATIO : Unit.fixed(unit).orElseGet(() -> Unit.count(unit));
        }

        /** The value in base units; {@code null} when it could not be measured. */
        public @Nullable Double base() {
            return inBase(value, measure());
        }

        /** The growth as a ratio; {@code null} where it is not known. */
        public @Nullable Double ratio() {
            return inBase(growth, Unit.RATIO);
        }

        /** The size of a worsening as a positive ratio; 0 when it is not known. */
        double worsening() {
            Double ratio = ratio();
            return ratio == null ? 0 : better.equals("higher") ? -ratio : ratio;
        }
    }

    /**
     * The cause of a finding.
     *
     * @param culprit {@code null} where none stands out or none was looked for
     * @param noCulprit why none stands out; {@code null} where one does or none was looked for
     * @param latencySlowest the share of the growth of latency that the slowest tenth of the requests have, as a ratio;
     *     {@code null} without parts
     */
    public record Cause(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            CulpritJson culprit,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String noCulprit,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Diagnosis diagnosis,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LatencyPart> latencyParts,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            BigDecimal latencySlowest) {
        public Cause {
            latencyParts = orEmpty(latencyParts);
        }
    }

    /**
     * A part of the time that a request takes on average.
     *
     * @param part such as {@code run-queue}
     * @param grown milliseconds per request
     * @param interval of {@code grown}
     * @param where the method in which most of the growth is waited; {@code null} where none has most of it
     */
    public record LatencyPart(
            String part,
            @Nullable BigDecimal grown,
            @Nullable Bounds interval,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String where) {
        public LatencyPart {
            part = orEmpty(part);
        }

        /** The part as it was judged, without what it was in the baseline; empty for one that is not known. */
        public Optional<dev.flamegate.model.finding.LatencyPart> model() {
            Bounds bounds = interval == null ? new Bounds(null, null) : interval;
            Double seconds = inBase(grown, Unit.MILLISECONDS);
            return seconds == null
                    ? Optional.empty()
                    : Stream.of(Kind.values())
                            .filter(kind -> kind.key().equals(part))
                            .findFirst()
                            .map(kind -> new dev.flamegate.model.finding.LatencyPart(
                                    kind,
                                    0,
                                    seconds,
                                    bounds.interval(
                                            Unit.MILLISECONDS, dev.flamegate.model.finding.LatencyPart.CONFIDENCE),
                                    where));
        }
    }

    /** A remark on a number. */
    public record Warning(String id, String message) {}

    /**
     * A recognised cause.
     *
     * @param reference address of a page with more about it
     */
    public record Diagnosis(
            String id,
            String severity,
            String evidence,
            String remedy,
            @Nullable String reference) {
        public Diagnosis {
            id = orEmpty(id);
            severity = orEmpty(severity);
            evidence = orEmpty(evidence);
            remedy = orEmpty(remedy);
        }
    }

    /**
     * A reason why the measurement is unsound or doubtful.
     *
     * @param trials numbers of the trials concerned; empty for all
     * @param invalidates whether it makes the gate INVALID
     */
    public record Problem(String check, List<Integer> trials, boolean invalidates, String message, String remedy) {
        public Problem {
            check = orEmpty(check);
            trials = orEmpty(trials);
            message = orEmpty(message);
            remedy = orEmpty(remedy);
        }
    }

    /**
     * One pair of a comparison.
     *
     * @param order of the arms in it: {@code baseline}, {@code candidate}
     * @param invalid why it does not count; {@code null} when it does
     * @param growth relative, by rule and part of the service
     */
    public record Pair(
            int number,
            List<String> order,
            boolean valid,
            @Nullable String invalid,
            @Nullable BigDecimal seconds,
            Map<String, @Nullable BigDecimal> growth) {
        public Pair {
            order = orEmpty(order);
            growth = growth == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(growth));
        }
    }

    /**
     * The cost of one method per request.
     *
     * @param line 0 or {@code null} when unknown
     * @param selfShare of all CPU, in [0, 1]; likewise {@code totalShare}
     * @param unit of the costs and changes
     * @param selfChange against the baseline; {@code null} without one
     */
    public record Method(
            String frame,
            @Nullable Integer line,
            @Nullable BigDecimal selfShare,
            @Nullable BigDecimal totalShare,
            String unit,
            @Nullable BigDecimal selfPerRequest,
            @Nullable BigDecimal totalPerRequest,
            @Nullable BigDecimal selfChange,
            @Nullable BigDecimal totalChange) {
        public Method {
            frame = orEmpty(frame);
            unit = orEmpty(unit);
        }
    }

    /**
     * The requests of one arm that failed.
     *
     * @param arm {@code baseline} or {@code candidate}; {@code null} for a run
     * @param logged errors in the target's log
     */
    public record Failures(@Nullable String arm, List<FailedRequest> requests, List<Logged> logged) {
        public Failures {
            requests = orEmpty(requests);
            logged = orEmpty(logged);
        }
    }

    /**
     * The failed requests of one name.
     *
     * @param request name; empty where it is not known
     * @param total requests of that name; 0 where it is not known
     */
    public record FailedRequest(String request, long failed, long total, List<Message> messages) {
        public FailedRequest {
            request = orEmpty(request);
            messages = orEmpty(messages);
        }
    }

    /** The number of failed requests with one message. */
    public record Message(String message, long count) {
        public Message {
            message = orEmpty(message);
        }
    }

    /** An error in the target's log, as often as it is there. */
    public record Logged(long count, List<String> lines) {
        public Logged {
            lines = orEmpty(lines);
        }
    }
}
