package dev.flamegate.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.check.CheckResult;
import dev.flamegate.check.CheckResult.Status;
import dev.flamegate.check.Situation;
import dev.flamegate.check.Situations;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.ServersSpec.ServerSpec;
import dev.flamegate.runtime.Servers;
import dev.flamegate.servers.prometheus.ClockDifference;
import dev.flamegate.servers.prometheus.QueryOutcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerChecksTest {
    private static final String SECRET = "s3cret-token";

    @TempDir
    Path folder;

    private final HttpDouble server = new HttpDouble();

    @Test
    void a_prometheus_that_knows_the_service_is_fine_and_gets_the_credentials() throws Exception {
        server.reply(prometheus("3"));

        CheckResult result = prometheus(Map.of("PROMETHEUS_TOKEN", SECRET));

        assertThat(result.status()).as(result.message()).isEqualTo(Status.OK);
        assertThat(result.message()).contains("3 series");
        assertThat(result.values()).containsKey("clockAheadSeconds");
        assertThat(server.asked())
                .allMatch(asked -> ("Bearer " + SECRET).equals(asked.headers().getFirst("Authorization")));
    }

    @Test
    void a_prometheus_without_the_services_series_stops_a_run() throws Exception {
        server.reply(prometheus(""));

        CheckResult result = prometheus(Map.of("PROMETHEUS_TOKEN", SECRET));

        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.message()).contains("{job=\"shop\"}");
    }

    @Test
    void a_clock_that_is_off_is_worth_a_warning() {
        QueryOutcome three = new QueryOutcome.Value(3, List.of());
        ClockDifference minute = new ClockDifference(Duration.ofSeconds(-60), Duration.ofMillis(500));

        CheckResult result = ServerChecks.prometheus("http://prometheus", "up", minute, three);

        assertThat(result.status()).isEqualTo(Status.WARN);
        assertThat(result.message()).contains("its clock is 60 s behind this machine's");
    }

    @Test
    void a_query_that_is_refused_is_the_selectors_fault() {
        CheckResult result = ServerChecks.prometheus(
                "http://prometheus",
                "{job=}",
                new ClockDifference(Duration.ZERO, Duration.ZERO),
                new QueryOutcome.Refused("parse error", List.of()));

        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.message()).contains("parse error");
        assertThat(result.remedy()).contains("selector");
    }

    @Test
    void credentials_that_are_missing_or_refused_stop_a_run_and_are_not_shown() throws Exception {
        server.reply(HttpDouble.says(401, "text/plain", "who are you, " + SECRET + "?"));

        CheckResult refused = prometheus(Map.of("PROMETHEUS_TOKEN", SECRET));
        CheckResult missing = prometheus(Map.of());

        assertThat(refused.status()).isEqualTo(Status.FAIL);
        assertThat(refused.message()).contains("401").doesNotContain(SECRET);
        assertThat(missing.message()).contains("PROMETHEUS_TOKEN", "not set");
    }

    @Test
    void no_credentials_are_sent_anywhere_unless_doctor_is_asked_to() throws Exception {
        Situation asked = situation(Map.of("PROMETHEUS_TOKEN", SECRET));
        Situation unasked = new Situation(
                asked.plan(),
                asked.rules(),
                asked.folder(),
                asked.history(),
                null,
                asked.profiler(),
                false,
                asked.environment(),
                asked.patience());
        var spec = plan(unasked).servers().prometheus();

        CheckResult result = new ServerChecks(unasked).prometheus(spec, Objects.requireNonNull(spec.server()));

        assertThat(result.status()).isEqualTo(Status.SKIP);
        assertThat(result.message())
                .contains("PROMETHEUS_TOKEN", "--use-credentials")
                .doesNotContain(SECRET);
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void a_virtual_machine_with_options_of_the_plan_gets_no_secrets() {
        assertThat(situation(Map.of("PROMETHEUS_TOKEN", SECRET, "CI_JOB_TOKEN", SECRET, "LANG", "C"))
                        .childEnvironment())
                .containsEntry("LANG", "C")
                .doesNotContainValue(SECRET);
    }

    @Test
    void a_plan_cannot_have_any_variable_sent() {
        for (String name :
                List.of("AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "HOME", "FLAMEGATE_WEBHOOK", "FLAMEGATE_TOKEN")) {
            ServerSpec evil = new ServerSpec("http://evil.example", Map.of(), name, null);

            assertThatThrownBy(() -> Servers.address(evil, Map.of(name, SECRET)))
                    .hasMessageContaining(name)
                    .hasMessageContaining("FLAMEGATE_ALLOW_SECRETS")
                    .message()
                    .doesNotContain(SECRET);
            assertThat(Servers.address(evil, Map.of(name, SECRET, "FLAMEGATE_ALLOW_SECRETS", "OTHER, " + name)))
                    .isNotNull();
        }
    }

    @Test
    void the_environment_binds_a_variable_to_hosts() {
        Map<String, String> variables =
                Map.of("PROMETHEUS_TOKEN", SECRET, "FLAMEGATE_ALLOW_SECRETS", "PROMETHEUS_TOKEN@prometheus.example");

        assertThat(address("https://prometheus.example", variables)).isNotNull();
        assertThat(address("http://prometheus.example", variables)).isNotNull();
        assertThatThrownBy(() -> address("https://evil.example", variables))
                .hasMessageContaining("PROMETHEUS_TOKEN")
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void a_secret_is_not_sent_where_everybody_on_the_way_can_read_it() {
        Map<String, String> variables = Map.of("PROMETHEUS_TOKEN", SECRET);

        assertThatThrownBy(() -> address("http://prometheus.example", variables))
                .hasMessageContaining("Use https")
                .hasMessageNotContaining(SECRET);
        for (String here : List.of("http://127.0.0.1:9090", "http://[::1]:9090", "http://localhost:9090")) {
            assertThat(address(here, variables)).isNotNull();
        }
    }

    private static ServerAddress address(String url, Map<String, String> variables) {
        return Servers.address(new ServerSpec(url, Map.of(), "PROMETHEUS_TOKEN", null), variables);
    }

    @Test
    void a_pyroscope_has_to_have_profiles_of_the_service() throws Exception {
        HttpDouble.Reply version = HttpDouble.json("{\"data\":{\"version\":\"1.15.0\"}}");
        server.reply(version, HttpDouble.json("{\"names\":[\"shop\",\"other\"]}"));
        CheckResult fine = pyroscope();
        server.reply(version, HttpDouble.json("{\"names\":[\"other\"]}"));
        CheckResult absent = pyroscope();
        server.reply(HttpDouble.says(502, "text/html", "<html>bad gateway</html>"));
        CheckResult broken = pyroscope();

        assertThat(fine.message()).contains("1.15.0", "has profiles of shop");
        assertThat(absent.status()).isEqualTo(Status.FAIL);
        assertThat(absent.message()).contains("it has other");
        assertThat(broken.status()).isEqualTo(Status.FAIL);
    }

    private CheckResult prometheus(Map<String, String> variables) throws InterruptedException {
        Situation situation = situation(variables);
        var spec = plan(situation).servers().prometheus();
        return new ServerChecks(situation).prometheus(spec, Objects.requireNonNull(spec.server()));
    }

    private CheckResult pyroscope() throws InterruptedException {
        Situation situation = situation(Map.of());
        return new ServerChecks(situation)
                .pyroscope(
                        Objects.requireNonNull(
                                plan(situation).servers().pyroscope().server()),
                        "shop");
    }

    private Situation situation(Map<String, String> variables) {
        return Situations.of(folder, """
                service: shop
                target: {url: "%1$s"}
                prometheus: {url: "%1$s", selector: 'job="shop"', bearer-from: PROMETHEUS_TOKEN}
                pyroscope: {url: "%1$s"}
                """.formatted(server.address()), variables);
    }

    /** Answers {@code time()} by its clock and everything else with a number; none for an empty one. */
    private static HttpDouble.Reply prometheus(String count) {
        return (exchange, asked) -> {
            double now = Instant.now().toEpochMilli() / 1e3;
            boolean clock = "time()".equals(asked.fields().get("query"));
            String vector = count.isEmpty() ? "" : "{\"metric\":{},\"value\":[" + now + ",\"" + count + "\"]}";
            String data = clock
                    ? "{\"resultType\":\"scalar\",\"result\":[" + now + ",\"" + now + "\"]}"
                    : "{\"resultType\":\"vector\",\"result\":[" + vector + "]}";
            byte[] body = ("{\"status\":\"success\",\"data\":" + data + "}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        };
    }

    private static Plan plan(Situation situation) {
        return Objects.requireNonNull(situation.plan());
    }
}
