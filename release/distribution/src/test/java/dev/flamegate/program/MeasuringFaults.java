package dev.flamegate.program;

import dev.flamegate.program.FaultCase.After;
import dev.flamegate.program.Program.Ended;
import dev.flamegate.targets.FreePort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/** Faults while something is measured: build, start, ready, warm-up, load. */
final class MeasuringFaults extends FaultCases {
    @Override
    void list() {
        build();
        start();
        ready();
        load();
    }

    private void build() {
        building("killed", "the build kills itself", "kill -9 $$", 3, "could not be built", "137");
        building(
                "half-written file",
                "the build fails after half of the jar",
                "echo x >app.jar; exit 7",
                3,
                "ended with 7");
        building("garbage", "the build makes no jar", "true", 3, "made no app.jar");
        judged(
                "build",
                "wrong schema",
                "the build makes a file that is not a jar",
                3,
                List.of("the target ended with exit code 1"),
                ground -> {
                    repository(ground, "echo x >app.jar");
                    return ground.run("compare", "--baseline", "git:HEAD", "--candidate", "git:HEAD");
                });
        for (String signal : List.of("INT", "TERM", "KILL")) {
            add(
                    "build",
                    "SIG" + signal,
                    "the gate, during the build",
                    Set.of(code(signal)),
                    List.of(),
                    After.BUILD,
                    ground -> {
                        repository(ground, "sleep 600");
                        return ground.signalled(signal, "building git:", "compare", "--baseline", "git:HEAD");
                    });
        }
        judged("build", "disk full", "no space in .flamegate", 3, List.of("No space left"), ground -> {
            repository(ground, "true");
            return ground.full(".flamegate", "compare", "--baseline", "git:HEAD");
        });
        judged("build", "read-only", ".flamegate cannot be written", 3, List.of("ead-only"), ground -> {
            repository(ground, "true");
            return ground.readOnly(".flamegate", "compare", "--baseline", "git:HEAD");
        });
        judged("build", "suspended", "the gate is stopped and goes on", 3, List.of("ended with 5"), ground -> {
            repository(ground, "sleep 2; exit 5");
            Process gate = ground.start("compare", "--baseline", "git:HEAD");
            ground.until(gate, "building git:");
            ground.signal("STOP", gate.pid());
            Thread.sleep(3000);
            ground.signal("CONT", gate.pid());
            return ground.ended(gate);
        });
        judged("build", "wrong schema", "there is no such revision", 3, List.of("nowhere"), ground -> {
            repository(ground, "true");
            return ground.run("compare", "--baseline", "git:nowhere");
        });
    }

    private void building(String fault, String how, String command, int code, String... words) {
        judged("build", fault, how, code, List.of(words), ground -> {
            repository(ground, command);
            return ground.run("compare", "--baseline", "git:HEAD");
        });
    }

