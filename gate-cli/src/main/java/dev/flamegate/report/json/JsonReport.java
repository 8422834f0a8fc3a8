package dev.flamegate.report.json;

import dev.flamegate.model.Finding;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Selector;
import dev.flamegate.model.SelectorKind;
import dev.flamegate.model.Unit;
import dev.flamegate.model.ValidityProblem;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.HotMethods;
import dev.flamegate.format.Outcomes;
import dev.flamegate.report.text.Headline;
import dev.flamegate.report.text.Messages;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result as one JSON object, the same that {@code --json} prints; its schema is
 * {@code docs/schema/result.schema.json}. Values are in the finding's {@code unit}; what is no finite number is
 * {@code null}.
 */
public final class JsonReport {
    /** Of the schema; rises when a reader of the last version would misread the object. */
    public static final int VERSION = 1;

    private static final int HOTTEST = 20;
    private static final MathContext PRECISION = new MathContext(9, RoundingMode.HALF_UP);
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final JsonNodeFactory nodes = JsonNodeFactory.instance;
    private final GateReport report;

    private JsonReport(GateReport report) {
        this.report = report;
    }

    /**
     * The object in UTF-8, indented and ended by a line feed.
     *
     * @param exitCode the gate's, see its commands
     * @param place path of the full report; {@code null} when none was written
     */
    public static byte[] write(GateReport report, int exitCode, @Nullable String place) {
        ObjectNode root = new JsonReport(report).object(exitCode, place);
        String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        return (text.replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private ObjectNode object(int exitCode, @Nullable String place) {
        ObjectNode root = nodes.objectNode();
        root.put("version", VERSION);
        root.put("tool", "flamegate " + report.version());
        root.put("verdict", report.judgement().verdict().name());
        root.put("exitCode", exitCode);
        root.put("service", report.run().service());
        if (report.comparison().isPresent()) {
            root.put("comparison", report.comparison().get().id());
        } else {
            root.put("run", report.run().id());
        }
        root.put("judged", report.judged().toString());
        root.put("report", place);
        report.profiles().ifPresent(uri -> root.put("profiles", uri.toASCIIString()));
        root.put("headline", Headline.plain().sentence(report));
        ArrayNode findings = root.putArray("findings");
        report.judgement().findings().forEach(finding -> findings.add(finding(finding)));
        ArrayNode validity = root.putArray("validity");
        report.judgement().validity().forEach(problem -> validity.add(problem(problem)));
        ObjectNode baselines = root.putObject("baselines");
        report.judgement().baselines().entrySet().stream()
                .sorted(Comparator.comparing(baseline -> baseline.getKey().text()))
                .forEach(baseline ->
                        baselines.put(baseline.getKey().text(), String.join(", ", baseline.getValue())));
        report.comparison().ifPresent(compared -> PairNodes.put(root, compared));
        ArrayNode diagnoses = root.putArray("diagnoses");
        report.diagnoses().all().forEach(diagnosis -> CauseNodes.fill(diagnoses.addObject(), diagnosis));
        ArrayNode hottest = root.putArray("hottest");
        HotMethods methods = report.methods();
        methods.bySelf().stream().limit(HOTTEST).forEach(method -> hottest.add(method(method)));
        ArrayNode grown = root.putArray("grown");
        methods.grown().stream().limit(HOTTEST).forEach(method -> grown.add(method(method)));
        return root;
    }

    private ObjectNode finding(Finding finding) {
        Unit unit = finding.rule().indicator().unit();
        ObjectNode node = nodes.objectNode();
        node.put("rule", finding.rule().id());
        node.put("indicator", finding.rule().indicator().name());
        node.set("selector", selector(finding.selector()));
        node.put("criterion", finding.criterion().text());
        node.put("level", finding.level().name().toLowerCase(Locale.ROOT));
        node.put("verdict", finding.outcome().name());
        node.put("reason", Outcomes.key(finding.reason()).replace('_', '-'));
        node.put("value", number(finding.value(), unit));
        node.put("unit", unit.symbol());
        node.put("better", finding.rule().indicator().better().name().toLowerCase(Locale.ROOT));
        node.set("valueInterval", interval(finding.valueInterval(), unit));
        node.put("baseline", number(finding.baseline(), unit));
        node.put("baselineName", finding.baselineName());
        node.put("growth", number(finding.growth(), Unit.RATIO));
        node.set("interval", interval(finding.interval(), Unit.RATIO));
        node.put("detectable", number(finding.detectable(), Unit.RATIO));
        node.put("message", Messages.of(finding));
        node.put("source", finding.rule().source());
        CauseNodes.put(node, finding);
        ArrayNode warnings = node.putArray("warnings");
        finding.warnings().forEach(warning -> {
            ObjectNode entry = warnings.addObject();
            entry.put("id", warning.id());
            entry.put("message", warning.message());
        });
        return node;
    }

    private ObjectNode selector(Selector selector) {
        ObjectNode node = nodes.objectNode();
        for (SelectorKind kind : SelectorKind.values()) {
            String name = selector.parts().get(kind);
            if (name != null) {
                node.put(kind.key(), name);
            }
        }
        return node;
    }

    private ObjectNode problem(ValidityProblem problem) {
        ObjectNode node = nodes.objectNode();
        node.put("check", problem.check());
        ArrayNode trials = node.putArray("trials");
        problem.trials().forEach(trials::add);
        node.put("invalidates", problem.invalidates());
        node.put("message", problem.message());
        node.put("remedy", problem.remedy());
        return node;
    }

    private ObjectNode method(MethodCost method) {
        ObjectNode node = nodes.objectNode();
        node.put("frame", method.name());
        node.put("line", method.line() == 0 ? null : method.line());
        node.put("selfShare", number(method.self().share(), Unit.RATIO));
        node.put("totalShare", number(method.total().share(), Unit.RATIO));
        node.put("unit", Unit.MILLISECONDS.symbol());
        node.put("selfPerRequest", number(method.self().candidate(), Unit.MILLISECONDS));
        node.put("totalPerRequest", number(method.total().candidate(), Unit.MILLISECONDS));
        node.put("selfChange", number(method.self().change(), Unit.MILLISECONDS));
        node.put("totalChange", number(method.total().change(), Unit.MILLISECONDS));
        return node;
    }

    static @Nullable ArrayNode interval(@Nullable Interval interval, Unit unit) {
        if (interval == null) {
            return null;
        }
        ArrayNode pair = JsonNodeFactory.instance.arrayNode();
        pair.add(number(interval.low(), unit));
        pair.add(number(interval.high(), unit));
        return pair;
    }

    /** In the unit, with nine significant digits; {@code null} for what is no finite number. */
    public static @Nullable BigDecimal number(@Nullable Double base, Unit unit) {
        if (base == null || !Double.isFinite(base)) {
            return null;
        }
        BigDecimal value = BigDecimal.valueOf(base / unit.toBase()).round(PRECISION);
        return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    }
}
