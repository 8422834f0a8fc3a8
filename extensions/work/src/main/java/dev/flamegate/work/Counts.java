package dev.flamegate.work;

import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.stats.Median;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The work of the requests of one name, one after the other, as the agent counted it, and what each of them asked for. */
final class Counts {
    /** Stretches of requests whose means show how well the mean of all is known. */
    private static final int STRETCHES = 10;

    /** The kinds of work that the agent counts in a request, in the order of its answer. */
    static final List<WorkCount> KINDS = Stream.of(WorkCount.values())
            .filter(count -> count != WorkCount.COLD_INSTRUCTIONS)
            .toList();

    private final List<long[]> requests = new ArrayList<>();
    private final List<String> inputs = new ArrayList<>();

    /**
     * Adds a request.
     *
     * @param input what it asked for: equal for requests that are equal
     * @param counts in the order of {@link #KINDS}, negative where one cannot be told
     */
    synchronized void add(String input, long[] counts) {
        inputs.add(input);
        requests.add(counts);
    }

    /** The requests by their inputs. */
    synchronized Map<String, List<long[]>> byInput() {
        Map<String, List<long[]>> all = new LinkedHashMap<>();
        for (int i = 0; i < requests.size(); i++) {
            all.computeIfAbsent(inputs.get(i), key -> new ArrayList<>()).add(requests.get(i));
        }
        return all;
    }

    synchronized int size() {
        return requests.size();
    }

    /**
     * The work per request: the median of the means of stretches of requests that follow each other. What happens once,
     * or in fewer than half of the stretches, is not what a request does.
     *
     * @param effects what is taken off, because it is an accident which inputs came how often
     */
    synchronized double mean(WorkCount count, InputEffects effects) {
        return Math.max(0, median(means(count, effects)));
    }

    /**
     * The standard error of {@link #mean}: by the median distance of the stretches from it, which is that of normal
     * values divided by 1.4826; a median of so many has 1.2533 times the error of their mean.
     */
    synchronized double error(WorkCount count, InputEffects effects) {
        double[] means = means(count, effects);
        double middle = median(means);
        double distance = median(
                DoubleStream.of(means).map(mean -> Math.abs(mean - middle)).toArray());
        return means.length < 2 ? 0 : 1.4826 * distance * 1.2533 / Math.sqrt(means.length);
    }

    private double[] means(WorkCount count, InputEffects effects) {
        int kind = KINDS.indexOf(count);
        int stretches = Math.min(STRETCHES, requests.size());
        double[] means = new double[stretches];
        for (int i = 0; i < stretches; i++) {
            means[i] = IntStream.range(i * requests.size() / stretches, (i + 1) * requests.size() / stretches)
                    .mapToDouble(at -> requests.get(at)[kind] - effects.of(inputs.get(at), kind))
                    .average()
                    .orElse(0);
        }
        return means;
    }

    private static double median(double[] values) {
        return values.length == 0 ? 0 : Median.of(values);
    }

    /** The work per request, of each kind that could be told of every request. */
    synchronized Map<WorkCount, Work.PerRequest> perRequest(InputEffects effects) {
        Map<WorkCount, Work.PerRequest> all = new EnumMap<>(WorkCount.class);
        for (WorkCount count : KINDS) {
            if (requests.stream().allMatch(one -> one[KINDS.indexOf(count)] >= 0)) {
                all.put(count, new Work.PerRequest(mean(count, effects), error(count, effects)));
            }
        }
        return all;
    }
}
