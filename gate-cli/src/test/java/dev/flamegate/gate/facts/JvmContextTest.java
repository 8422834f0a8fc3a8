package dev.flamegate.gate.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.collect.probe.ProbeFacts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JvmContextTest {
    @Test
    void options_are_those_in_force_without_the_gates_agents_and_without_secrets() {
        Map<String, String> context = JvmContext.of(
                facts(
                        "-javaagent:/opt/otel.jar -javaagent:/x/pyroscope-2.1.jar -Xmx1g -Ddb.password=a b -Dname=c d -ea"
                                + " -javaagent:/x/flamegate-probe.jar=connect=127.0.0.1:80,",
                        Map.of()),
                List.of("-Xmx1g"),
                List.of());

        assertThat(context)
                .containsEntry("jdk", "OpenJDK 64-Bit Server VM 17.0.15+6")
                .containsEntry("jvm.options", "-javaagent:/opt/otel.jar -Xmx1g -Ddb.password=(hidden) -Dname=c d -ea");
    }

    @Test
    void options_that_differ_from_start_to_start_are_shown_as_planned() {
        Map<String, String> context = JvmContext.of(
                facts("-Xmx1g -Dadmin=41237 -Ddata=/tmp/flamegate-1/work -Ddb=127.0.0.1:5432 -Dport=80", Map.of()),
                List.of("-Xmx1g", "-Dadmin={port:admin}"),
                List.of("java", "-Ddata={work}", "-Ddb={beside.db}", "-jar", "app.jar", "{port}"));

        assertThat(context)
                .containsEntry("jvm.options", "-Xmx1g -Dadmin={port:admin} -Ddata={work} -Ddb={beside.db} -Dport=80");
    }

    @Test
    void a_target_that_says_nothing_has_the_plans_options() {
        assertThat(JvmContext.of(ProbeFacts.unknown(), List.of("-Xss1m", "-Dapi.token=x"), List.of()))
                .containsEntry("jvm.options", "-Xss1m -Dapi.token=(hidden)");
    }

    @Test
    void jars_are_named_by_artefact_with_version_and_size() {
        Map<String, String> context = JvmContext.of(
                facts(
                        "",
                        Map.of(
                                "jackson-databind-2.17.0.jar", 10L,
                                "netty-epoll-4.1.1-linux-x86_64.jar", 5L,
                                "netty-epoll-4.1.1.jar", 5L,
                                "app.jar", 7L)),
                List.of(),
                List.of());

        assertThat(context)
                .containsEntry("jar.jackson-databind", "2.17.0, 10 bytes")
                .containsEntry("jar.app", "7 bytes");
        assertThat(context.get("jar.netty-epoll").split("; "))
                .containsExactlyInAnyOrder("4.1.1, 5 bytes", "4.1.1-linux-x86_64, 5 bytes");
    }

    private static ProbeFacts facts(String arguments, Map<String, Long> jars) {
        return new ProbeFacts(
                1,
                Instant.EPOCH,
                "17.0.15+6",
                "/jdk",
                "OpenJDK 64-Bit Server VM",
                "Linux",
                "6.1.0",
                "",
                2,
                1,
                "G1",
                "",
                arguments,
                jars);
    }
}
