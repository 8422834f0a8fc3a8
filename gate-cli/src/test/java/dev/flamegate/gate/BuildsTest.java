package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.Builds.BuildFailed;
import dev.flamegate.os.ChildEnvironment;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A repository whose build makes a jar of its source: the text of the file {@code source}. */
class BuildsTest {
    private static final String BUILD = "mkdir -p out && cp source out/shop.jar && echo built >> \"$BUILDS_LOG\"";

    @TempDir
    Path folder;

    private final Plans.Noted progress = new Plans.Noted();
    private Path log;
    private Path repository;

    @BeforeEach
    void commitTwoVersions() throws Exception {
        log = folder.resolve("builds.log");
        repository = Files.createDirectories(folder.resolve("repository"));
        git("init", "-q", "-b", "main");
        commit("first");
        git("tag", "v1");
        commit("second");
    }

    @Test
    void a_revision_is_built_as_it_was_and_the_checkout_stays_as_it_is() throws Exception {
        Files.writeString(repository.resolve("source"), "not committed");

        Path jar = jar("git:v1", BUILD);

        assertThat(jar).hasContent("first").isAbsolute();
        assertThat(repository.resolve("source")).hasContent("not committed");
        assertThat(repository.resolve("out")).doesNotExist();
        assertThat(progress.stages).singleElement().asString().contains("building git:v1");
        assertNoWorktreeIsLeft();
    }

