package dev.flamegate.insight.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.Builds;
import dev.flamegate.gate.Builds.BuildFailed;
import dev.flamegate.gate.Plans;
import dev.flamegate.gate.Repository;
import dev.flamegate.gate.facts.RunFacts;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.ArmSpec.Upgrade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A service that Maven builds, with libraries of the test's own in a repository next to it; Maven is the one of this build. */
@DisabledOnOs(OS.WINDOWS)
class UpgradeTest {
    private static final Path MVNW = Path.of("../../mvnw").toAbsolutePath().normalize();

    /** What every project of this test is built with: its jar, and the libraries that it names next to it. */
    private static final String BUILD = """
              <build>
                <finalName>shop</finalName>
                <plugins>
                  <plugin>
                    <groupId>org.apache.maven.plugins</groupId>
                    <artifactId>maven-jar-plugin</artifactId>
                    <version>3.4.2</version>
                    <configuration>
                      <skipIfEmpty>false</skipIfEmpty>
                      <archive><manifest><addClasspath>true</addClasspath><classpathPrefix>lib/</classpathPrefix></manifest></archive>
                    </configuration>
                  </plugin>
                  <plugin>
                    <groupId>org.apache.maven.plugins</groupId>
                    <artifactId>maven-dependency-plugin</artifactId>
                    <version>3.8.1</version>
                    <configuration><outputDirectory>target/lib</outputDirectory></configuration>
                  </plugin>
                </plugins>
              </build>
            """;

    private static final String BOTH = "libraries that differ: client 1.0 -> 1.1, codec 1.0 -> 1.1";

    @TempDir
    Path folder;

    private final Plans.Noted progress = new Plans.Noted();
    private Repository repository;
    private String arguments = "";

    @BeforeEach
    void publishTwoVersions() throws Exception {
        repository = new Repository(folder.resolve("shop"));
        for (String version : List.of("1.0", "1.1")) {
            publish("codec", version, "jar", "");
            publish("client", version, "jar", dependencies(dependency("codec", version)));
            publish("lib-bom", version, "pom", managed(dependency("codec", version), dependency("client", version)));
        }
    }

    @Test
    void a_version_that_comes_from_a_property_changes_with_it_and_the_checkout_stays_as_it_is() throws Exception {
        String pom = pom("<properties><lib.version>1.0</lib.version></properties>"
                + dependencies(dependency("client", "${lib.version}"), dependency("codec", "${lib.version}")));
        commit(pom);
        Builds builds = builds(maven());

        builds.check(builds.of(ArmSpec.ofWorkingTree()), builds.of(candidate("test.lib:codec=1.1")));

        assertThat(progress.notes).containsExactly(BOTH);
        assertThat(repository.folder.resolve("pom.xml")).hasContent(pom);
        assertThat(repository.git("status", "--porcelain")).isEmpty();
        assertThat(repository.git("worktree", "list").lines()).hasSize(1);
        assertThat(repository.folder.resolve("target")).doesNotExist();
    }

    @Test
    void what_is_written_at_the_dependency_changes_there_committed_or_not_and_nothing_is_staged() throws Exception {
        commit(pom(dependencies(dependency("codec", "1.0"))));
        repository.git("tag", "v1");
        Files.writeString(
                repository.folder.resolve("pom.xml"),
                pom(dependencies(dependency("client", "1.0"), dependency("codec", "1.0"))));
        Files.writeString(repository.folder.resolve("new.txt"), "not known to git");

        assertThat(upgraded("codec=1.1", "codec-1.0", "client-1.0"))
                .isEqualTo("libraries that differ: codec 1.0 -> 1.1");
        assertThat(repository.git("status", "--porcelain")).isEqualTo(" M pom.xml\n?? new.txt\n");

        Builds builds = builds(maven());
        builds.check(
                old("codec-1.0"), builds.of(ArmSpec.parse("git:v1").upgraded(List.of(Upgrade.parse("codec=1.1")))));
        assertThat(progress.notes).containsExactly("libraries that differ: codec 1.0 -> 1.1");
    }

    @Test
    void a_library_that_others_bring_along_is_managed_by_its_group() throws Exception {
        commit(pom(dependencies(dependency("client", "1.0"))));

        assertThat(upgraded("test.lib:codec=1.1", "codec-1.0", "client-1.0"))
                .isEqualTo("libraries that differ: codec 1.0 -> 1.1");
        assertThatThrownBy(() -> upgraded("codec=1.1"))
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining("GROUP:codec=1.1");
    }

    @Test
    void a_list_of_versions_that_is_imported_changes_all_that_it_names() throws Exception {
        commit(pom(managed(bom("1.0")) + dependencies(dependency("client", null))));

        assertThat(upgraded("lib-bom=1.1", "codec-1.0", "client-1.0")).isEqualTo(BOTH);
    }

    /** As with the parents that frameworks publish. */
    @Test
    void a_list_of_versions_that_a_parent_from_elsewhere_imports_is_imported_before_it() throws Exception {
        publish(
                "parent",
                "1",
                "pom",
                "<properties><lib.version>1.0</lib.version></properties>" + managed(bom("${lib.version}")));
        commit(pom("<parent><groupId>test.lib</groupId><artifactId>parent</artifactId><version>1</version>"
                + "<relativePath/></parent>" + dependencies(dependency("client", null))));

        assertThat(upgraded("test.lib:lib-bom=1.1", "codec-1.0", "client-1.0")).isEqualTo(BOTH);
        assertThat(upgraded("test.lib:codec=1.1", "codec-1.0", "client-1.0"))
                .isEqualTo("libraries that differ: codec 1.0 -> 1.1");
    }

