package dev.flamegate.gatling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands out names in fixed shares, in a shuffled order that is the same in every run: two runs get the same requests,
 * without the scatter of random draws. Safe for use by several threads.
 */
final class Mix {
    private static final long SEED = 20_261_120;
    private static final int TOTAL_LIMIT = 100_000;

    private final List<String> cycle;
    private final AtomicLong position = new AtomicLong();

    private Mix(List<String> cycle) {
        this.cycle = cycle;
    }

    /**
     * Reads {@code matrix=50,delay=30,orders=20}: names with whole weights.
     *
     * @param known all names; those the text omits have weight 0
     * @throws IllegalArgumentException if the text is not such a list, or all weights are 0
     */
    static Mix parse(String text, Set<String> known) {
        Map<String, Integer> weights = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            String[] pair = part.strip().split("=", -1);
            if (pair.length != 2 || !known.contains(pair[0]) || weights.containsKey(pair[0])) {
                throw new IllegalArgumentException(
                        part + ": a mix is a list of NAME=WEIGHT, each name once, from " + known);
            }
            weights.put(pair[0], weight(pair[1]));
        }
        int total = weights.values().stream().mapToInt(Integer::intValue).sum();
        if (total < 1 || total > TOTAL_LIMIT) {
            throw new IllegalArgumentException(text + ": the weights of a mix must add up to 1 to " + TOTAL_LIMIT);
        }
        List<String> cycle = new ArrayList<>();
        weights.forEach((name, weight) -> cycle.addAll(Collections.nCopies(weight, name)));
        Collections.shuffle(cycle, new Random(SEED));
        return new Mix(List.copyOf(cycle));
    }

    String next() {
        return cycle.get((int) (position.getAndIncrement() % cycle.size()));
    }

    private static int weight(String text) {
        try {
            int weight = Integer.parseInt(text);
            if (weight >= 0 && weight <= TOTAL_LIMIT) {
                return weight;
            }
        } catch (NumberFormatException e) {
            // reported below, as for a number out of range
        }
        throw new IllegalArgumentException(text + ": a weight must be a whole number from 0 to " + TOTAL_LIMIT);
    }
}
