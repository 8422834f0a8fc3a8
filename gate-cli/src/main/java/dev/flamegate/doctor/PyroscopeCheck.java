package dev.flamegate.doctor;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.pyroscope.LabelSelector;
import dev.flamegate.collect.pyroscope.PyroscopeServer;
import dev.flamegate.model.Window;
import dev.flamegate.plan.ServerSpec;
import dev.flamegate.plan.TargetSpec.Runtime;
import dev.flamegate.runtime.Servers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The plan's Pyroscope: whether it answers with these credentials, and has profiles of the service. */
final class PyroscopeCheck implements Check {
    private static final ApiLimits LIMITS =
            ApiLimits.within(Duration.ofSeconds(3)).once();
    private static final Duration LOOKED_BACK = Duration.ofMinutes(15);

    private final Situation situation;
    private final ServerSpec server;
    private final String application;

    /**
     * A check of a server.
     *
     * @param application name under which the service's profiles are stored
     */
    PyroscopeCheck(Situation situation, ServerSpec server, String application) {
        this.situation = situation;
        this.server = server;
        this.application = application;
    }

    @Override
    public String id() {
        return "pyroscope";
    }

    @Override
    public Group group() {
        return Group.SERVERS;
    }

    @Override
    public Duration limit() {
        return Doctor.LOOKING;
    }

    @Override
    public CheckResult look() throws InterruptedException {
        try {
            PyroscopeServer pyroscope = PyroscopeServer.at(Servers.address(server, situation.environment()), LIMITS);
            String who = pyroscope.address() + " answers (" + pyroscope.version() + ")";
            Instant now = Instant.now();
            List<String> names = pyroscope.labelValues(
                    LabelSelector.SERVICE, new LabelSelector(Map.of()), new Window(now.minus(LOOKED_BACK), now));
            if (situation.runtime() != Runtime.ATTACH) {
                return CheckResult.ok(who + "; profiles are sent on to it as " + application);
            } else if (names.contains(application)) {
                return CheckResult.ok(who + " and has profiles of " + application);
            }
            return CheckResult.fail(
                    who + ", and has no profiles of " + application + " in the last " + LOOKED_BACK.toMinutes()
                            + " minutes" + (names.isEmpty() ? "" : "; it has " + String.join(", ", names)),
                    "Correct pyroscope: application, or see why the service's agent does not push.");
        } catch (CollectionFailed | IllegalArgumentException e) {
            return CheckResult.fail(
                    String.valueOf(e.getMessage()),
                    "Correct pyroscope: in the plan, set the variable with its credentials, or do without it with"
                            + " pyroscope: false.");
        }
    }
}
