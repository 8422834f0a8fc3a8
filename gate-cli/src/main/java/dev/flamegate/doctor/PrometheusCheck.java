package dev.flamegate.doctor;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.prometheus.server.ClockDifference;
import dev.flamegate.collect.prometheus.server.PrometheusServer;
import dev.flamegate.collect.prometheus.server.QueryOutcome;
import dev.flamegate.plan.ServerSpec;
import dev.flamegate.plan.ServersSpec.PrometheusSpec;
import dev.flamegate.format.Numbers;
import dev.flamegate.runtime.Servers;
import java.time.Duration;
import java.time.Instant;

/** The plan's Prometheus: whether it answers with these credentials, knows the service, and shares our clock. */
final class PrometheusCheck implements Check {
    private static final ApiLimits LIMITS =
            ApiLimits.within(Duration.ofSeconds(3)).once();
    private static final Duration CLOCKS_AGREE = Duration.ofSeconds(1);

    private final Situation situation;
    private final PrometheusSpec spec;
    private final ServerSpec server;

    PrometheusCheck(Situation situation, PrometheusSpec spec, ServerSpec server) {
        this.situation = situation;
        this.spec = spec;
        this.server = server;
    }

    @Override
    public String id() {
        return "prometheus";
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
            PrometheusServer prometheus =
                    new PrometheusServer(Servers.address(server, situation.environment()), LIMITS);
            ClockDifference clock = prometheus.clock();
            String series = spec.selector().isEmpty() ? "up" : "{" + spec.selector() + "}";
            QueryOutcome count = prometheus.instant("count(" + series + ")", clock.toServer(Instant.now()));
            return result(prometheus.address(), series, clock, count)
                    .with("clockAheadSeconds", clock.ahead().toMillis() / 1e3)
                    .with("clockDoubtSeconds", clock.doubt().toMillis() / 1e3);
        } catch (CollectionFailed | IllegalArgumentException e) {
            return CheckResult.fail(
                    String.valueOf(e.getMessage()),
                    "Correct prometheus: in the plan, set the variable with its credentials, or let the gate read the"
                            + " target's exposition itself with prometheus: false.");
        }
    }

    /** What the answers mean. */
    static CheckResult result(String address, String series, ClockDifference clock, QueryOutcome count) {
        if (count instanceof QueryOutcome.Refused refused) {
            return CheckResult.fail(
                    address + " refuses count(" + series + "): " + refused.reason(), "Correct prometheus: selector.");
        }
        double found = count instanceof QueryOutcome.Value value ? value.value() : 0;
        if (found == 0) {
            return CheckResult.fail(
                    address + " answers, and has no series of " + series + " now",
                    "Correct prometheus: selector, or see why the service is not scraped (" + address + "/targets).");
        }
        if (clock.exceeds(CLOCKS_AGREE)) {
            return CheckResult.warn(
                    address + " answers; its clock is "
                            + Words.seconds(clock.ahead().abs())
                            + (clock.ahead().isNegative() ? " behind" : " ahead of") + " this machine's",
                    "The gate allows for it; set both clocks by NTP all the same, profiles are cut by them.");
        }
        return CheckResult.ok(address + " answers, " + Numbers.count(Math.round(found))
                + " series of the service, clocks agree within "
                + Words.seconds(clock.ahead().abs().plus(clock.doubt())));
    }
}
