package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.plan.ArmSpec.Kind;
import dev.flamegate.plan.TargetSpec.Runtime;
import dev.flamegate.plan.yaml.Source;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetSpecTest {
    private static final String JAR = """
            jar: app.jar
            java-options: [-Xmx1g, "-Dport={port}"]
            arguments: ["--port={port}", "--up=http://localhost:{port}/{port}", "{PORT}"]
            environment: {PORT: "{port}", "{port}": plain}
            port: 8080
            """;

    @Test
    void a_port_takes_the_place_of_every_placeholder() {
        TargetSpec target = target(JAR).atPort(9191);

        assertThat(target.port()).isEqualTo(9191);
        assertThat(target.javaOptions()).containsExactly("-Xmx1g", "-Dport=9191");
        assertThat(target.arguments()).containsExactly("--port=9191", "--up=http://localhost:9191/9191", "{PORT}");
        assertThat(target.environment()).isEqualTo(Map.of("PORT", "9191", "{port}", "plain"));
        assertThat(target("command: bin/shop --port {port}").atPort(1).command())
                .containsExactly("bin/shop", "--port", "1");
    }

    @Test
    void an_image_as_an_arm_runs_where_the_plan_runs_images() {
        ArmSpec other = ArmSpec.parse("image:shop:2");

        assertThat(target("{image: shop:1, runtime: kubernetes}").with(other, null))
                .isEqualTo(target("{image: shop:2, runtime: kubernetes}"));
        assertThat(target("image: shop:1").with(other, null).runtime()).isEqualTo(Runtime.CONTAINER);
    }

    @Test
    void nothing_but_the_port_and_its_placeholders_changes() {
        String filled = JAR.replace("port: 8080", "port: 9191")
                .replace("\"{port}\": plain", "name: plain")
                .replace("{port}", "9191")
                .replace("name: plain", "\"{port}\": plain");

        assertThat(target(JAR).atPort(9191)).isEqualTo(target(filled));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "command: bin/shop --port {port}",
                "{jar: a.jar, java-options: ['-Dport={port}']}",
                "{jar: a.jar, arguments: ['{port}']}",
                "{jar: a.jar, environment: {URL: 'http://localhost:{port}/'}}",
            })
    void a_placeholder_anywhere_takes_the_port_until_it_is_given(String text) {
        TargetSpec target = target(text);

        assertThat(target.takesPort()).isTrue();
        assertThat(target.atPort(9191).takesPort()).isFalse();
    }

    @Test
    void a_target_without_placeholders_does_not_take_the_port() {
        assertThat(target("{jar: '{port}.jar', environment: {'{port}': a}, arguments: [port]}")
                        .takesPort())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65536})
    void a_port_that_is_none_is_refused(int port) {
        assertThatThrownBy(() -> target(JAR).atPort(port))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(port + ": ");
    }

    @Test
    void an_arm_adds_to_the_target_and_replaces_what_it_runs() {
        ArmSpec arm = ArmSpec.parse("other.jar")
                .changed(new ArmSpec.Changes(
                        Map.of("PORT", "1{port}", "NEW", "x"), List.of("-Xmx2g"), List.of("--more"), "/jdk", Map.of()));

        TargetSpec target = target(JAR).with(arm, null);

        assertThat(target.jar()).isEqualTo("other.jar");
        assertThat(target.environment()).isEqualTo(Map.of("PORT", "1{port}", "NEW", "x", "{port}", "plain"));
        assertThat(target.javaOptions()).containsExactly("-Xmx1g", "-Dport={port}", "-Xmx2g");
        assertThat(target.arguments()).endsWith("--more");
        assertThat(target.jdk()).isEqualTo("/jdk");
        assertThat(target.atPort(80).environment()).containsEntry("PORT", "180");
        assertThat(target(JAR).with(ArmSpec.parse("app.jar"), null)).isEqualTo(target(JAR));
    }

    @Test
    void placeholders_are_filled_in_wherever_the_target_may_name_them() {
        TargetSpec target = target("""
                {command: [bin/shop, "{port:admin}"], java-options: ["-Dwork={work}"], arguments: ["{arm}", "{other}"],
                environment: {P: "{port:admin},{port:debug}"}, data: seed, ready: {port: "{port:admin}"},
                metrics: {port: "{port:metrics}"}}""");

        TargetSpec filled = target.filled(new Placeholders(
                Map.of(Placeholders.port("admin"), "9001", Placeholders.WORK, "/w", Placeholders.ARM, "candidate")));

        assertThat(target.furtherPorts()).containsExactly("admin", "debug", "metrics");
        assertThat(target.takesWork()).isTrue();
        assertThat(filled.command()).containsExactly("bin/shop", "9001");
        assertThat(filled.javaOptions()).containsExactly("-Dwork=/w");
        assertThat(filled.arguments()).containsExactly("candidate", "{other}");
        assertThat(filled.environment()).containsEntry("P", "9001,{port:debug}");
        assertThat(filled.ready().port()).isEqualTo("9001");
        assertThat(filled.takesWork()).isFalse();
    }

    @Test
    void an_arm_may_be_a_command_or_the_target_as_it_is() {
        TargetSpec command = target(JAR).with(ArmSpec.ofCommand(List.of("bin/shop", "{port}")), null);

        assertThat(command.command()).containsExactly("bin/shop", "{port}");
        assertThat(command.runtime()).isEqualTo(Runtime.PROCESS);
        assertThat(target("command: bin/shop").with(ArmSpec.ofTarget(), null)).isEqualTo(target("command: bin/shop"));
    }

    @Test
    void the_jar_built_from_a_revision_is_run() {
        ArmSpec arm = ArmSpec.parse("git:v1.2");

        assertThat(target(JAR).with(arm, "/tmp/built.jar").jar()).isEqualTo("/tmp/built.jar");
        assertThat(target(JAR).with(arm, null)).isEqualTo(target(JAR));
        assertThat(target("command: bin/shop").with(arm, null).command()).containsExactly("bin/shop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jar: a.jar", "command: bin/shop", "image: shop", "url: http://a"})
    void an_arm_leaves_one_thing_to_run(String subject) {
        TargetSpec jar = target(subject).with(ArmSpec.parse("b.jar"), null);
        TargetSpec image = target(subject).with(ArmSpec.parse("image:shop:2"), null);

        assertThat(jar).isEqualTo(target("{jar: b.jar, runtime: " + runtime(jar) + "}"));
        assertThat(jar.runtime()).isNotEqualTo(Runtime.ATTACH);
        assertThat(image).isEqualTo(target("image: shop:2"));
    }

    @Test
    void an_image_has_no_jar() {
        ArmSpec arm = new ArmSpec(Kind.IMAGE, "shop:2");

        assertThatThrownBy(() -> target(JAR).with(arm, "a.jar"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a.jar: ");
    }

    private static String runtime(TargetSpec target) {
        return target.runtime() == Runtime.CONTAINER ? "container" : "process";
    }

    private static TargetSpec target(String text) {
        String section = "target:\n" + text.indent(2);
        return PlanReader.read(new Source("plan.yaml", section), Map.of()).target();
    }
}
