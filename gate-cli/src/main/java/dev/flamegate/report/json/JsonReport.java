package dev.flamegate.report.json;

import static dev.flamegate.report.json.Values.number;

import dev.flamegate.format.Names;
import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.model.rule.SelectorKind;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.FailedRequests;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.HotMethods;
import dev.flamegate.report.PairSeries;
import dev.flamegate.report.PairSeries.Look;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.json.Values.Bounds;
import dev.flamegate.report.text.Headline;
import dev.flamegate.report.text.Messages;
import dev.flamegate.report.text.PairsText;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes the {@link Result} of a report, writes it as JSON and reads it again. */
public final class JsonReport {
    /** The version of the schema; increased when a reader of the previous version would misread the object. */
    public static final int VERSION = 1;

    private static final int HOTTEST = 20;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES) // of a newer minor version
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES) // of an older one
            .build();

    private JsonReport() {}

    /**
     * The object in UTF-8, indented and ended by a line feed.
     *
     * @param exitCode the gate's, see its commands
     * @param place path of the full report; {@code null} when none was written
     */
    public static byte[] write(GateReport report, int exitCode, @Nullable String place) {
        return text(of(report, exitCode, place));
    }

    /** A result as JSON in UTF-8, indented and ended by a line feed. */
    public static byte[] text(Result result) {
        String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(result);
        return (text.replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The object for readers who may not get to its end: findings stand worst first. */
    public static ObjectNode worstFirst(Result result) {
        ObjectNode object = MAPPER.valueToTree(result);
        object.set("findings", MAPPER.valueToTree(result.judged().worstFirst()));
        return object;
    }

    /**
     * The result in some JSON.
     *
     * @throws UnknownVersion when it is not of this version
     * @throws tools.jackson.core.JacksonException when it is not JSON, or not a result
     * @throws IllegalArgumentException when a culprit or a library in it is invalid
     */
    public static Result read(byte[] json) {
        JsonNode root = MAPPER.readTree(json);
        int version = root.path("version").asInt(0);
        if (version != VERSION) {
            throw new UnknownVersion(version);
        }
        Result result = MAPPER.treeToValue(root, Result.class);
        result.judged().findings().stream()
                .flatMap(finding -> Stream.ofNullable(finding.cause().culprit()))
                .forEach(CulpritJson::model); // rejects an invalid culprit here, not where it is shown
        result.compared().libraries().forEach(ChangedLibrary::model);
        result.compared().calls().forEach(CalledMethod::model);
        return result;
    }

    /** A result of a version that this tool does not read. */
    public static final class UnknownVersion extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnknownVersion(int version) {
            super("version " + version + " of the result, but this flamegate reads version " + VERSION);
        }
    }

    /** The result of a report; parameters as for {@link #write}. */
    public static Result of(GateReport report, int exitCode, @Nullable String place) {
        Optional<ComparisonCourse> compared = report.comparison();
        HotMethods methods = report.methods();
        Result.Head head = new Result.Head(
                VERSION,
                "flamegate " + report.version(),
                report.judgement().verdict(),
                exitCode,
                report.run().service(),
                compared.map(ComparisonCourse::id).orElse(null),
                compared.isPresent() ? null : report.run().id(),
                report.judged().toString(),
                place,
                report.profiles().map(URI::toASCIIString).orElse(null),
                Headline.plain().sentenceAndNext(report),
                report.judgement().verdict() == Verdict.INCONCLUSIVE
                        ? PairsText.undecided(report).orElse(null)
                        : null);
        Result.Judged judged = new Result.Judged(
                report.judgement().findings().stream()
                        .map(finding -> finding(finding, null))
                        .toList(),
                report.judgement().validity().stream()
                        .map(problem -> new Result.Problem(
                                problem.check(),
                                problem.trials(),
                                problem.invalidates(),
                                problem.message(),
                                problem.remedy()))
                        .toList(),
                report.warnings().stream().map(JsonReport::warning).toList(),
                baselines(report),
                report.run().context().get(Run.POLICY));
        Result.Compared builds = new Result.Compared(
                compared.map(pairs -> new Result.Arms(pairs.baseline(), pairs.candidate()))
                        .orElse(null),
                ChangedLibrary.of(report),
                CalledMethod.of(report),
                compared.map(JsonReport::pairs).orElse(null),
                compared.map(JsonReport::detectable).orElse(null));
        Result.Profiled profiled = new Result.Profiled(
                report.diagnoses().all().stream().map(JsonReport::diagnosis).toList(),
                methods.bySelf().stream().limit(HOTTEST).map(JsonReport::method).toList(),
                methods.grown().stream().limit(HOTTEST).map(JsonReport::method).toList());
        return new Result(
                head,
                judged,
                builds,
                profiled,
                report.failures().stream().map(JsonReport::failures).toList(),
                List.of());
    }

    private static Result.Failures failures(FailedRequests arm) {
        return new Result.Failures(
                arm.arm().isEmpty() ? null : arm.arm(),
                arm.names().stream()
                        .map(name -> new Result.FailedRequest(
                                name.request(),
                                name.failed(),
                                name.total(),
                                name.ways().stream()
                                        .map(way -> new Result.Message(way.message(), way.count()))
                                        .toList()))
                        .toList(),
                arm.logged().stream()
                        .map(error -> new Result.Logged(error.count(), error.lines()))
                        .toList());
    }

    private static Map<String, String> baselines(GateReport report) {
        Map<String, String> baselines = new TreeMap<>();
        report.judgement()
                .baselines()
                .forEach((reference, runs) -> baselines.put(reference.text(), String.join(", ", runs)));
        return baselines;
    }

    /**
     * One finding.
     *
     * @param candidate name of the one of several candidates that it is about; {@code null} where there is one
     */
    public static Result.Finding finding(Finding finding, @Nullable String candidate) {
        Unit unit = finding.rule().indicator().unit();
        Result.Clause clause = new Result.Clause(
                finding.rule().id(),
                finding.rule().indicator().name(),
                selector(finding.selector()),
                finding.criterion().text(),
                finding.level().name().toLowerCase(Locale.ROOT));
        Result.Measured measured = new Result.Measured(
                number(finding.value(), unit),
                unit.symbol(),
                finding.rule().indicator().better().name().toLowerCase(Locale.ROOT),
                Bounds.of(finding.valueInterval(), unit),
                number(finding.baseline(), unit),
                finding.baselineName(),
                number(finding.growth(), Unit.RATIO),
                Bounds.of(finding.interval(), Unit.RATIO),
                number(finding.detectable(), Unit.RATIO));
        Result.Cause cause = new Result.Cause(
                finding.culprit() == null
                        ? null
                        : CulpritJson.of(
                                finding.culprit(), ReportFlame.link(finding).orElse(null)),
                finding.noCulprit(),
                finding.diagnosis() == null ? null : diagnosis(finding.diagnosis()),
                finding.latency().parts().stream().map(JsonReport::latencyPart).toList(),
                finding.latency().parts().isEmpty()
                        ? null
                        : number(finding.latency().slowest(), Unit.RATIO));
        return new Result.Finding(
                clause,
                finding.outcome(),
                Names.key(finding.reason()).replace('_', '-'),
                measured,
                (candidate == null ? "" : candidate + ": ") + Messages.of(finding),
                finding.rule().source(),
                cause,
                finding.warnings().stream().map(JsonReport::warning).toList(),
                candidate);
    }

    private static Result.LatencyPart latencyPart(LatencyPart part) {
        return new Result.LatencyPart(
                part.kind().key(),
                number(part.grown(), Unit.MILLISECONDS),
                Bounds.of(part.change(), Unit.MILLISECONDS),
                part.where());
    }

    private static Result.Warning warning(Warning warning) {
        return new Result.Warning(warning.id(), warning.message());
    }

    private static Map<String, String> selector(Selector selector) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (SelectorKind kind : SelectorKind.values()) {
            String name = selector.parts().get(kind);
            if (name != null) {
                parts.put(kind.key(), name);
            }
        }
        return parts;
    }

    private static Result.Diagnosis diagnosis(dev.flamegate.model.finding.Diagnosis diagnosis) {
        return new Result.Diagnosis(
                diagnosis.id(),
                diagnosis.severity().key(),
                diagnosis.evidence(),
                diagnosis.remedy(),
                diagnosis.reference());
    }

    private static List<Result.Pair> pairs(ComparisonCourse compared) {
        return IntStream.range(0, compared.pairs().size())
                .mapToObj(index -> pair(compared, index))
                .toList();
    }

    private static Result.Pair pair(ComparisonCourse compared, int index) {
        dev.flamegate.model.Pair pair = compared.pairs().get(index);
        Map<String, @Nullable BigDecimal> growth = new LinkedHashMap<>();
        for (PairSeries series : compared.series()) {
            growth.put(series.key(), number(series.growth().get(index), Unit.RATIO));
        }
        return new Result.Pair(
                pair.number(),
                pair.order().stream()
                        .map(arm -> arm.name().toLowerCase(Locale.ROOT))
                        .toList(),
                pair.valid(),
                pair.invalid(),
                number(compared.seconds().get(index), Unit.SECONDS),
                growth);
    }

    /** The detectable growth of the first criterion of each rule and part of the service. */
    private static Map<String, @Nullable BigDecimal> detectable(ComparisonCourse compared) {
        Map<String, @Nullable BigDecimal> detectable = new LinkedHashMap<>();
        for (PairSeries series : compared.series()) {
            Look last = series.last();
            if (!detectable.containsKey(series.key())) {
                detectable.put(series.key(), last == null ? null : number(last.detectable(), Unit.RATIO));
            }
        }
        return detectable;
    }

    private static Result.Method method(MethodCost method) {
        return new Result.Method(
                method.name(),
                method.line() == 0 ? null : method.line(),
                number(method.self().share(), Unit.RATIO),
                number(method.total().share(), Unit.RATIO),
                Unit.MILLISECONDS.symbol(),
                number(method.self().candidate(), Unit.MILLISECONDS),
                number(method.total().candidate(), Unit.MILLISECONDS),
                number(method.self().change(), Unit.MILLISECONDS),
                number(method.total().change(), Unit.MILLISECONDS));
    }
}
