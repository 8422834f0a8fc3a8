package dev.flamegate.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.containers.engine.Images;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** docker-compose.yml and the plan that attaches to it fit each other, the table of images and the guide. */
class ComposeTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+):-([^}]*)}");

    @Test
    void every_variable_is_in_the_guide() throws IOException {
        String guide = Files.readString(ROOT.resolve("docs/runtimes.md"));

        assertThat(defaults().keySet()).isNotEmpty().allMatch(name -> guide.contains("`" + name + "`"));
        String outside = VARIABLE.matcher(compose()).replaceAll("").replaceAll("(?m)#.*$", "");
        assertThat(outside).doesNotContain("${");
    }

    @Test
    void the_images_are_those_of_the_gates_own_table() throws IOException {
        Map<String, String> defaults = defaults();

        for (Images.Image image : Images.Image.values()) {
            assertThat(defaults).containsEntry(image.variable(), image.standard());
        }
        assertThat(Files.readString(ROOT.resolve("sample-service/Dockerfile")))
                .contains("ARG JRE=" + Images.Image.JRE.standard());
    }

    @Test
    void every_service_says_when_it_is_healthy_and_publishes_on_loopback_only() throws IOException {
        Map<String, Map<String, Object>> services = services();

        assertThat(services).containsOnlyKeys("sample", "prometheus", "pyroscope", "grafana");
        assertThat(services.values()).allSatisfy(service -> {
            assertThat(service).containsKey("healthcheck");
            assertThat((List<?>) service.get("ports"))
                    .allMatch(port -> port.toString().startsWith("127.0.0.1:"));
        });
        assertThat(services.get("sample")).doesNotContainKey("depends_on");
        assertThat(services.get("grafana")).containsEntry("profiles", List.of("grafana"));
    }

    @Test
    void the_files_it_mounts_are_there_and_yaml() throws IOException {
        for (String file : new TreeSet<>(List.of("prometheus.yml", "prometheus-2.yml", "grafana-datasources.yml"))) {
            Path path = ROOT.resolve("examples/compose").resolve(file);
            assertThat(load(Files.readString(path))).isInstanceOf(Map.class);
        }
    }

    @Test
    void the_plan_attaches_to_its_ports() throws IOException {
        Path file = ROOT.resolve("examples/attach.yaml");
        Plan plan = PlanReader.read(new Source("examples/attach.yaml", Files.readString(file)), Map.of());
        Map<String, String> defaults = defaults();

        assertThat(plan.target().url()).endsWith(":" + defaults.get("SAMPLE_PORT"));
        assertThat(Objects.requireNonNull(plan.servers().prometheus().server()).url())
                .endsWith(":" + defaults.get("PROMETHEUS_PORT"));
        assertThat(Objects.requireNonNull(plan.servers().pyroscope().server()).url())
                .endsWith(":" + defaults.get("PYROSCOPE_PORT"));
        assertThat(Objects.requireNonNull(plan.servers().grafana()).url()).endsWith(":" + defaults.get("GRAFANA_PORT"));
        assertThat(plan.rules())
                .allMatch(rules -> Files.exists(ROOT.resolve("examples").resolve(rules)));
    }

    @Test
    void docker_compose_itself_accepts_it() throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("docker-compose", "--profile", "grafana", "config", "--quiet")
                    .directory(ROOT.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            Assumptions.abort("there is no docker-compose here");
            return;
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(280, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }

    private static String compose() throws IOException {
        return Files.readString(ROOT.resolve("docker-compose.yml"));
    }

    private static Map<String, String> defaults() throws IOException {
        Map<String, String> defaults = new TreeMap<>();
        VARIABLE.matcher(compose()).results().forEach(found -> defaults.put(found.group(1), found.group(2)));
        return defaults;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Map<String, Object>> services() throws IOException {
        return (Map<String, Map<String, Object>>) ((Map<String, Object>) load(compose())).get("services");
    }

    private static Object load(String yaml) {
        return new Load(LoadSettings.builder().build()).loadFromString(yaml);
    }
}
