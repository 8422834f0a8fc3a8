package dev.flamegate.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class InstalledGateTest {
    @TempDir
    Path folder;

    @Test
    void the_property_goes_before_the_variable_and_the_variable_before_the_path() throws Exception {
        Path property = FakeInstallation.in(folder.resolve("property")).home();
        Path variable = FakeInstallation.in(folder.resolve("variable")).home();
        Path path = FakeInstallation.in(folder.resolve("path")).home();
        Map<String, String> environment = Map.of(
                "FLAMEGATE_HOME",
                variable.toString(),
                "PATH",
                path.resolve("bin").toString());

        assertThat(InstalledGate.find(properties(property.toString()), environment)
                        .home())
                .isEqualTo(property);
        assertThat(InstalledGate.find(properties(" "), environment).home()).isEqualTo(variable);
        assertThat(InstalledGate.find(new Properties(), Map.of("PATH", environment.get("PATH")))
                        .home()
                        .toRealPath())
                .isEqualTo(path.toRealPath());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_link_on_the_path_leads_to_what_it_is_a_link_to() throws Exception {
        Path home = FakeInstallation.in(folder.resolve("flamegate-1.0")).home();
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("flamegate"), home.resolve("bin/flamegate"));

        assertThat(onPath(folder.resolve("nothing") + File.pathSeparator + bin)).isEqualTo(home.toRealPath());
    }

    @Test
    void the_script_of_a_clone_leads_to_what_the_clone_has_built() throws Exception {
        Path built = FakeInstallation.in(folder.resolve("release/distribution/target/flamegate"))
                .home();
        Files.createFile(folder.resolve("flamegate"));

        assertThat(onPath(folder.toString())).isEqualTo(built.toRealPath());
    }

    @Test
    void a_folder_that_has_none_is_named() throws Exception {
        Path empty = Files.createDirectories(folder.resolve("empty"));

        assertThatThrownBy(() -> InstalledGate.find(properties(empty.toString()), Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(empty.toString())
                .hasMessageContaining("no folder lib");
    }

    @Test
    void where_there_is_none_the_message_says_what_to_do() throws Exception {
        Files.createFile(folder.resolve("flamegate")); // of a clone that was never built

        assertThatThrownBy(() -> onPath(folder + File.pathSeparator + " "))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "flamegate is not installed here: put its bin on the PATH, or name its folder by the variable"
                                + " FLAMEGATE_HOME or the system property flamegate.home");
    }

    private static Path onPath(String path) throws IOException {
        return InstalledGate.find(new Properties(), Map.of("PATH", path)).home().toRealPath();
    }

    private static Properties properties(String home) {
        Properties properties = new Properties();
        properties.setProperty("flamegate.home", home);
        return properties;
    }
}
