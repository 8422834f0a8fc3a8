package dev.flamegate.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.os.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repository whose change loosens its own rules. */
class PolicyFilesTest {
    private static final String RULE = "rules: [{id: cost, indicator: cpu.per-request, must: '< %s ms'}]\n";

    @TempDir
    Path folder;

    @TempDir
    Path other;

    private Path perf;

    @BeforeEach
    void change() throws Exception {
        perf = Files.createDirectories(folder.resolve("perf"));
        git("init", "-q", "-b", "main");
        plan("./build.sh");
        Files.writeString(perf.resolve("rules.yaml"), RULE.formatted("5"));
        commit();
        git("checkout", "-q", "-b", "change");
        plan("./build.sh && cp slow.jar target/shop.jar");
        Files.writeString(perf.resolve("rules.yaml"), RULE.formatted("50000"));
        Files.writeString(perf.resolve("flamegate-accepted.yaml"), "accepted: []\n");
        commit();
    }

    @Test
    void plan_rules_and_ledger_are_those_of_the_revision() {
        PlanFiles files = PlanFiles.read(options("git:main"));

        assertThat(files.plan().build()).isEqualTo("./build.sh");
        assertThat(files.rules().rules().get(0).must().get(0).text()).isEqualTo("< 5 ms");
        assertThat(files.rules().rules().get(0).source())
                .contains("rules.yaml:")
                .doesNotContain("git:");
        assertThat(files.sources().policy().differing()).containsExactly("flamegate.yaml", "rules.yaml");
        assertThat(files.sources().policy().text())
                .hasValueSatisfying(text -> assertThat(text)
                        .startsWith("judged by the plan and rules of git:main (")
                        .endsWith("not by flamegate.yaml, rules.yaml as checked out"));
    }

    /** Whoever may push a tag, or names a branch, does not decide what a protected branch says. */
    @Test
    void a_tag_or_branch_named_like_the_branch_of_a_remote_is_not_read() throws Exception {
        git("update-ref", "refs/remotes/origin/main", "main");
        git("update-ref", "refs/remotes/origin/HEAD", "main");
        for (String name : List.of("origin/main", "origin", "origin/HEAD")) {
            for (String kind : List.of("refs/tags/", "refs/heads/")) {
                git("update-ref", kind + name, "change");

                assertThat(PlanFiles.read(options("git:" + name)).plan().build())
                        .as(kind + name)
                        .isEqualTo("./build.sh");
                git("update-ref", "-d", kind + name);
            }
        }
    }

    @Test
    void a_tag_is_no_default_branch_of_a_merge_base() throws Exception {
        git("update-ref", "refs/remotes/origin/main", "main");
        git("tag", "origin/HEAD", "change");
        git("tag", "origin/main", "change");

        assertThat(PlanFiles.read(options("git:merge-base")).plan().build()).isEqualTo("./build.sh");
    }

    @Test
    void a_name_of_a_branch_and_a_tag_is_a_mistake_until_it_says_which() throws Exception {
        git("tag", "main", "change");

        assertThatThrownBy(() -> PlanFiles.read(options("git:main")))
                .isInstanceOf(UsageProblem.class)
                .hasMessageContaining("refs/heads/NAME");
        assertThatThrownBy(() -> PlanFiles.read(options("git:main^0"))).isInstanceOf(UsageProblem.class);
        assertThat(PlanFiles.read(options("git:refs/heads/main")).plan().build())
                .isEqualTo("./build.sh");
        assertThat(PlanFiles.read(options("git:refs/heads/main~0")).plan().build())
                .isEqualTo("./build.sh");
    }

    @Test
    void a_change_judged_by_its_own_rules_says_so() {
        PlanFiles files = PlanFiles.read(options(null));

        assertThat(files.rules().rules().get(0).must().get(0).text()).isEqualTo("< 50000 ms");
        assertThat(files.sources().policy().text()).isEmpty();
        assertThat(files.sources().since("merge-base", perf).text())
                .hasValueSatisfying(text -> assertThat(text)
                        .startsWith("judged by its own flamegate.yaml, rules.yaml, flamegate-accepted.yaml")
                        .contains("git:merge-base ("));
        assertThat(files.sources().since("HEAD", perf).warning()).isEmpty();
    }

    @Test
    void a_revision_that_lacks_them_is_a_mistake() {
        assertThatThrownBy(() -> PlanFiles.read(options("git:nowhere")))
                .isInstanceOf(UsageProblem.class)
                .hasMessageContaining("there is no such revision");
        assertThatThrownBy(() -> PlanFiles.read(options("main"))).hasMessageContaining("write git:REVISION");
        assertThatThrownBy(() -> PlanFiles.read(options("git:--output=x"))).isInstanceOf(UsageProblem.class);
        Options other = options("git:main");
        other.place.plan = perf.resolve("other.yaml");
        assertThatThrownBy(() -> PlanFiles.read(other))
                .hasMessageContaining("there is no ")
                .hasMessageContaining("git:main");
    }

