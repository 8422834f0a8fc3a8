package dev.flamegate.collect.prometheus.server;

import dev.flamegate.collect.prometheus.server.QueryOutcome.Empty;
import dev.flamegate.collect.prometheus.server.QueryOutcome.NoNumber;
import dev.flamegate.collect.prometheus.server.QueryOutcome.NotFinite;
import dev.flamegate.collect.prometheus.server.QueryOutcome.Refused;
import dev.flamegate.collect.prometheus.server.QueryOutcome.Several;
import dev.flamegate.model.Warning;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Reads the answer to an instant query as one number. */
final class NumberReader {
    private static final int EXAMPLES = 3;

    private NumberReader() {}

    /**
     * The outcome.
     *
     * @throws IllegalArgumentException when the answer has no known shape
     */
    static QueryOutcome outcome(ApiReply reply, String promql) {
        List<Warning> warnings = reply.warnings();
        JsonNode data = reply.data();
        if (data == null) {
            return new Refused(
                    "Prometheus refuses the query `" + promql + "`: "
                            + reply.explained().strip(),
                    warnings);
        }
        String type = data.path("resultType").asString("");
        JsonNode result = data.path("result");
        return switch (type) {
            case "scalar" -> number(SampleReader.pair(result), warnings);
            case "vector" -> vector(result, warnings);
            case "matrix" -> new NoNumber("the samples of a range (without a function around it)", warnings);
            case "string" -> new NoNumber("a text", warnings);
            default -> throw new IllegalArgumentException("a result of type `" + type + "`");
        };
    }

    private static QueryOutcome vector(JsonNode result, List<Warning> warnings) {
        if (!result.isArray()) {
            throw new IllegalArgumentException("a vector that is no list");
        }
        if (result.isEmpty()) {
            return new Empty(warnings);
        } else if (result.size() > 1) {
            List<String> examples = new ArrayList<>();
            for (int i = 0; i < Math.min(EXAMPLES, result.size()); i++) {
                examples.add(SampleReader.labels(result.get(i)).toString());
            }
            return new Several(result.size(), examples, warnings);
        } else if (result.get(0).has("histogram")) {
            return new NoNumber("a histogram (without histogram_quantile or the like around it)", warnings);
        }
        return number(SampleReader.pair(result.get(0).path("value")), warnings);
    }

    private static QueryOutcome number(JsonNode pair, List<Warning> warnings) {
        double value = SampleReader.number(pair.get(1));
        return Double.isFinite(value) ? new QueryOutcome.Value(value, warnings) : new NotFinite(value, warnings);
    }
}
