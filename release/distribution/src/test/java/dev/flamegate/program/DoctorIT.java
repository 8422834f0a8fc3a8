package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The doctor and a first plan as users have them. */
class DoctorIT {
    @TempDir
    Path folder;

    @Test
    void a_plan_that_runs_here_is_said_to_with_the_growth_that_could_be_seen() throws Exception {
        Program.plan(folder, Map.of());

        Ended ended = Program.run(folder, "doctor", "--json");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        Map<String, JsonNode> checks = checks(ended);
        assertThat(checks.get("profiler").get("status").asString()).isEqualTo("ok");
        assertThat(checks.get("noise").get("values").get("pairs").asInt()).isPositive();
        assertThat(checks).containsKeys("target", "load", "port", "steal", "detectable");
    }

    @Test
    void what_would_stop_a_run_is_said_before_it_is_tried() throws Exception {
        Program.plan(folder, Map.of());

        Ended ended = Program.run(
                folder, "doctor", "--no-noise", "--set", "target.jar=gone.jar", "--set", "load.classpath=[gone]");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out()).contains("This would stop a run of flamegate.yaml: target, load.");
        assertThat(Program.run(folder, "doctor", "--set", "target.prot=1").code())
                .isEqualTo(2);
    }

    @Test
    void a_first_plan_is_one_that_the_doctor_reads() throws Exception {
        Files.writeString(folder.resolve("pom.xml"), """
                <project><artifactId>shop</artifactId><version>1</version>
                  <dependencies><dependency><artifactId>spring-boot-starter-actuator</artifactId></dependency></dependencies>
                </project>
                """);

        Ended init = Program.run(folder, "init");
        Ended doctor = Program.run(folder, "doctor", "--no-noise", "--json");

        assertThat(init.code()).as(init.err()).isZero();
        assertThat(init.out()).contains("Spring Boot", "flamegate.yaml", "javac -cp");
        assertThat(doctor.code()).isEqualTo(3);
        assertThat(checks(doctor).get("target").get("message").asString()).contains("target/shop-1.jar does not exist");
        assertThat(Program.run(folder, "rules", "check").code()).isZero();
    }

    private static Map<String, JsonNode> checks(Ended ended) {
        Map<String, JsonNode> checks = new LinkedHashMap<>();
        JsonMapper.shared()
                .readTree(ended.out())
                .get("checks")
                .forEach(check -> checks.put(check.get("id").asString(), check));
        return checks;
    }
}
