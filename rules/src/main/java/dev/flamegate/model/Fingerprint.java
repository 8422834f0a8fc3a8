package dev.flamegate.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What must be equal for two runs to be comparable: service, runtime, machine, kernel, JDK, limits, load and
 * profile settings, but never the build or its environment, which are what a comparison is about.
 *
 * @param parts by name, such as {@code cpu.model}
 */
public record Fingerprint(Map<String, String> parts) {
    public Fingerprint {
        parts = Collections.unmodifiableMap(new TreeMap<>(parts));
    }

    /** The parts in which the other one differs, one phrase each: {@code jdk: 17.0.15 here, 21.0.2 there}. */
    public List<String> differences(Fingerprint other) {
        TreeSet<String> names = new TreeSet<>(parts.keySet());
        names.addAll(other.parts.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            String here = parts.get(name);
            String there = other.parts.get(name);
            if (!Objects.equals(here, there)) {
                differences.add(name + ": " + (here == null ? "nothing" : here) + " here, "
                        + (there == null ? "nothing" : there) + " there");
            }
        }
        return differences;
    }
}
