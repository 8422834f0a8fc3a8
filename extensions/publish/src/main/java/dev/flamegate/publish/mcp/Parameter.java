package dev.flamegate.publish.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A parameter of a question. What is given is checked by {@link Arguments}.
 *
 * @param description for the agent
 * @param schema of its values: JSON Schema
 * @param isNeeded whether it has to be given
 */
record Parameter(String name, String description, ObjectNode schema, boolean isNeeded) {
    /** The number of entries shown of a list, unless the question says otherwise. */
    static final int USUAL_LIMIT = 20;

    /** The largest number of entries shown of a list. */
    static final int HIGHEST_LIMIT = 200;

    /** The largest number of entries left out at a list's beginning. */
    static final int HIGHEST_SKIP = 1_000_000;

    static final Parameter LIMIT =
            number("limit", "How many of each list at most (default " + USUAL_LIMIT + ").", 1, HIGHEST_LIMIT);

    /** The parameter for the number of entries seen before. */
    static final Parameter SKIP =
            number("skip", "How many to leave out at the beginning, to see more.", 0, HIGHEST_SKIP);

    static Parameter text(String name, String description) {
        return of(name, description, textSchema(List.of()));
    }

    static Parameter texts(String name, String description) {
        return words(name, description, List.of());
    }

    static Parameter word(String name, String description, List<String> words) {
        return of(name, description, textSchema(words));
    }

    static Parameter words(String name, String description, List<String> words) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "array");
        schema.set("items", textSchema(words));
        return of(name, description, schema);
    }

    static Parameter number(String name, String description, int least, int most) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        return of(
                name,
                description,
                schema.put("type", "integer").put("minimum", least).put("maximum", most));
    }

    /** This parameter, but required. */
    Parameter needed() {
        return new Parameter(name, description, schema, true);
    }

    static Map<String, Object> schema(List<Parameter> parameters) {
        Map<String, Object> properties = new LinkedHashMap<>();
        parameters.forEach(one -> properties.put(one.name, one.schema.deepCopy().put("description", one.description)));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        List<String> needed = parameters.stream()
                .filter(Parameter::isNeeded)
                .map(Parameter::name)
                .toList();
        if (!needed.isEmpty()) {
            schema.put("required", needed);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private static Parameter of(String name, String description, ObjectNode schema) {
        return new Parameter(name, description, schema, false);
    }

    private static ObjectNode textSchema(List<String> words) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "string");
        if (!words.isEmpty()) {
            words.forEach(schema.putArray("enum")::add);
        }
        return schema;
    }
}
