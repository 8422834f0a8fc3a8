package dev.flamegate.program;

import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.program.FaultCase.After;
import dev.flamegate.program.Program.Ended;
import dev.flamegate.targets.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Faults of what was measured: judge, report, store, comment, push. */
final class RecordFaults extends FaultCases {
    @Override
    void list() {
        judge();
        report();
        store();
        comment();
        push();
    }

    private void judge() {
        damaged(
                "half-written file",
                "run.json is cut in half",
                3,
                "its checksum differs",
                text -> text.substring(0, text.length() / 2));
        damaged("garbage", "run.json is garbage", 2, "is skipped: not a stored run", text -> "\u0001\u0002garbage");
        damaged(
                "wrong schema",
                "run.json is of a version to come",
                2,
                "use a newer flamegate",
                text -> text.replaceFirst("\"version\" ?: ?\\d+", "\"version\":99")
                        .replaceFirst("\"format\" ?: ?\\d+", "\"format\":99"));
        damaged("garbage", "run.json is empty", 2, "is skipped: not a stored run", text -> "");
        damaged(
                "half-written file",
                "one number of run.json was changed",
                3,
                "its checksum differs",
                text -> text.replaceFirst("\"cpus\" ?: ?[\\d.]+", "\"cpus\":7"));
        judged(
                "judge",
                "garbage",
                "there is no such run",
                2,
                List.of("20200101-000000-0000"),
                ground -> ground.run("judge", "20200101-000000-0000"));
        judged("judge", "garbage", "the rules are garbage", 2, List.of("rules.yaml"), ground -> {
            String rules = ground.read("rules.yaml");
            Ended ended = ground.write("rules.yaml", "\u0000{{{").run("judge", id(ground));
            ground.write("rules.yaml", rules);
            return ended;
        });
        judged("judge", "wrong schema", "the plan is of a version to come", 2, List.of("version"), ground -> {
            String plan = ground.read("flamegate.yaml");
            Ended ended = ground.write("flamegate.yaml", plan.replace("version: 1", "version: 99"))
                    .run("judge", id(ground));
            ground.write("flamegate.yaml", plan);
            return ended;
        });
        judged("judge", "out of memory", "6 MiB", 3, List.of("FLAMEGATE_JAVA_OPTIONS"), ground -> {
            Ended ended = ground.with("FLAMEGATE_JAVA_OPTIONS", "-Xmx6m").run("judge", id(ground));
            return ended;
        });
        add(
                "judge",
                "descriptors exhausted",
                "65 descriptors",
                Set.of(2, 3),
                List.of(),
                After.JUDGE,
                ground -> ground.limited("ulimit -n 65", "judge", id(ground)));
        judged(
                "judge",
                "read-only",
                "the history cannot be written",
                0,
                List.of(),
                ground -> ground.readOnly(".flamegate", "judge", id(ground)));
        judged(
                "judge",
                "disk full",
                "no space in the history",
                0,
                List.of(),
                ground -> ground.full(".flamegate", "judge", id(ground)));
        judged("judge", "two gates at once", "both judge the same run", 0, List.of(), ground -> {
            Process one = ground.start("judge", id(ground));
            Process other = ground.start("judge", id(ground));
            ground.ended(one);
            return ground.ended(other);
        });
    }

    private void damaged(String fault, String how, int code, String words, UnaryOperator<String> damage) {
        judged("judge", fault, how, code, List.of(words), ground -> {
            Path file = ground.stored().resolve("run.json");
            String whole = Files.readString(file);
            Files.writeString(file, damage.apply(whole));
            Ended ended = ground.run("judge", id(ground));
            Files.writeString(file, whole);
            return ended;
        });
    }

    private static String id(FaultGround ground) throws Exception {
        return ground.stored().getFileName().toString();
    }

    private void report() {
        judged(
                "report",
                "read-only",
                "the folder cannot be written",
                3,
                List.of("ead-only"),
                ground -> ground.readOnly("build", "judge", id(ground), "--report", "build/flamegate"));
        judged(
                "report",
                "disk full",
                "no space for the report",
                3,
                List.of("o space left"),
                ground -> ground.full("build", "judge", id(ground), "--report", "build/new"));
        judged("report", "garbage", "a file stands where the folder should", 3, List.of("elsewhere"), ground -> {
            ground.write("elsewhere", "a file");
            return ground.run("judge", id(ground), "--report", "elsewhere");
        });
        judged(
                "report",
                "garbage",
                "there is no such run",
                2,
                List.of("20200101"),
                ground -> ground.run("judge", "20200101-000000-0000", "--report", "build/flamegate"));
        judged("report", "out of memory", "8 MiB", 3, List.of("FLAMEGATE_JAVA_OPTIONS"), ground -> {
            Ended ended = ground.with("FLAMEGATE_JAVA_OPTIONS", "-Xmx8m")
                    .run("judge", id(ground), "--report", "build/flamegate");
            return ended;
        });
        judged("report", "two gates at once", "both write the same folder", 0, List.of(), ground -> {
            Process one = ground.start("judge", id(ground), "--report", "build/flamegate");
            Process other = ground.start("judge", id(ground), "--report", "build/flamegate");
            ground.ended(one);
            return ground.ended(other);
        });
    }

