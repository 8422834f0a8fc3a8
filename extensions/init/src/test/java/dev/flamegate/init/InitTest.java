package dev.flamegate.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.init.simulation.TrafficFile;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written for several project layouts is a valid plan, and matches the project. */
class InitTest {
    @TempDir
    Path folder;

    @Test
    void spring_boot_by_maven_with_a_parent_and_an_actuator() throws IOException {
        file("mvnw", "");
        file("pom.xml", """
                <?xml version="1.0"?>
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId>
                    <version>3.5.0</version></parent>
                  <artifactId>shop</artifactId>
                  <version>${revision}</version>
                  <properties><revision>1.4.0</revision></properties>
                  <dependencies>
                    <dependency><artifactId>spring-boot-starter-web</artifactId></dependency>
                    <dependency><artifactId>spring-boot-starter-actuator</artifactId></dependency>
                    <dependency><artifactId>micrometer-registry-prometheus</artifactId></dependency>
                  </dependencies>
                  <build><plugins><plugin><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build>
                </project>
                """);
        file("src/main/resources/application.yml", """
                server:
                  port: ${PORT:9000}
                  servlet: {context-path: /shop}
                management: {server: {port: 9001}}
                ---
                spring: {config: {activate: {on-profile: prod}}}
                server: {port: 80}
                """);

        Plan plan = plan();

        assertThat(plan.service()).isEqualTo("shop");
        assertThat(plan.target().jar()).isEqualTo("target/shop-1.4.0.jar");
        assertThat(plan.target().takesPort()).isTrue();
        assertThat(plan.target().ready().path()).isEqualTo("/shop/actuator/health");
        assertThat(Objects.requireNonNull(plan.target().metrics()).path()).isEqualTo("/shop/actuator/prometheus");
        assertThat(plan.target().arguments())
                .containsExactly(
                        "--server.port={port}",
                        "--management.server.port={port}",
                        "--management.endpoints.web.exposure.include=health,prometheus");
        assertThat(plan.target().takesPort()).isTrue();
        assertThat(plan.build()).isEqualTo("./mvnw -q -DskipTests package");
    }

    @Test
    void quarkus_in_one_module_of_a_maven_build() throws IOException {
        file("pom.xml", """
                <project><artifactId>all</artifactId><version>2</version><packaging>pom</packaging>
                  <modules><module>model</module><module>orders</module></modules></project>
                """);
        file("model/pom.xml", "<project><artifactId>model</artifactId></project>");
        file("orders/pom.xml", """
                <project><parent><artifactId>all</artifactId><version>2</version></parent>
                  <artifactId>orders</artifactId>
                  <dependencies><dependency><groupId>io.quarkus</groupId><artifactId>quarkus-smallrye-health</artifactId>
                  </dependency></dependencies></project>
                """);
        file("orders/src/main/resources/application.properties", "quarkus.http.port=8181\n");

        Plan plan = plan();

        assertThat(plan.service()).isEqualTo("orders");
        assertThat(plan.target().jar()).isEqualTo("orders/target/quarkus-app/quarkus-run.jar");
        assertThat(plan.target().port()).isEqualTo(8181);
        assertThat(plan.target().ready().path()).isEqualTo("/q/health/ready");
        assertThat(Objects.requireNonNull(plan.target().metrics()).assumed()).isTrue();
        assertThat(plan.target().javaOptions()).contains("-Dquarkus.http.port={port}");
        assertThat(plan.build()).isEqualTo("mvn -q -DskipTests -pl orders -am package");
    }

    @Test
    void spring_boot_by_gradle_in_kotlin() throws IOException {
        file("gradlew", "");
        file("settings.gradle.kts", "rootProject.name = \"billing\"\ninclude(\":app\", \":lib\")\n");
        file("gradle.properties", "version=0.9\n");
        file("lib/build.gradle.kts", "plugins { `java-library` }\n");
        file("app/build.gradle.kts", "plugins { id(\"org.springframework.boot\") version \"3.5.0\" }\n");
        file("app/src/main/kotlin/App.kt", "fun main(args: Array<String>) { runApplication<App>(*args) }");

        Plan plan = plan();

        assertThat(plan.target().jar()).isEqualTo("app/build/libs/app-0.9.jar");
        assertThat(plan.build()).isEqualTo("./gradlew -q :app:bootJar");
        assertThat(plan.target().ready().path()).isEqualTo("/");
    }

    @Test
    void micronaut_by_gradle_with_a_simulation_of_its_own() throws IOException {
        file("settings.gradle", "rootProject.name = 'cart'\n");
        file("build.gradle", """
                plugins { id 'io.micronaut.application' version '4.5.0' }
                version = '1.0'
                dependencies { implementation 'io.micronaut:micronaut-management' }
                """);
        file("src/gatling/java/load/CartSimulation.java", """
                package load;
                import io.gatling.javaapi.core.Simulation;
                public class CartSimulation extends Simulation {}
                """);

        Plan plan = plan();

        assertThat(plan.target().jar()).isEqualTo("build/libs/cart-1.0-all.jar");
        assertThat(plan.target().environment()).containsExactly(Map.entry("MICRONAUT_SERVER_PORT", "{port}"));
        assertThat(plan.load().simulation()).isEqualTo("load.CartSimulation");
        assertThat(plan.load().classpath()).containsExactly("build/classes/java/gatling");
        assertThat(Scaffold.files(service(), null)).doesNotContainKey("load/CartSimulation.java");
    }