    static void repository(FaultGround ground, String build) throws Exception {
        ground.write(".gitignore", ".flamegate/\nbuild/\n");
        String plan = ground.read("flamegate.yaml").replaceFirst("(?m)^  jar: .*", "  jar: app.jar");
        ground.write("flamegate.yaml", plan + "build: \"" + build + "\"\n");
        for (List<String> command : List.of(
                List.of("git", "init", "-q"),
                List.of("git", "add", "-A"),
                List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "a"))) {
            Program.run(ground.folder(), command);
        }
    }

    private void start() {
        starting("killed", "the target kills itself", "kill -9 $$", "the target ended with exit code 137");
        starting("garbage", "the target ends at once", "echo no; exit 9", "the target ended with exit code 9");
        starting("out of memory", "the target's JVM finds too little", "java -Xmx1m -version", "the target ended with");
        starting(
                "half-written file",
                "the target's jar is cut off",
                "head -c 5000 " + Program.CHECKOUT
                        + "/sample-service/target/sample-service.jar >cut.jar; java -jar cut.jar",
                "the target ended with");
        starting("read-only", "the target cannot write", "echo x >/proc/version", "the target ended with");
        judged("start", "garbage", "the target's program is not there", 3, List.of("none"), ground -> {
            command(ground, "/nowhere/none");
            return ground.run("run");
        });
        judged("start", "port taken", "another program listens there", 3, List.of("in use", "target: port"), ground -> {
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return ground.run("run", "--set", "target.port=" + taken.getLocalPort());
            }
        });
        signals(
                "start",
                "the gate, while the target starts",
                "starting",
                ground -> command(ground, "sh", "-c", "sleep 600"),
                "run");
        judged(
                "start",
                "two gates at once",
                "another gate's target starts in the same folder",
                3,
                List.of("not ready within 2 s"),
                ground -> {
                    command(ground, "sh", "-c", "sleep 600");
                    Process one = ground.start("run");
                    ground.until(one, "starting");
                    Ended other = ground.besides()
                            .run("run", "--set", "target.port=" + FreePort.find(), "--set", "target.ready.within=2s");
                    if (!one.isAlive()) {
                        throw new AssertionError("the other gate ended it: " + ground.said());
                    }
                    ground.signal("TERM", one.pid());
                    ground.ended(one);
                    return other;
                });
        judged(
                "start",
                "disk full",
                "no space in .flamegate",
                3,
                List.of("o space left"),
                ground -> ground.full(".flamegate", "run"));
        judged(
                "start",
                "read-only",
                ".flamegate cannot be written",
                3,
                List.of("ead-only"),
                ground -> ground.readOnly(".flamegate", "run"));
        judged(
                "start",
                "descriptors exhausted",
                "60 descriptors for the gate",
                3,
                List.of("could not start", "ulimit -n"),
                ground -> ground.limited("ulimit -n 60", "run"));
        judged(
                "start",
                "out of memory",
                "6 MiB for the gate",
                3,
                List.of("FLAMEGATE_JAVA_OPTIONS"),
                ground -> ground.with("FLAMEGATE_JAVA_OPTIONS", "-Xmx6m").run("run"));
        judged(
                "start",
                "read-only",
                "the temporary folder cannot be made",
                3,
                List.of("nowhere"),
                ground -> ground.with("FLAMEGATE_JAVA_OPTIONS", "-Djava.io.tmpdir=/proc/nowhere")
                        .run("run"));
    }

    private void starting(String fault, String how, String script, String words) {
        judged("start", fault, how, 3, List.of(words), ground -> {
            command(ground, "sh", "-c", script);
            return ground.run("run");
        });
    }

    private static void command(FaultGround ground, String... words) throws Exception {
        ground.write(
                "flamegate.yaml",
                ground.read("flamegate.yaml")
                        .replaceFirst(
                                "(?m)^  jar: .*",
                                "  command: "
                                        + quoted(words).replace("\\", "\\\\").replace("$", "\\$"))
                        .replaceFirst("(?m)^  java-options: .*\n", ""));
    }

    private static String quoted(String... words) {
        return JsonMapper.shared().writeValueAsString(words);
    }

    private void ready() {
        attached("hung", "connections are taken and never answered", "not ready within 3 s", RawServer.HUNG);
        attached("slow", "the answer never ends", "3 s", RawServer.ENDLESS);
        attached("garbage", "the answer is no HTTP", "not ready within 3 s", RawServer.saying("garbage\n\n"));
        attached(
                "half-written file",
                "the answer is cut off",
                "3 s",
                RawServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nha"));
        attached("killed", "the connection is closed at once", "not ready within 3 s", RawServer.saying(""));
        attached(
                "wrong schema",
                "503 for ever",
                "503",
                RawServer.saying("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n"));
        judged(
                "ready",
                "refused network",
                "nothing listens",
                3,
                List.of("not ready within 3 s"),
                ground -> attach(ground, "http://127.0.0.1:" + FreePort.find()));
        judged("ready", "hung", "the target never listens", 3, List.of("not ready within 2 s"), ground -> {
            command(ground, "sh", "-c", "sleep 600");
            return ground.run("run", "--set", "target.ready.within=2s");
        });
        judged(
                "ready",
                "killed",
                "the target ends after a second",
                3,
                List.of("the target ended with exit code 4"),
                ground -> {
                    command(ground, "sh", "-c", "sleep 1; exit 4");
                    return ground.run("run");
                });
        judged("ready", "suspended", "the target stops itself", 3, List.of("not ready within 2 s"), ground -> {
            command(ground, "sh", "-c", "kill -STOP $$");
            return ground.run("run", "--set", "target.ready.within=2s");
        });
        judged("ready", "slow", "/health answers 503", 3, List.of("not ready within 40 s", "503"), ground -> {
            ground.write(
                    "flamegate.yaml",
                    ground.read("flamegate.yaml").replace("environment: {", "environment: {FAULT: never-ready, "));
            return ground.run("run", "--set", "target.ready.within=40s");
        });
    }

    private void attached(String fault, String how, String words, RawServer.Answer answer) {
        judged("ready", fault, how, 3, List.of(words), ground -> {
            try (RawServer server = new RawServer(answer)) {
                return attach(ground, server.address());
            }
        });
    }

    private static Ended attach(FaultGround ground, String address) throws Exception {
        ground.write(
                "flamegate.yaml",
                ground.read("flamegate.yaml")
                        .replaceFirst("(?m)^  jar: .*", "  url: " + address)
                        .replaceAll("(?m)^  (java-options|environment|port|limits): .*\n", ""));
        return ground.run("run", "--set", "target.ready.within=3s");
    }

    private void load() {
        add(
                "load",
                "killed",
                "the target ends after 20 requests",
                Set.of(3),
                List.of("the target ended with exit code"),
                After.JUDGE,
                ground -> {
                    ground.write(
                            "flamegate.yaml",
                            ground.read("flamegate.yaml")
                                    .replace(
                                            "environment: {",
                                            "environment: {FAULT: die-under-load, FAULT_AFTER: \"20\", "));
                    return ground.run("run");
                });
        add("load", "garbage", "the target answers 500", Set.of(3), List.of(), After.JUDGE, ground -> {
            ground.write(
                    "flamegate.yaml",
                    ground.read("flamegate.yaml").replace("environment: {", "environment: {FAULT: answer-500, "));
            return ground.run("run");
        });
        add(
                "load",
                "wrong schema",
                "there is no such simulation",
                Set.of(3),
                List.of("dev.flamegate.gatling.None"),
                After.JUDGE,
                ground -> ground.run("run", "--set", "load.simulation=dev.flamegate.gatling.None"));
        signals("warm-up", "the gate, while the target warms up", "warming up", ground -> {}, "run");
        signals("load", "the gate, while it measures", "measuring", ground -> {}, "run");
    }
}
