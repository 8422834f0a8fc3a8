package dev.flamegate.runtime;

import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.collect.receiver.AgentSettings;
import dev.flamegate.model.Labels;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.os.ChildEnvironment;
import dev.flamegate.os.Children;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.ProfileSpec;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.ServersSpec.ServerSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Everything one measurement needs: what is started and loaded, the rules it is judged by, and what it may use of this
 * machine. Made once per command and passed to everything that takes part.
 *
 * @param folder the plan's folder, which its paths are relative to
 * @param installation flamegate's own files, such as the agents that go into the target
 * @param children where processes are noted, so that none is left running
 * @param progress shown to people who wait
 * @param policy where plan and rules come from
 * @param labels that the runs get
 * @param texts of files that the plan names and that decide what runs where, by their names in the plan: from where the
 *     plan itself is
 * @param sent an agent that goes into targets instead of the profiler; {@code null} for the profiler
 */
public record MeasurementPlan(
        Plan plan,
        RuleSet rules,
        Path folder,
        Installation installation,
        Children children,
        Progress progress,
        Policy policy,
        Labels labels,
        Map<String, String> texts,
        @Nullable Path sent) {
    public MeasurementPlan {
        texts = Map.copyOf(texts);
    }

    /**
     * The set-up of a command; immediately ends what a killed gate of the same plan left running.
     *
     * @throws TargetFailed when the plan's folder cannot be written
     */
    public static MeasurementPlan open(
            Plan plan, RuleSet rules, Path folder, Installation installation, Progress progress) {
        OwnFolder.check(folder, progress);
        Path notes = folder.resolve(".flamegate").resolve("running");
        try {
            return new MeasurementPlan(
                    plan,
                    rules,
                    folder,
                    installation,
                    Children.in(notes, childEnvironment(plan)),
                    progress,
                    Policy.CHECKED_OUT,
                    Labels.NONE,
                    Map.of(),
                    null);
        } catch (IOException e) {
            throw new TargetFailed("started processes cannot be noted in " + notes + ": " + e.getMessage(), e);
        }
    }

    /** A copy with another origin of plan and rules; warns if their files differ. */
    public MeasurementPlan with(Policy other) {
        other.warning().ifPresent(warning -> progress.warn(warning.message()));
        return new MeasurementPlan(plan, rules, folder, installation, children, progress, other, labels, texts, sent);
    }

    public MeasurementPlan with(Labels said) {
        return new MeasurementPlan(plan, rules, folder, installation, children, progress, policy, said, texts, sent);
    }

    /** A copy with the texts of files that the plan names. */
    public MeasurementPlan with(Map<String, String> read) {
        return new MeasurementPlan(plan, rules, folder, installation, children, progress, policy, labels, read, sent);
    }

    /** A copy for another plan, with an extension's agent in its targets in place of the profiler, or with none. */
    public MeasurementPlan sending(@Nullable Path agent, Plan other) {
        return new MeasurementPlan(
                other, rules, folder, installation, children, progress, policy, labels, texts, agent);
    }

    /** The text of a file that the plan names, such as a manifest, from where the plan itself is. */
    public String text(String name) {
        return Objects.requireNonNull(texts.get(name), name);
    }

    /** The variables of this process that target, load and builds of a plan get. */
    public static ChildEnvironment childEnvironment(Plan plan) {
        return ChildEnvironment.of(System.getenv(), plan.servers().credentials(), plan.inherit());
    }

    /** True if anything is profiled at all. */
    public boolean profiles() {
        return sent == null && !plan.profile().events().isEmpty();
    }

    /** True if the gate attaches the profiler; otherwise the target brings one along. */
    public boolean attachesProfiler() {
        return profiles() && plan.profile().profiler() == ProfileSpec.Profiler.AGENT;
    }

    /** The jar of the agent that the gate puts into targets beside the probe; {@code null} for none. */
    public @Nullable Path agent() {
        return attachesProfiler() ? installation.pyroscope() : sent;
    }

    public Set<ProfileEvent> events() {
        return Set.copyOf(plan.profile().events());
    }

    /** Indicators to be queried from a Prometheus. */
    public List<Indicator> queried() {
        return rules.indicators().stream()
                .filter(indicator -> indicator.query().isPresent())
                .toList();
    }

    /** True if a rule judges how long the target takes to start. */
    public boolean measuresStart() {
        return isJudged(source -> source instanceof IndicatorSource.Startup);
    }

    /** True if a build can break for the time that requests take, whatever they took before. */
    public boolean limitsLatency() {
        return rules.rules().stream()
                .filter(rule -> rule.indicator().source() instanceof IndicatorSource.Latency)
                .flatMap(rule -> rule.must().stream())
                .anyMatch(Criterion.Absolute.class::isInstance);
    }

    /** True if a rule is about what stays in memory. */
    public boolean watchesMemory() {
        return isJudged(source -> source instanceof IndicatorSource.Increase increase && increase.isOfMemory());
    }

    private boolean isJudged(Predicate<IndicatorSource> meant) {
        return rules.rules().stream()
                .anyMatch(rule -> meant.test(rule.indicator().source()));
    }

    /** Receives messages about steps that may take long, such as pulling an image. */
    public Consumer<String> slowSteps() {
        return step -> progress.stage(step, Duration.ZERO);
    }

    /**
     * The running Pyroscope that the plan names; {@code null} without one.
     *
     * @throws dev.flamegate.collect.CollectionFailed when its credentials are not in the environment
     */
    @Nullable
    public ServerAddress pyroscope() {
        ServerSpec server = plan.servers().pyroscope().server();
        return server == null ? null : Servers.address(server);
    }

    AgentSettings agentSettings() {
        return AgentSettings.of(applicationName(), events(), plan.profile().interval());
    }

    /** Labels of the profiles that are forwarded: the plan's, the arm's, and which arm it is. */
    public Map<String, String> profileLabels(PlacedTarget placed) {
        Map<String, String> labels =
                new LinkedHashMap<>(plan.servers().pyroscope().labels());
        labels.putAll(placed.labels());
        labels.put("arm", placed.alias());
        return labels;
    }

    /** The metric that holds the target's own latencies. */
    public RequestHistogram requestHistogram() {
        TargetSpec.Metrics metrics = plan.target().metrics();
        return metrics == null
                ? RequestHistogram.WELL_KNOWN
                : new RequestHistogram(metrics.latency(), metrics.requestLabel(), metrics.path());
    }

    /** The name under which profiles are pushed, in the characters that a push may contain. */
    String applicationName() {
        String name = plan.servers().pyroscope().application();
        return (name == null ? plan.service() : name).replaceAll("[^A-Za-z0-9._-]", "-");
    }
}
