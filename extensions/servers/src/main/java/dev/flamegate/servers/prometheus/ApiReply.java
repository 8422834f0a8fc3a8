package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.http.Answer;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.MetricsNotice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The envelope around every answer of the API.
 *
 * @param answer the HTTP answer it came in
 * @param data on success; {@code null} where the server refused
 * @param warnings of the server, including what it calls "infos"
 * @param error the server's reason; empty on success
 */
record ApiReply(Answer answer, @Nullable JsonNode data, List<Warning> warnings, String error) {
    private static final int SHOWN = 300;

    /**
     * Reads an answer.
     *
     * @throws dev.flamegate.collect.CollectionFailed when it does not belong to this API
     */
    static ApiReply of(Answer answer) {
        JsonNode root = answer.json();
        String status = root.path("status").asString("");
        List<Warning> warnings = new ArrayList<>();
        root.path("warnings")
                .forEach(text -> warnings.add(new Warning(MetricsNotice.PROMETHEUS_WARNING, text.asString(""))));
        root.path("infos").forEach(text -> warnings.add(new Warning(MetricsNotice.PROMETHEUS_INFO, text.asString(""))));
        if (status.equals("success") && root.has("data")) {
            return new ApiReply(answer, root.get("data"), warnings, "");
        } else if (status.equals("error")) {
            String type = root.path("errorType").asString("error");
            return new ApiReply(
                    answer,
                    null,
                    warnings,
                    type + ": " + brief(root.path("error").asString("")));
        }
        throw answer.failure((answer.isOk() ? "answers" : "answers with status " + answer.status() + " and")
                + " JSON that does not belong to Prometheus' API");
    }

    /** True if the server might answer a smaller request. */
    boolean isTooMuch() {
        String text = error.toLowerCase(Locale.ROOT);
        return text.contains("too many samples")
                || text.contains("too large")
                || text.contains("limit")
                || text.contains("exceed")
                || text.contains("maxsamples")
                || text.contains("timed out")
                || text.contains("timeout");
    }

    /** The error with a remedy. */
    String explained() {
        String text = error.toLowerCase(Locale.ROOT);
        String advice = "";
        if (text.contains("org id") || text.contains("tenant id")) {
            advice = "The server has tenants: set the header X-Scope-OrgID.";
        } else if (text.startsWith("bad_data")) {
            advice = "Is the query right PromQL?";
        } else if (text.contains("timed out") || text.startsWith("timeout") || text.contains("deadline")) {
            advice = "Narrow the selector, or ask the server's operators for a longer query timeout.";
        } else if (text.contains("out of bounds")
                || text.contains("retention")
                || text.contains("too far in the past")) {
            advice = "The window is outside what the server keeps.";
        } else if (text.contains("range") && (text.contains("limit") || text.contains("exceed"))) {
            advice = "The tenant may not query such a long time at once; use a shorter window or ask its operators.";
        } else if (isTooMuch()) {
            advice = "Narrow the selector to the service, or ask the server's operators for higher limits.";
        } else if (text.contains("many-to-many") || text.contains("duplicate")) {
            advice = "Two series have the same labels where one is expected; does the selector match two copies of one"
                    + " service, or two servers that scrape it?";
        }
        return error + (error.matches("(?s).*[.!?]") ? " " : ". ") + advice;
    }

    private static String brief(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
    }
}
