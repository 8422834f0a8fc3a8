package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.plan.CompareSpec.WorkStep;
import dev.flamegate.plan.LoadSpec.WarmUpBounds;
import dev.flamegate.plan.ServersSpec.ServerSpec;
import dev.flamegate.plan.TargetSpec.Limits;
import dev.flamegate.plan.TargetSpec.Metrics;
import dev.flamegate.plan.TargetSpec.Ready;
import dev.flamegate.plan.TargetSpec.Runtime;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.PlanProblems.Problem;
import dev.flamegate.plan.yaml.Source;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanReaderTest {
    @Test
    void a_command_takes_the_place_of_the_simulation_and_its_placeholders_are_filled() {
        LoadSpec load =
                PlanReader.read(new Source("flamegate.yaml", """
                                target: {jar: app.jar}
                                load:
                                  command: [k6, run, -e, "URL={url}", -o, "json={results}", "{rate}", "${HOME}", "{}"]
                                  results: k6
                                  properties: {rate: 40}
                                """), Map.of()).load();
        LoadSpec.Command command = Objects.requireNonNull(load.command());

        assertThat(load.simulation()).isEmpty();
        assertThat(command.results()).isEqualTo(LoadSpec.Results.K6);
        assertThat(command.filled(Map.of("url", "http://a$1", "results", "r.json", "rate", "40")))
                .containsExactly("k6", "run", "-e", "URL=http://a$1", "-o", "json=r.json", "40", "${HOME}", "{}");
    }

    @Test
    void a_command_may_leave_the_requests_to_the_services_own_counters() {
        LoadSpec load = PlanReader.read(
                        new Source("flamegate.yaml", "target: {jar: app.jar}\nload: {command: 'wrk -t1 {url}'}"),
                        Map.of())
                .load();

        assertThat(Objects.requireNonNull(load.command()).results()).isEqualTo(LoadSpec.Results.NONE);
        assertThat(load.command().words()).containsExactly("wrk", "-t1", "{url}");
    }

    @Test
    void everything_has_a_default_but_the_target() {
        Plan plan = read("target: {jar: build/libs/shop-1.4-SNAPSHOT.jar}");

        assertThat(plan.service()).isEqualTo("shop");
        assertThat(plan.target().runtime()).isEqualTo(Runtime.PROCESS);
        assertThat(plan.target().port()).isEqualTo(8080);
        assertThat(plan.target().ready()).isEqualTo(new Ready("/health", Duration.ofMinutes(3), null));
        assertThat(plan.target().metrics()).isEqualTo(new Metrics("/metrics", null, null, null, true));
        assertThat(plan.target().limits()).isEqualTo(Limits.NONE);
        assertThat(plan.load().simulation()).isEqualTo("dev.flamegate.gatling.SampleSimulation");
        assertThat(plan.load().warmUp()).isEqualTo(new WarmUpBounds(Duration.ofSeconds(5), Duration.ofSeconds(30), 8));
        assertThat(plan.load().measure()).isEqualTo(Duration.ofSeconds(20));
        assertThat(plan.profile())
                .isEqualTo(new ProfileSpec(
                        List.of(ProfileEvent.CPU, ProfileEvent.WALL, ProfileEvent.ALLOC),
                        Duration.ofMillis(5),
                        ProfileSpec.Profiler.AGENT));
        assertThat(plan.build()).isNull();
        assertThat(plan.compare())
                .isEqualTo(
                        new CompareSpec(null, List.of(), Duration.ofMinutes(12), WorkStep.FIRST, false, true, false));
        assertThat(plan.rules()).containsExactly("rules/sets/service.yaml");
        assertThat(plan.history()).isEqualTo(new HistorySpec(".flamegate/history", null));
        assertThat(plan.report()).isEqualTo("build/flamegate");
        assertThat(plan.trials()).isEqualTo(3);
    }

    @Test
    void every_key_arrives() {
        Plan plan = read("""
                version: 1
                service: shop
                target:
                  image: registry.example/shop:1
                  runtime: container
                  java-options: [-Xmx256m]
                  arguments: [--port, 9090, true]
                  environment: {TOGGLE: "true", LEVEL: 3, PLAIN: yes}
                  port: 9090
                  ready: {path: /up, within: 2 min}
                  metrics: {path: /prometheus, latency: http_seconds, request-label: uri}
                  limits: {cpus: 1.5, memory: 512MiB}
                build: ./mvnw -q package
                load:
                  simulation: com.acme.Shop
                  classpath: [a.jar, b]
                  properties: {rate: 40, gatling.x: "y"}
                  warm-up: {at-least: 10s, at-most: 1 min}
                  measure: 1500 ms
                profile: {events: [cpu, alloc], interval: 20ms}
                compare:
                  baseline: git:merge-base
                  candidate: {from: a.jar, environment: {TOGGLE: false, LEVEL: "{port}"}, java-options: [-Xmx1g, 1]}
                  budget: 90 s
                rules: [a.yaml, b.yaml]
                history: somewhere
                report: out
                trials: 5
                """);

        TargetSpec target = plan.target();
        assertThat(target.image()).isEqualTo("registry.example/shop:1");
        assertThat(target.arguments()).containsExactly("--port", "9090", "true");
        assertThat(target.environment())
                .containsExactlyInAnyOrderEntriesOf(Map.of("TOGGLE", "true", "LEVEL", "3", "PLAIN", "yes"));
        assertThat(target.ready()).isEqualTo(new Ready("/up", Duration.ofMinutes(2), null));
        assertThat(target.metrics()).isEqualTo(new Metrics("/prometheus", "http_seconds", "uri", null, false));
        assertThat(target.limits()).isEqualTo(new Limits(1.5, 512L << 20));
        assertThat(plan.load().properties()).containsEntry("rate", "40").containsEntry("gatling.x", "y");
        assertThat(plan.load().measure()).isEqualTo(Duration.ofMillis(1500));
        assertThat(plan.profile())
                .isEqualTo(new ProfileSpec(
                        List.of(ProfileEvent.CPU, ProfileEvent.ALLOC),
                        Duration.ofMillis(20),
                        ProfileSpec.Profiler.AGENT));
        assertThat(plan.build()).isEqualTo("./mvnw -q package");
        ArmSpec baseline = new ArmSpec(ArmSpec.Kind.GIT, "merge-base");
        ArmSpec candidate = ArmSpec.parse("a.jar")
                .changed(new ArmSpec.Changes(
                        Map.of("TOGGLE", "false", "LEVEL", "{port}"),
                        List.of("-Xmx1g", "1"),
                        List.of(),
                        null,
                        Map.of()));
        assertThat(plan.compare())
                .isEqualTo(new CompareSpec(
                        baseline, List.of(candidate), Duration.ofSeconds(90), WorkStep.FIRST, false, true, false));
        assertThat(plan.trials()).isEqualTo(5);
    }

    @Test
    void an_arm_is_set_from_the_command_line() {
        Plan plan = PlanReader.read(
                new Source("plan.yaml", "{target: {jar: a.jar}, compare: {candidate: {from: a.jar}}}"),
                Map.of("compare.baseline", "git:v1.2", "compare.candidate.environment.shop.toggle", "on"));

        assertThat(plan.compare().baseline()).isEqualTo(ArmSpec.parse("git:v1.2"));
        assertThat(plan.compare().candidate()).isEqualTo(ArmSpec.parse("a.jar").plus(Map.of("shop.toggle", "on")));
    }

    @Test
    void an_arm_is_a_command_or_the_target_with_differences() {
        CompareSpec compare = read("""
                target: {jar: a.jar}
                compare:
                  baseline: {command: [bin/old, "{port}"], labels: {version: old}}
                  candidate: {replace: {netty-codec: libs/n-2.jar}, jdk: /opt/jdk-25, arguments: [--x, 1]}
                """).compare();

        assertThat(compare.baseline())
                .isEqualTo(ArmSpec.ofCommand(List.of("bin/old", "{port}")).labelled(Map.of("version", "old")));
        assertThat(compare.candidate())
                .isEqualTo(ArmSpec.ofTarget()
                        .changed(new ArmSpec.Changes(
                                Map.of(),
                                List.of(),
                                List.of("--x", "1"),
                                "/opt/jdk-25",
                                Map.of("netty-codec", "libs/n-2.jar"))));
    }

    @Test
    void an_arm_in_a_file_of_its_own_has_the_keys_of_one_in_a_plan() {
        String yaml = "from: git:v1.2\nenvironment: {A: 1}\n";

        assertThat(CompareSpec.readArm(new Source("arm.yaml", yaml)))
                .isEqualTo(ArmSpec.parse("git:v1.2").plus(Map.of("A", "1")));
        assertThat(CompareSpec.readArm(new Source("arm.yaml", "jdk: /opt/jdk-25"))
                        .kind())
                .isEqualTo(ArmSpec.Kind.TARGET);
        assertThatThrownBy(() -> CompareSpec.readArm(new Source("arm.yaml", "form: git:v1.2")))
                .hasMessageContaining("unknown key `form`")
                .hasMessageContaining("did you mean `from`?");
    }

    @Test
    void servers_are_read() {
        ServersSpec servers = read("""
                target: {url: "http://shop.example"}
                images: {jre: registry.example/jre:17}
                prometheus: {url: "https://prom.example/prometheus", headers: {X-Scope-OrgID: a}, bearer-from: TOKEN, selector: 'job="shop", pod=~"a\\\\d"'}
                pyroscope: {url: "http://pyro.example", basic-from: LOGIN, application: shop-eu, labels: {namespace: shop}}
                grafana: {url: "http://grafana.example", source: uid}
                """).servers();

        assertThat(servers.images()).isEqualTo(Map.of("jre", "registry.example/jre:17"));
        assertThat(servers.prometheus())
                .isEqualTo(new ServersSpec.PrometheusSpec(
                        true,
                        new ServerSpec("https://prom.example/prometheus", Map.of("X-Scope-OrgID", "a"), "TOKEN", null),
                        "job=\"shop\", pod=~\"a\\\\d\""));
        assertThat(servers.pyroscope())
                .isEqualTo(new ServersSpec.PyroscopeSpec(
                        true,
                        new ServerSpec("http://pyro.example", Map.of(), null, "LOGIN"),
                        "shop-eu",
                        Map.of("namespace", "shop")));
        assertThat(servers.grafana()).isEqualTo(new ServersSpec.GrafanaSpec("http://grafana.example", "uid"));
    }

    @Test
    void servers_can_be_turned_off() {
        ServersSpec servers = read("{target: {image: shop}, prometheus: false, pyroscope: false}")
                .servers();

        assertThat(servers.prometheus().used()).isFalse();
        assertThat(servers.pyroscope().used()).isFalse();
    }

    @Test
    void an_arm_may_be_a_service_that_runs() {
        CompareSpec compare = read("""
                target: {url: "http://shop.example"}
                compare: {baseline: {from: "http://blue.example", labels: {version: blue}}, candidate: "http://green.example/app.jar"}
                """).compare();

        assertThat(compare.baseline())
                .isEqualTo(new ArmSpec(ArmSpec.Kind.URL, "http://blue.example").labelled(Map.of("version", "blue")));
        assertThat(compare.candidate()).isEqualTo(new ArmSpec(ArmSpec.Kind.URL, "http://green.example/app.jar"));
    }

    @Test
    void a_comparison_has_a_budget() {
        assertThatThrownBy(() -> new CompareSpec(null, List.of(), Duration.ZERO, WorkStep.FIRST, false, true, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("PT0S: ");
    }

    @Test
    void work_is_counted_first_alone_or_never() {
        String plan = "target: {jar: a.jar}\ncompare: {work: %s}\n";

        assertThat(read(plan.formatted("only")).compare().work()).isEqualTo(WorkStep.ONLY);
        assertThat(read(plan.formatted("off")).compare().work()).isEqualTo(WorkStep.OFF);
        assertThat(read("target: {jar: a.jar}\ncompare: {work-in-jdk: true}\n")
                        .compare()
                        .workInJdk())
                .isTrue();
        assertThatThrownBy(() -> read(plan.formatted("later")))
                .isInstanceOf(PlanProblems.class)
                .hasMessageContaining("`first`, `only` or `off`");
    }

    @Test
    void a_target_without_metrics_says_false() {
        assertThat(read("target: {jar: a.jar, metrics: false}").target().metrics())
                .isNull();
    }

    @Test
    void a_short_warm_up_hurries_only_where_the_plan_says_so() {
        for (Map.Entry<String, Integer> times : Map.of(
                        "at-most: 19 s", 1, "at-most: 20 s", 8, "at-most: 3 s, hurry: 4", 4)
                .entrySet()) {
            assertThat(read("{target: {jar: a.jar}, load: {warm-up: {" + times.getKey() + "}}}")
                            .load()
                            .warmUp()
                            .hurry())
                    .as(times.getKey())
                    .isEqualTo(times.getValue());
        }
    }

    @Test
    void a_bound_of_the_warm_up_moves_the_other_one() {
        assertThat(read("{target: {jar: a.jar}, load: {warm-up: {at-most: 3 s}}}")
                        .load()
                        .warmUp())
                .isEqualTo(new WarmUpBounds(Duration.ofSeconds(3), Duration.ofSeconds(3), 1));
        assertThat(read("{target: {jar: a.jar}, load: {warm-up: {at-least: 1 min}}}")
                        .load()
                        .warmUp())
                .isEqualTo(new WarmUpBounds(Duration.ofMinutes(1), Duration.ofMinutes(1), 8));
    }

    @ParameterizedTest
    @CsvSource({
        "jar: app.jar, PROCESS, app",
        "jar: app-2.0.1.jar, PROCESS, app",
        "command: java -Xmx1g -jar build/shop-3.jar --x, PROCESS, shop",
        "command: bin/shop start, PROCESS, shop",
        "image: 'registry:5000/team/shop@sha256:abc', CONTAINER, shop",
        "image: 'shop:1.2', CONTAINER, shop",
        "url: 'http://shop.test:8080/x', ATTACH, shop.test",
    })
    void runtime_and_service_follow_from_the_target(String target, Runtime runtime, String service) {
        Plan plan = read("target:\n  " + target.replace("'", ""));

        assertThat(plan.target().runtime()).isEqualTo(runtime);
        assertThat(plan.service()).isEqualTo(service);
    }

    @Test
    void a_target_in_kubernetes_says_where_and_how() {
        KubernetesSpec usual =
                read("target: {image: shop, runtime: kubernetes}").target().kubernetes();
        KubernetesSpec given = read("""
                target:
                  image: shop
                  runtime: kubernetes
                  kubernetes:
                    context: staging
                    namespace: perf
                    node-selector: {pool: performance}
                    service-account: shop
                    manifest: pod.yaml
                    reach: service
                    pending: 10 min
                """).target().kubernetes();

        assertThat(usual).isEqualTo(KubernetesSpec.USUAL);
        assertThat(given)
                .isEqualTo(new KubernetesSpec(
                        "staging",
                        "perf",
                        Map.of("pool", "performance"),
                        "shop",
                        "pod.yaml",
                        KubernetesSpec.Reach.SERVICE,
                        Duration.ofMinutes(10)));
        assertThatThrownBy(() -> read("target: {image: shop, kubernetes: {namespace: perf}}"))
                .hasMessageContaining("`target.kubernetes` is for pods: add `runtime: kubernetes`");
        assertThatThrownBy(() -> read("target: {jar: a.jar, runtime: kubernetes}"))
                .hasMessageContaining("`jar` does not run with `runtime: kubernetes`");
    }

    @Test
    void the_length_of_load_can_be_left_to_earlier_comparisons() {
        Source source = new Source("plan.yaml", "target: {jar: a.jar}\nload: {measure: auto}\n");

        Plan plan = PlanReader.read(source, Map.of());
        assertThat(plan.compare().learnsLength()).isTrue();
        assertThat(plan.load().measure()).isEqualTo(Duration.ofSeconds(20));
        assertThat(plan.lasting(Duration.ofSeconds(40)).load().measure()).isEqualTo(Duration.ofSeconds(40));

        Plan set = PlanReader.read(source, Map.of("load.measure", "5 s"));
        assertThat(set.compare().learnsLength()).isFalse();
        assertThat(text(source, Map.of("load.measure", "automatic")))
                .startsWith("--set load.measure:1:14: `load.measure` takes a duration");
    }

    @Test
    void overrides_stand_in_place_of_the_file() {
        Plan plan = PlanReader.read(
                new Source("plan.yaml", "target: {jar: a.jar, port: 1}\nload: {measure: 20 s}\n"),
                Map.of(
                        "load.measure", "5s",
                        "target.port", "9090",
                        "target.environment.FOO", "x: y # z",
                        "load.properties.gatling.http.timeout", "10",
                        "profile.events", "[cpu]",
                        "target.metrics", "false"));

        assertThat(plan.load().measure()).isEqualTo(Duration.ofSeconds(5));
        assertThat(plan.target().port()).isEqualTo(9090);
        assertThat(plan.target().environment()).containsEntry("FOO", "x: y # z");
        assertThat(plan.load().properties()).containsEntry("gatling.http.timeout", "10");
        assertThat(plan.profile().events()).containsExactly(ProfileEvent.CPU);
        assertThat(plan.target().metrics()).isNull();
    }

    @Test
    void a_wrong_override_names_its_option() {
        Source plan = new Source("plan.yaml", "target: {jar: a.jar}");

        assertThat(text(plan, Map.of("load.mesure", "5s"))).isEqualTo("""
                        --set load.mesure:1:6: unknown key `mesure` in `load`
                          1 | load.mesure=5s
                            |      ^ did you mean `measure`?
                        """);
        assertThat(text(plan, Map.of("load.measure", "5 sek")))
                .startsWith("--set load.measure:1:16: `sek` is not a unit of a duration");
        assertThat(text(plan, Map.of("target.jar.path", "x")))
                .startsWith("--set target.jar.path:1:12: nothing can be set");
        assertThat(text(plan, Map.of("profile.events", "[cpu"))).startsWith("--set profile.events:1:");
        assertThat(text(plan, Map.of("", "x"))).startsWith("--set :1:1: unknown key ``");
    }

    @Test
    void problems_of_file_and_options_come_together() {
        Source plan = new Source("plan.yaml", "target: {jar: a.jar, prt: 1}");

        PlanProblems problems = catchThrowableOfType(
                PlanProblems.class, () -> PlanReader.read(plan, Map.of("trials", "0", "report", "")));

        assertThat(problems.problems())
                .extracting(Problem::source)
                .containsExactlyInAnyOrder("plan.yaml", "--set trials", "--set report");
    }

    private static Plan read(String text) {
        return PlanReader.read(new Source("plan.yaml", text), Map.of());
    }

    private static String text(Source plan, Map<String, String> overrides) {
        return catchThrowableOfType(PlanProblems.class, () -> PlanReader.read(plan, overrides))
                .getMessage();
    }
}
