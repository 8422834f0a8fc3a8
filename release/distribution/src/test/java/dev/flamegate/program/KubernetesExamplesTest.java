package dev.flamegate.program;

import static dev.flamegate.cli.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell;
import dev.flamegate.cli.Manifests;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The manifests in examples/kubernetes are manifests, start the gate as it can be started, and fit each other. */
@Tag("all-extensions")
class KubernetesExamplesTest {
    private static final Path FOLDER = Shell.CHECKOUT.resolve("examples/kubernetes");

    @Test
    void every_manifest_says_what_it_is() throws IOException {
        Set<String> kinds = new TreeSet<>();
        for (Map.Entry<String, List<Map<?, ?>>> file : manifests().entrySet()) {
            for (Map<?, ?> document : file.getValue()) {
                assertThat(document.get("apiVersion")).as(file.getKey()).isNotNull();
                kinds.add(Manifests.kind(document));
                if (!file.getKey().equals("pod.yaml")) {
                    Map<?, ?> metadata = (Map<?, ?>) at(document, "metadata");
                    assertThat(metadata.containsKey("name") || metadata.containsKey("generateName"))
                            .as(file.getKey())
                            .isTrue();
                }
            }
        }

        assertThat(kinds)
                .contains("AnalysisTemplate", "Deployment", "Job", "Pipeline", "Role", "Task", "WorkflowTemplate");
    }

    @Test
    void every_command_in_them_is_one_that_the_program_takes() throws IOException {
        List<String> started = new ArrayList<>();
        for (List<Map<?, ?>> documents : manifests().values()) {
            for (Map<?, ?> document : documents) {
                Manifests.gates(document).forEach((gate, owner) -> started.add(Manifests.check(gate, owner)));
            }
        }

        assertThat(started).containsExactlyInAnyOrder("compare", "compare", "compare", "compare", "serve");
    }

    @Test
    void jobs_are_not_repeated_and_end() throws IOException {
        List<Map<?, ?>> jobs = new ArrayList<>();
        jobs.add((Map<?, ?>) at(one("job.yaml", 0), "spec"));
        jobs.add((Map<?, ?>) at(one("analysis-job.yaml", 0), "spec", "metrics", 0, "provider", "job", "spec"));
        for (Map<?, ?> job : jobs) {
            assertThat(at(job, "backoffLimit")).isEqualTo(0);
            assertThat((int) at(job, "activeDeadlineSeconds")).isGreaterThan(40 * 60);
            assertThat(at(job, "template", "spec", "restartPolicy")).isEqualTo("Never");
            assertThat(at(job, "template", "spec", "serviceAccountName"))
                    .isEqualTo(at(one("gate.yaml", 1), "metadata", "name"));
        }
    }

    /** Whoever may make a pod in a namespace can read its Secrets. */
    @Test
    void what_is_measured_is_in_another_namespace_than_the_secret_of_the_history() throws IOException {
        String plan = String.valueOf(at(one("gate.yaml", 0), "data", "flamegate.yaml"));
        String targets = PlanReader.read(new Source("gate.yaml", plan), Map.of())
                .target()
                .kubernetes()
                .namespace();

        assertThat(Files.readString(FOLDER.resolve("role.yaml")))
                .contains("kubectl apply --namespace " + targets + " --filename role.yaml");
        assertThat(Files.readString(FOLDER.resolve("gate.yaml")))
                .contains("create secret generic flamegate-history --namespace performance ")
                .doesNotContain("--namespace " + targets + " ");
        assertThat(at(one("role.yaml", 1), "subjects", 0))
                .isEqualTo(Map.of("kind", "ServiceAccount", "name", "flamegate", "namespace", "performance"));
        assertThat(Files.readString(FOLDER.resolve("serve.yaml")))
                .doesNotContain("secretRef: {name: flamegate-history}");
    }

    @Test
    void the_plan_that_they_mount_is_one_with_its_rules() throws IOException {
        Map<?, ?> map = one("gate.yaml", 0);
        Plan plan =
                PlanReader.read(new Source("gate.yaml", String.valueOf(at(map, "data", "flamegate.yaml"))), Map.of());

        assertThat(plan.rules()).containsExactly("rules.yaml");
        assertThat(RulesReader.read(List.of(new Source("rules.yaml", String.valueOf(at(map, "data", "rules.yaml")))))
                        .rules())
                .isNotEmpty();
        assertThat(plan.history().remote()).isEqualTo(RemoteSpec.parse("s3://perf-history/shop"));
        assertThat(Files.readString(FOLDER.resolve("serve.yaml"))).contains("--history-remote=s3://perf-history/shop");
        for (String file : List.of("job.yaml", "analysis-job.yaml", "argo-workflow.yaml", "tekton.yaml")) {
            assertThat(Files.readString(FOLDER.resolve(file)))
                    .contains("configMap: {name: " + at(map, "metadata", "name") + "}", "subPath: rules.yaml");
        }
    }

    @Test
    void a_rollout_goes_on_for_what_passes_ends_for_what_fails_and_pauses_for_doubt() throws IOException {
        Map<?, ?> metric = (Map<?, ?>) at(one("analysis-web.yaml", 0), "spec", "metrics", 0);

        assertThat(at(metric, "provider", "web", "jsonPath")).isEqualTo("{$.verdict}");
        Map<Verdict, String> told = new TreeMap<>();
        for (Verdict verdict : Verdict.values()) {
            String quoted = "\"" + verdict + "\"";
            boolean success = at(metric, "successCondition").toString().contains(quoted);
            boolean failure = at(metric, "failureCondition").toString().contains(quoted);
            told.put(verdict, (success ? "success" : "") + (failure ? "failure" : ""));
        }
        assertThat(at(metric, "successCondition").toString()).startsWith("result in [");
        assertThat(at(metric, "failureCondition").toString()).startsWith("result == ");
        assertThat(told)
                .isEqualTo(Map.of(
                        Verdict.PASS, "success",
                        Verdict.WARN, "success",
                        Verdict.FAIL, "failure",
                        Verdict.INCONCLUSIVE, "",
                        Verdict.INVALID, ""));
        Map<?, ?> service = one("serve.yaml", 1);
        assertThat(at(metric, "provider", "web", "url").toString())
                .startsWith("http://" + at(service, "metadata", "name") + ".performance.svc/v1/services/")
                .contains("/verdict?");
    }

    private static Map<?, ?> one(String file, int document) throws IOException {
        return Manifests.read(Files.readString(FOLDER.resolve(file))).get(document);
    }

    /** All files but the plan. */
    private static Map<String, List<Map<?, ?>>> manifests() throws IOException {
        Map<String, List<Map<?, ?>>> manifests = new TreeMap<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(".yaml") && !name.equals("flamegate.yaml")) {
                    manifests.put(name, Manifests.read(Files.readString(file)));
                }
            }
        }
        return manifests;
    }
}