    private void store() {
        judged(
                "store",
                "read-only",
                "the history cannot be written",
                3,
                List.of("ead-only"),
                ground -> ground.readOnly(".flamegate", "history", "import", exported(ground)));
        judged(
                "store",
                "disk full",
                "no space in the history",
                3,
                List.of(),
                ground -> ground.full(".flamegate", "history", "import", exported(ground)));
        judged("store", "half-written file", "half of an archive is taken in", 3, List.of(), ground -> {
            Path archive = ground.folder().resolve(exported(ground));
            byte[] bytes = Files.readAllBytes(archive);
            Files.write(archive, Arrays.copyOf(bytes, bytes.length / 2));
            return ground.run("history", "import", archive.toString());
        });
        judged(
                "store",
                "garbage",
                "a file that is not an archive",
                3,
                List.of(),
                ground -> ground.write("a.zip", "garbage").run("history", "import", "a.zip"));
        judged(
                "store",
                "garbage",
                "an archive that is not there",
                3,
                List.of("there is no archive none.zip"),
                ground -> ground.run("history", "import", "none.zip"));
        judged(
                "store",
                "read-only",
                "the archive cannot be written",
                3,
                List.of("ead-only"),
                ground -> ground.readOnly("out", "history", "export", "out/a.zip"));
        judged(
                "store",
                "disk full",
                "no space for the archive",
                3,
                List.of("o space left"),
                ground -> ground.full("out", "history", "export", "out/a.zip"));
        judged("store", "two gates at once", "both take the same archive in", 0, List.of(), ground -> {
            String archive = exported(ground);
            Process one = ground.start("history", "import", archive);
            Process other = ground.start("history", "import", archive);
            ground.ended(one);
            return ground.ended(other);
        });
    }

    /** An archive of the history. */
    private static String exported(FaultGround ground) throws Exception {
        Ended ended = ground.run("history", "export", "runs.zip");
        if (ended.code() != 0) {
            throw new AssertionError(ended.err());
        }
        return "runs.zip";
    }

