package dev.flamegate.program;

import static dev.flamegate.program.GitHubActionTest.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell;
import dev.flamegate.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What package managers are told of a release is what the build makes. */
@SuppressWarnings("unchecked")
class ReleasePackagesTest {
    private static final Path FOLDER = Shell.CHECKOUT.resolve("release/packages");
    private static final Path WORKFLOW = Shell.CHECKOUT.resolve(".github/workflows/packages.yml");
    private static final String VERSION = "{{projectVersion}}";

    @Test
    void the_archive_is_the_zip_that_a_release_has_by_its_name_and_layout() throws Exception {
        Map<String, Object> distribution = at(configuration(), "distributions", "flamegate");
        String path = String.valueOf(((List<Map<String, Object>>) distribution.get("artifacts"))
                .get(0)
                .get("path"));
        String pom = Files.readString(Path.of("pom.xml"));
        String assembly = Files.readString(Path.of("src", "assembly", "release.xml"));
        String build = Files.readString(Shell.CHECKOUT.resolve("release/build"));

        String name = found("<id>release</id>.*?<finalName>([^<]+)</finalName>", pom);
        assertThat(assembly).contains("<format>zip</format>");
        assertThat(path).isEqualTo("release/packages/archives/" + name.replace("${project.version}", VERSION) + ".zip");
        assertThat(build).contains("release/distribution/target/flamegate-*.zip");
        // The formula and SDKMAN take the one folder in it for the installation.
        assertThat(found("<baseDirectory>([^<]+)</baseDirectory>", assembly)).isEqualTo(name);
    }

    @Test
    void it_starts_the_launchers_and_needs_the_java_of_the_build() throws Exception {
        Map<String, Object> configuration = configuration();
        Map<String, Object> executable = at(configuration, "distributions", "flamegate", "executable");
        Map<String, Object> java = at(configuration, "project", "languages", "java");
        String pom = Files.readString(Shell.CHECKOUT.resolve("pom.xml"));

        Path bin = Path.of("src", "dist", "bin");
        assertThat(bin.resolve(String.valueOf(executable.get("name")))).isExecutable();
        assertThat(bin.resolve(executable.get("name") + "." + executable.get("windowsExtension")))
                .isRegularFile();
        assertThat(java)
                .containsEntry("version", found("<maven.compiler.release>(\\d+)<", pom))
                .containsEntry("groupId", found("<groupId>([^<]+)</groupId>", pom))
                .containsEntry("mainClass", Main.class.getName());
        assertThat(at(configuration, "project")).containsEntry("license", found("<name>(Apache-2.0)</name>", pom));
    }

    @Test
    void the_version_comes_from_the_tag_that_the_release_has() throws Exception {
        Map<String, Object> configuration = configuration();
        assertThat(at(configuration, "project")).doesNotContainKey("version");
        assertThat(at(configuration, "release", "github"))
                .containsEntry("tagName", "v" + VERSION)
                .containsEntry("skipRelease", true)
                .containsEntry("skipTag", true)
                .doesNotContainKeys("owner", "name");
        assertThat(publish()).contains("-Drevision=\"${GITHUB_REF_NAME#v}\"");
        assertThat(Files.readString(Shell.CHECKOUT.resolve(".github/workflows/release.yml")))
                .contains("tags: [\"v*\"]", "flamegate-${GITHUB_REF_NAME#v}.tar.gz");
    }

    @Test
    void the_formula_is_ours_and_asks_for_the_java_of_the_configuration() throws Exception {
        Map<String, Object> brew = at(configuration(), "packagers", "brew");
        Path template = Shell.CHECKOUT
                .resolve(String.valueOf(brew.get("templateDirectory")))
                .resolve("formula.rb.tpl");

        assertThat(template)
                .content()
                .contains(
                        "url \"{{distributionUrl}}\"",
                        "sha256 \"{{distributionChecksumSha256}}\"",
                        "depends_on \"openjdk@{{distributionJavaVersion}}\"",
                        "write_env_script libexec/\"bin/{{distributionExecutableUnix}}\"");
    }

    @Test
    void the_workflow_publishes_what_it_has_checked_and_gives_its_secrets_to_one_step() throws Exception {
        Map<String, Object> job = at(yaml(WORKFLOW), "jobs", "publish");
        List<Map<String, Object>> steps = (List<Map<String, Object>>) job.get("steps");
        List<String> runs = steps.stream()
                .filter(step -> step.containsKey("run"))
                .map(step -> step.get("run").toString())
                .toList();

        assertThat(yaml(WORKFLOW)).containsEntry("permissions", Map.of());
        assertThat(job).containsEntry("permissions", Map.of("contents", "read"));
        Matcher uses = Pattern.compile("uses: (\\S+)").matcher(Files.readString(WORKFLOW));
        while (uses.find()) {
            assertThat(uses.group(1)).matches("actions/[\\w-]+@[0-9a-f]{40}");
        }
        assertThat(runs).noneMatch(run -> run.contains("${{"));
        assertThat(runs.get(0)).contains("--dir release/packages/archives", "--pattern SHA256SUMS");
        assertThat(runs.get(1)).startsWith("sha256sum --check --strict");
        assertThat(runs.get(2))
                .contains(
                        "release/packages/archives/flamegate-${GITHUB_REF_NAME#v}.zip",
                        "/.github/workflows/release.yml");
        assertThat(runs.get(3)).contains("-f release/packages/pom.xml", "jreleaser:publish");
        assertThat(runs).hasSize(4);
        assertThat(steps.stream().filter(step -> step.toString().contains("secrets.")))
                .containsExactly(steps.get(steps.size() - 1));
    }

    @Test
    void the_version_of_jreleaser_is_said_and_its_configuration_is_beside_it() throws Exception {
        String pom = Files.readString(FOLDER.resolve("pom.xml"));
        assertThat(found("<artifactId>jreleaser-maven-plugin</artifactId>\\s*<version>([^<]+)</version>", pom))
                .matches("\\d+\\.\\d+\\.\\d+");
        assertThat(pom).contains("<version>${revision}</version>");
        String file = found("<configFile>\\$\\{project.basedir}/([^<]+)</configFile>", pom);
        assertThat(FOLDER.resolve(file)).isRegularFile();
        assertThat(Files.readString(Shell.CHECKOUT.resolve(".gitignore"))).contains("/release/packages/archives/");
    }

    private static String publish() throws IOException {
        return Files.readString(WORKFLOW);
    }

    private static Map<String, Object> configuration() throws IOException {
        return yaml(FOLDER.resolve("jreleaser.yml"));
    }

    private static Map<String, Object> at(Map<String, Object> map, String... keys) {
        Map<String, Object> at = map;
        for (String key : keys) {
            at = (Map<String, Object>) at.get(key);
            assertThat(at).as(key).isNotNull();
        }
        return at;
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }
}
