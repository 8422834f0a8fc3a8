package dev.flamegate.gate.measure;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.model.Faults;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.message.Notice;
import dev.flamegate.profile.CpuCalibration;
import dev.flamegate.runtime.TargetRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A trial of a window in the past. No load was generated: requests are those that the service counted itself, and
 * there are no latencies as a client sees them.
 */
public final class PastTrial {
    private PastTrial() {}

    public static MeasuredTrial of(TargetRuntime.PastWindow past) {
        Window window = past.window();
        List<RequestStats> requests = BlockSums.requestsOf(past.scraped().latency());
        List<Warning> warnings = new ArrayList<>(past.scraped().warnings());
        warnings.addAll(past.profiles().warnings());
        warnings.add(new Warning(
                Notice.PAST,
                "a window in the past: requests are those that the service counted, whatever became of them"));
        Trial trial = new Trial(
                1,
                new Trial.Timeline(
                        Double.NaN,
                        new WarmUp(new Window(window.start(), window.start()), true, Double.NaN, 0, Double.NaN),
                        List.of(window),
                        List.of(),
                        Map.of()),
                new Trial.Usage(past.counters(), past.gauges(), past.scraped().scraped(), List.of()),
                new Trial.Traffic(requests, past.scraped().latency(), LoadQuality.UNKNOWN),
                past.profiles().quality(),
                warnings.stream().distinct().toList(),
                Faults.NONE);
        return new MeasuredTrial(
                trial, CpuCalibration.trees(past.profiles().trees(), past.counters()), ProbeFacts.unknown());
    }
}