    private void comment() {
        commenting("refused network", "nothing listens", null, "");
        commenting("garbage", "the forge answers garbage", HttpDouble.says(200, "text/html", "<html>garbage"), "");
        commenting(
                "wrong schema", "the forge refuses the token", HttpDouble.says(401, "application/json", "{}"), "401");
        forge("hung", "the forge never answers", RawServer.HUNG);
        forge("slow", "the forge's answer never ends", RawServer.ENDLESS);
        forge(
                "half-written file",
                "the forge's answer is cut off",
                RawServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"));
        forge("killed", "the forge closes the connection", RawServer.saying(""));
        for (String signal : List.of("INT", "TERM", "KILL")) {
            hung(
                    "comment",
                    signal,
                    (ground, server) -> asked(ground, server.address()).start("comment", "--strict"));
        }
        result(
                "half-written file",
                "result.json is cut in half",
                text -> text.substring(0, text.length() / 2),
                "result.json");
        result("garbage", "result.json is garbage", text -> "garbage", "result.json");
        result(
                "wrong schema",
                "result.json is of a version to come",
                text -> text.replaceFirst("\"version\" : 1", "\"version\" : 99"),
                "version");
        judged(
                "comment",
                "killed",
                "the measurement was: there is no result",
                0,
                List.of("nowhere/result.json does not exist"),
                ground -> ground.run("comment", "--report", "nowhere"));
    }

    private void commenting(String fault, String how, HttpDouble.@Nullable Reply reply, String words) {
        for (boolean strict : List.of(false, true)) {
            judged("comment", fault, how + (strict ? ", --strict" : ""), strict ? 3 : 0, List.of(words), ground -> {
                try (HttpDouble server = new HttpDouble()) {
                    if (reply != null) {
                        server.reply(reply);
                    }
                    String base = reply == null
                            ? "http://127.0.0.1:" + FreePort.find()
                            : server.address().base().toString();
                    asked(ground, base);
                    return strict ? ground.run("comment", "--strict") : ground.run("comment");
                }
            });
        }
    }

    private void forge(String fault, String how, RawServer.Answer answer) {
        judged("comment", fault, how, 3, List.of("answer"), ground -> {
            try (RawServer server = new RawServer(answer)) {
                return asked(ground, server.address()).run("comment", "--strict");
            }
        });
    }

    /** Something that asks a server. */
    private interface Asking {
        Process start(FaultGround ground, RawServer server) throws Exception;
    }

    /** A signal for the gate while it waits for a server. */
    private void hung(String phase, String signal, Asking asking) {
        add(
                phase,
                "SIG" + signal,
                "the gate, while it waits for the server",
                Set.of(code(signal)),
                List.of(),
                After.JUDGE,
                ground -> {
                    try (RawServer server = new RawServer(RawServer.HUNG)) {
                        Process gate = asking.start(ground, server);
                        server.awaitRequest();
                        ground.signal(signal, gate.pid());
                        return ground.ended(gate);
                    }
                });
    }

    /** With the environment of a pull request whose forge has this address. */
    private static FaultGround asked(FaultGround ground, String forge) {
        return ground.with("GITHUB_ACTIONS", "true")
                .with("GITHUB_API_URL", forge)
                .with("GITHUB_REPOSITORY", "acme/shop")
                .with("GITHUB_EVENT_PATH", "")
                .with("GITHUB_REF", "refs/pull/7/merge")
                .with("GITHUB_TOKEN", "t");
    }

    private void result(String fault, String how, UnaryOperator<String> damage, String words) {
        judged("comment", fault, how, 3, List.of(words), ground -> {
            ground.write("build/flamegate/result.json", damage.apply(ground.read("build/flamegate/result.json")));
            return ground.run("comment", "--strict", "--dry-run");
        });
    }

    private void push() {
        for (String signal : List.of("INT", "TERM")) {
            hung(
                    "push",
                    signal,
                    (ground, server) -> ground.start(
                            "history", "push", "--history-remote", "git:" + server.address() + "/shop.git#runs"));
        }
        pushing(
                "refused network",
                "a git server that nothing listens for",
                3,
                "git:http://127.0.0.1:1/shop.git#runs",
                "");
        pushing(
                "refused network",
                "an ssh server that nothing listens for",
                3,
                "git:ssh://git@127.0.0.1:1/shop.git#runs",
                "");
        pushing("garbage", "a folder that is no repository", 3, "git:elsewhere#runs", "elsewhere");
        pushing(
                "wrong schema",
                "a bucket without credentials",
                3,
                "s3://perf/shop?endpoint=http://127.0.0.1:1",
                "AWS_ACCESS_KEY_ID");
        judged("push", "refused network", "a bucket that nothing listens for", 3, List.of("s3://perf/shop"), ground -> {
            ground.with("AWS_ACCESS_KEY_ID", "id").with("AWS_SECRET_ACCESS_KEY", "key");
            return ground.run("history", "push", "--history-remote", "s3://perf/shop?endpoint=http://127.0.0.1:1");
        });
        pushing("wrong schema", "a remote of no known kind", 2, "ftp://x/y", "not a valid history location");
        judged("push", "read-only", "the shared repository cannot be written", 3, List.of(), ground -> {
            Program.run(ground.folder(), List.of("git", "init", "-q", "--bare", "shared.git"));
            return ground.readOnly("shared.git", "history", "push", "--history-remote", "git:shared.git#runs");
        });
        judged("push", "disk full", "no space for the shared repository", 3, List.of(), ground -> {
            Program.run(ground.folder(), List.of("git", "init", "-q", "--bare", "shared.git"));
            return ground.full("shared.git", "history", "push", "--history-remote", "git:shared.git#runs");
        });
        judged("push", "two gates at once", "both push", 0, List.of(), ground -> {
            Program.run(ground.folder(), List.of("git", "init", "-q", "--bare", "shared.git"));
            Process one = ground.start("history", "push", "--history-remote", "git:shared.git#runs");
            Process other = ground.start("history", "push", "--history-remote", "git:shared.git#runs");
            ground.ended(one);
            return ground.ended(other);
        });
        judged("push", "half-written file", "the shared repository is damaged", 3, List.of(), ground -> {
            Program.run(ground.folder(), List.of("git", "init", "-q", "--bare", "shared.git"));
            ground.write("shared.git/HEAD", "garbage");
            return ground.run("history", "push", "--history-remote", "git:shared.git#runs");
        });
    }

    private void pushing(String fault, String how, int code, String remote, String words) {
        judged(
                "push",
                fault,
                how,
                code,
                List.of(words),
                ground -> ground.run("history", "push", "--history-remote", remote));
    }
}
