package dev.flamegate.profile;

import dev.flamegate.model.Counter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.names.MachinePools;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sets the samples of each group of threads to the CPU time that was counted for it.
 *
 * <p>A CPU timer fires only at the kernel's ticks. A thread that runs in bursts about as long as a tick, as a
 * request does, is often asleep again when the tick comes and then gives fewer samples than it used CPU, while a
 * compiler that runs on and on gives them all: counted as they are, a service that took 75 % of the CPU looked like
 * 55 %. The probe knows the CPU of each group exactly, so only the split inside a group is left to the samples.
 */
public final class CpuCalibration {
    /** Name of the frame that holds CPU of the application which no sample hit. */
    public static final String NOT_SAMPLED = "[not sampled]";

    private static final String APPLICATION = "";
    private static final double NANOS = 1e9;
    private static final Map<String, Counter> CPU_BY_POOL = Map.of(
            APPLICATION,
            Counter.CPU_APPLICATION,
            MachinePools.JIT,
            Counter.CPU_JIT,
            MachinePools.GC,
            Counter.CPU_GC,
            MachinePools.VM,
            Counter.CPU_VM,
            MachinePools.PROFILER,
            Counter.CPU_PROFILER);

    private CpuCalibration() {}

    /**
     * The call trees of a trial, with that of CPU calibrated (docs/internals/decisions/0005).
     *
     * @param counters increments over the same windows; groups without a count stay as sampled
     */
    public static Map<ProfileEvent, CallTree> trees(
            Map<ProfileEvent, CallTree> sampled, Map<Counter, Double> counters) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        CPU_BY_POOL.forEach((pool, counter) -> {
            Double counted = counters.get(counter);
            if (counted != null) {
                seconds.put(pool, counted);
            }
        });
        Map<ProfileEvent, CallTree> trees = new EnumMap<>(ProfileEvent.class);
        sampled.forEach((event, tree) -> trees.put(event, event == ProfileEvent.CPU ? calibrate(tree, seconds) : tree));
        return trees;
    }

    /**
     * The calibrated tree; a group whose CPU is unknown keeps its samples as they are.
     *
     * @param secondsByPool CPU seconds counted, by machine pool such as {@code [jit]}, and under the empty name of all
     *     other threads together
     */
    static CallTree calibrate(CallTree tree, Map<String, Double> secondsByPool) {
        Map<String, Long> sampled = new HashMap<>();
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            sampled.merge(group(tree.sampleFacet(sample)), tree.sampleWeight(sample), Long::sum);
        }
        CallTree scaled = tree.scaled(facet -> {
            Double seconds = secondsByPool.get(group(facet));
            long weight = sampled.getOrDefault(group(facet), 0L);
            return seconds == null || weight == 0 ? 1 : seconds * NANOS / weight;
        });
        return withUnsampled(scaled, sampled, secondsByPool);
    }

    /** CPU of groups that no sample hit, so that the whole is the whole. */
    private static CallTree withUnsampled(CallTree tree, Map<String, Long> sampled, Map<String, Double> secondsByPool) {
        CallTree.Builder builder = new CallTree.Builder().addAll(tree, facet -> true);
        secondsByPool.forEach((pool, seconds) -> {
            if (sampled.getOrDefault(pool, 0L) == 0 && seconds > 0) {
                String name = pool.equals(APPLICATION) ? NOT_SAMPLED : pool;
                builder.add(List.of(new Frame(name, 0)), new Facet(pool, "", "running"), Math.round(seconds * NANOS));
            }
        });
        return builder.build();
    }

    private static String group(Facet facet) {
        return facet.isMachine() ? facet.pool() : APPLICATION;
    }
}
