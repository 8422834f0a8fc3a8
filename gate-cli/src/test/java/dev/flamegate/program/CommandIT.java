package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A service started by a script, loaded by a simulation that knows nothing of flamegate. */
class CommandIT {
    @TempDir
    Path folder;

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_scripts_service_is_measured_under_a_plain_simulation() throws Exception {
        int port = Program.plan(folder, Map.of());
        Path script = folder.resolve("start.sh");
        Files.writeString(
                script,
                "#!/bin/sh\njava -version\njava -Xmx128m -jar "
                        + Program.CHECKOUT.resolve("sample-service/target/sample-service.jar") + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        compileSimulation();
        Files.writeString(folder.resolve("flamegate.yaml"), """
                version: 1
                service: scripted
                trials: 1
                target: {command: [./start.sh], port: %1$d, environment: {PORT: "{port}"}}
                load:
                  simulation: PlainSimulation
                  classpath: [classes]
                  warm-up: {at-least: 2 s, at-most: 6 s}
                  measure: 4 s
                rules: [rules.yaml]
                """.formatted(port));

        Ended ended = Program.run(folder, "run");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("PASS", "cpu.per-request", "MatrixCalculator.multiply");
        assertThat(Files.readString(folder.resolve("build/flamegate/run.json"))).contains("plain matrix");
        assertThat(Program.processesWith(folder.toString())).isEmpty();
    }

    private void compileSimulation() throws Exception {
        Path source = folder.resolve("PlainSimulation.java");
        Files.writeString(source, """
                import static io.gatling.javaapi.core.CoreDsl.*;
                import static io.gatling.javaapi.http.HttpDsl.*;
                import io.gatling.javaapi.core.Simulation;

                public class PlainSimulation extends Simulation {
                    {
                        setUp(scenario("plain")
                                        .exec(http("plain matrix").get("/matrix"))
                                        .injectOpen(constantUsersPerSec(100).during(120)))
                                .protocols(http.baseUrl(System.getProperty("baseUrl")));
                    }
                }
                """);
        Path jars = Path.of(System.getProperty("flamegate.test.home"), "lib", "gatling");
        String classPath;
        try (Stream<Path> files = Files.list(jars)) {
            classPath = files.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
        Path classes = Files.createDirectory(folder.resolve("classes"));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", classPath, "-d", classes.toString(), source.toString());
        assertThat(status).isZero();
    }
}
