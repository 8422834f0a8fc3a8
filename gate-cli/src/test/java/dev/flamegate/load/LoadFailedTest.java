package dev.flamegate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.flamegate.testing.Await;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people read when the load cannot be made. */
class LoadFailedTest {
    private static final URI NOWHERE = URI.create("http://127.0.0.1:9");

    @TempDir
    private Path folder;

    @Test
    void a_mistyped_simulation_is_told_with_the_class_that_was_meant() throws Exception {
        LoadFailed failure = failure("dev.flamegate.example.Uncontrolled", List.of(TestGatling.simulations()));
        assertThat(failure.what()).isEqualTo("there is no class dev.flamegate.example.Uncontrolled on the class path");
        assertThat(failure.remedy())
                .startsWith("correct load.simulation")
                .endsWith("there is dev.flamegate.gatling.example.Uncontrolled");
        assertThat(failure.logTail()).isNotEmpty();
        assertThat(failure.getMessage()).contains(failure.what(), failure.tried(), failure.remedy());
    }

    @Test
    void an_empty_class_path_is_told_as_such() throws Exception {
        assertThat(failure("com.acme.Checkout", List.of()).remedy()).startsWith("load.classpath is empty");
    }

    @Test
    void a_class_path_entry_that_does_not_exist_is_told_before_anything_starts() {
        assertThatThrownBy(() -> start("com.acme.Checkout", List.of("build/none.jar"), Map.of()))
                .isInstanceOf(LoadFailed.class)
                .hasMessageContaining("build/none.jar does not exist")
                .hasMessageContaining("build the simulation first");
    }

    @Test
    void a_class_that_is_no_simulation_is_told() throws Exception {
        LoadFailed failure = failure("dev.flamegate.gatling.LoadControl", List.of());
        assertThat(failure.what()).isEqualTo("dev.flamegate.gatling.LoadControl is not a simulation");
    }

    @Test
    void a_simulation_that_throws_shows_its_own_words() throws Exception {
        LoadFailed failure = failure("dev.flamegate.gatling.example.Broken", List.of(TestGatling.simulations()));
        assertThat(failure.what()).isEqualTo("Gatling ended with status 1");
        assertThat(failure.getMessage()).contains("no test data for today");
    }

    @Test
    void a_simulation_that_ends_too_early_is_told() throws Exception {
        Map<String, String> properties = Map.of("target.url", "{baseUrl}", "seconds", "1");
        String simulation = "dev.flamegate.gatling.example.Ramp";
        try (GatlingLoad load = start(simulation, List.of(TestGatling.simulations()), properties)) {
            load.targetReady();
            load.awaitReady(TestGatling.LIMIT);
            load.go();
            Await.until("the end of the simulation", () -> !load.isAlive());
            assertThatThrownBy(() -> load.stop(TestGatling.LIMIT))
                    .hasMessageContaining("the simulation ended by itself before the measurement was over");
        }
    }

    @Test
    void a_folder_without_gatling_is_told() throws Exception {
        Files.createFile(folder.resolve("flamegate-gatling.jar"));
        assertThatThrownBy(() -> GatlingHome.of(folder))
                .hasMessageContaining("Gatling's jars are not where they belong");
    }

    @Test
    void the_users_own_gatling_takes_the_place_of_ours() {
        GatlingHome home = new GatlingHome(List.of(Path.of("ours", "gatling-core-3.15.1.jar")), Path.of("own.jar"));
        assertThat(home.classPath(List.of(Path.of("user.jar"))))
                .contains("user.jar", "gatling-core-3.15.1.jar", "own.jar");
        assertThat(home.classPath(List.of(Path.of("lib", "gatling-core-3.14.9.jar"))))
                .doesNotContain("ours")
                .endsWith("own.jar");
        assertThat(home.classPath(List.of(Path.of("lib", "gatling-core-java-3.14.9.jar"))))
                .contains("ours");
    }

    private LoadFailed failure(String simulation, List<String> classPath) throws Exception {
        try (GatlingLoad load = start(simulation, classPath, Map.of())) {
            return catchThrowableOfType(LoadFailed.class, () -> {
                load.targetReady();
                load.awaitReady(TestGatling.LIMIT);
                load.go();
                Await.until("its failure", () -> {
                    load.check();
                    return false;
                });
            });
        }
    }

    private GatlingLoad start(String simulation, List<String> classPath, Map<String, String> properties) {
        return TestGatling.start(TestGatling.spec(simulation, classPath, properties), NOWHERE, folder);
    }
}
