package dev.flamegate.program;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Faults of what the target does not do itself: what stands beside it, the commands around it, the load tool. */
final class SurroundingFaults extends FaultCases {
    /** A program beside the target, by what its shell does; ready when it says so, within three seconds. */
    private static final String BESIDE = """
            beside:
              db:
                command: %s
                environment: {PORT: "{port}"}
                ready: {command: %s, within: 3 s}
            """;

    /** A load that writes results as a table; {@code $0} is where to. */
    private static final String LOAD = """
            load:
              command: %s
              results: %s
              warm-up: {at-least: 1 s, at-most: 2 s}
              measure: 2 s
            """;

    /** Requests of a millisecond, a hundred each second. */
    private static final String STEADY =
            "echo start,millis,name,ok >$0; while :; do echo $(date +%s%3N),1,a,true >>$0; sleep 0.01; done";

    @Override
    void list() {
        beside();
        hooks();
        loadTool();
    }

    private void beside() {
        standing(
                "killed",
                "it kills itself before it is ready",
                "kill -9 $$",
                "false",
                "db beside the target ended with exit code 137");
        standing(
                "garbage",
                "it ends at once",
                "echo no; exit 9",
                "false",
                "db beside the target ended with exit code 9");
        standing(
                "hung",
                "it never gets ready",
                "exec sleep 600",
                "false",
                "db beside the target was not ready within 3 s");
        standing(
                "suspended",
                "it stops itself",
                "kill -STOP $$",
                "false",
                "db beside the target was not ready within 3 s");
        standing("hung", "asking whether it is ready takes for ever", "exec sleep 600", "sleep 600", "db");
        judged(
                "beside",
                "killed",
                "it ends while the target is measured",
                3,
                List.of("db beside the target ended with exit code 4"),
                ground -> {
                    plan(ground, BESIDE.formatted(shell("sleep 9; exit 4"), shell("true")));
                    measuringLonger(ground);
                    return ground.run("run");
                });
        judged("beside", "garbage", "its program is not there", 3, List.of("/nowhere/db"), ground -> {
            plan(ground, BESIDE.formatted("[/nowhere/db]", "[\"true\"]"));
            return ground.run("run");
        });
        judged("beside", "half-written file", "its data is not there", 3, List.of("data: nothing"), ground -> {
            plan(ground, BESIDE.formatted(shell("exec sleep 600 {work}"), "[\"true\"]") + "    data: nothing\n");
            return ground.run("run");
        });
        judged("beside", "wrong schema", "the target asks for one that the plan lacks", 2, List.of("nope"), ground -> {
            environment(ground, "DB: \"{beside.nope}\"");
            return ground.run("run");
        });
        judged(
                "beside",
                "out of memory",
                "its JVM finds too little",
                3,
                List.of("db beside the target ended with"),
                ground -> {
                    plan(ground, BESIDE.formatted("[java, -Xmx1m, -version]", "[\"false\"]"));
                    return ground.run("run");
                });
        signals(
                "beside",
                "the gate, while it gets ready",
                "starting",
                ground -> plan(
                        ground,
                        BESIDE.formatted(shell("exec sleep 600"), "[\"false\"]").replace("3 s", "60 s")),
                "run");
    }

    private void standing(String fault, String how, String script, String ready, String words) {
        judged("beside", fault, how, 3, List.of(words), ground -> {
            plan(ground, BESIDE.formatted(shell(script), shell(ready)));
            return ground.run("run");
        });
    }

    private void hooks() {
        for (String part : List.of("before: {once: ", "before: {trial: ", "before: {block: ", "after: {trial: ")) {
            String name = part.replace(": {", ".").replace(": ", "");
            hook(part, "garbage", name + " ends with 5", shell("echo no; exit 5"), "ended with", "5");
        }
        hook("before: {once: ", "killed", "before.once kills itself", shell("kill -9 $$"), "137");
        hook("before: {trial: ", "garbage", "the program is not there", "[/nowhere/hook]", "/nowhere/hook");
        signals(
                "hook",
                "the gate, while one runs",
                "running hooks",
                ground -> plan(ground, "before: {block: " + shell("sleep 600") + "}\n"),
                "run");
    }

    private void hook(String part, String fault, String how, String command, String... words) {
        judged("hook", fault, how, 3, List.of(words), ground -> {
            plan(ground, part + command + "}\n");
            return ground.run("run");
        });
    }

    private void loadTool() {
        tool("garbage", "the tool ends at once", "exit 9", "csv", "ended");
        tool(
                "killed",
                "the tool kills itself under load",
                STEADY.replace("while", "(sleep 2; kill -9 $$) & while"),
                "csv",
                "137");
        tool("hung", "the tool sends nothing", "exec sleep 600", "csv", "");
        tool("suspended", "the tool stops itself", "kill -STOP $$", "csv", "");
        tool("garbage", "results are garbage", "echo '\u0001garbage' >$0; exec sleep 600", "csv", "");
        tool("wrong schema", "results are of another tool", STEADY, "k6", "");
        tool(
                "half-written file",
                "results end in the middle of a line, and nothing follows",
                "echo start,millis,name,ok >$0; printf %s $(date +%s%3N),1 >>$0; exec sleep 600",
                "csv",
                "");
        tool("garbage", "no tool counts the requests", "exec sleep 600", "none", "");
        judged("load", "garbage", "the tool is not there", 3, List.of("/nowhere/tool"), ground -> {
            load(ground, LOAD.formatted("[/nowhere/tool, \"{results}\"]", "csv"));
            return ground.run("run");
        });
        judged(
                "load",
                "suspended",
                "the target is stopped while it is measured",
                3,
                List.of("Has the target stopped?"),
                ground -> {
                    // Long enough that a stop is a part of it on any machine.
                    ground.write(
                            "flamegate.yaml", ground.read("flamegate.yaml").replace("measure: 2 s", "measure: 15 s"));
                    measuringLonger(ground);
                    Process gate = ground.start("run");
                    ground.until(gate, "measuring");
                    for (ProcessHandle target : ground.running("sample-service.jar")) {
                        ground.signal("STOP", target.pid());
                    }
                    return ground.ended(gate);
                });
    }

    private void tool(String fault, String how, String script, String results, String words) {
        judged("load", fault, how, 3, List.of(words), ground -> {
            String command = JsonMapper.shared().writeValueAsString(List.of("sh", "-c", script, "{results}"));
            load(ground, LOAD.formatted(command, results));
            return ground.run("run");
        });
    }

    private static void load(FaultGround ground, String load) throws Exception {
        String plan = ground.read("flamegate.yaml");
        int from = plan.indexOf("load:");
        int until = plan.indexOf("rules:");
        ground.write("flamegate.yaml", plan.substring(0, from) + load + plan.substring(until));
    }

    private static void plan(FaultGround ground, String more) throws Exception {
        ground.write("flamegate.yaml", ground.read("flamegate.yaml") + more);
    }

    /** So that what happens meanwhile does so on a fast machine too. */
    private static void measuringLonger(FaultGround ground) throws Exception {
        ground.write("flamegate.yaml", ground.read("flamegate.yaml").replace("measure: 2 s", "measure: 15 s"));
    }

    private static void environment(FaultGround ground, String variable) throws Exception {
        ground.write(
                "flamegate.yaml",
                ground.read("flamegate.yaml").replace("environment: {", "environment: {" + variable + ", "));
    }

    /** A shell that does this, as a value of the plan. */
    private static String shell(String script) {
        return JsonMapper.shared().writeValueAsString(List.of("sh", "-c", script));
    }
}
