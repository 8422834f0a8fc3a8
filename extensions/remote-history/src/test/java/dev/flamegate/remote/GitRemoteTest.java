package dev.flamegate.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.model.finding.Verdict;
import dev.flamegate.os.OwnFolders;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory.Wanted;
import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GitRemoteTest extends SharedHistoryContract {
    private static final String BRANCH = "flamegate-history";

    private Path shared = Path.of("");
    private Path checkout = Path.of("");

    @BeforeEach
    void repositories() throws Exception {
        shared = folder.resolve("shared.git");
        checkout = folder.resolve("checkout");
        try {
            git(folder, "init", "--quiet", "--bare", shared.toString());
        } catch (IOException e) {
            assumeTrue(false, "there is no git on the path");
        }
        git(folder, "init", "--quiet", checkout.toString());
        git(checkout, "remote", "add", "origin", shared.toString());
    }

    @Override
    Remote remote() {
        return new GitRemote(new RemoteSpec.Git("origin", BRANCH), checkout, System.getenv());
    }

    @Override
    String place() {
        return "git:" + shared + "#" + BRANCH;
    }

    @Test
    void the_users_checkout_stays_as_it_is() throws Exception {
        Files.writeString(checkout.resolve("committed.txt"), "a");
        git(checkout, "add", ".");
        git(checkout, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "first");
        git(checkout, "push", "--quiet", "origin", "HEAD:refs/heads/main");
        Files.writeString(checkout.resolve("committed.txt"), "edited");
        Files.writeString(checkout.resolve("staged.txt"), "b");
        git(checkout, "add", "staged.txt");
        Files.writeString(checkout.resolve("untracked.txt"), "c");
        Map<String, String> before = contents(checkout);
        History here = history("here");
        save(here, "r1", 1, Verdict.PASS);

        push(here);
        pull(history("there"));

        assertThat(contents(checkout)).isEqualTo(before);
        assertThat(git(checkout, "ls-remote", "origin")).contains("refs/heads/main", "refs/heads/" + BRANCH);
    }

    /** A bare repository can be committed as files, and git runs its hooks when it pushes to a path. */
    @Test
    void a_repository_within_the_checkout_is_refused_whatever_leads_there() throws Exception {
        Path evil = checkout.resolve("evil");
        git(folder, "init", "--quiet", "--bare", evil.toString());
        Path ran = folder.resolve("ran");
        Path hook = evil.resolve("hooks/pre-receive");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\ntouch '" + ran + "'\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        Path link = folder.resolve("link");
        Files.createSymbolicLink(link, evil);
        Files.createSymbolicLink(checkout.resolve("out"), shared);
        git(checkout, "remote", "add", "near", evil.toString());
        git(checkout, "remote", "add", "half", shared.toString());
        git(checkout, "remote", "set-url", "--push", "half", evil.toString());
        Path plan = Files.createDirectories(checkout.resolve("perf"));
        History here = history("here");
        save(here, "r1", 1, Verdict.PASS);
        for (String place : List.of(
                "../evil",
                evil.toString(),
                "file://" + evil,
                "file://localhost" + evil,
                link.toString(),
                "../out",
                "near",
                "half",
                "./..//evil/")) {
            try (RemoteHistory history = RemoteHistory.of(
                    here, new GitRemote(new RemoteSpec.Git(place, BRANCH), plan, System.getenv()), w -> {})) {
                assertThatThrownBy(() -> history.push(false, null))
                        .as(place)
                        .isInstanceOf(StoreFailed.class)
                        .hasMessageContaining("is within the checkout");
            }
        }
        assertThat(ran).doesNotExist();
    }

    @Test
    void pushes_are_commits_that_start_no_pipeline_and_pruning_leaves_one() throws Exception {
        History here = history("here");
        for (int i = 0; i < 3; i++) {
            save(here, "r" + i, i, Verdict.PASS);
            push(here);
        }
        assertThat(git(shared, "log", "--format=%s", BRANCH).lines())
                .hasSize(3)
                .allMatch(subject -> subject.contains("[skip ci]"));

        try (RemoteHistory history = shared(here)) {
            history.prune(1, false, null);
        }

        assertThat(git(shared, "rev-list", "--count", BRANCH)).isEqualTo("1");
        assertThat(git(shared, "ls-tree", "-r", "--name-only", BRANCH).lines())
                .hasSize(2)
                .allMatch(name -> name.contains("/r2."));
    }

    @Test
    void where_history_may_not_be_rewritten_pruning_is_a_commit_more() throws Exception {
        History here = history("here");
        for (int i = 0; i < 2; i++) {
            save(here, "r" + i, i, Verdict.PASS);
            push(here);
        }
        git(shared, "config", "receive.denyNonFastForwards", "true");

        try (RemoteHistory history = shared(here)) {
            history.prune(1, false, null);
        }

        assertThat(git(shared, "rev-list", "--count", BRANCH)).isEqualTo("3");
        assertThat(git(shared, "ls-tree", "-r", "--name-only", BRANCH)).doesNotContain("r0.");
    }

    @Test
    void a_server_that_filters_sends_the_contents_that_are_wanted_alone() throws Exception {
        git(shared, "config", "uploadpack.allowFilter", "true");
        History here = history("here");
        for (int i = 0; i < 4; i++) {
            save(here, "r" + i, i, Verdict.PASS);
        }
        push(here);
        History there = history("there");

        // Over a URL: from a path git takes whole packs.
        RemoteSpec.Git place = new RemoteSpec.Git(shared.toUri().toString(), BRANCH);
        GitRemote remote = new GitRemote(place, checkout, System.getenv());
        try (RemoteHistory history = RemoteHistory.of(there, remote, warnings()::add)) {
            assertThat(history.pull(new Wanted("shop", 2, 0, Set.of())).runs()).isEqualTo(2);
            save(there, "r9", 9, Verdict.PASS);
            assertThat(history.push(false, null).runs()).isEqualTo(1);
            assertThat(git(remote.folder(), "rev-list", "--objects", "--missing=print", "refs/heads/tip")
                            .lines()
                            .filter(line -> line.startsWith("?")))
                    .as("two runs; the verdicts, all alike, are one object")
                    .hasSize(2);
        }

        assertThat(pull(history("all")).runs()).isEqualTo(5);
        assertThat(warnings()).isEmpty();
    }

    @Test
    void a_branch_that_was_rewritten_meanwhile_is_read_as_it_is() throws Exception {
        History here = history("here");
        save(here, "r1", 1, Verdict.PASS);
        push(here);
        try (RemoteHistory history = shared(here)) {
            save(here, "r2", 2, Verdict.PASS);
            history.push(false, null);
            git(shared, "update-ref", "-d", "refs/heads/" + BRANCH);
            save(here, "r3", 3, Verdict.PASS);
            assertThat(history.push(false, null).runs()).isEqualTo(1);
            assertThat(history.push(true, null).runs()).isEqualTo(2);
        }
        assertThat(pull(history("there")).runs()).isEqualTo(3);
    }

    @Test
    void a_repository_that_is_not_there_is_said_without_the_password_of_its_url() throws Exception {
        git(checkout, "remote", "set-url", "origin", "https://ci:hunter2@127.0.0.1:1/shop.git");
        History here = history("here");
        save(here, "r1", 1, Verdict.PASS);

        assertThatThrownBy(() -> push(here))
                .isInstanceOf(StoreFailed.class)
                .hasMessageContaining("git:origin#flamegate-history cannot be reached")
                .hasMessageNotContaining("hunter2");
        assertThat(here.list()).hasSize(1);
    }

    @Test
    void a_hook_that_declines_is_no_race() throws Exception {
        Path hook = Files.writeString(shared.resolve("hooks/pre-receive"), "#!/bin/sh\necho not today >&2\nexit 1\n");
        assumeTrue(hook.toFile().setExecutable(true));
        History here = history("here");
        save(here, "r1", 1, Verdict.PASS);

        assertThatThrownBy(() -> push(here))
                .hasMessageContaining("cannot be pushed to")
                .hasMessageContaining("not today");
    }

    @Test
    void the_token_of_a_jobs_checkout_is_handed_on_and_the_users_own_settings_are_not_repeated() throws Exception {
        git(checkout, "config", "http.https://example.org/.extraheader", "AUTHORIZATION: basic c2VjcmV0");
        Path own = Files.writeString(folder.resolve("gitconfig"), "[http]\n\textraheader = X-Own: 1\n");
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.put("GIT_CONFIG_GLOBAL", own.toString());

        List<Map.Entry<String, String>> settings =
                new GitPlace(checkout, environment).settings(new RemoteSpec.Git("origin", BRANCH));

        assertThat(settings)
                .contains(Map.entry("http.https://example.org/.extraheader", "AUTHORIZATION: basic c2VjcmV0"))
                .contains(Map.entry("remote.shared.url", shared.toString()))
                .noneMatch(setting -> setting.getValue().contains("X-Own"));
        try (GitRepository repository = new GitRepository(environment, settings)) {
            assertThat(repository.run(null, "config", "--get-all", "http.https://example.org/.extraheader"))
                    .isEqualTo("AUTHORIZATION: basic c2VjcmV0");
            assertThat(Files.readString(repository.folder().resolve("config"))).doesNotContain("AUTHORIZATION");
        }
    }

    @Test
    void a_path_is_relative_to_the_plan_and_nothing_stays_in_the_temporary_folder() throws Exception {
        Path temporary = OwnFolders.temporary();
        History here = history("here");
        save(here, "r1", 1, Verdict.PASS);
        GitRemote remote = new GitRemote(new RemoteSpec.Git("../shared.git", "b"), checkout, System.getenv());
        Path own;
        try (RemoteHistory history = RemoteHistory.of(here, remote, warnings()::add)) {
            assertThat(history.push(false, null).runs()).isEqualTo(1);
            own = remote.folder();
            assertThat(own).isDirectory().hasParent(temporary);
        }

        assertThat(own).doesNotExist();
        assertThat(git(shared, "for-each-ref", "--format=%(refname)")).isEqualTo("refs/heads/b");
    }

    /** Every file of a folder, git's own included. */
    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(folder.relativize(file).toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return contents;
    }

    private static String git(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes()).strip();
        assertThat(process.waitFor()).as(command + ": " + output).isZero();
        return output;
    }

    @Test
    void helpers_of_git_are_not_run() {
        for (String helper : List.of("fd::7", "ext::sh%20-c%20true", "foo::bar")) {
            Remote other = new GitRemote(new RemoteSpec.Git(helper, BRANCH), checkout, System.getenv());

            assertThatThrownBy(other::list).isInstanceOf(StoreFailed.class).hasMessageContaining("not allowed");
            other.close();
        }
    }
}
