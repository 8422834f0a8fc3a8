package dev.flamegate.collect.prometheus;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Everything a target exposed at one moment. */
public final class Scrape {
    private final Instant at;
    private final Map<String, Family> families;

    Scrape(Instant at, List<Family> families) {
        this.at = at;
        this.families = families.stream().collect(Collectors.toMap(Family::name, family -> family, (a, b) -> a));
    }

    /** When it was asked for, by the gate's clock. */
    public Instant at() {
        return at;
    }

    /** Names of the metrics. */
    public Set<String> names() {
        return new TreeSet<>(families.keySet());
    }

    Map<String, Family> families() {
        return families;
    }
}
