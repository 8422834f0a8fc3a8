package dev.flamegate.publish.format;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.Values;
import dev.flamegate.report.text.CauseText;
import dev.flamegate.report.text.Messages;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One SARIF result per broken rule, at the culprit's file and line where that file is in the repository, else where the
 * rule is written: {@code error} for a broken {@code must}, {@code warning} for the rest.
 */
public final class SarifReport {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
    private static final String ROOT = "%SRCROOT%";

    /** Length limit of a text; code scanning truncates longer ones. */
    private static final int LONGEST = 1000;

    private static final int LONGEST_NAME = 200;
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final GateReport report;
    private final Function<String, Optional<String>> files;
    private final Map<String, List<Finding>> broken = new LinkedHashMap<>();

    private SarifReport(GateReport report, Function<String, Optional<String>> files) {
        this.report = report;
        this.files = files;
        report.worstFirst().stream()
                .filter(finding -> finding.outcome() == Outcome.FAIL || finding.outcome() == Outcome.WARN)
                .forEach(finding -> broken.computeIfAbsent(finding.rule().id(), id -> new ArrayList<>())
                        .add(finding));
    }

    /**
     * The document in UTF-8.
     *
     * @param files returns the path, from the repository's root, of a file whose path ends with the one given; empty
     *     when the repository has none
     */
    public static byte[] write(GateReport report, Function<String, Optional<String>> files) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("$schema", SCHEMA);
        root.put("version", "2.1.0");
        new SarifReport(report, files).run(root.putArray("runs").addObject());
        String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        return (text.replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private void run(ObjectNode run) {
        ObjectNode driver = run.putObject("tool").putObject("driver");
        driver.put("name", "Flamegate");
        driver.put("version", Names.visible(report.version()));
        ArrayNode rules = driver.putArray("rules");
        broken.values()
                .forEach(findings -> rule(rules.addObject(), findings.get(0).rule()));
        run.putObject("automationDetails")
                .put("id", "flamegate/" + Uris.encoded(report.run().service()) + "/");
        run.put("columnKind", "utf16CodeUnits");
        run.putObject("originalUriBaseIds")
                .putObject(ROOT)
                .putObject("description")
                .put("text", "The root of the repository.");
        invocation(run.putArray("invocations").addObject());
        ArrayNode results = run.putArray("results");
        int index = 0;
        for (List<Finding> findings : broken.values()) {
            result(results.addObject(), index, findings);
            index++;
        }
    }

    private static void rule(ObjectNode node, Rule rule) {
        node.put("id", id(rule));
        node.putObject("shortDescription")
                .put(
                        "text",
                        text(rule.indicator().name() + ": " + rule.indicator().description()));
        if (rule.why() != null) {
            node.putObject("fullDescription").put("text", text(rule.why()));
        }
        node.putObject("defaultConfiguration").put("level", rule.must().isEmpty() ? "warning" : "error");
        ArrayNode tags = node.putObject("properties").putArray("tags");
        tags.add("performance");
    }

    /** Writes whether the measurement was sound, in addition to its findings. */
    private void invocation(ObjectNode node) {
        node.put("executionSuccessful", report.judgement().verdict() != Verdict.INVALID);
        ArrayNode notifications = node.putArray("toolExecutionNotifications");
        for (ValidityProblem problem : report.judgement().validity()) {
            ObjectNode entry = notifications.addObject();
            entry.put("level", problem.invalidates() ? "error" : "warning");
            entry.putObject("message")
                    .put("text", text(Names.check(problem) + ": " + problem.message() + " -> " + problem.remedy()));
        }
    }

    private void result(ObjectNode node, int index, List<Finding> findings) {
        Finding worst = findings.get(0);
        node.put("ruleId", id(worst.rule()));
        node.put("ruleIndex", index);
        node.put("level", worst.outcome() == Outcome.FAIL ? "error" : "warning");
        node.putObject("message").put("text", message(findings));
        location(node.putArray("locations").addObject(), worst);
        // Only the rule: what is measured may change from run to run, the alert stays the same.
        node.putObject("partialFingerprints").put("flamegateRule/v1", id(worst.rule()));
        properties(node.putObject("properties"), worst);
    }

    private static String message(List<Finding> findings) {
        Finding worst = findings.get(0);
        List<String> parts = new ArrayList<>(List.of(Messages.of(worst)));
        parts.addAll(CauseText.plain().of(worst));
        if (findings.size() > 1) {
            parts.add("and " + Names.plural(findings.size() - 1, "finding") + " more of this rule");
        }
        return text(String.join(". ", parts));
    }

    private void location(ObjectNode node, Finding finding) {
        Culprit culprit = finding.culprit();
        Optional<String> file =
                culprit == null || culprit.file() == null ? Optional.empty() : files.apply(culprit.file());
        ObjectNode physical = node.putObject("physicalLocation");
        String source = Names.file(finding.rule().source());
        physical.putObject("artifactLocation")
                .put("uri", Uris.path(file.or(() -> files.apply(source)).orElse(source)))
                .put("uriBaseId", ROOT);
        int line = culprit != null && file.isPresent()
                ? culprit.line()
                : finding.rule().line();
        physical.putObject("region").put("startLine", Math.max(1, line));
        if (culprit != null) {
            node.putArray("logicalLocations")
                    .addObject()
                    .put("fullyQualifiedName", Names.visible(Names.cut(culprit.frame(), LONGEST_NAME)))
                    .put("kind", "function");
        }
    }

    private static void properties(ObjectNode node, Finding finding) {
        Unit unit = finding.rule().indicator().unit();
        node.put("criterion", Names.visible(finding.criterion().text()));
        node.put("value", Values.number(finding.value(), unit));
        node.put("unit", unit.symbol());
        node.put("growth", Values.number(finding.growth(), Unit.RATIO));
        Culprit culprit = finding.culprit();
        if (culprit != null) {
            node.put("culpritShare", Values.number(culprit.share(), Unit.RATIO));
        }
    }

    private static String id(Rule rule) {
        return Names.visible(Names.cut(rule.id(), LONGEST_NAME));
    }

    private static String text(String text) {
        return Escapes.sarif(Names.cut(Names.visible(text), LONGEST));
    }
}
