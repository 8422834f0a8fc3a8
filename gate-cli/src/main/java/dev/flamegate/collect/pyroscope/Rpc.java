package dev.flamegate.collect.pyroscope;

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

/** One server's queries, and what its refusals mean. */
final class Rpc {
    private static final String QUERIER = "/querier.v1.QuerierService/";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What says that there is no such query: the server is older, newer, or a proxy lets only others through. */
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

    /** The list that a query of every version answers with; where it is empty, servers leave it out. */
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
     * An answer of success.
     *
     * @throws CollectionFailed when it is a refusal: the message says what the server's limits mean for the gate
     */
    static Answer accepted(Answer answer) {
        if (answer.isOk()) {
            return answer.orFail();
        }
        String message = message(answer);
        Matcher range = RANGE_LIMIT.matcher(message);
        if (range.find()) {
            throw answer.failure("takes no window longer than " + range.group(2)
                    + " (judge a shorter window, or have max_query_length raised for the tenant)");
        }
        if (answer.status() == 401 || answer.status() == 403 || message.contains("no org id")) {
            throw answer.failure("wants to know who asks (a tenant's id in the header X-Scope-OrgID, or credentials)");
        }
        if (answer.status() == 429) {
            throw answer.failure("is asked more than the tenant's limits allow");
        }
        return answer.orFail();
    }

    /** The number of nodes that a refused query may have at most; -1 when it was refused for something else. */
    static int nodeLimit(Answer answer) {
        if (answer.isOk()) {
            return -1;
        }
        Matcher limit = NODE_LIMIT.matcher(message(answer));
        return limit.find() && limit.group(1).length() < 10 ? Integer.parseInt(limit.group(1)) : -1;
    }

    /** What a refusal says; errors are JSON, but those of an unknown path or of a proxy are not. */
    private static String message(Answer answer) {
        try {
            return JSON.readTree(answer.text()).path("message").asString("");
        } catch (JacksonException e) {
            return answer.text();
        }
    }

    /** Whether an object has a field; reads only as far as that. */
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
            return false; // whoever reads it in earnest says what is wrong with it
        }
    }
}
