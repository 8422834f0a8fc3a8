package dev.flamegate.init.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes one value of a schema: its example, default or first choice, otherwise one made up from its type, of required
 * properties only where some are. Bounded in depth and size, so that schemas may contain themselves.
 */
final class SchemaExample {
    private static final int DEEPEST = 8;
    private static final int MOST_VALUES = 500;
    private static final int LONGEST = 2_000;
    private static final String HIDDEN = "(hidden)";

    private final ApiDocument document;
    private int values;
    private boolean madeUp;
    private boolean secret;

    SchemaExample(ApiDocument document) {
        this.document = document;
    }

    /** True if a part of the example has neither an example nor a default nor a choice. */
    boolean isMadeUp() {
        return madeUp;
    }

    /** True if the value of a field was replaced because it looks like a secret. */
    boolean hasSecret() {
        return secret;
    }

    /** A value for a parameter or a media type: its own example, otherwise that of its schema. */
    Object of(Map<String, Object> holder) {
        return given(holder)
                .map(value -> copy(value, 0))
                .orElseGet(() -> made(holder.containsKey("schema") ? holder.get("schema") : holder, 0));
    }

    private Optional<Object> given(Map<String, Object> holder) {
        for (String key : List.of("example", "x-example", "const", "default")) {
            if (holder.containsKey(key)) {
                return Optional.ofNullable(holder.get(key));
            }
        }
        for (Object named : ApiDocument.map(holder.get("examples")).values()) {
            Object value = document.resolved(named).get("value");
            if (value != null) {
                return Optional.of(value);
            }
        }
        for (String key : List.of("examples", "enum")) {
            for (Object one : ApiDocument.list(holder.get(key))) {
                if (one != null) {
                    return Optional.of(one);
                }
            }
        }
        return Optional.empty();
    }

    private Object made(@Nullable Object of, int depth) {
        Map<String, Object> schema = merged(of, 0);
        Optional<Object> given = given(schema);
        if (given.isPresent()) {
            return copy(given.get(), depth);
        }
        for (String choice : List.of("oneOf", "anyOf")) {
            List<?> choices = ApiDocument.list(schema.get(choice));
            if (!choices.isEmpty() && depth < DEEPEST) {
                return made(choices.get(0), depth + 1);
            }
        }
        String type = type(schema);
        if (type.equals("object")) {
            return object(schema, depth);
        }
        if (type.equals("array")) {
            boolean room = depth < DEEPEST && ++values < MOST_VALUES;
            madeUp |= !room;
            return room ? List.of(made(schema.get("items"), depth + 1)) : List.of();
        }
        madeUp = true;
        values++;
        return scalar(type, schema);
    }

    /** The schema with those of its {@code allOf} in it. */
    private Map<String, Object> merged(@Nullable Object of, int depth) {
        Map<String, Object> schema = new LinkedHashMap<>(document.resolved(of));
        List<?> parts = ApiDocument.list(schema.get("allOf"));
        if (depth >= DEEPEST || parts.isEmpty()) {
            return schema;
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        List<Object> required = new ArrayList<>(ApiDocument.list(schema.get("required")));
        for (Object part : parts) {
            if (++values > MOST_VALUES) {
                break;
            }
            Map<String, Object> inner = merged(part, depth + 1);
            properties.putAll(ApiDocument.map(inner.get("properties")));
            required.addAll(ApiDocument.list(inner.get("required")));
            inner.forEach(schema::putIfAbsent);
        }
        properties.putAll(ApiDocument.map(schema.get("properties")));
        if (!properties.isEmpty()) {
            schema.put("properties", properties);
            schema.put("required", required);
        }
        return schema;
    }

    private static String type(Map<String, Object> schema) {
        Object type = schema.get("type");
        for (Object one : ApiDocument.list(type)) {
            if (!"null".equals(one)) {
                return ApiDocument.text(one);
            }
        }
        if (type instanceof String text) {
            return text;
        }
        return schema.containsKey("properties") ? "object" : schema.containsKey("items") ? "array" : "string";
    }

    private Map<String, Object> object(Map<String, Object> schema, int depth) {
        Map<String, Object> made = new LinkedHashMap<>();
        List<?> required = ApiDocument.list(schema.get("required"));
        ApiDocument.map(schema.get("properties")).forEach((name, of) -> {
            boolean wanted = required.isEmpty() || required.contains(name);
            boolean readOnly = Boolean.TRUE.equals(document.resolved(of).get("readOnly"));
            if (wanted && !readOnly && depth < DEEPEST && ++values < MOST_VALUES) {
                made.put(name, safe(name, made(of, depth + 1)));
            }
        });
        madeUp |= made.isEmpty();
        return made;
    }

    private Object safe(String name, Object value) {
        boolean hidden = SecretNames.isSecret(name) && !(value instanceof Map) && !(value instanceof List);
        secret |= hidden;
        return hidden ? HIDDEN : value;
    }

    /** An example without secrets, and without parts that are too deep or too many: a document may contain itself. */
    private Object copy(Object example, int depth) {
        if (example instanceof Map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            ApiDocument.map(example).forEach((name, value) -> {
                if (depth < DEEPEST && ++values < MOST_VALUES) {
                    copy.put(name, safe(name, copy(value, depth + 1)));
                }
            });
            return copy;
        }
        if (example instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            for (Object value : list) {
                if (value != null && depth < DEEPEST && ++values < MOST_VALUES) {
                    copy.add(copy(value, depth + 1));
                }
            }
            return copy;
        }
        if (example instanceof Number || example instanceof Boolean) {
            return example;
        }
        String text = example.toString();
        if (SecretNames.hasSecret(text)) {
            secret = true;
            return HIDDEN;
        }
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }

    private static Object scalar(String type, Map<String, Object> schema) {
        return switch (type) {
            case "integer", "number" -> {
                Object least = schema.getOrDefault("minimum", schema.getOrDefault("maximum", 1));
                yield least instanceof Number number ? number : 1;
            }
            case "boolean" -> true;
            default -> text(schema);
        };
    }

    private static String text(Map<String, Object> schema) {
        return switch (ApiDocument.text(schema.get("format"))) {
            case "date" -> "2026-01-01";
            case "date-time" -> "2026-01-01T00:00:00Z";
            case "time" -> "00:00:00Z";
            case "uuid" -> "00000000-0000-4000-8000-000000000001";
            case "email" -> "somebody@example.com";
            case "uri", "url" -> "http://example.com/";
            case "hostname" -> "example.com";
            case "ipv4" -> "192.0.2.1";
            case "ipv6" -> "2001:db8::1";
            case "byte" -> "dGV4dA==";
            default -> ofLength(schema);
        };
    }

    private static String ofLength(Map<String, Object> schema) {
        int least = schema.get("minLength") instanceof Number number ? Math.min(number.intValue(), LONGEST) : 0;
        int most = schema.get("maxLength") instanceof Number number ? Math.max(0, number.intValue()) : LONGEST;
        String text = "text".repeat(Math.max(1, (Math.max(0, least) + 3) / 4));
        return text.substring(0, Math.min(text.length(), Math.max(most, Math.max(0, least))));
    }
}
