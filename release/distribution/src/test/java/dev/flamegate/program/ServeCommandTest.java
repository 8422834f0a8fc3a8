package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.cli.Main;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.publish.serve.SharedCopies;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory;
import dev.flamegate.store.StoredRuns;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command as a program of its own. */
class ServeCommandTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @Test
    @Tag("all-extensions")
    @DisabledOnOs(OS.WINDOWS)
    void what_others_share_is_answered_nothing_is_changed_and_sigterm_ends_it() throws Exception {
        Path repository = repository();
        String place = "git:" + repository + "#runs";
        History gate = new History(folder.resolve("gate"), warning -> {});
        store(gate, "r1", 1, Verdict.PASS);
        push(gate, place);
        String before = tip(repository);
        Process process = start("--history-remote", place, "--refresh", "1s", "--latest", "2");
        try (BufferedReader out = process.inputReader()) {
            String address = address(out);
            assertThat(get(address, "shop").body()).contains("\"verdict\" : \"PASS\"", "\"id\" : \"r1\"");
            assertThat(get(address, "cart").statusCode()).isEqualTo(404);
            for (int i = 2; i < 6; i++) {
                store(gate, "r" + i, i, Verdict.FAIL);
            }
            push(gate, place);
            String after = tip(repository);
            assertThat(after).isNotEqualTo(before);

            HttpResponse<String> newest = get(address, "shop");
            while (newest.body().contains("\"r1\"")) { // what it knows may be a second old
                Thread.sleep(200);
                newest = get(address, "shop");
            }
            assertThat(newest.body()).contains("\"verdict\" : \"FAIL\"", "\"id\" : \"r5\"");
            assertThat(tip(repository)).as("nothing is sent").isEqualTo(after);
            assertThat(folder.resolve("here")).as("nothing is stored").doesNotExist();
            assertThat(copied()).as("only the latest are kept").containsExactlyInAnyOrder("r4", "r5");

            Files.move(repository, folder.resolve("elsewhere.git"));
            HttpResponse<String> gone = get(address, "shop");
            while (gone.statusCode() == 200) {
                Thread.sleep(200);
                gone = get(address, "shop");
            }
            assertThat(gone.statusCode()).as("an older verdict could be wrong").isEqualTo(503);
            assertThat(gone.body()).contains("the shared history cannot be read: git:");
            Files.move(folder.resolve("elsewhere.git"), repository);
            assertThat(get(address, "shop").statusCode()).as("tried again").isEqualTo(200);

            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(log()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
        try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
            assertThat(left.filter(path -> String.valueOf(path.getFileName()).startsWith("flamegate-")))
                    .isEmpty();
        }
    }

    @Test
    @Tag("all-extensions")
    void a_shared_record_that_cannot_be_used_may_be_the_newest_verdict() throws Exception {
        Path repository = repository();
        String place = "git:" + repository + "#runs";
        History gate = new History(folder.resolve("gate"), warning -> {});
        store(gate, "r1", 1, Verdict.PASS);
        push(gate, place);
        Path clone = folder.resolve("clone");
        git(folder, "clone", "--quiet", "--branch", "runs", repository.toString(), clone.toString());
        try (Stream<Path> files = Files.walk(clone.resolve("runs"))) {
            Path first =
                    files.filter(file -> file.endsWith("r1.zip")).findFirst().orElseThrow();
            Files.copy(first, first.resolveSibling("r2.zip"));
        }
        git(clone, "add", ".");
        git(clone, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "r2");
        git(clone, "push", "--quiet");
        List<String> warnings = new ArrayList<>();

        try (SharedCopies copies = new SharedCopies(
                copy -> Sharing.of(copy, RemoteSpec.parse(place), folder, warnings::add),
                5,
                Duration.ofSeconds(1),
                Duration.ofSeconds(60),
                warnings::add)) {
            assertThatThrownBy(() -> copies.of("shop"))
                    .isInstanceOf(SharedCopies.NotRead.class)
                    .hasMessage("the shared history cannot be read: 1 record of shop cannot be used, for the reasons in"
                            + " the server's log");
            assertThat(copies.of("cart").list()).as("others are answered").isEmpty();
        }
        assertThat(warnings).singleElement().asString().contains("run r2 is not used: its package contains");
    }

    private static void git(Path folder, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(git.getInputStream().readAllBytes());
        assertThat(git.waitFor()).as(output).isZero();
    }

    @Test
    void wrong_options_end_with_2_and_a_port_that_is_taken_with_3() throws IOException {
        assertThat(run("--listen", "7070")).isEqualTo(2);
        assertThat(run("--listen", "127.0.0.1:99999")).isEqualTo(2);
        assertThat(run("--latest", "0")).isEqualTo(2);
        assertThat(run("--refresh", "often")).isEqualTo(2);
        assertThat(run("--report-url", "javascript:{id}")).isEqualTo(2);
        assertThat(run("--token-from", "FLAMEGATE_NO_SUCH_VARIABLE")).isEqualTo(2);
        assertThat(run("--history-remote", "ftp://a")).isEqualTo(2);
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThat(run("--listen", "127.0.0.1:" + taken.getLocalPort())).isEqualTo(3);
        }
    }

    /** The runs in copies of what is shared. */
    private List<String> copied() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("tmp"))) {
            return files.filter(file -> file.endsWith("run.json"))
                    .map(file -> String.valueOf(file.getParent().getFileName()))
                    .toList();
        }
    }

    private static int run(String... options) {
        List<String> line = new ArrayList<>(List.of("serve", "--history", "nowhere"));
        line.addAll(List.of(options));
        return Main.run(
                line.toArray(String[]::new), new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()));
    }

    private Process start(String... options) throws IOException {
        Files.createDirectories(folder.resolve("tmp"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + folder.resolve("tmp"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--history",
                folder.resolve("here").toString()));
        command.addAll(List.of(options));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("log.txt").toFile())
                .start();
    }

    private String address(BufferedReader out) throws IOException {
        String line = out.readLine();
        assertThat(line).as(log()).startsWith("listening on http://127.0.0.1:");
        return line.substring("listening on ".length());
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log.txt"));
    }

    private static HttpResponse<String> get(String address, String service) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(address + "/v1/services/" + service + "/verdict"))
                        .build(),
                BodyHandlers.ofString());
    }

    private static void store(History history, String id, int second, Verdict verdict) {
        history.save(StoredRuns.run(id, StoredRuns.START.plusSeconds(second), "17"));
        history.saveVerdict(
                id, new Judgement(verdict, List.of(), List.of(), Map.of()), StoredRuns.START.plusSeconds(second));
    }

    private void push(History history, String place) throws InterruptedException {
        try (SharedHistory shared =
                SharedHistory.open(history, RemoteSpec.parse(place), folder, System.getenv(), warning -> {})) {
            shared.push(false, null);
        }
    }

    private Path repository() throws Exception {
        Path repository = folder.resolve("shared.git");
        try {
            assertThat(new ProcessBuilder("git", "init", "--quiet", "--bare", repository.toString())
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException e) {
            assumeTrue(false, "there is no git on the path");
        }
        return repository;
    }

    private static String tip(Path repository) throws Exception {
        Process git = new ProcessBuilder("git", "-C", repository.toString(), "rev-parse", "runs")
                .redirectErrorStream(true)
                .start();
        String tip = new String(git.getInputStream().readAllBytes()).strip();
        assertThat(git.waitFor()).as(tip).isZero();
        return tip;
    }
}
