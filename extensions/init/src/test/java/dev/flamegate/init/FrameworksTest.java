package dev.flamegate.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.plan.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a service is started, given a port and asked, on each framework. */
class FrameworksTest {
    @TempDir
    Path path;

    private ProjectFolder folder;

    @BeforeEach
    void inFolder() {
        folder = new ProjectFolder(path);
    }

    @Test
    void ktor_with_its_gradle_plugin_and_a_configuration() throws IOException {
        Plan plan = SampleProject.KTOR_BY_GRADLE.in(folder).plan();

        assertThat(plan.target().jar()).isEqualTo("build/libs/chat-all.jar");
        assertThat(plan.build()).isEqualTo("gradle -q buildFatJar");
        assertThat(plan.target().port()).isEqualTo(8090);
        assertThat(plan.target().arguments()).containsExactly("-port={port}");
        assertThat(plan.target().ready().path()).isEqualTo("/health");
        assertThat(Objects.requireNonNull(plan.target().metrics()).path()).isEqualTo("/metrics-micrometer");
        assertThat(folder.service().endpoints().request()).isEqualTo("/rooms");
    }

    @Test
    void ktor_by_maven_below_a_path_of_its_own() throws IOException {
        Plan plan = SampleProject.KTOR_BY_MAVEN.in(folder).plan();

        assertThat(plan.target().jar()).isEqualTo("target/api-1.0-jar-with-dependencies.jar");
        assertThat(plan.target().port()).isEqualTo(8085);
        assertThat(plan.target().ready().path()).isEqualTo("/api/items");
        assertThat(plan.target().metrics()).isNull();
        assertThat(folder.service().missing()).isEmpty();
    }

    @Test
    void ktor_set_up_in_the_sources_gets_its_port_as_they_say() throws IOException {
        folder.file("build.gradle.kts", "plugins { alias(ktorLibs.plugins.ktor) }\n")
                .file("src/main/kotlin/Server.kt", """
                        fun main() {
                            embeddedServer(Netty, System.getenv("PORT")?.toIntOrNull() ?: 8091) { module() }.start(wait = true)
                        }
                        """);

        Plan plan = folder.plan();

        assertThat(plan.target().environment()).containsExactly(Map.entry("PORT", "{port}"));
        assertThat(plan.target().port()).isEqualTo(8091);
        assertThat(plan.build()).isEqualTo("gradle -q buildFatJar");
    }

    @Test
    void a_port_that_the_sources_fix_is_what_is_missing() throws IOException {
        folder.file("build.gradle.kts", "plugins { id(\"io.ktor.plugin\") }\n")
                .file("src/jvmMain/kotlin/Server.kt", "fun main() { embeddedServer(CIO, port = 9090) { } }\n");

        Service service = folder.service();

        assertThat(service.missing()).singleElement().asString().startsWith("A way to give the service another port");
        assertThat(ProjectFolder.text(service)).contains("\n# Missing: A way to give");
        assertThat(folder.plan().target().port()).isEqualTo(9090);
        assertThat(folder.plan().target().takesPort()).isFalse();
    }

    @Test
    void the_client_of_ktor_alone_makes_no_ktor_service() throws IOException {
        folder.file("build.gradle", "dependencies { implementation 'io.ktor:ktor-client-cio:3.0.0' }\n");

        assertThat(folder.service().guesses().get(0)).contains("no framework known here");
    }

    @Test
    void helidon_se() throws IOException {
        Plan plan = SampleProject.HELIDON_SE.in(folder).plan();

        assertThat(plan.target().jar()).isEqualTo("target/greetings.jar");
        assertThat(plan.target().port()).isEqualTo(8181);
        assertThat(plan.target().javaOptions()).contains("-Dserver.port={port}");
        assertThat(plan.target().ready().path()).isEqualTo("/observe/health/ready");
        assertThat(Objects.requireNonNull(plan.target().metrics()).path()).isEqualTo("/observe/metrics");
        assertThat(folder.service().endpoints().request()).isEqualTo("/greet");
    }

    @Test
    void helidon_se_before_4_registers_health_in_the_sources() throws IOException {
        folder.file("pom.xml", """
                        <project><artifactId>a</artifactId><version>1</version>
                          <dependency><groupId>io.helidon.health</groupId></dependency></project>
                        """)
                .file("src/main/java/Main.java", "class Main { Object o = HealthSupport.builder(); }\n");

        Plan plan = folder.plan();

        assertThat(plan.target().ready().path()).isEqualTo("/health/ready");
        assertThat(plan.target().jar()).isEqualTo("target/a-1.jar");
        assertThat(plan.target().metrics()).isNull();
    }

