package dev.flamegate.program;

import static dev.flamegate.program.GitHubActionTest.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The image of a release: what the workflows call, what it is made of and how it starts. */
class ReleaseImageTest {
    private static final Path WORKFLOWS = Shell.CHECKOUT.resolve(".github/workflows");
    private static final Path IMAGE = Shell.CHECKOUT.resolve("release/oci");
    private static final String TAR = "flamegate-image.tar";

    @TempDir
    Path folder;

    @Test
    void a_release_builds_its_image_after_its_archives_with_scripts_that_exist() throws Exception {
        List<String> runs = steps("release.yml", "build").stream()
                .map(step -> String.valueOf(step.get("run")))
                .filter(run -> run.startsWith("release/"))
                .toList();

        assertThat(runs).containsExactly("release/build", "release/image");
        assertThat(runs)
                .allSatisfy(script -> assertThat(Shell.CHECKOUT.resolve(script)).isExecutable());
    }

    @Test
    void the_job_that_pushes_the_image_checks_the_file_that_the_build_wrote_and_runs_nothing_of_ours()
            throws Exception {
        String workflow = Files.readString(WORKFLOWS.resolve("image.yml"));
        List<Map<String, Object>> steps = steps("image.yml", "push");
        List<String> runs = steps.stream()
                .filter(step -> step.containsKey("run"))
                .map(step -> step.get("run").toString())
                .toList();

        assertThat(yaml(WORKFLOWS.resolve("image.yml"))).containsEntry("permissions", Map.of());
        assertThat(workflow).doesNotContain("actions/checkout", "mvnw", "release/build", "release/image");
        assertThat(runs).noneMatch(run -> run.contains("${{"));
        Matcher uses = Pattern.compile("uses: (\\S+)").matcher(workflow);
        while (uses.find()) {
            assertThat(uses.group(1)).matches("actions/[\\w-]+@[0-9a-f]{40}");
        }
        assertThat(Path.of(text(pom(), "tar"))).hasFileName(TAR);
        assertThat(runs.get(0)).contains("--pattern " + TAR, "--pattern SHA256SUMS");
        assertThat(runs.get(1)).startsWith("sha256sum --check --strict");
        assertThat(runs.get(2)).contains("gh attestation verify " + TAR, "/.github/workflows/release.yml");
        assertThat(runs.get(3)).contains("docker-archive:" + TAR);
        assertThat(steps.get(steps.size() - 1).toString())
                .contains("steps.copy.outputs.digest", "push-to-registry=true");
    }

    @Test
    void the_image_starts_the_gate_with_the_options_of_the_launcher() throws Exception {
        String launcher = Files.readString(Path.of("src", "dist", "bin", "flamegate"));
        String options = found("fg_options='([^']*)'", launcher);
        String boot = found("fg_boot=(\\S+)", launcher);
        String classes = found("fg_classes=(\\S+)", launcher);
        String rest = found("set -- (-Dflamegate.home.*) \"\\$@\"\n", launcher);
        String line = String.join(" ", options, boot, rest)
                .replace("$fg_classes", classes)
                .replace("$fg_home", "/opt/flamegate")
                .replace("\"", "");

        assertThat(String.join(" ", texts(pom(), "arg"))).isEqualTo("java " + line);
    }

