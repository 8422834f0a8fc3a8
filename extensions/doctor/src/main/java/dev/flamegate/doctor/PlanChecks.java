package dev.flamegate.doctor;

import static dev.flamegate.check.Check.Group.PLAN;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.Situation;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.Form;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.model.message.DoctorCheck;
import dev.flamegate.os.Program;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.OptionPaths;
import dev.flamegate.targets.ProcessTarget;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** Checks that the plan's files and addresses exist. */
public final class PlanChecks {
    private final Situation situation;

    public PlanChecks(Situation situation) {
        this.situation = situation;
    }

    List<Check> all() {
        Plan plan = situation.plan();
        return plan == null
                ? List.of()
                : List.of(
                        Check.of(DoctorCheck.TARGET, PLAN, () -> target(plan)),
                        Check.of(DoctorCheck.LOAD, PLAN, () -> load(plan.load())),
                        Check.of(DoctorCheck.PORT, PLAN, () -> port(plan.target())));
    }

    /** Checks that the plan's target exists. */
    public CheckResult target(Plan plan) throws InterruptedException {
        TargetSpec target = plan.target();
        Optional<CheckResult> missing =
                missing(target).or(() -> missingBeside(plan)).or(() -> missingHook(plan));
        if (missing.isPresent()) {
            return missing.get();
        } else if (target.url() != null) {
            return running(target, target.url());
        } else if (target.jar() != null) {
            String how = plan.build() == null ? "" : " (" + plan.build() + ")";
            return jar(target.jar(), "Build it" + how + ", or correct target: jar.");
        } else if (target.image() != null) {
            return CheckResult.ok("the image " + target.image() + "; see the container checks");
        }
        return program("target", target.command());
    }

    /** The first missing file of a process: its JDK, its data, and the files that its options name. */
    private Optional<CheckResult> missing(TargetSpec target) {
        String manifest = target.kubernetes().manifest();
        if (manifest != null && !Files.isRegularFile(situation.folder().resolve(manifest))) {
            return Optional.of(CheckResult.fail(
                    "target: kubernetes: manifest: " + manifest + " does not exist",
                    "Correct target: kubernetes: manifest, or write it."));
        }
        if (target.runtime() != TargetSpec.Runtime.PROCESS) {
            return Optional.empty();
        }
        String data = target.data();
        if (data != null && !Files.exists(situation.folder().resolve(data))) {
            return Optional.of(
                    CheckResult.fail("target: data: " + data + " does not exist", "Correct target: data, or make it."));
        }
        try {
            ProcessTarget.javaHome(target, situation.folder());
            OptionPaths.resolved(target.javaOptions(), situation.folder());
            return Optional.empty();
        } catch (TargetFailed e) {
            List<String> lines = String.valueOf(e.getMessage()).lines().toList();
            return Optional.of(CheckResult.fail(
                    lines.get(0), lines.size() > 1 ? lines.get(1) : "Correct target: jdk in the plan."));
        }
    }

    /** The first missing file that a program next to the target needs. */
    private Optional<CheckResult> missingBeside(Plan plan) {
        for (BesideSpec beside : plan.beside()) {
            String where = "beside: " + beside.name() + ": ";
            String data = beside.data();
            if (data != null && !Files.exists(situation.folder().resolve(data))) {
                return Optional.of(CheckResult.fail(
                        where + "data: " + data + " does not exist",
                        "Correct beside: " + beside.name() + ": data, or make it."));
            }
            if (beside.subject() instanceof TargetSpec.Subject.Jar jar
                    && !Files.isRegularFile(situation.folder().resolve(jar.path()))) {
                return Optional.of(CheckResult.fail(
                        where + "jar: " + jar.path() + " does not exist", "Build it, or correct the path."));
            }
            if (beside.subject() instanceof TargetSpec.Subject.Command command) {
                CheckResult found = program("beside: " + beside.name(), command.words());
                if (found.status() == CheckResult.Status.FAIL) {
                    return Optional.of(found);
                }
            }
        }
        return Optional.empty();
    }

