package dev.flamegate.publish.serve;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.store.BrokenRule;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A verdict as an answer in JSON; its schema is {@code docs/schema/verdict.schema.json}. */
final class VerdictJson {
    private VerdictJson() {}

    /**
     * The answer.
     *
     * @param report address of a report, with {@code {service}}, {@code {id}} and {@code {commit}} where they go;
     *     {@code null} where reports are not published
     */
    static ObjectNode of(JudgedRecord judged, @Nullable String report) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("verdict", judged.verdict().name());
        json.put("exitCode", ExitCode.of(judged.verdict(), false));
        json.put("service", judged.head().service());
        json.put("kind", judged.kind().word());
        json.put("id", judged.id());
        json.put("commit", judged.head().commit().orElse(null));
        json.put("branch", judged.head().branch().orElse(null));
        json.put("target", judged.head().target().orElse(null));
        json.put("measured", judged.head().started().toString());
        json.put("time", judged.judged().toString());
        json.put("reason", reason(judged));
        ArrayNode broken = json.putArray("broken");
        for (BrokenRule rule : judged.broken()) {
            ObjectNode one = broken.addObject();
            one.put("rule", rule.rule());
            one.put("part", rule.part());
            one.put("outcome", rule.outcome().name());
            one.put("growth", rule.growth());
            one.put("culprit", rule.culprit());
            one.put("sentence", sentence(rule));
        }
        json.put("report", report == null ? null : address(report, judged));
        return json;
    }

    /** {@code cpu-cost (request GET /a) is broken: +12.3 %, in shop.Cart.total}. */
    private static String sentence(BrokenRule rule) {
        String part = rule.part().isEmpty() ? "" : " (" + rule.part() + ")";
        Double growth = rule.growth();
        String size = growth == null ? "" : Numbers.growth(growth);
        String method = rule.culprit() == null ? "" : "in " + rule.culprit();
        String why = size + (size.isEmpty() || method.isEmpty() ? "" : ", ") + method;
        return Names.visible(rule.rule()
                + part
                + (rule.outcome() == Outcome.FAIL ? " is broken" : " warns")
                + (why.isEmpty() ? "" : ": " + why));
    }

    private static String reason(JudgedRecord judged) {
        String rules = judged.broken().stream()
                .filter(rule -> judged.verdict().name().equals(rule.outcome().name()))
                .map(VerdictJson::sentence)
                .collect(Collectors.joining("; "));
        return switch (judged.verdict()) {
            case PASS -> "every must is shown to hold";
            case WARN -> rules.isEmpty() ? "something grew, within its limit; the report says what" : rules;
            case FAIL -> rules.isEmpty() ? "a must is broken; the report says which" : rules;
            case INCONCLUSIVE -> "not enough evidence, or nothing to compare with; the report says what is missing";
            case INVALID -> "the measurement itself is unsound; the report says why";
        };
    }

    private static String address(String report, JudgedRecord judged) {
        return report.replace("{service}", encoded(judged.head().service()))
                .replace("{id}", encoded(judged.id()))
                .replace("{commit}", encoded(judged.head().commit().orElse("")));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
