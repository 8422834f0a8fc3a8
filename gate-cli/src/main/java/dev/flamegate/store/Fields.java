package dev.flamegate.store;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a stored JSON object, read by name. A field that is missing or of another type is an
 * {@link IllegalArgumentException} that says where: {@code run.trials[2].startup}. Unread fields are ignored.
 */
public final class Fields {
    private final JsonNode json;
    private final String place;

    /**
     * The fields of an object.
     *
     * @param place where it stands, for messages
     */
    public Fields(JsonNode json, String place) {
        this.json = json;
        this.place = place;
        if (!json.isObject()) {
            throw new IllegalArgumentException(place + ": not an object");
        }
    }

    /** True if the field is there and not {@code null}; older records of a version may lack later fields. */
    boolean has(String name) {
        return !json.path(name).isMissingNode() && !json.path(name).isNull();
    }

    String text(String name) {
        return text(required(name), at(name));
    }

    /** A text, or another one when the field is absent. */
    String text(String name, String otherwise) {
        return has(name) ? text(name) : otherwise;
    }

    /** A text, or {@code null} when the field is absent. */
    @Nullable
    public String textOrNull(String name) {
        return has(name) ? text(name) : null;
    }

    /** A number; NaN and the infinities are stored as texts. */
    double number(String name) {
        return number(required(name), at(name));
    }

    /** A number, or another one when the field is absent. */
    double number(String name, double otherwise) {
        return has(name) ? number(name) : otherwise;
    }

    /** A number, or {@code null} when the field is absent. */
    @Nullable
    Double numberOrNull(String name) {
        return has(name) ? (Double) number(name) : null;
    }

    long integer(String name) {
        JsonNode value = required(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new IllegalArgumentException(at(name) + ": not an integer");
        }
        return value.longValue();
    }

    public boolean flag(String name) {
        JsonNode value = required(name);
        if (!value.isBoolean()) {
            throw new IllegalArgumentException(at(name) + ": neither true nor false");
        }
        return value.booleanValue();
    }

    public Instant instant(String name) {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(at(name) + ": not an instant: " + e.getMessage(), e);
        }
    }

    <T> T object(String name, Function<Fields, T> read) {
        return read.apply(new Fields(required(name), at(name)));
    }

    <T> List<T> list(String name, Function<Fields, T> read) {
        return items(name, (item, at) -> read.apply(new Fields(item, at)));
    }

    /** An array of whole numbers. */
    List<Integer> integers(String name) {
        return items(name, (value, at) -> (int) number(value, at));
    }

    public List<String> texts(String name) {
        return items(name, Fields::text);
    }

    /** An object used as a map of objects, in its order. */
    <T> Map<String, T> map(String name, Function<Fields, T> read) {
        return map(name, (item, at) -> read.apply(new Fields(item, at)));
    }

    /** An object used as a map of numbers, in its order. */
    Map<String, Double> numberMap(String name) {
        return map(name, Fields::number);
    }

    /** An object used as a map of texts, in its order. */
    Map<String, String> textMap(String name) {
        return map(name, Fields::text);
    }

    private <T> List<T> items(String name, BiFunction<JsonNode, String, T> read) {
        JsonNode array = required(name);
        if (!array.isArray()) {
            throw new IllegalArgumentException(at(name) + ": not a list");
        }
        List<T> items = new ArrayList<>();
        for (JsonNode item : array) {
            items.add(read.apply(item, at(name) + "[" + items.size() + "]"));
        }
        return items;
    }

    private <T> Map<String, T> map(String name, BiFunction<JsonNode, String, T> read) {
        Fields fields = new Fields(required(name), at(name));
        Map<String, T> map = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : fields.json.properties()) {
            map.put(field.getKey(), read.apply(field.getValue(), fields.at(field.getKey())));
        }
        return map;
    }

    private JsonNode required(String name) {
        if (!has(name)) {
            throw new IllegalArgumentException(at(name) + ": missing");
        }
        return json.path(name);
    }

    private String at(String name) {
        return place + "." + name;
    }

    private static String text(JsonNode value, String at) {
        if (!value.isString()) {
            throw new IllegalArgumentException(at + ": not a text");
        }
        return value.stringValue();
    }

    private static double number(JsonNode value, String at) {
        if (value.isNumber()) {
            return value.doubleValue();
        }
        return switch (value.isString() ? value.stringValue() : "") {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw new IllegalArgumentException(at + ": not a number");
        };
    }
}
