package dev.flamegate.profile.jfr;

import java.util.List;

/**
 * A type that a chunk's metadata declares.
 *
 * @param fields in the order their values are written
 */
record JfrType(long id, String name, List<Field> fields) {
    /**
     * A field.
     *
     * @param type id of its type
     * @param constant whether the value is a number that refers to a constant pool
     * @param array whether there are several, after their number
     * @param unit what its annotation says a time is counted in: {@code TICKS}, {@code NANOSECONDS}; empty when none
     */
    record Field(String name, long type, boolean constant, boolean array, String unit) {}

    JfrType {
        fields = List.copyOf(fields);
    }
}
