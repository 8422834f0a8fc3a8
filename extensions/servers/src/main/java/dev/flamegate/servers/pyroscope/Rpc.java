package dev.flamegate.servers.pyroscope;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.Form;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Sends queries to one server and explains its refusals. */
final class Rpc {
    private static final String QUERIER = "/querier.v1.QuerierService/";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Status codes that mean that the query does not exist: the server is older or newer, or a proxy blocks it. */
    private static final Set<Integer> NO_SUCH_QUERY = Set.of(404, 405, 501);

    private static final Pattern NODE_LIMIT = Pattern.compile("max flamegraph nodes limit.*?(\\d+)\\D*$");
    private static final Pattern RANGE_LIMIT =
            Pattern.compile("(max_query_length|query time range exceeds).*limit: ([^)]+)");

    private final ApiClient client;

    Rpc(ApiClient client) {
        this.client = client;
    }

    Answer ask(String query, Map<String, Object> fields) throws InterruptedException {
        return client.postJson(QUERIER + query, JSON.writeValueAsString(fields));
    }

    Answer get(String path, Form query) throws InterruptedException {
        return client.get(path, query);
    }

    /** The list in the answer to a query that every version has; servers omit an empty one. */
    JsonNode list(String query, Map<String, Object> fields, String list) throws InterruptedException {
        Answer answer = accepted(ask(query, fields));
        JsonNode json = answer.json();
        if (json.path(list).isArray()) {
            return json.path(list);
        }
        if (!json.isObject() || !json.isEmpty()) {
            throw answer.failure("answers without '" + list + "'");
        }
        return MissingNode.getInstance();
    }

    static boolean isMissing(Answer answer) {
        return NO_SUCH_QUERY.contains(answer.status());
    }

    /**
     * A successful answer.
     *
     * @throws CollectionFailed when the server refused; the message says what its limits mean for the gate
     */
    static Answer accepted(Answer answer) {
        if (answer.isOk()) {
            return answer.orFail();
        }
        String message = message(answer);
        Matcher range = RANGE_LIMIT.matcher(message);
        if (range.find()) {
            throw answer.failure("accepts no window longer than " + range.group(2)
                    + " (judge a shorter window, or ask for a higher max_query_length for the tenant)");
        }
        if (answer.status() == 401 || answer.status() == 403 || message.contains("no org id")) {
            throw answer.failure("requires a tenant id (header X-Scope-OrgID) or credentials");
        }
        if (answer.status() == 429) {
            throw answer.failure("refuses the query: too many requests for the tenant's limits");
        }
        return answer.orFail();
    }

    /** The maximum number of nodes that a refusal names; -1 when it was for another reason. */
    static int nodeLimit(Answer answer) {
        if (answer.isOk()) {
            return -1;
        }
        Matcher limit = NODE_LIMIT.matcher(message(answer));
        return limit.find() && limit.group(1).length() < 10 ? Integer.parseInt(limit.group(1)) : -1;
    }

    /** The text of a refusal; errors are JSON, except those of an unknown path or of a proxy. */
    private static String message(Answer answer) {
        try {
            return JSON.readTree(answer.text()).path("message").asString("");
        } catch (JacksonException e) {
            return answer.text();
        }
    }

    /** True if an object has a field; reads no further than that field. */
    static boolean has(byte[] json, String field) {
        try (JsonParser in = JSON.createParser(json)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (in.nextToken() == JsonToken.PROPERTY_NAME) {
                if (field.equals(in.currentName())) {
                    return true;
                }
                in.nextToken();
                in.skipChildren();
            }
            return false;
        } catch (JacksonException e) {
            return false; // the actual reader reports what is wrong with it
        }
    }
}
