package dev.flamegate.servers;

import static dev.flamegate.check.Check.Group.SERVERS;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.Situation;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Window;
import dev.flamegate.model.message.DoctorCheck;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.ServersSpec.PrometheusSpec;
import dev.flamegate.plan.ServersSpec.PyroscopeSpec;
import dev.flamegate.plan.ServersSpec.ServerSpec;
import dev.flamegate.plan.TargetSpec.Runtime;
import dev.flamegate.runtime.Servers;
import dev.flamegate.servers.prometheus.ClockDifference;
import dev.flamegate.servers.prometheus.PrometheusServer;
import dev.flamegate.servers.prometheus.QueryOutcome;
import dev.flamegate.servers.pyroscope.LabelSelector;
import dev.flamegate.servers.pyroscope.PyroscopeServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The plan's own Prometheus and Pyroscope. */
final class ServerChecks {
    private static final Duration CLOCKS_AGREE = Duration.ofSeconds(1);
    private static final Duration LOOKED_BACK = Duration.ofMinutes(15);

    private final Situation situation;

    ServerChecks(Situation situation) {
        this.situation = situation;
    }

    List<Check> all() {
        List<Check> checks = new ArrayList<>();
        Plan plan = situation.plan();
        if (plan == null) {
            return checks;
        }
        PrometheusSpec prometheus = plan.servers().prometheus();
        ServerSpec metrics = prometheus.server();
        if (prometheus.used() && metrics != null && situation.runtime() == Runtime.ATTACH) {
            checks.add(Check.of(DoctorCheck.PROMETHEUS, SERVERS, () -> prometheus(prometheus, metrics))
                    .within(Check.LONGEST));
        }
        PyroscopeSpec pyroscope = plan.servers().pyroscope();
        ServerSpec profiles = pyroscope.server();
        if (pyroscope.used() && profiles != null) {
            String application = pyroscope.application() == null ? plan.service() : pyroscope.application();
            checks.add(Check.of(DoctorCheck.PYROSCOPE, SERVERS, () -> pyroscope(profiles, application))
                    .within(Check.LONGEST));
        }
        return checks;
    }

    private ApiLimits limits() {
        return ApiLimits.within(situation.patience()).once();
    }

    /** A plan may be a stranger's: people have to agree to what it wants sent, and where. */
    private Optional<CheckResult> unasked(ServerSpec server) {
        String variable = server.bearerFrom() != null ? server.bearerFrom() : server.basicFrom();
        return variable == null || situation.credentials()
                ? Optional.empty()
                : Optional.of(CheckResult.skip("not asked: the plan wants the value of " + variable + " sent to "
                        + server.url() + "; --use-credentials does that"));
    }

    /** Checks that Prometheus answers with these credentials, knows the service, and shares our clock. */
    CheckResult prometheus(PrometheusSpec spec, ServerSpec server) throws InterruptedException {
        Optional<CheckResult> unasked = unasked(server);
        if (unasked.isPresent()) {
            return unasked.get();
        }
        try {
            PrometheusServer prometheus =
                    new PrometheusServer(Servers.address(server, situation.environment()), limits());
            ClockDifference clock = prometheus.clock();
            String series = spec.selector().isEmpty() ? "up" : "{" + spec.selector() + "}";
            QueryOutcome count = prometheus.instant("count(" + series + ")", clock.toServer(Instant.now()));
            return prometheus(prometheus.address(), series, clock, count)
                    .with("clockAheadSeconds", clock.ahead().toMillis() / 1e3)
                    .with("clockDoubtSeconds", clock.doubt().toMillis() / 1e3);
        } catch (CollectionFailed | IllegalArgumentException e) {
            return CheckResult.fail(
                    String.valueOf(e.getMessage()),
                    "Correct prometheus: in the plan, set the variable with its credentials, or let the gate read the"
                            + " target's metrics itself with prometheus: false.");
        }
    }

    static CheckResult prometheus(String address, String series, ClockDifference clock, QueryOutcome count) {
        if (count instanceof QueryOutcome.Refused refused) {
            return CheckResult.fail(
                    address + " refuses count(" + series + "): " + refused.reason(), "Correct prometheus: selector.");
        }
        double found = count instanceof QueryOutcome.Value value ? value.value() : 0;
        if (found == 0) {
            return CheckResult.fail(
                    address + " answers, but has no current series of " + series,
                    "Correct prometheus: selector, or find out why the service is not scraped (" + address
                            + "/targets).");
        }
        if (clock.exceeds(CLOCKS_AGREE)) {
            return CheckResult.warn(
                    address + " answers; its clock is "
                            + Numbers.quantity(clock.ahead().abs().toNanos() / 1e9, Unit.SECONDS)
                            + (clock.ahead().isNegative() ? " behind" : " ahead of") + " this machine's",
                    "The gate corrects for it, but profiles are cut by both clocks: synchronize them with NTP.");
        }
        return CheckResult.ok(address + " answers, " + Numbers.count(Math.round(found))
                + " series of the service, clocks agree within "
                + Numbers.quantity(clock.ahead().abs().plus(clock.doubt()).toNanos() / 1e9, Unit.SECONDS));
    }

    /**
     * Checks that Pyroscope answers with these credentials, and has profiles of the service.
     *
     * @param application name under which the service's profiles are stored
     */
    CheckResult pyroscope(ServerSpec server, String application) throws InterruptedException {
        Optional<CheckResult> unasked = unasked(server);
        if (unasked.isPresent()) {
            return unasked.get();
        }
        try {
            PyroscopeServer pyroscope = PyroscopeServer.at(Servers.address(server, situation.environment()), limits());
            String who = pyroscope.address() + " answers (" + pyroscope.version() + ")";
            Instant now = Instant.now();
            List<String> names = pyroscope.labelValues(
                    LabelSelector.SERVICE, new LabelSelector(Map.of()), new Window(now.minus(LOOKED_BACK), now));
            if (situation.runtime() != Runtime.ATTACH) {
                return CheckResult.ok(who + "; profiles are forwarded to it as " + application);
            } else if (names.contains(application)) {
                return CheckResult.ok(who + " and has profiles of " + application);
            }
            return CheckResult.fail(
                    who + ", but has no profiles of " + application + " from the last " + LOOKED_BACK.toMinutes()
                            + " minutes" + (names.isEmpty() ? "" : "; it has " + String.join(", ", names)),
                    "Correct pyroscope: application, or find out why the service's agent does not push.");
        } catch (CollectionFailed | IllegalArgumentException e) {
            return CheckResult.fail(
                    String.valueOf(e.getMessage()),
                    "Correct pyroscope: in the plan, set the variable with its credentials, or do without it with"
                            + " pyroscope: false.");
        }
    }
}