    @Test
    void an_upgrade_that_changes_nothing_is_refused() throws Exception {
        commit(pom(dependencies(dependency("codec", "1.1"))));

        assertThatThrownBy(() -> upgraded("codec=1.1", "codec-1.1"))
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining(
                        "--upgrade codec=1.1 changes nothing: both arms have the same libraries, codec 1.1 in both");
        assertThatThrownBy(() -> upgraded("test.lib:client=1.1", "codec-1.1"))
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining("none is called client");
    }

    @Test
    void an_upgrade_that_something_else_overrules_is_refused() throws Exception {
        commit(pom("<properties><lib.version>1.0</lib.version></properties>"
                + dependencies(dependency("codec", "${lib.version}"))));
        arguments = "-Dlib.version=1.0";

        assertThatThrownBy(() -> upgraded("codec=1.1", "codec-1.0"))
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining("still has codec 1.0");
    }

    @Test
    void a_version_that_there_is_not_is_a_build_that_fails() throws Exception {
        commit(pom(dependencies(dependency("codec", "1.0"))));

        assertThatThrownBy(() -> upgraded("codec=9.9"))
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining("the working tree with codec=9.9 could not be built")
                .hasMessageContaining("test.lib:codec:jar:9.9");
    }

    @Test
    void what_neither_maven_nor_gradle_builds_is_refused() throws Exception {
        repository.commit("make", "Makefile", "shop:");

        assertThatThrownBy(() -> builds("make shop").of(candidate("codec=1.1")))
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining("neither a pom.xml nor a build.gradle");
    }

    /** What the gate says of the working tree with an upgrade, next to a build with these libraries. */
    private String upgraded(String upgrade, String... libraries) throws Exception {
        Builds builds = builds(maven());
        builds.check(old(libraries), builds.of(candidate(upgrade)));
        return progress.notes.remove(0);
    }

    /** A jar that names libraries next to it. */
    private RunFacts.Build old(String... libraries) throws Exception {
        Path place = Files.createTempDirectory(folder, "old");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        Files.createDirectories(place.resolve("lib"));
        for (String library : libraries) {
            jar(place.resolve("lib/" + library + ".jar"), new Manifest());
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "lib/" + library + ".jar");
        }
        jar(place.resolve("shop.jar"), manifest);
        return builds("true").of(ArmSpec.parse(place.resolve("shop.jar").toString()));
    }

    private static ArmSpec candidate(String upgrade) {
        return ArmSpec.ofWorkingTree().upgraded(List.of(Upgrade.parse(upgrade)));
    }

    private Builds builds(String command) {
        return new Builds(
                Plans.of("target: {jar: target/shop.jar}\nbuild: '" + command + "'\n"), repository.folder, progress);
    }

    /** Reads what this build has already, and never asks another machine; most of a short Maven's time is its start. */
    private String maven() {
        Path known = Path.of(System.getProperty("user.home"), ".m2", "repository");
        return String.join(
                " ",
                "MAVEN_OPTS=-XX:TieredStopAtLevel=1",
                MVNW.toString(),
                "-B -q -o",
                arguments,
                "-Dmaven.repo.local=" + folder.resolve("libraries"),
                "-Dmaven.repo.local.tail=" + System.getProperty("localRepository", known.toString()),
                "dependency:copy-dependencies jar:jar");
    }

    private void commit(String pom) throws Exception {
        repository.commit("pom", "pom.xml", pom);
        repository.commit("ignore", ".gitignore", ".flamegate/\ntarget/\nbuild/\n");
    }

    private void publish(String artifact, String version, String packaging, String content) throws IOException {
        Path place = folder.resolve("libraries/test/lib/" + artifact + "/" + version);
        Files.createDirectories(place);
        Files.writeString(
                place.resolve(artifact + "-" + version + ".pom"),
                project("test.lib", artifact, version, "<packaging>" + packaging + "</packaging>" + content));
        if (packaging.equals("jar")) {
            jar(place.resolve(artifact + "-" + version + ".jar"), new Manifest());
        }
    }

    private static void jar(Path place, Manifest manifest) throws IOException {
        new JarOutputStream(Files.newOutputStream(place), manifest).close();
    }

    private static String pom(String content) {
        return project("test", "shop", "1", content + BUILD);
    }

    private static String project(String group, String artifact, String version, String content) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n"
                + "  <modelVersion>4.0.0</modelVersion>\n  <groupId>" + group + "</groupId><artifactId>" + artifact
                + "</artifactId><version>" + version + "</version>\n" + content + "\n</project>\n";
    }

    private static String dependencies(String... dependencies) {
        return "<dependencies>" + String.join("", dependencies) + "</dependencies>";
    }

    private static String managed(String... dependencies) {
        return "<dependencyManagement>" + dependencies(dependencies) + "</dependencyManagement>";
    }

    private static String dependency(String artifact, @Nullable String version) {
        return "<dependency><groupId>test.lib</groupId><artifactId>" + artifact + "</artifactId>"
                + (version == null ? "" : "<version>" + version + "</version>") + "</dependency>";
    }

    private static String bom(String version) {
        return dependency("lib-bom", version)
                .replace("</dependency>", "<type>pom</type><scope>import</scope></dependency>");
    }
}
