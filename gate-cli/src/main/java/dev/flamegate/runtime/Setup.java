package dev.flamegate.runtime;

import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.collect.receiver.AgentSettings;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.os.Children;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.ServersSpec.ServerSpec;
import dev.flamegate.plan.TargetSpec;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What every start of a plan's targets needs.
 *
 * @param planFolder that the plan's paths are relative to
 * @param agents files that go into the target's virtual machine
 * @param children where processes are noted, so that none is left running
 * @param queried indicators that a Prometheus is asked for
 * @param progress told what takes long, such as the fetching of an image
 */
public record Setup(
        Plan plan,
        Path planFolder,
        AgentFiles agents,
        Children children,
        List<Indicator> queried,
        Consumer<String> progress) {
    public Setup {
        queried = List.copyOf(queried);
    }

    /**
     * The agents' jars.
     *
     * @param probe ours
     * @param pyroscope the profiler's
     */
    public record AgentFiles(Path probe, Path pyroscope) {}

    /** Whether anything is profiled at all. */
    public boolean profiles() {
        return !plan.profile().events().isEmpty();
    }

    /** What is profiled. */
    Set<ProfileEvent> events() {
        Set<ProfileEvent> events = EnumSet.noneOf(ProfileEvent.class);
        plan.profile().events().forEach(event -> ProfileEvent.find(event).ifPresent(events::add));
        return events;
    }

    /**
     * The plan's Pyroscope that runs already; {@code null} when there is none.
     *
     * @throws dev.flamegate.collect.CollectionFailed when its credentials are not in the environment
     */
    @Nullable
    ServerAddress pyroscope() {
        ServerSpec server = plan.servers().pyroscope().server();
        return server == null ? null : Servers.address(server);
    }

    /** What the profiler is told. */
    AgentSettings agentSettings() {
        return AgentSettings.of(applicationName(), events(), plan.profile().interval());
    }

    /** Labels of the profiles that are sent on: the plan's, the arm's, and which side it is. */
    Map<String, String> profileLabels(Placed placed) {
        Map<String, String> labels =
                new LinkedHashMap<>(plan.servers().pyroscope().labels());
        labels.putAll(placed.labels());
        labels.put("arm", placed.side().name().toLowerCase(Locale.ROOT));
        return labels;
    }

    /** Where the target's own latencies are. */
    RequestHistogram requestHistogram() {
        TargetSpec.Metrics metrics = plan.target().metrics();
        return metrics == null
                ? RequestHistogram.WELL_KNOWN
                : new RequestHistogram(metrics.latency(), metrics.requestLabel());
    }

    /** The name under which profiles are pushed, in the letters that a push may bear. */
    String applicationName() {
        String name = plan.servers().pyroscope().application();
        return (name == null ? plan.service() : name).replaceAll("[^A-Za-z0-9._-]", "-");
    }
}
