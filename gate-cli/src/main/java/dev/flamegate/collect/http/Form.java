package dev.flamegate.collect.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Names and values of a query string or a form; a name may occur several times.
 *
 * @param fields in order
 */
public record Form(List<Map.Entry<String, String>> fields) {
    public static final Form EMPTY = new Form(List.of());

    public Form {
        fields = List.copyOf(fields);
    }

    public static Form of(String name, String value) {
        return EMPTY.and(name, value);
    }

    public Form and(String name, String value) {
        List<Map.Entry<String, String>> more = new ArrayList<>(fields);
        more.add(Map.entry(name, value));
        return new Form(more);
    }

    /** The form as {@code application/x-www-form-urlencoded}. */
    public String encoded() {
        return String.join(
                "&",
                fields.stream()
                        .map(field -> URLEncoder.encode(field.getKey(), StandardCharsets.UTF_8) + "="
                                + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                        .toList());
    }
}
