package dev.flamegate.store;

import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.WorkDifference.Both;
import dev.flamegate.model.WorkDifference.Loop;
import dev.flamegate.model.WorkDifference.Method;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The difference between the work of two builds, as JSON. */
final class DifferenceCodec {
    private static final String FORMAT = "flamegate-work";
    private static final int VERSION = 1;
    private static final JsonMapper JSON = JsonMapper.shared();

    private DifferenceCodec() {}

    static byte[] encode(WorkDifference difference) {
        ObjectNode json = JSON.createObjectNode().put("format", FORMAT).put("version", VERSION);
        ArrayNode methods = json.putArray("methods");
        difference.methods().forEach(method -> methods.add(write(method)));
        json.put("changed", difference.changed()).put("reached", difference.reached());
        json.set("unreached", texts(difference.unreached()));
        json.put("otherwise", difference.otherwise());
        return JSON.writeValueAsBytes(json);
    }

    private static ObjectNode write(Method method) {
        ObjectNode json = JSON.createObjectNode()
                .put("request", method.request())
                .put("name", method.name())
                .put("line", method.line())
                .put("changed", method.changed());
        json.set("callers", texts(method.callers()));
        json.set("calls", write(method.calls()));
        json.set("instructions", write(method.instructions()));
        json.set("objects", write(method.objects()));
        json.set("exceptions", write(method.exceptions()));
        ArrayNode loops = json.putArray("loops");
        method.loops()
                .forEach(loop -> loops.addObject().put("line", loop.line()).set("turns", write(loop.turns())));
        return json;
    }

    private static ObjectNode write(Both both) {
        return JSON.createObjectNode().put("baseline", both.baseline()).put("candidate", both.candidate());
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws StoreFailed when it is something else
     */
    static WorkDifference decode(byte[] json) {
        try {
            Fields fields = new Fields(JSON.readTree(json), "work");
            RunCodec.check("work", FORMAT, VERSION, fields.text("format"), (int) fields.integer("version"));
            return new WorkDifference(
                    fields.list("methods", DifferenceCodec::readMethod),
                    (int) fields.integer("changed"),
                    (int) fields.integer("reached"),
                    fields.texts("unreached"),
                    fields.textOrNull("otherwise"));
        } catch (JacksonException | IllegalArgumentException e) {
            throw RunCodec.failed("work", e);
        }
    }

    private static Method readMethod(Fields method) {
        return new Method(
                method.text("request"),
                method.text("name"),
                (int) method.integer("line"),
                method.flag("changed"),
                method.texts("callers"),
                method.object("calls", DifferenceCodec::readBoth),
                method.object("instructions", DifferenceCodec::readBoth),
                created(method, "objects"),
                created(method, "exceptions"),
                method.list(
                        "loops",
                        loop -> new Loop((int) loop.integer("line"), loop.object("turns", DifferenceCodec::readBoth))));
    }

    /** What a method creates, which was not always stored. */
    private static Both created(Fields method, String field) {
        return method.has(field) ? method.object(field, DifferenceCodec::readBoth) : Both.NONE;
    }

    private static Both readBoth(Fields both) {
        return new Both(both.number("baseline"), both.number("candidate"));
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode array = JSON.createArrayNode();
        texts.forEach(array::add);
        return array;
    }
}