    /** The manifest decides what runs in a cluster as much as the plan does. */
    @Test
    void the_manifest_of_a_pod_is_that_of_the_revision_or_named() throws Exception {
        git("checkout", "-q", "main");
        Files.writeString(
                perf.resolve("flamegate.yaml"),
                "target: {image: a/shop, runtime: kubernetes, kubernetes: {manifest: pod.yaml}}\nrules: [rules.yaml]\n"
                        + "before: {once: [sh, -c, './reset.sh && true']}\nload: {command: [k6, run, --out, 'json={results}', load.js, '{url}'], results: k6}\n");
        Files.writeString(perf.resolve("pod.yaml"), "kind: Pod # {image}\n");
        Files.writeString(perf.resolve("reset.sh"), "true\n");
        Files.writeString(perf.resolve("load.js"), "http.get()\n");
        commit();
        git("checkout", "-q", "-B", "change");
        Files.writeString(perf.resolve("pod.yaml"), "kind: Pod # {image} hostNetwork\n");
        Files.writeString(perf.resolve("reset.sh"), "curl evil.example\n");
        commit();

        PlanFiles base = PlanFiles.read(options("git:main"));
        assertThat(base.texts()).isEqualTo(Map.of("pod.yaml", "kind: Pod # {image}\n"));
        assertThat(base.sources().policy().text())
                .hasValueSatisfying(text -> assertThat(text)
                        .endsWith(", not by pod.yaml as checked out, but with reset.sh as checked out, which is not the"
                                + " same there"));
        assertThat(base.sources().policy().warning()).isPresent();

        PlanFiles own = PlanFiles.read(options(null));
        assertThat(own.texts()).isEqualTo(Map.of("pod.yaml", "kind: Pod # {image} hostNetwork\n"));
        assertThat(own.sources().since("main", perf).text())
                .hasValueSatisfying(text -> assertThat(text)
                        .startsWith("judged by its own pod.yaml, reset.sh, which are not the same in git:main"));
    }

    /** What is wrong with a rule file is said with three lines of it. */
    @Test
    void a_plan_names_no_files_outside_of_its_checkout() throws Exception {
        Path outside = Files.writeString(other.resolve("credentials"), "key=s3cr3t\n");
        Files.createSymbolicLink(perf.resolve("link.yaml"), outside);
        for (String file :
                List.of(outside.toString(), "/proc/self/environ", "link.yaml", "../../../proc/self/environ")) {
            Options options = options(null);
            options.set.put("rules", "[" + file + "]");

            assertThatThrownBy(() -> PlanFiles.read(options)).as(file).message().doesNotContain("s3cr3t", "PATH=");
        }
        Options asked = options(null);
        asked.rules = List.of(Files.writeString(other.resolve("rules.yaml"), RULE.formatted("7")));
        assertThat(PlanFiles.read(asked).rules().rules()).hasSize(1);
        Files.delete(perf.resolve("flamegate-accepted.yaml"));
        Files.createSymbolicLink(perf.resolve("flamegate-accepted.yaml"), outside);
        assertThatThrownBy(() -> PlanFiles.read(options(null)))
                .hasMessageContaining("is not within")
                .hasMessageNotContaining("s3cr3t");
    }

    @Test
    void runs_of_a_plan_are_stored_in_its_checkout() throws Exception {
        Files.createSymbolicLink(perf.resolve("elsewhere"), other);
        for (String place : List.of("../..", other.toString(), "elsewhere", "elsewhere/x")) {
            Options options = options(null);
            options.set.put("history", place);

            assertThatThrownBy(() -> PlanFiles.read(options).historyPlace())
                    .as(place)
                    .isInstanceOf(UsageProblem.class)
                    .hasMessageContaining("--history");
        }
        Options inside = options(null);
        inside.set.put("history", "../runs");
        assertThat(PlanFiles.read(inside).historyPlace()).isEqualTo(folder.resolve("runs"));
        inside.place.history = other;
        assertThat(PlanFiles.read(inside).historyPlace()).isEqualTo(other);
    }

    @Test
    void reports_of_a_plan_stay_in_its_checkout() throws Exception {
        for (String place : List.of("..", "/", "../../x", "/home/somebody", "link/x")) {
            Path link = perf.resolve("link");
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, Path.of("/"));
            Options options = options(null);
            options.set.put("report", place);

            assertThatThrownBy(() -> PlanFiles.read(options).reportFolder())
                    .as(place)
                    .isInstanceOf(UsageProblem.class)
                    .hasMessageContaining("--report");
        }
        Options inside = options(null);
        inside.set.put("report", "../build/flamegate");
        assertThat(PlanFiles.read(inside).reportFolder()).isEqualTo(folder.resolve("build/flamegate"));
        Options asked = options(null);
        asked.report = Path.of("/somewhere");
        assertThat(PlanFiles.read(asked).reportFolder()).isEqualTo(Path.of("/somewhere"));
    }

    private Options options(@Nullable String from) {
        Options options = new Options();
        options.place.plan = perf.resolve("flamegate.yaml");
        options.policyFrom = from;
        return options;
    }

    private void plan(String build) throws Exception {
        Files.writeString(
                perf.resolve("flamegate.yaml"),
                "target: {jar: target/shop.jar}\nbuild: '" + build + "'\nrules: [rules.yaml]\n");
    }

    private void commit() throws Exception {
        git("add", "-A");
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "x");
    }

    private void git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        assertThat(Program.of(command).run().isOk()).as(command.toString()).isTrue();
    }
}
