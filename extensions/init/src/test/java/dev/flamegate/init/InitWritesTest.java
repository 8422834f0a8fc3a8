package dev.flamegate.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code flamegate init} in a folder that has files already. */
class InitWritesTest {
    @Test
    void init_overwrites_nothing(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("pom.xml"), "<project><artifactId>shop</artifactId></project>");
        Path rules = Files.createDirectory(folder.resolve("rules")).resolve("performance.yaml");
        Files.writeString(rules, "mine");
        StringWriter out = new StringWriter();

        assertThat(run(out, "init", folder.toString())).isZero();
        assertThat(out.toString()).contains("wrote  " + folder.resolve("flamegate.yaml"), "kept   " + rules, "Guessed");
        assertThat(rules).hasContent("mine");
        assertThat(run(new StringWriter(), "init", folder.toString())).isEqualTo(2);
        assertThat(run(new StringWriter(), "init", folder.resolve("rules").toString()))
                .isEqualTo(2);
    }

    private static int run(StringWriter out, String... arguments) {
        return Main.run(arguments, new PrintWriter(out, true), new PrintWriter(new StringWriter(), true));
    }
}