    @Test
    void helidon_mp_with_the_bundle_of_everything() throws IOException {
        Plan plan = SampleProject.HELIDON_MP.in(folder).plan();

        assertThat(plan.target().port()).isEqualTo(8282);
        assertThat(plan.target().javaOptions()).contains("-Dserver.port={port}");
        assertThat(plan.target().ready().path()).isEqualTo("/health/ready");
        assertThat(Objects.requireNonNull(plan.target().metrics()).path()).isEqualTo("/metrics");
        assertThat(folder.service().endpoints().request()).isEqualTo("/greet");
    }

    @Test
    void helidon_by_gradle_names_its_jar_after_the_project() throws IOException {
        Plan plan = SampleProject.HELIDON_BY_GRADLE.in(folder).plan();

        assertThat(plan.target().jar()).isEqualTo("build/libs/greetings.jar");
        assertThat(plan.build()).isEqualTo("gradle -q assemble");
        assertThat(plan.target().port()).isEqualTo(7001);
        assertThat(plan.target().ready().path()).isEqualTo("/");
        assertThat(plan.target().metrics()).isNull();
    }

    @Test
    void dropwizard_gets_every_port_of_its_configuration() throws IOException {
        Plan plan = SampleProject.DROPWIZARD.in(folder).plan();

        assertThat(plan.target().jar()).isEqualTo("target/hello-4.0.jar");
        assertThat(plan.target().arguments()).containsExactly("server", "example.yml");
        assertThat(plan.target().port()).isEqualTo(8085);
        assertThat(plan.target().javaOptions())
                .contains(
                        "-Ddw.server.applicationConnectors[0].port={port:application-0}",
                        "-Ddw.server.applicationConnectors[1].port={port}",
                        "-Ddw.server.adminConnectors[0].port={port:admin}",
                        "-Ddw.server.adminConnectors[1].port={port:admin-1}");
        assertThat(plan.target().ready().path()).isEqualTo("/healthcheck");
        assertThat(plan.target().ready().port()).isEqualTo("{port:admin}");
        assertThat(plan.target().metrics()).isNull();
        assertThat(folder.service().endpoints().request()).isEqualTo("/api/hello-world");
        assertThat(folder.service().missing()).isEmpty();
    }

    @Test
    void dropwizard_with_one_port_for_all() throws IOException {
        Plan plan =
                SampleProject.dropwizard(folder).file("config/dev.yaml", """
                        server:
                          type: simple
                          adminContextPath: /ops
                          connector: {type: http, port: 9000}
                        """).plan();

        assertThat(plan.target().arguments()).containsExactly("server", "config/dev.yaml");
        assertThat(plan.target().port()).isEqualTo(9000);
        assertThat(plan.target().javaOptions()).contains("-Ddw.server.connector.port={port}");
        assertThat(plan.target().ready().path()).isEqualTo("/ops/healthcheck");
        assertThat(plan.target().ready().port()).isNull();
        assertThat(folder.service().endpoints().request()).isEqualTo("/application/hello-world");
    }

    @Test
    void dropwizard_with_a_configuration_that_leaves_the_server_out() throws IOException {
        Plan plan = SampleProject.dropwizard(folder)
                .file("src/config/hello.yml", "logging: {level: INFO}\n")
                .plan();

        assertThat(plan.target().arguments()).containsExactly("server", "src/config/hello.yml");
        assertThat(plan.target().javaOptions())
                .contains(
                        "-Ddw.server.type=simple",
                        "-Ddw.server.applicationContextPath=/",
                        "-Ddw.server.connector.port={port}");
        assertThat(plan.target().ready().path()).isEqualTo("/admin/healthcheck");
        assertThat(folder.service().endpoints().request()).isEqualTo("/hello-world");
    }

    @Test
    void dropwizard_with_nothing_but_keys_of_its_own() throws IOException {
        Plan plan = SampleProject.dropwizard(folder)
                .file("compose.yml", "services: {db: {image: postgres}}\n")
                .file("config/hello.yml", "template: Hello, %s!\ndefaultName: Stranger\n")
                .file("src/main/java/HelloConfiguration.java", """
                        public class HelloConfiguration extends Configuration { @NotEmpty private String defaultName; }
                        """)
                .plan();

        assertThat(plan.target().arguments()).containsExactly("server", "config/hello.yml");
    }

    @Test
    void dropwizard_without_a_configuration_has_the_ports_of_its_defaults() throws IOException {
        Plan plan = SampleProject.dropwizard(folder).plan();

        assertThat(plan.target().arguments()).containsExactly("server");
        assertThat(plan.target().javaOptions())
                .contains(
                        "-Ddw.server.applicationConnectors[0].port={port}",
                        "-Ddw.server.adminConnectors[0].port={port:admin}");
    }