    @Test
    void the_libraries_that_a_jar_finds_next_to_it_are_kept_with_it() throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "libs/a.jar deps/b.jar ../outside.jar");
        new JarOutputStream(Files.newOutputStream(folder.resolve("thin.jar")), manifest).close();

        Path jar = jar(
                "git:v1",
                "mkdir -p out/libs/boot out/deps out/other && cp " + folder.resolve("thin.jar") + " out/shop.jar"
                        + " && cp source out/libs/a.jar && cp source out/libs/boot/c.jar && cp source out/deps/b.jar"
                        + " && cp source out/other/d.jar && cp source outside.jar");

        assertThat(jar).hasSameBinaryContentAs(folder.resolve("thin.jar"));
        assertThat(jar.resolveSibling("libs/a.jar")).hasContent("first");
        assertThat(jar.resolveSibling("libs/boot/c.jar")).hasContent("first");
        assertThat(jar.resolveSibling("deps/b.jar")).hasContent("first");
        assertThat(jar.resolveSibling("other")).doesNotExist();
        assertThat(jar.getParent().resolveSibling("outside.jar")).doesNotExist();
    }

    @Test
    void the_same_tree_is_not_built_again() throws Exception {
        Path jar = jar("git:v1", BUILD);
        git("commit", "-q", "--allow-empty", "-m", "same tree as the second");

        assertThat(jar("git:v1", BUILD)).isEqualTo(jar);
        assertThat(jar("git:HEAD", BUILD)).hasContent("second").isEqualTo(jar("git:HEAD~1", BUILD));
        assertThat(log).hasContent("built\nbuilt\n");
    }

    @Test
    void another_build_command_is_another_build() throws Exception {
        Path jar = jar("git:v1", BUILD);

        Path other = jar("git:v1", "mkdir -p out && echo other > out/shop.jar");

        assertThat(other).hasContent("other\n").isNotEqualTo(jar);
        assertThat(jar).hasContent("first");
    }

    @Test
    void a_plan_in_a_folder_of_the_repository_is_built_there() throws Exception {
        Path module = Files.createDirectories(repository.resolve("shop"));
        Files.writeString(module.resolve("source"), "module");
        git("add", "-A");
        git("commit", "-q", "-m", "module");
        repository = module;

        assertThat(jar("git:HEAD", BUILD)).hasContent("module").startsWith(module);
    }

    @Test
    void a_failing_build_says_so_with_the_end_of_its_log_and_is_not_kept() throws Exception {
        assertThatThrownBy(() -> jar("git:v1", "echo no such symbol Basket; exit 7"))
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining("git:v1 could not be built")
                .hasMessageContaining("ended with 7")
                .hasMessageContaining("| no such symbol Basket")
                .hasMessageContaining("build.log");

        assertNoWorktreeIsLeft();
        assertThat(jar("git:v1", BUILD)).hasContent("first");
    }

    @Test
    void a_build_that_makes_no_jar_says_so() throws Exception {
        assertThatThrownBy(() -> jar("git:v1", "true"))
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining("but made no out/shop.jar");

        assertNoWorktreeIsLeft();
    }

    @Test
    void an_interrupted_build_is_ended_and_leaves_no_worktree() throws Exception {
        Path began = folder.resolve("began");
        CountDownLatch interrupted = new CountDownLatch(1);
        Thread gate = new Thread(() -> {
            try {
                jar("git:v1", "echo $$ > " + began + ".part; mv " + began + ".part " + began + "; sleep 600");
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        gate.start();
        Await.until("the build", () -> {
            assertThat(gate.isAlive()).isTrue();
            return Files.exists(began);
        });
        ProcessHandle build = ProcessHandle.of(
                        Long.parseLong(Files.readString(began).strip()))
                .orElseThrow();

        gate.interrupt();

        assertThat(interrupted.await(240, TimeUnit.SECONDS)).isTrue();
        build.onExit().get(240, TimeUnit.SECONDS);
        gate.join();
        assertNoWorktreeIsLeft();
    }

    @Test
    void closing_from_another_thread_ends_a_build_and_removes_its_worktree() throws Exception {
        Path began = folder.resolve("began");
        String yaml = "target: {jar: out/shop.jar}\nbuild: 'echo > " + began + "; sleep 600'\n";
        Builds builds = new Builds(Plans.of(yaml), repository, progress);
        FutureTask<Path> building = new FutureTask<>(() -> Path.of("" + builds.jar(ArmSpec.parse("git:v1"))));
        new Thread(building).start();
        Await.until("the build", () -> {
            assertThat(building).isNotDone();
            return Files.exists(began);
        });

        builds.close();

        // Closed, if the command began before its start was noted.
        assertThatThrownBy(() -> building.get(240, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfAny(BuildFailed.class, CloseableRegistry.Closed.class);
        assertNoWorktreeIsLeft();
    }

    /** The steps of a build are what it starts: git's commands, the worktree, and the build command. */
    @ParameterizedTest
    @EnumSource
    void closing_at_any_step_leaves_nothing_running_and_no_worktree(ClosingRegistry.Moment moment) throws Exception {
        ClosingRegistry whole = new ClosingRegistry(Integer.MAX_VALUE, moment);
        builds(BUILD, whole).jar(ArmSpec.parse("git:v1"));
        assertThat(whole.starts()).isGreaterThan(4);

        for (int step = 1; step <= whole.starts(); step++) {
            Path pid = folder.resolve("pid-" + step);
            ClosingRegistry registry = new ClosingRegistry(step, moment);
            Builds builds = builds("echo $$ > " + pid + "; sleep 600", registry);

            assertThatThrownBy(() -> builds.jar(ArmSpec.parse("git:v1")))
                    .as("closed at step %d", step)
                    .isInstanceOfAny(BuildFailed.class, CloseableRegistry.Closed.class);

            registry.awaitClosed();
            assertThat(registry.isClosed()).isTrue();
            assertThat(Files.exists(pid) ? alive(pid) : Stream.empty()).isEmpty();
            assertNoWorktreeIsLeft();
            assertThatThrownBy(() -> builds.jar(ArmSpec.parse("git:v1"))).isInstanceOf(CloseableRegistry.Closed.class);
            builds.close();
        }
    }

    @Test
    void a_build_gets_no_secrets_and_says_so_when_it_fails() {
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.put("AWS_SECRET_ACCESS_KEY", "s3cr3t");
        Builds builds = builds(
                "target: {jar: out/shop.jar}\nbuild: 'echo \"<$AWS_SECRET_ACCESS_KEY>\"; false'\n",
                new CloseableRegistry(),
                ChildEnvironment.of(variables, List.of(), List.of()));

        assertThatThrownBy(() -> builds.jar(ArmSpec.parse("git:v1")))
                .hasMessageContaining("<>")
                .hasMessageContaining("withheld")
                .hasMessageContaining("AWS_SECRET_ACCESS_KEY")
                .message()
                .doesNotContain("s3cr3t");
    }

    private static Stream<ProcessHandle> alive(Path pid) throws IOException {
        String id = Files.readString(pid).strip();
        return id.isEmpty()
                ? Stream.empty()
                : ProcessHandle.of(Long.parseLong(id)).filter(ProcessHandle::isAlive).stream();
    }

    private Builds builds(String command, CloseableRegistry registry) {
        String yaml = "target: {jar: out/shop.jar}\nbuild: '" + command.replace("$BUILDS_LOG", log.toString()) + "'\n";
        return builds(yaml, registry, ChildEnvironment.of(System.getenv(), List.of(), List.of()));
    }

    private Builds builds(String yaml, CloseableRegistry registry, ChildEnvironment environment) {
        return new Builds(Plans.of(yaml), repository, progress, registry, environment);
    }

    /** Closes itself at one of its starts. */
    private static final class ClosingRegistry extends CloseableRegistry {
        private final int step;
        private final Moment moment;
        private final Thread closing = new Thread(this::close);
        private int starts;

        enum Moment {
            BEFORE_THE_START,
            DURING_THE_START,
            AFTER_THE_START
        }

        ClosingRegistry(int step, Moment moment) {
            this.step = step;
            this.moment = moment;
        }

        int starts() {
            return starts;
        }

        @Override
        public <T, E extends Exception> T start(Start<T, E> start, Consumer<? super T> end) throws E {
            if (++starts != step) {
                return super.start(start, end);
            }
            if (moment == Moment.BEFORE_THE_START) {
                closing.start();
                awaitClosed();
            }
            T started = super.start(
                    () -> {
                        T made = start.start();
                        if (moment == Moment.DURING_THE_START) {
                            // It goes on as soon as it is marked as closed, and then waits for this start.
                            closing.start();
                            while (!isClosed()) {
                                Thread.onSpinWait();
                            }
                        }
                        return made;
                    },
                    end);
            closing.start();
            awaitClosed();
            return started;
        }

        void awaitClosed() {
            try {
                closing.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void the_merge_base_is_where_the_branch_left_the_default_one() throws Exception {
        git("checkout", "-q", "-b", "feature", "v1");
        commit("feature");

        assertThat(jar("git:merge-base", BUILD)).hasContent("first");
    }

    @Test
    void without_a_default_branch_there_is_no_merge_base() throws Exception {
        git("branch", "-m", "main", "trunk");

        assertThatThrownBy(() -> jar("git:merge-base", BUILD))
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining("git:merge-base")
                .hasMessageContaining("origin/main")
                .hasMessageContaining("name a revision");
    }

    @Test
    void an_unknown_revision_and_a_folder_without_git_are_named() {
        assertThatThrownBy(() -> jar("git:v9", BUILD))
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining("v9")
                .hasMessageContaining("does the revision exist?");
        Path bare = folder.resolve("bare");
        assertThatThrownBy(() -> {
                    repository = Files.createDirectories(bare);
                    jar("git:v1", BUILD);
                })
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining("is it a checkout");
    }

    @Test
    void a_plan_without_build_cannot_build() {
        Builds builds = new Builds(Plans.of("target: {jar: out/shop.jar}"), repository, progress);

        assertThatThrownBy(() -> builds.jar(ArmSpec.parse("git:v1")))
                .isInstanceOf(BuildFailed.class)
                .hasMessageContaining("the plan needs build:");
    }

    @Test
    void what_is_built_already_is_taken_as_it_is() throws Exception {
        Builds builds = new Builds(Plans.of("target: {jar: out/shop.jar}"), repository, progress);

        assertThat(builds.jar(ArmSpec.parse("other.jar"))).isEqualTo("other.jar");
        assertThat(builds.jar(ArmSpec.parse("image:shop"))).isNull();
        assertThat(builds.jar(ArmSpec.parse("http://shop.example"))).isNull();
        assertThat(progress.stages).isEmpty();
    }

    private Path jar(String arm, String command) throws InterruptedException {
        String yaml = "target: {jar: out/shop.jar}\nbuild: '" + command.replace("$BUILDS_LOG", log.toString()) + "'\n";
        String jar = new Builds(Plans.of(yaml), repository, progress).jar(ArmSpec.parse(arm));
        return Path.of(Objects.requireNonNull(jar));
    }

    private void assertNoWorktreeIsLeft() throws Exception {
        assertThat(git("worktree", "list").lines()).hasSize(1);
        assertThat(repository.resolve(".flamegate"))
                .isDirectoryNotContaining(file -> file.getFileName().toString().startsWith("flamegate-"));
    }

    private void commit(String source) throws Exception {
        Files.writeString(repository.resolve("source"), source);
        git("add", "source");
        git("commit", "-q", "-m", source);
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        return Repository.git(repository, arguments);
    }
}
