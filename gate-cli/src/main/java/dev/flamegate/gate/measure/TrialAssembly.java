package dev.flamegate.gate.measure;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.ProfileNotice;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.CpuCalibration;
import dev.flamegate.targets.LogErrors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The measurements of one trial, block by block and from each source, before they are assembled.
 *
 * @param readings of the probe, the whole trial's
 * @param blocks measured, at least one
 * @param profiles one cut per block
 * @param loads what the generator saw, one per block
 * @param scraped one per block
 * @param memory what changed in memory over the trial
 * @param covered whether a push arrived that reaches past the last block's end, or none was expected
 * @param log of the target, where errors are looked for if requests failed
 * @param clock what happened to the clock meanwhile, if anything did
 */
record TrialAssembly(
        int number,
        double startup,
        WarmUp warmUp,
        List<Meter.Reading> readings,
        List<Block> blocks,
        List<ProfileCut> profiles,
        List<LoadResult> loads,
        List<ScrapeIncrement> scraped,
        MemoryWatch.Seen memory,
        boolean covered,
        Path log,
        Optional<String> clock) {
    /**
     * Cuts the collected data by the blocks' windows; the load must have been stopped.
     *
     * @param loads what the generator saw, one per block
     */
    static TrialAssembly of(
            int number,
            Session session,
            WarmUp warmUp,
            List<Block> blocks,
            List<LoadResult> loads,
            MemoryWatch.Seen memory,
            boolean covered)
            throws InterruptedException {
        List<ProfileCut> profiles = new ArrayList<>();
        List<ScrapeIncrement> scraped = new ArrayList<>();
        for (Block block : blocks) {
            profiles.add(session.profiles().profiles(block.window(), block.cpuSeconds()));
            scraped.add(session.metrics().over(block.window(), block.scrapes()));
        }
        return new TrialAssembly(
                number,
                session.startup(),
                warmUp,
                session.meter().readings(),
                blocks,
                profiles,
                loads,
                scraped,
                memory,
                covered,
                session.targetLog(),
                Optional.empty());
    }

    /** A copy with a fault of the clock during the trial, if there was one. */
    TrialAssembly withClockFault(Optional<String> fault) {
        return new TrialAssembly(
                number, startup, warmUp, readings, blocks, profiles, loads, scraped, memory, covered, log, fault);
    }

    Trial trial(Map<String, Double> seconds) {
        return new Trial(
                number,
                new Trial.Timeline(
                        startup,
                        warmUp,
                        blocks.stream().map(Block::window).toList(),
                        SeriesOfTrial.join(loads, warmUp.window().start(), readings),
                        seconds),
                new Trial.Usage(
                        counters(),
                        BlockSums.largest(blocks),
                        memory.classes(),
                        Scraped.over(
                                scraped.stream().map(ScrapeIncrement::scraped).toList()),
                        BlockSums.beside(blocks)),
                new Trial.Traffic(requests(), BlockSums.serverLatency(scraped), quality()),
                BlockSums.profiles(profiles, blocks),
                warnings(),
                faults());
    }

    /** CPU samples set to the CPU counted for each group of threads. */
    Map<ProfileEvent, CallTree> trees() {
        return CpuCalibration.trees(ProfileCut.merged(profiles), counters());
    }

    private Map<Counter, Double> counters() {
        Map<Counter, Double> counters = BlockSums.counters(blocks);
        counters.putAll(memory.counters());
        return counters;
    }

    /** The requests as the generator counted them, or the service if the generator does not. */
    private List<RequestStats> requests() {
        if (loads.stream().allMatch(LoadResult::counted)) {
            return BlockSums.requests(loads);
        }
        List<RequestStats> requests = BlockSums.requestsOf(BlockSums.serverLatency(scraped));
        if (requests.isEmpty()) {
            throw new CollectionFailed(
                    "Nobody counts the requests: load: results: none leaves that to the service, whose metrics show none. Either"
                            + " the load sent none, or there is no histogram of response times: name it with target:"
                            + " metrics: latency, or let the load tool write its results.");
        }
        return requests;
    }

    private LoadQuality quality() {
        double seconds =
                blocks.stream().mapToDouble(block -> block.window().seconds()).sum();
        double cores = counters().getOrDefault(Counter.GENERATOR_CPU, Double.NaN) / seconds;
        return BlockSums.quality(loads.stream().map(LoadResult::quality).toList(), cores);
    }

    private List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        blocks.forEach(block -> warnings.addAll(block.increment().warnings()));
        profiles.forEach(cut -> warnings.addAll(cut.warnings()));
        loads.forEach(load -> warnings.addAll(load.warnings()));
        scraped.forEach(increment -> warnings.addAll(increment.warnings()));
        BlockSums.pileUp(blocks).ifPresent(warnings::add);
        if (!covered) {
            warnings.add(new Warning(
                    ProfileNotice.LAST_PUSH, "the push that covers the end of the window did not arrive in time"));
        }
        return warnings.stream().distinct().toList();
    }

    private Faults faults() {
        List<Faults.Failure> failures =
                Faults.Failure.merged(loads.stream().map(LoadResult::failures).toList());
        return new Faults(clock.orElse(null), failures, failures.isEmpty() ? List.of() : LogErrors.in(log));
    }
}