    /** The first missing program of a hook; one that a placeholder names is known only when it runs. */
    private Optional<CheckResult> missingHook(Plan plan) {
        return plan.hooks().stream()
                .filter(hook -> !hook.command().get(0).contains("{"))
                .map(hook -> program(hook.name().replace(".", ": "), hook.command()))
                .filter(found -> found.status() == CheckResult.Status.FAIL)
                .findFirst();
    }

    private CheckResult jar(String path, String remedy) {
        Path file = situation.folder().resolve(path);
        if (!Files.isRegularFile(file)) {
            return CheckResult.fail("target: jar: " + path + " does not exist", remedy);
        } else if (lacksMainClass(file)) {
            return CheckResult.fail(
                    "target: jar: " + path + " has no main class in its manifest: `java -jar` cannot run it",
                    "Name the jar that contains or finds its libraries, or write target: command.");
        }
        return CheckResult.ok(path + " exists");
    }

    /** True if a jar has no main class. A file that is no jar at all is left to the JVM, which reports it. */
    private static boolean lacksMainClass(Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            return manifest == null || manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) == null;
        } catch (IOException e) {
            return false;
        }
    }

    private CheckResult program(String section, List<String> command) {
        String program = command.isEmpty() ? "" : command.get(0);
        boolean path = program.contains("/") || program.contains("\\");
        boolean there = path
                ? Files.isExecutable(situation.folder().resolve(program))
                : Program.find(program, situation.environment()).isPresent();
        return there
                ? CheckResult.ok(program + " exists")
                : CheckResult.fail(
                        section + ": command: " + program
                                + (path ? " does not exist, or is not executable" : " is not on the PATH"),
                        "Correct " + section + ": command, or install or build the program.");
    }

    private CheckResult running(TargetSpec target, String url) throws InterruptedException {
        String path = target.ready().path();
        String remedy = "Start it, or correct target: url and ready: path.";
        try {
            ServerAddress address = ServerAddress.of(URI.create(url));
            ApiLimits limits = ApiLimits.within(situation.patience()).once();
            Answer answer =
                    new ApiClient(address, "The target", "Is it running there?", limits).get(path, Form.EMPTY, "*/*");
            String message = address + " answers " + path + " with " + answer.status();
            return answer.status() < 400 ? CheckResult.ok(message) : CheckResult.fail(message, remedy);
        } catch (CollectionFailed | IllegalArgumentException e) {
            return CheckResult.fail(String.valueOf(e.getMessage()), remedy);
        }
    }

    /** Checks that the load tool, or the simulation's jars and folders, exist. */
    public CheckResult load(LoadSpec load) {
        if (load.command() != null) {
            return program("load", load.command().words());
        }
        List<String> missing = load.classpath().stream()
                .filter(entry -> !Files.exists(situation.folder().resolve(entry)))
                .toList();
        return missing.isEmpty()
                ? CheckResult.ok("the class path of " + load.simulation() + " is complete")
                : CheckResult.fail(
                        "load: classpath: " + String.join(", ", missing) + (missing.size() == 1 ? " does" : " do")
                                + " not exist",
                        "Build the simulation, or correct load: classpath.");
    }

    /** Checks that the target's port is free. */
    CheckResult port(TargetSpec target) {
        if (!situation.startsProcess()) {
            return CheckResult.skip("not needed: the target takes no fixed port on this machine");
        }
        int port = target.port();
        for (String host : List.of("127.0.0.1", "0.0.0.0")) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            } catch (IOException e) {
                return CheckResult.fail(
                        "port " + port + " is in use: another process listens on it",
                        "Stop it, or give the target another port: target: port, or --set target.port=" + (port + 1)
                                + ".");
            }
        }
        return target.takesPort()
                ? CheckResult.ok("port " + port + " is free and is passed to the target as {port}")
                : CheckResult.ok("port " + port + " is free (for `compare`, pass the target its port with {port})");
    }
}
