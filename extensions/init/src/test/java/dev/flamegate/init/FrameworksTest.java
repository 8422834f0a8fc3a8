package dev.flamegate.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.plan.Plan;
import java.io.IOException;
import java.nio.file.Path;
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
    void a_port_that_the_sources_fix_is_what_is_missing() throws IOException {
        folder.file("build.gradle.kts", "plugins { id(\"com.gradleup.shadow\") }\n")
                .file("src/main/kotlin/Server.kt", "fun main() { Javalin.create().start(9090) }\n");

        Service service = folder.service();

        assertThat(service.missing()).singleElement().asString().startsWith("A way to give the service another port");
        assertThat(ProjectFolder.text(service)).contains("\n# Missing: A way to give");
        assertThat(folder.plan().target().port()).isEqualTo(9090);
        assertThat(folder.plan().target().takesPort()).isFalse();
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
    void gradle_asks_for_a_jdk_by_a_toolchain() throws IOException {
        folder.file("build.gradle.kts", "plugins { id(\"com.gradleup.shadow\") }\nkotlin { jvmToolchain(25) }\n")
                .file("src/main/kotlin/A.kt", "val port = System.getenv(\"PORT\")");

        assertThat(folder.service(21).missing()).singleElement().asString().startsWith("A JDK 25");
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
