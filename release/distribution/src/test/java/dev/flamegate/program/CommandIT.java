package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
        PlainSimulation.compile(folder);
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

        Ended ended = Program.measured(folder, "run");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("PASS", "cpu.per-request", "MatrixCalculator.multiply");
        assertThat(Files.readString(folder.resolve("build/flamegate/run.json"))).contains("plain matrix");
        assertThat(Program.processesWith(folder.toString())).isEmpty();
    }
}