    @Test
    void its_metrics_alone_make_no_dropwizard_service() throws IOException {
        folder.file("pom.xml", """
                <project><artifactId>a</artifactId><dependency><groupId>io.dropwizard.metrics</groupId>
                  <artifactId>metrics-core</artifactId></dependency></project>
                """);

        assertThat(folder.service().guesses().get(0)).contains("no framework known here");
    }

    @Test
    void a_plain_service_gets_its_port_by_the_property_that_it_reads() throws IOException {
        folder.file("pom.xml", "<project><artifactId>a</artifactId><mainClass>A</mainClass></project>")
                .file("src/main/java/A.java", """
                        class A { public static void main(String[] a) {
                            String db = System.getenv("DB_PORT");
                            listen(Integer.getInteger("http.port", 8099)); } }
                        """);

        Plan plan = folder.plan();

        assertThat(plan.target().javaOptions()).contains("-Dhttp.port={port}");
        assertThat(plan.target().port()).isEqualTo(8099);
        assertThat(folder.service().missing()).isEmpty();
    }

    @Test
    void a_build_that_makes_no_executable_jar_lacks_that() throws IOException {
        folder.file("settings.gradle", "rootProject.name = 'tool'\n")
                .file("build.gradle", "plugins { id 'application' }\n")
                .file("src/main/java/A.java", "class A { String port = System.getenv(\"PORT\"); }");

        assertThat(folder.service().missing())
                .singleElement()
                .asString()
                .startsWith("A jar that `java -jar` runs")
                .contains("command: [build/install/tool/bin/tool]");

        folder.jar("build/libs/tool-all.jar", "A");

        assertThat(folder.service().missing()).isEmpty();
    }

    @Test
    void a_jar_that_is_built_and_has_no_main_class_is_what_is_missing() throws IOException {
        folder.file("pom.xml", "<project><artifactId>a</artifactId><maven-shade-plugin/></project>")
                .file("src/main/java/A.java", "class A { String port = System.getenv(\"PORT\"); }")
                .jar("target/a.jar", null);

        assertThat(folder.service().missing()).singleElement().asString().contains("its manifest names the main class");
    }

    @Test
    void a_database_that_the_settings_name_is_missing_and_its_password_is_not_shown() throws IOException {
        folder.file("pom.xml", "<project><artifactId>a</artifactId><spring-boot-maven-plugin/></project>")
                .file("src/main/resources/application.properties", """
                        spring.datasource.url=jdbc:postgresql://${DB_HOST:db.example}:5432/shop
                        spring.data.mongodb.uri=mongodb+srv://root:hunter2@mongo.example/shop
                        cache.url=jdbc:h2:mem:a
                        """);

        assertThat(folder.service().missing())
                .satisfiesExactlyInAnyOrder(
                        text -> assertThat(text).contains("postgresql at db.example:5432 (spring.datasource.url)"),
                        text -> assertThat(text)
                                .contains("mongodb at mongo.example (")
                                .doesNotContain("hunter2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<maven.compiler.release>21</maven.compiler.release>",
                "<java.version>21</java.version>",
                "<source>17</source><target>21</target><profiles><release>25</release></profiles>",
            })
    void an_older_jdk_than_the_build_asks_for_is_missing_a_newer_one(String asked) throws IOException {
        folder.file("pom.xml", "<project><artifactId>a</artifactId><spring-boot-maven-plugin/>" + asked + "</project>");

        assertThat(folder.service(17).missing())
                .singleElement()
                .asString()
                .startsWith("A JDK 21 or newer, which the build needs; this one is 17.");
        assertThat(folder.service(21).missing()).isEmpty();
    }

    @Test
    void gradle_asks_for_a_jdk_by_a_toolchain_and_helidon_by_its_version() throws IOException {
        folder.file("build.gradle.kts", "plugins { id(\"io.ktor.plugin\") }\nkotlin { jvmToolchain(25) }\n")
                .file("src/main/kotlin/A.kt", "val port = System.getenv(\"PORT\")");
        assertThat(folder.service(21).missing()).singleElement().asString().startsWith("A JDK 25");

        SampleProject.HELIDON_SE.in(folder);
        assertThat(folder.service(17).missing()).singleElement().asString().startsWith("A JDK 21");
    }

    @Test
    void a_war_of_spring_boot_is_one() throws IOException {
        folder.file("pom.xml", """
                <project><artifactId>a</artifactId><version>1</version><packaging>war</packaging>
                  <spring-boot-maven-plugin/></project>
                """);

        assertThat(folder.plan().target().jar()).isEqualTo("target/a-1.war");
    }
}
