package dev.flamegate.insight.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.plan.ArmSpec.Upgrade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildToolTest {
    @TempDir
    Path root;

    @Test
    void a_property_of_the_parent_in_the_build_is_changed_where_it_is_defined_also_in_profiles() throws IOException {
        pom(
                "pom.xml",
                "<groupId>a</groupId><artifactId>all</artifactId><properties><!-- ours --><netty.version>4.1.124</netty.version>"
                        + "</properties><profiles><profile><properties><netty.version>4.2.0</netty.version></properties></profile></profiles>");
        pom(
                "shop/pom.xml",
                "<parent><groupId>a</groupId><artifactId>all</artifactId></parent><artifactId>shop</artifactId>"
                        + "<dependencies><dependency><groupId>io.netty</groupId><artifactId>netty-codec</artifactId><version>${netty.version}</version>"
                        + "</dependency></dependencies>");

        change("./mvnw package", "netty-codec=4.1.125");

        assertThat(read("pom.xml"))
                .contains("<!-- ours --><netty.version>4.1.125</netty.version>")
                .doesNotContain("4.2.0")
                .doesNotContain("dependencyManagement");
        assertThat(read("shop/pom.xml")).contains("<version>${netty.version}</version>");
    }

    @Test
    void a_parent_from_elsewhere_and_the_property_that_it_defines_can_be_changed() throws IOException {
        pom(
                "pom.xml",
                "<parent><groupId>boot</groupId><artifactId>boot-parent</artifactId><version>3.4.0</version></parent>"
                        + "<artifactId>shop</artifactId><dependencies><dependency><groupId>io.netty</groupId>"
                        + "<artifactId>netty-codec</artifactId><version>${netty.version}</version></dependency></dependencies>");

        change("mvn package", "boot-parent=3.4.1", "netty-codec=4.1.125");

        assertThat(read("pom.xml"))
                .contains("<artifactId>boot-parent</artifactId><version>3.4.1</version>")
                .contains("<netty.version>4.1.125</netty.version>");
    }

    /** What plugins use is not what the service runs with. */
    @Test
    void dependencies_of_plugins_stay_as_they_are() throws IOException {
        String plugin =
                "<build><plugins><plugin><dependencies><dependency><groupId>x</groupId><artifactId>lib</artifactId>"
                        + "<version>1</version></dependency></dependencies></plugin></plugins></build>";
        pom("pom.xml", "<groupId>a</groupId><artifactId>shop</artifactId>" + plugin);

        change("mvn package", "x:lib=2");

        assertThat(read("pom.xml"))
                .contains(plugin)
                .contains(
                        "<dependencyManagement><dependencies><dependency><groupId>x</groupId><artifactId>lib</artifactId>"
                                + "<version>2</version></dependency></dependencies></dependencyManagement>");
    }

    @Test
    void another_group_with_a_library_of_the_same_name_is_not_meant() throws IOException {
        String other = "<dependency><groupId>y</groupId><artifactId>lib</artifactId><version>1</version></dependency>";
        pom("pom.xml", "<groupId>a</groupId><artifactId>shop</artifactId><dependencies>" + other + "</dependencies>");

        change("mvn package", "x:lib=2");

        assertThat(read("pom.xml")).contains(other).contains("<groupId>x</groupId>");
    }

    @Test
    void a_property_that_mavens_configuration_sets_is_changed_there_too() throws IOException {
        pom(
                "pom.xml",
                "<groupId>a</groupId><artifactId>shop</artifactId><properties><v>1</v></properties><dependencies>"
                        + "<dependency><groupId>x</groupId><artifactId>lib</artifactId><version>${v}</version></dependency></dependencies>");
        write(".mvn/maven.config", "-ntp\n-Dv=1\n-Dvv=1\n");

        change("mvn package", "lib=2");

        assertThat(read(".mvn/maven.config")).isEqualTo("-ntp\n-Dv=2\n-Dvv=1\n");
    }

    @Test
    void a_file_in_which_nothing_changes_stays_as_it_is() throws IOException {
        pom("pom.xml", "<groupId>a</groupId><artifactId>all</artifactId><properties><v>1</v></properties>");
        String odd =
                "<project  ><parent><groupId>a</groupId><artifactId>all</artifactId></parent><artifactId>é</artifactId>"
                        + "<dependencies><dependency><groupId >x</groupId><artifactId>lib</artifactId><version>${v}</version>"
                        + "</dependency></dependencies></project>";
        write("shop/pom.xml", odd);
        write("broken/pom.xml", "<project>");

        change("mvn package", "lib=2");

        assertThat(read("pom.xml")).contains("<v>2</v>");
        assertThat(read("shop/pom.xml")).isEqualTo(odd);
        assertThat(read("broken/pom.xml")).isEqualTo("<project>");
    }

    @Test
    void a_module_of_the_project_itself_has_no_version_of_its_own() throws IOException {
        pom(
                "pom.xml",
                "<groupId>a</groupId><artifactId>shop</artifactId><dependencies><dependency><groupId>a</groupId>"
                        + "<artifactId>core</artifactId><version>${project.version}</version></dependency></dependencies>");

        assertThatThrownBy(() -> change("mvn package", "core=2"))
                .isInstanceOf(UpgradeFailed.class)
                .hasMessageContaining("the version of the project itself");
    }

    @Test
    void a_gradle_build_applies_a_script_in_its_own_language() throws IOException {
        write("settings.gradle", "rootProject.name = 'shop'");
        write("tools/settings.gradle.kts", "rootProject.name = \"tools\"\n");

        change("./gradlew jar", "io.netty:netty-bom=4.1.125.Final", "codec=1.1");

        assertThat(read("settings.gradle"))
                .isEqualTo("rootProject.name = 'shop'\napply from: 'flamegate-upgrade.gradle'\n");
        assertThat(read("tools/settings.gradle.kts")).endsWith("\napply(from = \"flamegate-upgrade.gradle\")\n");
        assertThat(read("tools/flamegate-upgrade.gradle"))
                .isEqualTo(read("flamegate-upgrade.gradle"))
                .isEqualTo("""
                        // Written by flamegate compare --upgrade.
                        gradle.afterProject { project ->
                            def upgrade = { details ->
                                if (details.requested.name == 'netty-bom' && details.requested.group == 'io.netty') {
                                    details.useVersion('4.1.125.Final')
                                }
                                if (details.requested.name == 'codec') {
                                    details.useVersion('1.1')
                                }
                            }
                            project.configurations.all { configuration ->
                                if (configuration.state.toString() == 'UNRESOLVED') {
                                    configuration.resolutionStrategy.eachDependency(upgrade)
                                }
                            }
                        }
                        gradle.beforeProject { project ->
                            project.plugins.withId('java') {
                                project.dependencies.add('implementation', project.dependencies.enforcedPlatform('io.netty:netty-bom:4.1.125.Final'))
                            }
                        }
                        """);
    }

    @Test
    void a_build_that_a_script_starts_is_known_by_its_files() throws IOException {
        write("build.gradle", "");
        Files.createDirectories(root.resolve("shop"));

        BuildTool.change(List.of(Upgrade.parse("codec=1.1")), "./build.sh", root, root.resolve("shop"));

        assertThat(root.resolve("settings.gradle")).content().contains("apply from");
    }

    private void change(String build, String... upgrades) throws IOException {
        BuildTool.change(Stream.of(upgrades).map(Upgrade::parse).toList(), build, root, root);
    }

    private void pom(String file, String content) throws IOException {
        write(file, "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">" + content + "</project>");
    }

    private void write(String file, String content) throws IOException {
        Path place = root.resolve(file);
        Files.createDirectories(place.getParent());
        Files.writeString(place, content);
    }

    private String read(String file) throws IOException {
        return Files.readString(root.resolve(file));
    }
}
