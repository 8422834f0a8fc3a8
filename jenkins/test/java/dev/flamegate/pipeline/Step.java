package dev.flamegate.pipeline;

import groovy.lang.GString;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call of a step.
 *
 * @param named its named arguments
 * @param plain its only argument without a name; {@code null} if there is none
 */
record Step(
        String name,
        Map<String, @Nullable Object> named,
        @Nullable Object plain) implements Serializable {
    static Step of(String name, Object[] arguments) {
        if (arguments.length > 1) {
            throw new IllegalArgumentException(name + ": a step takes named arguments, or just one");
        }
        Object only = arguments.length == 0 ? null : value(arguments[0]);
        if (only instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> named = new LinkedHashMap<>();
            map.forEach((key, value) -> named.put(String.valueOf(key), value));
            return new Step(name, named, null);
        }
        return new Step(name, Map.of(), only);
    }

    /** Arguments as Jenkins takes them: interpolated strings become strings. */
    private static @Nullable Object value(@Nullable Object argument) {
        if (argument instanceof GString text) {
            return text.toString();
        } else if (argument instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> values = new LinkedHashMap<>();
            map.forEach((key, value) -> values.put(String.valueOf(key), value(value)));
            return values;
        } else if (argument instanceof List<?> list) {
            List<@Nullable Object> values = new ArrayList<>();
            list.forEach(value -> values.add(value(value)));
            return values;
        }
        return argument;
    }

    /** An argument as text: the named one, or the one without a name. */
    String text(String key) {
        Object value = named.isEmpty() ? plain : named.get(key);
        if (value == null) {
            throw new IllegalArgumentException(name + " has no " + key + ": " + this);
        }
        return value.toString();
    }
}
