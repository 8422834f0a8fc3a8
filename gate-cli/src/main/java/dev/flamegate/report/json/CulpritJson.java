package dev.flamegate.report.json;

import static dev.flamegate.report.json.Values.inBase;
import static dev.flamegate.report.json.Values.number;
import static dev.flamegate.report.json.Values.orEmpty;
import static dev.flamegate.report.json.Values.orNaN;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.flamegate.model.Cost;
import dev.flamegate.model.Interval;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.finding.SuspectCommit;
import dev.flamegate.report.json.Values.Bounds;
import dev.flamegate.report.text.CauseText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The method that explains a growth, in a {@link Result}.
 *
 * @param frame canonical name
 * @param line {@code null} when unknown
 * @param share of the growth
 * @param growth of its self cost, relative; {@code null} where the baseline did not have it
 * @param callers that the growth comes through, from the nearest to the highest of the application
 * @param collector the garbage collector's growth that its allocation explains; {@code null} for none
 * @param library that the method is in; {@code null} for the application's own code, and where it is not known
 * @param calls how often it is called; {@code null} where that was not counted
 * @param loop the loop in it, or in a caller, that turns more often; {@code null} where none was counted
 * @param flame part of the address of {@code flame.html} that opens it at the method
 */
public record CulpritJson(
        String frame,
        @Nullable String file,
        @Nullable Integer line,
        @Nullable BigDecimal share,
        @Nullable BigDecimal growth,
        @Nullable Bounds interval,
        Evidence evidence,
        List<Caller> callers,
        @Nullable Collector collector,
        List<Commit> commits,
        @Nullable Library library,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable CallRateJson calls,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LoopJson loop,
        @Nullable String flame) {
    private static final Unit CPU = ProfileEvent.CPU.unit();
    private static final Interval UNKNOWN = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);

    public CulpritJson {
        if (evidence == null) {
            throw new IllegalArgumentException("a culprit has its evidence");
        }
        frame = orEmpty(frame);
        callers = orEmpty(callers);
        commits = orEmpty(commits);
    }

    /**
     * The evidence for a culprit.
     *
     * @param event of the profile
     * @param kind {@code self} or {@code inclusive}
     * @param unit of the costs: {@code KiB} for allocation, else {@code ms}
     * @param change of the cost per request, with its {@code confidence}
     * @param path frames from the outermost to the culprit
     */
    public record Evidence(
            String event,
            String kind,
            String unit,
            @Nullable BigDecimal baselinePerRequest,
            @Nullable BigDecimal perRequest,
            @Nullable Bounds change,
            @Nullable BigDecimal confidence,
            List<String> path,
            @Nullable String within,
            @Nullable String movedFrom) {
        public Evidence {
            event = orEmpty(event);
            kind = orEmpty(kind);
            unit = orEmpty(unit);
            path = orEmpty(path);
        }
    }

    /**
     * A frame that the growth comes through on its way to the culprit.
     *
     * @param line of the method as recorded on this path; {@code null} when unknown
     * @param share of the culprit's growth
     */
    public record Caller(
            String frame,
            @Nullable String file,
            @Nullable Integer line,
            @Nullable BigDecimal share) {}

    /**
     * The garbage collector, where it is what grew.
     *
     * @param frame {@code [gc]}
     * @param share of the growth of CPU
     * @param unit of the costs, {@code ms}
     * @param change of the cost per request, with its {@code confidence}
     */
    public record Collector(
            String frame,
            @Nullable BigDecimal share,
            String unit,
            @Nullable BigDecimal baselinePerRequest,
            @Nullable BigDecimal perRequest,
            @Nullable Bounds change,
            @Nullable BigDecimal confidence) {}

    /**
     * A commit between the two builds that touched the culprit's file.
     *
     * @param date as ISO 8601
     * @param near lines it touched close to the culprit, of those {@code touched} in the file
     */
    public record Commit(String hash, String author, String date, String subject, int near, int touched) {}

    /**
     * A library of either build.
     *
     * @param baseline its version there; {@code null} where it was not there, or its name says none
     * @param candidate likewise
     */
    public record Library(
            String name,
            @Nullable String baseline,
            @Nullable String candidate) {
        static Library of(dev.flamegate.model.finding.Library library) {
            return new Library(library.name(), library.baseline(), library.candidate());
        }

        /**
         * The library, for words.
         *
         * @throws IllegalArgumentException when the record does not contain one
         */
        public dev.flamegate.model.finding.Library model() {
            return new dev.flamegate.model.finding.Library(orEmpty(name), baseline, candidate);
        }
    }

    static CulpritJson of(dev.flamegate.model.finding.Culprit culprit, @Nullable String flame) {
        dev.flamegate.model.finding.Culprit.Evidence evidence = culprit.evidence();
        Unit unit = CauseText.unit(culprit);
        return new CulpritJson(
                culprit.frame(),
                culprit.file(),
                culprit.line() == 0 ? null : culprit.line(),
                number(culprit.share(), Unit.RATIO),
                number(culprit.growth(), Unit.RATIO),
                Bounds.of(culprit.interval(), Unit.RATIO),
                new Evidence(
                        evidence.cost().resultKey(),
                        evidence.kind().key(),
                        unit.symbol(),
                        number(evidence.baseline(), unit),
                        number(evidence.value(), unit),
                        Bounds.of(evidence.change(), unit),
                        number(evidence.change().confidence(), Unit.RATIO),
                        evidence.path(),
                        evidence.within(),
                        evidence.movedFrom()),
                culprit.callers().stream()
                        .map(caller -> new Caller(
                                caller.frame(),
                                caller.file(),
                                caller.line() == 0 ? null : caller.line(),
                                number(caller.share(), Unit.RATIO)))
                        .toList(),
                collector(culprit.collector()),
                culprit.commits().stream()
                        .map(commit -> new Commit(
                                commit.hash(),
                                commit.author(),
                                commit.date().toString(),
                                commit.subject(),
                                commit.near(),
                                commit.touched()))
                        .toList(),
                culprit.library() == null ? null : Library.of(culprit.library()),
                culprit.calls() == null ? null : CallRateJson.of(culprit.calls()),
                culprit.loop() == null ? null : LoopJson.of(culprit.loop()),
                flame);
    }

    /**
     * The culprit in base units, for words.
     *
     * @throws IllegalArgumentException when the record does not contain one
     */
    public dev.flamegate.model.finding.Culprit model() {
        return new dev.flamegate.model.finding.Culprit(
                frame,
                file,
                line == null ? 0 : Math.max(0, line),
                inBase(share, Unit.RATIO),
                inBase(growth, Unit.RATIO),
                interval == null ? null : interval.interval(Unit.RATIO, 0),
                evidenceInBase(),
                callers.stream().map(CulpritJson::caller).toList(),
                collectorInBase(),
                commits.stream().map(CulpritJson::commit).toList(),
                library == null ? null : library.model(),
                calls == null ? null : calls.model(),
                loop == null ? null : loop.model());
    }

    private static @Nullable Collector collector(dev.flamegate.model.finding.Culprit.@Nullable Collector collector) {
        return collector == null
                ? null
                : new Collector(
                        collector.frame(),
                        number(collector.share(), Unit.RATIO),
                        CPU.symbol(),
                        number(collector.baseline(), CPU),
                        number(collector.value(), CPU),
                        Bounds.of(collector.change(), CPU),
                        number(collector.change().confidence(), Unit.RATIO));
    }

    private dev.flamegate.model.finding.Culprit.@Nullable Collector collectorInBase() {
        return collector == null
                ? null
                : new dev.flamegate.model.finding.Culprit.Collector(
                        orEmpty(collector.frame()),
                        inBase(collector.share(), Unit.RATIO),
                        orNaN(inBase(collector.baselinePerRequest(), CPU)),
                        orNaN(inBase(collector.perRequest(), CPU)),
                        bounds(collector.change(), collector.confidence(), CPU));
    }

    private static Interval bounds(@Nullable Bounds change, @Nullable BigDecimal confidence, Unit unit) {
        double part = confidence == null ? 0 : Math.min(1, Math.max(0, confidence.doubleValue()));
        return change == null ? UNKNOWN : change.interval(unit, part);
    }

    private dev.flamegate.model.finding.Culprit.Evidence evidenceInBase() {
        Cost cost = Stream.<Cost>concat(Arrays.stream(ProfileEvent.values()), Arrays.stream(WorkCount.values()))
                .filter(known -> known.resultKey().equals(evidence.event()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(evidence.event() + ": not a profile event or a count"));
        Unit unit = cost.unit();
        return new dev.flamegate.model.finding.Culprit.Evidence(
                cost,
                dev.flamegate.model.finding.Culprit.Kind.valueOf(evidence.kind().toUpperCase(Locale.ROOT)),
                orNaN(inBase(evidence.baselinePerRequest(), unit)),
                orNaN(inBase(evidence.perRequest(), unit)),
                bounds(evidence.change(), evidence.confidence(), unit),
                evidence.path(),
                evidence.within(),
                evidence.movedFrom());
    }

    private static dev.flamegate.model.finding.Culprit.Caller caller(Caller caller) {
        Integer line = caller.line();
        return new dev.flamegate.model.finding.Culprit.Caller(
                orEmpty(caller.frame()),
                caller.file(),
                line == null ? 0 : Math.max(0, line),
                orNaN(inBase(caller.share(), Unit.RATIO)));
    }

    private static SuspectCommit commit(Commit commit) {
        try {
            return new SuspectCommit(
                    orEmpty(commit.hash()),
                    orEmpty(commit.author()),
                    Instant.parse(orEmpty(commit.date())),
                    orEmpty(commit.subject()),
                    commit.near(),
                    commit.touched());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(commit.date() + ": not a date", e);
        }
    }
}
