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
    static ObjectNode of(Verdicted verdicted, @Nullable String report) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("verdict", verdicted.verdict().name());
        json.put("exitCode", ExitCode.of(verdicted.verdict(), false));
        json.put("service", verdicted.head().service());
        json.put("kind", verdicted.kind().word());
        json.put("id", verdicted.id());
        json.put("commit", verdicted.head().commit().orElse(null));
        json.put("branch", verdicted.head().branch().orElse(null));
        json.put("target", verdicted.head().target().orElse(null));
        json.put("measured", verdicted.head().started().toString());
        json.put("time", verdicted.judged().toString());
        json.put("reason", reason(verdicted));
        ArrayNode broken = json.putArray("broken");
        for (BrokenRule rule : verdicted.broken()) {
            ObjectNode one = broken.addObject();
            one.put("rule", rule.rule());
            one.put("part", rule.part());
            one.put("outcome", rule.outcome().name());
            one.put("growth", rule.growth());
            one.put("culprit", rule.culprit());
            one.put("sentence", sentence(rule));
        }
        json.put("report", report == null ? null : address(report, verdicted));
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

    private static String reason(Verdicted verdicted) {
        String rules = verdicted.broken().stream()
                .filter(rule -> verdicted.verdict().name().equals(rule.outcome().name()))
                .map(VerdictJson::sentence)
                .collect(Collectors.joining("; "));
        return switch (verdicted.verdict()) {
            case PASS -> "every must is shown to hold";
            case WARN -> rules.isEmpty() ? "something grew, within its limit; the report says what" : rules;
            case FAIL -> rules.isEmpty() ? "a must is broken; the report says which" : rules;
            case INCONCLUSIVE -> "not enough evidence, or nothing to compare with; the report says what is missing";
            case INVALID -> "the measurement itself is unsound; the report says why";
        };
    }

    private static String address(String report, Verdicted verdicted) {
        return report.replace("{service}", encoded(verdicted.head().service()))
                .replace("{id}", encoded(verdicted.id()))
                .replace("{commit}", encoded(verdicted.head().commit().orElse("")));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
