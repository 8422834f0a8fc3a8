package dev.flamegate.work;

import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.stats.Median;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How much more or less work than the average the inputs of requests of one name are. An owner with six pets is more work
 * than one with none, and how often each of them comes differs from start to start; with these effects taken off, starts
 * differ only by what the program does (post-stratification; Cochran, Sampling Techniques, 5A.9).
 */
final class InputEffects {
    /** An input that came less often in one of the starts is one of many, whose effects are not known. */
    private static final int LEAST_EACH = 3;

    /** No effects: all that inputs do stays in. */
    static final InputEffects NONE = new InputEffects(Map.of());

    private final Map<String, double[]> effects;

    private InputEffects(Map<String, double[]> effects) {
        this.effects = effects;
    }

    /**
     * The effects of inputs, as all starts show them together: by medians, because what happens once, such as an exception,
     * is not what an input does. They are the same for both builds, so they take no part of what the builds differ by.
     *
     * @param starts of both builds, or the only one: requests of the same name
     */
    static InputEffects of(List<Counts> starts) {
        List<Map<String, List<long[]>>> all =
                starts.stream().map(Counts::byInput).toList();
        Set<String> known = new LinkedHashSet<>(all.get(0).keySet());
        known.removeIf(input -> all.stream()
                .anyMatch(start -> start.getOrDefault(input, List.of()).size() < LEAST_EACH));
        if (known.size() < 2) {
            return NONE;
        }
        Map<String, double[]> effects = new HashMap<>();
        double[] average = new double[Counts.KINDS.size()];
        int requests = 0;
        for (String input : known) {
            List<List<long[]>> same = all.stream()
                    .map(start -> start.getOrDefault(input, List.of()))
                    .toList();
            int number = same.stream().mapToInt(List::size).sum();
            double[] usual = new double[average.length];
            Arrays.setAll(usual, kind -> usual(same, kind));
            for (int kind = 0; kind < average.length; kind++) {
                average[kind] += usual[kind] * number;
            }
            requests += number;
            effects.put(input, usual);
        }
        for (double[] effect : effects.values()) {
            for (int kind = 0; kind < average.length; kind++) {
                effect[kind] -= average[kind] / requests;
            }
        }
        return new InputEffects(effects);
    }

    /** The mean of the medians of starts, all of which weigh the same. */
    private static double usual(List<List<long[]>> starts, int kind) {
        return starts.stream()
                .mapToDouble(same ->
                        Median.of(same.stream().mapToDouble(one -> one[kind]).toArray()))
                .average()
                .orElse(0);
    }

    /**
     * Returns how much more work than the average the requests of an input are: negative for less, 0 if too few are known.
     *
     * @param kind the place in {@link Counts#KINDS}
     */
    double of(String input, int kind) {
        double[] known = effects.get(input);
        return known == null ? 0 : known[kind];
    }

    /** The work of starts of both builds, with the effects of inputs taken off. */
    static List<Work> takenOff(List<CountedStart> starts) {
        Map<String, InputEffects> effects = new HashMap<>();
        starts.stream()
                .flatMap(start -> start.counts().keySet().stream())
                .distinct()
                .forEach(name -> {
                    List<Counts> counts = starts.stream()
                            .map(start -> start.counts().get(name))
                            .filter(Objects::nonNull)
                            .toList();
                    effects.put(name, of(counts));
                });
        return starts.stream().map(start -> takenOff(start, effects)).toList();
    }

    private static Work takenOff(CountedStart start, Map<String, InputEffects> effects) {
        Map<String, Work.Requests> requests = new LinkedHashMap<>(start.work().requests());
        requests.replaceAll((name, counted) -> {
            Counts counts = Objects.requireNonNull(start.counts().get(name), "counted requests");
            Map<WorkCount, Work.PerRequest> all = new EnumMap<>(counted.counts());
            all.putAll(counts.perRequest(effects.getOrDefault(name, NONE)));
            return new Work.Requests(counted.counted(), all);
        });
        return new Work(requests, start.work().background(), start.work().uncounted());
    }
}
