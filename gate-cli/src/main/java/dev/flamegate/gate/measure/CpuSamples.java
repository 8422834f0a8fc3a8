package dev.flamegate.gate.measure;

import dev.flamegate.model.Counter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.CpuCalibration;
import dev.flamegate.profile.names.MachinePools;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sets the CPU samples of a trial to the CPU counted for each group of threads (docs/internals/decisions/0005). */
final class CpuSamples {
    private static final Map<String, Counter> CPU_BY_POOL = Map.of(
            "",
            Counter.CPU_APPLICATION,
            MachinePools.JIT,
            Counter.CPU_JIT,
            MachinePools.GC,
            Counter.CPU_GC,
            MachinePools.VM,
            Counter.CPU_VM,
            MachinePools.PROFILER,
            Counter.CPU_PROFILER);

    private CpuSamples() {}

    /**
     * The call trees, with that of CPU calibrated.
     *
     * @param counters increments over the same windows; groups without a count stay as sampled
     */
    static Map<ProfileEvent, CallTree> trees(Map<ProfileEvent, CallTree> sampled, Map<Counter, Double> counters) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        CPU_BY_POOL.forEach((pool, counter) -> {
            Double counted = counters.get(counter);
            if (counted != null) {
                seconds.put(pool, counted);
            }
        });
        Map<ProfileEvent, CallTree> trees = new EnumMap<>(ProfileEvent.class);
        sampled.forEach((event, tree) ->
                trees.put(event, event == ProfileEvent.CPU ? CpuCalibration.calibrate(tree, seconds) : tree));
        return trees;
    }
}
