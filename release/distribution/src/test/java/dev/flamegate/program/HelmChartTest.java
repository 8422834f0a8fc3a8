package dev.flamegate.program;

import static dev.flamegate.cli.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.cli.Manifests;
import dev.flamegate.cli.Schemas;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chart in release/helm; what only Helm itself can tell is skipped where it is not installed. */
@Tag("all-extensions")
class HelmChartTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Path CHART = ROOT.resolve("release/helm/flamegate");
    private static final Pattern VERSION = Pattern.compile("<artifactId>flamegate</artifactId>\\s*<version>([^<]+)<");

    @TempDir
    private Path folder;

    private record Ended(int code, String output) {}

    @Test
    void its_version_is_that_of_the_program() throws IOException {
        Matcher version = VERSION.matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        Map<?, ?> chart = read("Chart.yaml");

        assertThat(at(chart, "version")).isEqualTo(version.group(1));
        assertThat(at(chart, "appVersion")).isEqualTo(version.group(1));
    }

    @Test
    void its_values_are_a_plan_with_rules_and_all_are_in_the_schema() throws IOException {
        Map<?, ?> values = read("values.yaml");
        String schema = Files.readString(CHART.resolve("values.schema.json"));

        assertThat(PlanReader.read(new Source("values.yaml", String.valueOf(at(values, "plan"))), Map.of())
                        .rules())
                .containsExactly("rules.yaml");
        assertThat(RulesReader.read(
                                List.of(new Source("values.yaml", String.valueOf(at(values, "rules", "rules.yaml")))))
                        .rules())
                .isNotEmpty();
        assertThat(Schemas.errorsOf(
                        schema, tools.jackson.databind.json.JsonMapper.shared().writeValueAsString(values)))
                .isEmpty();
        String names = Files.readString(ROOT.resolve("docs/clusters.md"));
        values.keySet().forEach(key -> assertThat(names).contains("`" + key));
    }

    @Test
    void its_role_is_the_one_of_the_example() throws IOException {
        assertThat(rights(Files.readString(CHART.resolve("templates/role.yaml"))))
                .isEqualTo(rights(Files.readString(ROOT.resolve("examples/kubernetes/role.yaml"))))
                .isNotEmpty();
    }

    @Test
    void helm_finds_no_fault() throws Exception {
        assertThat(helm("lint", "--strict", CHART.toString()).output()).contains("0 chart(s) failed");
    }

    @Test
    void what_it_makes_starts_the_gate_as_it_can_be_started() throws Exception {
        Map<String, Map<?, ?>> made = made("serve.enabled=true", "serve.open=true");

        assertThat(made.keySet())
                .containsExactlyInAnyOrder(
                        "ConfigMap nightly-flamegate-plan",
                        "CronJob nightly-flamegate",
                        "Deployment nightly-flamegate-serve",
                        "Role nightly-flamegate",
                        "RoleBinding nightly-flamegate",
                        "Service nightly-flamegate-serve",
                        "ServiceAccount nightly-flamegate");
        assertThat(started(made)).containsExactlyInAnyOrder("run", "serve");
        Map<?, ?> pod = (Map<?, ?>)
                at(made.get("CronJob nightly-flamegate"), "spec", "jobTemplate", "spec", "template", "spec");
        assertThat(at(pod, "serviceAccountName")).isEqualTo("nightly-flamegate");
        assertThat(at(pod, "containers", 0, "image").toString()).endsWith(":" + at(read("Chart.yaml"), "appVersion"));
        assertThat(at(made.get("RoleBinding nightly-flamegate"), "subjects", 0, "namespace"))
                .isEqualTo("performance");
        String plan = String.valueOf(at(made.get("ConfigMap nightly-flamegate-plan"), "data", "flamegate.yaml"));
        assertThat(PlanReader.read(new Source("plan", plan), Map.of()).service())
                .isEqualTo("shop");
    }

    @Test
    void every_value_reaches_what_it_is_for() throws Exception {
        Map<String, Map<?, ?>> made = made(
                "measure.schedule=",
                "measure.command=compare",
                "measure.arguments={--baseline=image:a/shop:1.3,--candidate=image:a/shop:1.4}",
                "measure.nodeSelector.pool=load",
                "history.remote=s3://perf/shop",
                "history.secret=keys",
                "measure.namespace=targets",
                "serve.enabled=true",
                "serve.historySecret=read-keys",
                "image.tag=sha256:0123",
                "imagePullSecrets[0].name=pull",
                "serve.tokenSecret=token",
                "serve.arguments={--service=shop}",
                "serve.networkPolicy.enabled=true",
                "serve.networkPolicy.from[0].namespaceSelector.matchLabels.name=argo",
                "serviceAccount.create=false",
                "serviceAccount.name=own");

        assertThat(made).containsKeys("Job nightly-flamegate-1", "NetworkPolicy nightly-flamegate-serve");
        assertThat(made).doesNotContainKeys("CronJob nightly-flamegate", "ServiceAccount nightly-flamegate");
        assertThat(started(made)).containsExactlyInAnyOrder("compare", "serve");
        Map<?, ?> pod = (Map<?, ?>) at(made.get("Job nightly-flamegate-1"), "spec", "template", "spec");
        assertThat(at(pod, "serviceAccountName")).isEqualTo("own");
        assertThat(at(pod, "nodeSelector")).isEqualTo(Map.of("pool", "load"));
        assertThat(at(pod, "imagePullSecrets", 0, "name")).isEqualTo("pull");
        assertThat(at(pod, "containers", 0, "image").toString()).endsWith("@sha256:0123");
        assertThat(at(pod, "containers", 0, "envFrom", 0, "secretRef", "name")).isEqualTo("keys");
        assertThat((List<?>) at(pod, "containers", 0, "args"))
                .isEqualTo(List.of(
                        "compare",
                        "--fail-on-inconclusive",
                        "--set=target.kubernetes.namespace=targets",
                        "--history-remote=s3://perf/shop",
                        "--baseline=image:a/shop:1.3",
                        "--candidate=image:a/shop:1.4"));
        assertThat((List<?>) at(
                        made.get("Deployment nightly-flamegate-serve"),
                        "spec",
                        "template",
                        "spec",
                        "containers",
                        0,
                        "args"))
                .isEqualTo(List.of(
                        "serve",
                        "--listen=0.0.0.0:7070",
                        "--plan=/plan/flamegate.yaml",
                        "--token-from=FLAMEGATE_TOKEN",
                        "--history-remote=s3://perf/shop",
                        "--service=shop"));
        for (String kind : List.of("Role", "RoleBinding")) {
            assertThat(at(made.get(kind + " nightly-flamegate"), "metadata", "namespace"))
                    .isEqualTo("targets");
        }
        assertThat(at(
                        made.get("Deployment nightly-flamegate-serve"),
                        "spec",
                        "template",
                        "spec",
                        "containers",
                        0,
                        "envFrom"))
                .isEqualTo(List.of(Map.of("secretRef", Map.of("name", "read-keys"))));
        assertThat(made("measure.enabled=false").keySet()).noneMatch(name -> name.matches("(CronJob|Job|Role) .*"));
        assertThat(made().keySet()).noneMatch(name -> name.matches("(Deployment|Service) .*"));
    }

    @Test
    void values_that_mean_nothing_are_refused() throws Exception {
        for (String wrong : List.of("measure.command=bench", "serve.port=0", "plann=x", "history.remote=ftp://a")) {
            Ended ended = template(wrong);
            assertThat(ended.code()).as(wrong).isNotZero();
            assertThat(ended.output()).as(wrong).contains("schema");
        }
    }

    /** Whoever may make pods in a namespace can read its Secrets, and serve faces the network. */
    @Test
    void a_secret_that_can_write_is_neither_where_pods_are_made_nor_in_the_server() throws Exception {
        for (List<String> values : List.of(
                List.of("history.secret=keys"),
                List.of("history.secret=keys", "measure.namespace=performance"),
                List.of("history.secret=keys", "measure.namespace=targets", "serve.enabled=true", "serve.open=true"),
                List.of("serve.enabled=true"))) {
            Ended ended = template(values.toArray(String[]::new));
            assertThat(ended.code()).as(values.toString()).isNotZero();
            assertThat(ended.output())
                    .as(values.toString())
                    .containsPattern("measure.namespace|serve.historySecret|serve.open");
        }
    }

    private List<String> started(Map<String, Map<?, ?>> made) {
        List<String> started = new ArrayList<>();
        made.values()
                .forEach(document ->
                        Manifests.gates(document).forEach((gate, owner) -> started.add(Manifests.check(gate, owner))));
        return started;
    }

    /** What the chart makes of values, by kind and name. */
    private Map<String, Map<?, ?>> made(String... values) throws Exception {
        Ended ended = template(values);
        assertThat(ended.code()).as(ended.output()).isZero();
        Map<String, Map<?, ?>> made = new TreeMap<>();
        for (Map<?, ?> document : Manifests.read(ended.output())) {
            assertThat(made.put(Manifests.kind(document) + " " + at(document, "metadata", "name"), document))
                    .isNull();
        }
        return made;
    }

    private Ended template(String... values) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "template", "nightly", CHART.toString(), "--namespace", "performance", "--kube-version", "1.30.0"));
        for (String value : values) {
            arguments.addAll(List.of("--set", value));
        }
        return helm(arguments.toArray(String[]::new));
    }

    private Ended helm(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("helm"));
        command.addAll(Arrays.asList(arguments));
        Path errors = folder.resolve("errors.txt");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        for (String home : List.of("HELM_CACHE_HOME", "HELM_CONFIG_HOME", "HELM_DATA_HOME")) {
            builder.environment().put(home, folder.resolve(home).toString());
        }
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            assumeTrue(false, "there is no helm on the path (.ci/packages installs it)");
            throw e;
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        return new Ended(code, code == 0 ? output : output + Files.readString(errors));
    }

    private static Map<?, ?> read(String file) throws IOException {
        return Manifests.read(Files.readString(CHART.resolve(file))).get(0);
    }

    /** The rules of a Role, without templates and comments. */
    private static List<?> rights(String yaml) {
        String plain = yaml.replaceAll("(?m)^.*\\{\\{.*$", "");
        return Manifests.read(plain).stream()
                .filter(document -> document.get("kind").equals("Role"))
                .<List<?>>map(document -> (List<?>) Objects.requireNonNull(document.get("rules")))
                .findFirst()
                .orElseThrow();
    }
}
