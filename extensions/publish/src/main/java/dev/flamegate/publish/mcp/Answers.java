package dev.flamegate.publish.mcp;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.format.Escapes;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Answers on their way to an agent: bounded, with nothing hidden in their texts. */
final class Answers {
    /** Code units of an answer; more would push everything else out of an agent's memory. */
    static final int LONGEST = 100_000;

    /** Code units of one text in it. */
    static final int LONGEST_TEXT = 2_000;

    private Answers() {}

    /**
     * An answer as JSON.
     *
     * @throws UsageProblem when it is too long
     */
    static String text(ObjectNode answer) {
        String text = json(answer);
        if (text.length() > LONGEST) {
            throw new UsageProblem("the answer has " + text.length() + " characters, more than " + LONGEST
                    + ": ask for less with `limit`");
        }
        return text;
    }

    /** An answer as JSON, however long. */
    static String json(ObjectNode answer) {
        return JsonMapper.shared().writeValueAsString(shown(answer));
    }

    /**
     * Leaves out the end of a list, or of an object whose names are data; the field {@code more} next to it says how
     * much.
     */
    static void cut(ObjectNode parent, String name, int limit) {
        JsonNode node = parent.path(name);
        if (node.size() <= limit) {
            return;
        }
        if (node instanceof ArrayNode list) {
            ArrayNode first = parent.arrayNode();
            list.valueStream().limit(limit).forEach(first::add);
            parent.set(name, first);
        } else if (node instanceof ObjectNode object) {
            List<String> names = new ArrayList<>(object.propertyNames());
            object.remove(names.subList(limit, names.size()));
        }
        parent.withObject("more").put(name, node.size() - parent.path(name).size());
    }

    private static JsonNode shown(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            object.forEachEntry((name, value) -> copy.set(Escapes.agent(name, LONGEST_TEXT), shown(value)));
            return copy;
        } else if (node instanceof ArrayNode list) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            list.forEach(value -> copy.add(shown(value)));
            return copy;
        }
        return node.isString() ? copy(node.stringValue()) : node;
    }

    private static JsonNode copy(String text) {
        return JsonNodeFactory.instance.stringNode(Escapes.agent(text, LONGEST_TEXT));
    }
}