    @Test
    void a_plain_service_by_maven_that_is_built_already() throws IOException {
        file("pom.xml", "<project><artifactId>echo</artifactId><version>${unknown}</version></project>");
        file("Dockerfile", "FROM scratch\nEXPOSE 7000\n");
        file("src/main/java/Echo.java", """
                class Echo { public static void main(String[] a) { route("/health"); port(System.getenv("PORT")); } }
                """);
        project().jar("target/echo-3-all.jar", "Echo").jar("target/original-echo-3.jar", null);

        Plan plan = plan();

        assertThat(plan.target().jar()).isEqualTo("target/echo-3-all.jar");
        assertThat(plan.target().takesPort()).isTrue();
        assertThat(plan.target().ready().path()).isEqualTo("/health");
        assertThat(plan.target().environment()).containsEntry("PORT", "{port}");
        assertThat(service().guesses()).anyMatch(guess -> guess.contains("the executable jar found there"));
    }

    @Test
    void traffic_takes_the_place_of_a_simulation_and_of_what_was_said_about_it() throws Exception {
        file("pom.xml", "<project><artifactId>a</artifactId></project>");
        file("src/gatling/java/Own.java", "import io.gatling.x; class Own extends Simulation {}");
        file("access.log", "10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] \"GET /carts HTTP/1.1\" 200 5\n");
        Service own = service();

        Service loaded = own.loadedBy(TrafficFile.read(folder.resolve("access.log")));

        assertThat(own.explanations()).anyMatch(text -> text.startsWith("Simulation: Own (src/gatling/java/Own.java)"));
        assertThat(loaded.explanations()).noneMatch(text -> text.contains("Own"));
        assertThat(loaded.explanations()).anyMatch(text -> text.startsWith("Simulation: from an access log"));
        assertThat(loaded.explanations()).containsAll(own.guesses());
    }

    @Test
    void a_folder_without_a_build_has_no_service() throws IOException {
        assertThat(Project.service(folder)).isEmpty();
    }

    @Test
    void the_rules_written_are_rules() throws IOException {
        file("pom.xml", "<project><artifactId>a</artifactId></project>");
        String text = Scaffold.files(service(), null).get("rules/performance.yaml");

        RuleSet rules = RulesReader.read(List.of(new Source("rules/performance.yaml", Objects.requireNonNull(text))));

        assertThat(rules.rules()).hasSize(11);
        assertThat(plan().rules()).containsExactly("rules/performance.yaml");
    }

    @Test
    void the_simulation_written_compiles_against_the_gatling_that_comes_along() throws IOException {
        Path jars = Path.of(System.getProperty("flamegate.test.gatling.jars"));
        Path classes = Path.of(System.getProperty("flamegate.test.gatling.classes"));
        Assumptions.assumeTrue(Files.isDirectory(jars), "Gatling is there when the whole project is built");
        file("pom.xml", "<project><artifactId>9 lives \"quoted\"</artifactId></project>");
        Map<String, String> files = Scaffold.files(service(), null);
        assertThat(files).containsKey("load/Service9LivesQuotedSimulation.java");
        files.forEach(this::file);
        String classPath;
        try (Stream<Path> all = Files.list(jars)) {
            classPath = classes
                    + File.pathSeparator
                    + all.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }

        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        classPath,
                        "-d",
                        folder.resolve("load/classes").toString(),
                        folder.resolve("load/Service9LivesQuotedSimulation.java")
                                .toString());

        assertThat(status).isZero();
        assertThat(plan().load().simulation()).isEqualTo("Service9LivesQuotedSimulation");
        assertThat(plan().service()).isEqualTo("9 lives \"quoted\"");
    }

    @Test
    void whatever_a_build_is_named_the_plan_is_a_plan() {
        Random random = new Random(20261121);
        for (int tried = 0; tried < 300; tried++) {
            String name = text(random);
            Service service = new Service(
                    name.isBlank() ? "x" : name.strip(),
                    "target/" + name + ".jar",
                    "mvn " + name,
                    new Endpoints(
                            1 + random.nextInt(65535),
                            "/" + random.nextInt(),
                            random.nextBoolean() ? null : "/" + name,
                            "/" + name,
                            List.of("--a=" + name),
                            List.of("-Da=" + name, "-Db={port:a}"),
                            new HashMap<>(Map.of("A", name))),
                    null,
                    List.of("guess"),
                    List.of(name + "\n" + name));

            Plan plan = ProjectFolder.plan(service);

            assertThat(plan.service()).isEqualTo(service.name());
            assertThat(plan.target().arguments()).containsExactly("--a=" + name);
            assertThat(plan.target().environment()).containsEntry("A", name);
        }
    }

    /** Up to twelve letters, many of which mean something to YAML. */
    private static String text(Random random) {
        String meaningful = "-:#&*?|>!%@`'\"[]{},=~ 0123\\$";
        return IntStream.range(0, random.nextInt(13))
                .mapToObj(i -> String.valueOf(
                        random.nextBoolean()
                                ? meaningful.charAt(random.nextInt(meaningful.length()))
                                : (char) ('\u00a1' + random.nextInt(0x400))))
                .collect(Collectors.joining());
    }

    private Service service() throws IOException {
        return project().service();
    }

    private Plan plan() throws IOException {
        return project().plan();
    }

    private void file(String name, String text) {
        project().file(name, text);
    }

    private ProjectFolder project() {
        return new ProjectFolder(folder);
    }
}
