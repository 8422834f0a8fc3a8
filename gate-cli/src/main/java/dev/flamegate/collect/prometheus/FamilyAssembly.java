package dev.flamegate.collect.prometheus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts single samples together to metrics, by the types of the metrics. */
final class FamilyAssembly {
    private final Map<String, String> types;
    private final Map<String, FamilyBuilder> families = new LinkedHashMap<>();

    /**
     * Without a sample yet.
     *
     * @param types by name, as an exposition or a server names them; it may grow while samples come
     */
    FamilyAssembly(Map<String, String> types) {
        this.types = types;
    }

    void add(SampleLine sample) {
        String name = sample.name();
        for (String suffix : List.of("_bucket", "_count", "_sum", "_created", "_gcount", "_gsum")) {
            String family = name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : "";
            String type = types.getOrDefault(family, "");
            if (type.equals("histogram") || type.equals("summary")) {
                builder(family, type).addPart(suffix, sample);
                return;
            }
            if (suffix.equals("_created") && types.containsKey(family)) {
                return; // when a counter began: no level and no count
            }
        }
        String base = name.endsWith("_total") ? name.substring(0, name.length() - "_total".length()) : name;
        String type = types.getOrDefault(name, types.getOrDefault(base, "unknown"));
        if (type.equals("summary")) {
            return; // quantiles of the target's whole life
        }
        builder(name, type).addValue(sample);
    }

    /** A whole histogram, as native ones come. */
    void add(String name, Labels labels, Histogram histogram) {
        builder(name, "histogram").addHistogram(labels, histogram);
    }

    List<Family> build() {
        List<Family> built = new ArrayList<>();
        families.values().forEach(family -> built.add(family.build()));
        return built;
    }

    private FamilyBuilder builder(String name, String type) {
        return families.computeIfAbsent(name, key -> new FamilyBuilder(name, type));
    }
}
