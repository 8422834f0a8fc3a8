package dev.flamegate.selftest;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the results of a self-test as one JSON object. */
final class SelfTestJson {
    private static final JsonMapper JSON = JsonMapper.shared();

    private SelfTestJson() {}

    static String text(List<SelfTestResult> results) {
        ObjectNode json = JSON.createObjectNode();
        ArrayNode all = json.putArray("results");
        for (SelfTestResult result : results) {
            ObjectNode one = all.addObject()
                    .put("name", result.name())
                    .put("verdict", result.verdict().name())
                    .put("seconds", Math.round(result.seconds()))
                    .put("pairs", result.pairs())
                    .put("problem", result.problem());
            Slowdown slowdown = result.slowdown();
            if (slowdown != null) {
                one.put("slowdown", slowdown.words())
                        .put("method", slowdown.method().frame());
                one.put("right", result.isRight());
            }
            result.telling()
                    .ifPresent(finding -> one.put(
                                    "indicator", finding.rule().indicator().name())
                            .put("growth", finding.growth()));
            ArrayNode named = one.putArray("named");
            result.named().stream().distinct().forEach(named::add);
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    }
}
