package dev.flamegate.probe;

import java.util.LinkedHashMap;
import java.util.Map;

/** One reading: whole numbers by name, as text, in the order in which they were read. */
final class Values {
    private final Map<String, String> byName = new LinkedHashMap<>();

    void put(String name, long value) {
        byName.put(name, Long.toString(value));
    }

    Map<String, String> byName() {
        return byName;
    }
}