    @Test
    void its_layers_have_the_whole_distribution_once_but_its_pages_and_examples() throws Exception {
        List<String> taken = new ArrayList<>(texts(pom(), "include"));
        String assembly = Files.readString(Path.of("src", "assembly", "distribution.xml"));
        Matcher folders =
                Pattern.compile("<outputDirectory>([^<]+)</outputDirectory>").matcher(assembly);
        while (folders.find()) {
            String name = folders.group(1);
            if (!Set.of("/", "docs", "examples").contains(name)) {
                assertThat(String.join(" ", taken) + " " + texts(pom(), "into"))
                        .as(name)
                        .contains(name.split("/")[0] + "/");
            }
        }
        // Jib lays one path over the other: a jar in two of them would be in the image twice.
        assertThat(taken).contains("lib/flamegate-*.jar");
        assertThat(texts(pom(), "exclude")).containsExactly("flamegate-*.jar", "flamegate-*.jar");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void without_a_distribution_the_script_says_what_to_do_first() throws Exception {
        Files.createDirectories(folder.resolve("release"));
        Path script = Files.copy(
                Shell.CHECKOUT.resolve("release/image"),
                folder.resolve("release/image"),
                StandardCopyOption.COPY_ATTRIBUTES);

        Shell.Ended ended = Shell.run(folder, Map.of(), script.toString());

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("run release/build first");
    }

    @Test
    void a_release_takes_its_base_from_a_variable_of_the_repository() throws Exception {
        assertThat(steps("release.yml", "build"))
                .filteredOn(step -> "release/image".equals(step.get("run")))
                .singleElement()
                .satisfies(
                        step -> assertThat(step).containsEntry("env", Map.of("IMAGE_BASE", "${{ vars.IMAGE_BASE }}")));
    }

    @ParameterizedTest
    @DisabledOnOs(OS.WINDOWS)
    @ValueSource(strings = {"", "eclipse-temurin:17-jdk", "eclipse-temurin@sha256:0123"})
    void a_base_that_is_named_without_a_digest_is_refused(String base) throws Exception {
        Path script = built();

        Shell.Ended ended = Shell.run(folder, Map.of("IMAGE_BASE", base), script.toString());

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("IMAGE_BASE has to name the base image by digest", "'" + base + "'");
        assertThat(folder.resolve("arguments.txt")).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_base_that_is_named_by_digest_is_the_one() throws Exception {
        String base = "eclipse-temurin@sha256:" + "0123456789abcdef".repeat(4);
        Path script = built();

        Shell.Ended ended = Shell.run(folder, Map.of("IMAGE_BASE", base), script.toString());

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(Files.readAllLines(folder.resolve("arguments.txt"))).contains("-Djib.from.image=" + base);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void the_image_is_added_to_the_checksums_of_the_release_once() throws Exception {
        Path script = built();
        Files.createDirectories(folder.resolve("target/release"));
        Files.writeString(folder.resolve("target/release/SHA256SUMS"), "0123  flamegate-1.zip\n");

        for (int time = 0; time < 2; time++) {
            Shell.Ended ended = Shell.run(folder, Map.of(), script.toString(), "-Djib.from.image=tar:///base.tar");
            assertThat(ended.code()).as(ended.err()).isZero();
        }

        assertThat(Files.readAllLines(folder.resolve("arguments.txt")))
                .contains("-Pimage", "jib:buildTar", "-Djib.from.image=tar:///base.tar")
                .anyMatch(line ->
                        line.matches("-Dproject.build.outputTimestamp=\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"));
        assertThat(Files.readAllLines(folder.resolve("target/release/SHA256SUMS")))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("0123  flamegate-1.zip"),
                        line -> assertThat(line).matches("[0-9a-f]{64} [ *]" + TAR));
    }

    /** The script where a distribution was built, with a Maven that notes what it is asked for. */
    private Path built() throws Exception {
        Files.createDirectories(folder.resolve("release"));
        Files.createDirectories(folder.resolve("release/distribution/target/flamegate/lib"));
        Files.createFile(folder.resolve("release/distribution/target/flamegate/lib/flamegate-cli.jar"));
        Path script = Files.copy(
                Shell.CHECKOUT.resolve("release/image"),
                folder.resolve("release/image"),
                StandardCopyOption.COPY_ATTRIBUTES);
        Path maven = Files.writeString(
                folder.resolve("mvnw"),
                "#!/bin/sh\nprintf '%s\\n' \"$@\" >arguments.txt\necho image >target/release/" + TAR + "\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        for (String git :
                List.of("init -q", "-c user.name=Ada -c user.email=ada@example.org commit -q --allow-empty -m one")) {
            Shell.Ended ended = Shell.run(folder, Map.of(), ("git " + git).split(" "));
            assertThat(ended.code()).as(ended.err()).isZero();
        }
        return script;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> steps(String workflow, String job) throws IOException {
        Map<String, Map<String, Object>> jobs = (Map<String, Map<String, Object>>)
                yaml(WORKFLOWS.resolve(workflow)).get("jobs");
        return (List<Map<String, Object>>) jobs.get(job).get("steps");
    }

    private static Document pom() throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(IMAGE.resolve("pom.xml").toFile());
    }

    private static String text(Document pom, String element) {
        return texts(pom, element).get(0);
    }

    private static List<String> texts(Document pom, String element) {
        NodeList nodes = pom.getElementsByTagName(element);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent().strip());
        }
        return texts;
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }
}
