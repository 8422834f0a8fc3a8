package dev.flamegate.collect;

import dev.flamegate.model.LiveChange;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Lists the objects that are alive in a target's heap right after a collection, and their bytes, by class. */
public record LiveHeap(Map<String, Amount> classes) {
    private static final Map<String, String> PRIMITIVES = Map.of(
            "B", "byte", "C", "char", "D", "double", "F", "float", "I", "int", "J", "long", "S", "short", "Z",
            "boolean");

    private static final Amount NONE = new Amount(0, 0);

    /** Objects of one class, and the bytes that they take themselves. */
    public record Amount(long objects, long bytes) {
        private Amount plus(Amount other) {
            return new Amount(objects + other.objects, bytes + other.bytes);
        }
    }

    public LiveHeap {
        classes = Map.copyOf(classes);
    }

    /**
     * Reads the probe's list: name, objects and bytes of each class, with commas between them.
     *
     * @throws CollectionFailed when it is no such list
     */
    public static LiveHeap read(String list) {
        Map<String, Amount> classes = new HashMap<>();
        try {
            for (String one : list.split(",")) {
                String[] words = one.split(" ");
                classes.merge(
                        name(words[0]), new Amount(Long.parseLong(words[1]), Long.parseLong(words[2])), Amount::plus);
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new CollectionFailed("The target's list of live objects cannot be read: " + e.getMessage(), e);
        }
        return new LiveHeap(classes);
    }

    /** {@code byte[][]} for {@code [[B}; a hidden class without its number, which is another in every start. */
    private static String name(String internal) {
        int dimensions = internal.lastIndexOf('[') + 1;
        String element = internal.substring(dimensions);
        String type = dimensions == 0
                ? element
                : element.startsWith("L")
                        ? element.substring(1).replace(";", "")
                        : PRIMITIVES.getOrDefault(element, element);
        return type.replaceFirst("(?:\\$\\d+)?[/+.]0x[0-9a-f]+$", "") + "[]".repeat(dimensions);
    }

    /** The bytes of all objects. */
    public long bytes() {
        return classes.values().stream().mapToLong(Amount::bytes).sum();
    }

    /** The classes of which another number is alive than at an earlier moment. */
    public Stream<LiveChange> since(LiveHeap earlier) {
        Map<String, Amount> all = new LinkedHashMap<>(earlier.classes);
        all.putAll(classes);
        return all.keySet().stream()
                .map(type -> {
                    Amount before = earlier.classes.getOrDefault(type, NONE);
                    Amount now = classes.getOrDefault(type, NONE);
                    return new LiveChange(type, now.objects - before.objects, now.bytes - before.bytes);
                })
                .filter(change -> change.objects() != 0 || change.bytes() != 0);
    }
}
