package dev.flamegate.gate;

import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.load.GatlingHome;
import dev.flamegate.load.GatlingLoad;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.profile.ProfileEvent;
import dev.flamegate.target.Children;
import dev.flamegate.target.CpuSet;
import dev.flamegate.target.ProcessTarget;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What every start of a target needs.
 *
 * @param planFolder that the plan's paths are relative to
 */
record Rig(Plan plan, Path planFolder, Installation installation, CpuSet cpus, Children children) {
    /**
     * Starts the target and its generator; neither need be ready when this returns.
     *
     * @param work a folder of this start alone, for logs
     * @param prepared a generator started ahead for it; {@code null} to start one
     */
    Launch launch(TargetSpec spec, Path work, @Nullable GatlingLoad prepared) {
        return new Launch(this, spec, work, prepared);
    }

    /** Starts a generator for a target. */
    GatlingLoad startLoad(TargetSpec spec, Path work) {
        GatlingLoad load = GatlingLoad.start(
                plan.load(),
                ProcessTarget.baseUrl(spec),
                planFolder,
                work,
                GatlingHome.of(installation.gatling()),
                cpus.generator());
        ProcessHandle.of(load.pid()).ifPresent(children::add);
        return load;
    }

    /** Whether anything is profiled at all. */
    boolean profiles() {
        return !plan.profile().events().isEmpty();
    }

    /** What is profiled. */
    Set<ProfileEvent> events() {
        Set<ProfileEvent> events = EnumSet.noneOf(ProfileEvent.class);
        plan.profile().events().forEach(event -> ProfileEvent.find(event).ifPresent(events::add));
        return events;
    }

    /** Where the target's own latencies are. */
    RequestHistogram requestHistogram() {
        TargetSpec.Metrics metrics = plan.target().metrics();
        return metrics == null
                ? RequestHistogram.WELL_KNOWN
                : new RequestHistogram(metrics.latency(), metrics.requestLabel());
    }

    /** The service's name in the letters that a push may bear. */
    String applicationName() {
        return plan.service().replaceAll("[^A-Za-z0-9._-]", "-");
    }
}
