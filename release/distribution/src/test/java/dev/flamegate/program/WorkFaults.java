package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.FaultCase.After;
import dev.flamegate.program.FaultCase.Cause;
import dev.flamegate.program.Program.Ended;
import dev.flamegate.targets.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Faults while the work of requests is counted: of the target, of the agent in it, of the load, of what is stored. */
final class WorkFaults extends FaultCases {
    private static final String COUNTING = "counting work";
    private static final String AGENT = "dev/flamegate/work/agent.jar";

    @Override
    void list() {
        target();
        agent();
        talk();
        load();
        store();
        signals("count", "the gate, while work is counted", COUNTING, ground -> plan(ground, "none"), count());
    }

    private void target() {
        failing("killed", "the target ends after 150 requests", "die", "the target ended with exit code 7");
        failing("hung", "the target never listens", "no-port", "not ready within 4 s");
        failing("hung", "a request is never answered", "hang", "no request was counted");
        failing("slow", "an answer never ends", "endless", "no request was counted");
        failing("wrong schema", "the target answers by HTTP/2", "http-2", "no request was counted");
        failing("wrong schema", "the target speaks TLS alone", "tls", "not ready within 4 s");
        counted("slow", "answers come in chunks", "chunked");
        counted("wrong schema", "a method is too large for counters", "huge-method");
        counted("garbage", "a class is of a version to come", "unverifiable-class");
        judged(
                "count",
                "wrong schema",
                "the target runs already",
                3,
                List.of("The work of running services cannot be counted"),
                ground -> {
                    try (RawServer server =
                            new RawServer(RawServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))) {
                        plan(ground, "none");
                        return ground.run(
                                "count",
                                "--baseline",
                                server.address(),
                                "--candidate",
                                server.address(),
                                "--set",
                                "profile.events=[]");
                    }
                });
    }

    private void agent() {
        judged(
                "count",
                "half-written file",
                "the agent's jar is missing",
                3,
                List.of("agent that counts is missing"),
                ground -> {
                    plan(ground, "none");
                    return agentOf(ground, null).run(count());
                });
        judged("count", "garbage", "the agent's jar is garbage", 3, List.of("ended with exit code"), ground -> {
            plan(ground, "none");
            return agentOf(ground, "garbage".getBytes()).run(count());
        });
        failing("killed", "the target ends while the agent answers", "agent-dies", "");
        failing("hung", "the agent never answers", "agent-hangs", "answer an agent's question");
        failing("garbage", "the agent answers no numbers", "agent-garbage", "which is no work");
        failing("garbage", "the agent's answer is too long", "agent-floods", "a line of more than");
        failing("garbage", "the agent's answer has too many lines", "agent-lines", "more than 256 lines");
        failing("garbage", "the agent's numbers are negative", "agent-negative", "which is no work");
    }

    private void talk() {
        judged("count", "garbage", "the agent's names are for terminals and browsers", 1, List.of("FAIL"), ground -> {
            plan(ground, "agent-names");
            Ended ended = ground.run(count());
            isInert(ended.out() + ended.err());
            String page = ground.read("build/flamegate/index.html");
            isInert(page);
            assertThat(page).contains("&lt;img src=x").doesNotContain("<img src=x");
            Ended comment = ground.run("comment", "--dry-run");
            assertThat(comment.code()).as(comment.err()).isZero();
            isInert(comment.out());
            assertThat(comment.out().replaceAll("(`+)[^\n]*?[^`]\\1(?!`)", ""))
                    .as("the comment but for code")
                    .doesNotContain("<img src=x", "@acme", "**b**", "[a](");
            return ended;
        });
        failing("garbage", "the table's size is no number", "agent-size", "cannot be read");
        failing("garbage", "the table is too large", "agent-large", "not up to 64 MiB");
        failing("garbage", "the table's bytes are no Base64", "agent-bytes", "cannot be read");
        failing("slow", "the table comes byte by byte", "agent-trickle", "shorter than its size");
        failing("garbage", "the table is not compressed", "agent-no-gzip", "cannot be read");
        failing("garbage", "the table has lines of another kind", "agent-lies", "cannot be read");
        failing("garbage", "the table unpacks to a line of a gigabyte", "agent-line", "a line is too long");
        failing("garbage", "the table unpacks to a gigabyte", "agent-bomb", "more than");
    }

    /** No sequence for a terminal, no text that turns round. */
    private static void isInert(String text) {
        assertThat(text).doesNotContain("\u001b", "\u202e");
    }

    private void load() {
        load("killed", "the load ends after 300 requests", 0, "", "{url}", "plain", "300");
        load("killed", "the load ends after 5 requests", 3, "", "{url}", "plain", "5");
        load("garbage", "the load asks for web sockets", 0, "", "{url}", "websocket");
        load("garbage", "no two requests have the same name", 3, "no request was counted", "{url}", "names");
    }

    private void load(String fault, String how, int code, String words, String... arguments) {
        judged("count", fault, how, code, List.of(words), ground -> {
            plan(ground, "none", arguments);
            return ground.run(count());
        });
    }

    private void store() {
        for (String file : List.of("difference.json", "baseline/run.json", "candidate/SHA256SUMS")) {
            judged(
                    "count",
                    "half-written file",
                    "the stored " + file + " is cut off",
                    0,
                    List.of("is skipped"),
                    again(file));
        }
        judged("count", "two gates at once", "both count the same builds", 0, List.of(), ground -> {
            plan(ground, "none");
            Process one = ground.start(count());
            ground.until(one, COUNTING);
            String port = "target.port=" + FreePort.find();
            Ended other =
                    ground.besides().run("count", "--baseline", "base.jar", "--report", "build/other", "--set", port);
            Ended first = ground.ended(one);
            assertThat(first.code()).as(first.err()).isZero();
            assertThat(work(ground)).as("one comparison").isDirectoryContaining("glob:**/difference.json");
            return other;
        });
        judged("count", "disk full", "no space for what was counted", 3, List.of("o space left"), ground -> {
            plan(ground, "none");
            return ground.full(".flamegate/history", count());
        });
        judged("count", "read-only", "what was counted cannot be stored", 3, List.of("ead-only"), ground -> {
            plan(ground, "none");
            return ground.readOnly(".flamegate/history", count());
        });
        judged("count", "read-only", "the folder for logs cannot be made", 3, List.of("ead-only"), ground -> {
            plan(ground, "none");
            return ground.readOnly("build", count());
        });
    }

    /** Counts, damages a stored file, and counts again; the third command must find intact counts. */
    private static Cause again(String file) {
        return ground -> {
            plan(ground, "none");
            Ended first = ground.run(count());
            assertThat(first.code()).as(first.out() + first.err()).isZero();
            Path damaged = work(ground).resolve(file);
            Files.writeString(damaged, Files.readString(damaged).substring(0, 60));
            Ended again = ground.run(count());
            Ended third = ground.run(count());
            assertThat(third.err()).doesNotContain("is skipped", COUNTING);
            assertThat(third.code()).isZero();
            return again;
        };
    }

    private static Path work(FaultGround ground) throws IOException {
        try (Stream<Path> all = Files.list(ground.folder().resolve(".flamegate/history/comparisons"))) {
            List<Path> comparisons = all.toList();
            assertThat(comparisons).hasSize(1);
            return comparisons.get(0).resolve("work");
        }
    }

    private static String[] count() {
        return new String[] {"count", "--baseline", "base.jar"};
    }

    private void failing(String fault, String how, String does, String words) {
        counting(fault, how, does, 3, words);
    }

    private void counted(String fault, String how, String does) {
        counting(fault, how, does, 0, "");
    }

    private void counting(String fault, String how, String does, int code, String words) {
        add("count", fault, how, Set.of(code), List.of(words), After.JUDGE, ground -> {
            plan(ground, does);
            return ground.run(count());
        });
    }

    /** A plan that counts the service, which does what it is told. */
    private static void plan(FaultGround ground, String does, String... load) throws Exception {
        CountedService.pack(ground.folder().resolve("app.jar"));
        Files.copy(
                ground.folder().resolve("app.jar"),
                ground.folder().resolve("base.jar"),
                StandardCopyOption.REPLACE_EXISTING);
        String command = String.join("\", \"", load.length == 0 ? new String[] {"{url}"} : load);
        String plan = ground.read("flamegate.yaml");
        ground.write(
                "flamegate.yaml",
                plan.substring(0, plan.indexOf("load:"))
                                .replaceFirst("(?m)^  jar: .*", "  jar: app.jar\n  metrics: false")
                                .replace("environment: {", "environment: {FAULT: " + does + ", ARM: \"{arm}\", ")
                                .replace("within: 120 s", does.matches("no-port|tls") ? "within: 4 s" : "within: 120 s")
                        + "load:\n  command: [java, -cp, app.jar, x.Load, \"" + command + "\"]\n  results: none\n"
                        + "  warm-up: {at-least: 1 s, at-most: 2 s}\n  measure: 2 s\nrules: [rules.yaml]\n");
        ground.write("rules.yaml", """
                version: 1
                rules:
                  - id: work
                    indicator: work.instructions
                    applies: compare
                    must: "< 2% growth vs baseline"
                """);
    }

    /** An installation whose extension has another agent; {@code null} for none. */
    private static FaultGround agentOf(FaultGround ground, byte[] agent) throws IOException {
        return ExtensionFaults.with(ground, broken -> {
            Path jar = broken.resolveSibling("flamegate-work.jar");
            Path whole = jar.toRealPath();
            Files.delete(jar);
            try (ZipInputStream in = new ZipInputStream(Files.newInputStream(whole));
                    ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
                for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                    boolean isAgent = entry.getName().equals(AGENT);
                    if (!isAgent || agent != null) {
                        out.putNextEntry(new ZipEntry(entry.getName()));
                        out.write(isAgent ? agent : in.readAllBytes());
                    }
                }
            }
        });
    }
}
