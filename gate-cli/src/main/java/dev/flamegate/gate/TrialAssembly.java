package dev.flamegate.gate;

import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.probe.ProbeIncrement;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.load.FailureCount;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Counter;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.CpuCalibration;
import dev.flamegate.profile.MachinePools;
import dev.flamegate.profile.ProfileEvent;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one trial brought, from each source, before it is put together.
 *
 * @param readings of the probe, the whole trial's
 * @param inWindow those of the measured window, its edges included
 * @param covered whether a push arrived that reaches past the window's end, or none was to
 */
record TrialAssembly(
        int number,
        double startup,
        WarmUp warmUp,
        List<Meter.Reading> readings,
        List<Meter.Reading> inWindow,
        ProbeIncrement increment,
        Map<Counter, Double> counters,
        ProfileCut profiles,
        LoadResult load,
        ScrapeIncrement scraped,
        boolean covered) {
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

    /** The trial. */
    Trial trial(Map<String, Double> seconds) {
        Window window = increment.window();
        return new Trial(
                number,
                startup,
                warmUp,
                List.of(window),
                counters,
                Meter.largest(inWindow),
                load.requests(),
                scraped.latency(),
                scraped.scraped(),
                withCpu(load.quality(), counters, window),
                profiles.quality(),
                SeriesOfTrial.join(load.series(), load.loadStart(), readings),
                seconds,
                warnings());
    }

    /** CPU samples set to the CPU counted for each group of threads. */
    Map<ProfileEvent, CallTree> trees() {
        Map<String, Double> seconds = new LinkedHashMap<>();
        CPU_BY_POOL.forEach((pool, counter) -> {
            Double counted = counters.get(counter);
            if (counted != null) {
                seconds.put(pool, counted);
            }
        });
        Map<ProfileEvent, CallTree> calibrated = new EnumMap<>(ProfileEvent.class);
        profiles.trees()
                .forEach((event, tree) -> calibrated.put(
                        event, event == ProfileEvent.CPU ? CpuCalibration.calibrate(tree, seconds) : tree));
        return calibrated;
    }

    private static LoadQuality withCpu(LoadQuality quality, Map<Counter, Double> counters, Window window) {
        return new LoadQuality(
                quality.intendedRate(),
                quality.achievedRate(),
                counters.getOrDefault(Counter.GENERATOR_CPU, Double.NaN) / window.seconds(),
                quality.lagP99());
    }

    private List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>(increment.warnings());
        warnings.addAll(profiles.warnings());
        warnings.addAll(load.warnings());
        warnings.addAll(scraped.warnings());
        if (!covered) {
            warnings.add(new Warning("last-push", "the push that covers the end of the window did not arrive in time"));
        }
        for (FailureCount failure : load.failures()) {
            warnings.add(new Warning("failed-requests", failure.count() + " × " + failure.message()));
        }
        return warnings;
    }
}
