package dev.flamegate.doctor;

import static dev.flamegate.check.Check.Group.JAVA;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.Situation;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.Token;
import dev.flamegate.collect.receiver.AgentSettings;
import dev.flamegate.collect.receiver.ProfileReceiver;
import dev.flamegate.collect.receiver.ReceiverOptions;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.message.DoctorCheck;
import dev.flamegate.os.Program;
import dev.flamegate.plan.ProfileSpec;
import dev.flamegate.targets.ProcessTarget;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JVMs of the gate and of the target, and what the profiler needs. */
final class JavaChecks {
    private static final Pattern PROPERTY = Pattern.compile("(?m)^\\s*(java\\.(?:version|vendor|home)) = (.*)$");
    private static final Duration PROFILER_LIMIT = Duration.ofSeconds(30);
    private static final ProfileSpec USUAL = new ProfileSpec(
            List.of(ProfileEvent.CPU, ProfileEvent.WALL), Duration.ofMillis(10), ProfileSpec.Profiler.AGENT);

    private static final String TEMPORARY = "-Djava.io.tmpdir=";
    private static final double LEAST_BYTES = 256 * 1024 * 1024;

    private final Situation situation;
    private final Path home;

    JavaChecks(Situation situation) {
        this(
                situation,
                situation
                        .target()
                        .flatMap(target -> Optional.ofNullable(target.jdk()))
                        .map(jdk -> situation.folder().resolve(jdk))
                        .orElseGet(ProcessTarget::javaHome));
    }

    /** Checks the JVM of the target in this home. */
    JavaChecks(Situation situation, Path home) {
        this.situation = situation;
        this.home = home;
    }

    List<Check> all() {
        return List.of(
                Check.of(DoctorCheck.JAVA, JAVA, this::java),
                Check.of(DoctorCheck.PROFILER, JAVA, this::profiler).within(PROFILER_LIMIT.plusSeconds(1)),
                Check.of(DoctorCheck.TMP, JAVA, this::temporaryFolder),
                Check.of(DoctorCheck.PERF_EVENTS, JAVA, () -> perfEvents(Path.of("/proc"))));
    }

    /** The JVMs of the gate and of the target. */
    CheckResult java() throws IOException, InterruptedException {
        String own = named(System.getProperty("java.version", ""), System.getProperty("java.vendor", ""));
        if (!situation.startsProcess()) {
            return CheckResult.ok(own + " for the gate; the target brings its own");
        }
        String present = home.resolve("bin").resolve("java").toString();
        boolean there = Files.isExecutable(Path.of(present)) || Files.isExecutable(Path.of(present + ".exe"));
        Program.Result ended;
        try {
            List<String> command = List.of(there ? present : "java", "-XshowSettings:properties", "-version");
            ended = Program.of(command)
                    .withOnly(situation.childEnvironment())
                    .joiningErrors()
                    .within(situation.patience())
                    .run();
        } catch (IOException e) {
            return CheckResult.fail(
                    "the target cannot be started: no java in " + home + " or on the PATH",
                    "Point JAVA_HOME to a JDK.");
        }
        if (!ended.isOk()) {
            return CheckResult.fail(
                    (there ? present : "java") + " does not work: " + ended.firstLine(), "Point JAVA_HOME to a JDK.");
        }
        String targets = named(property(ended.output(), "java.version"), property(ended.output(), "java.vendor"));
        if (!there) {
            return CheckResult.warn(
                    "JAVA_HOME=" + home + " has no bin/java; the target gets the one on the PATH: " + targets,
                    "Point JAVA_HOME to the JDK that the service should run on.");
        }
        String from = situation.environment().containsKey("JAVA_HOME") ? "JAVA_HOME=" + home : home.toString();
        return CheckResult.ok(
                targets.equals(own)
                        ? own + " for gate and target, " + from
                        : own + " for the gate, " + targets + " for the target, " + from);
    }

    private static String property(String settings, String name) {
        Matcher matcher = PROPERTY.matcher(settings);
        while (matcher.find()) {
            if (matcher.group(1).equals(name)) {
                return matcher.group(2).strip();
            }
        }
        return "";
    }

    private static String named(String version, String vendor) {
        return version + (vendor.isBlank() ? "" : " from " + vendor);
    }

    /**
     * Checks that the profiler starts in the target's JVM: starts one with the agent and the plan's options, just to
     * print its version. Only that is conclusive; the rights to perf events, the C library and the rights to the
     * temporary folder are not.
     */
    CheckResult profiler() throws IOException, InterruptedException {
        Path agent = situation.profiler();
        ProfileSpec profile =
                situation.plan() == null ? USUAL : situation.plan().profile();
        if (!situation.startsProcess()) {
            return CheckResult.skip("runs where the target runs, not in this machine's JDK");
        } else if (profile.events().isEmpty()) {
            return CheckResult.skip("profile.events in the plan is empty: nothing is profiled");
        } else if (profile.profiler() == ProfileSpec.Profiler.OTLP) {
            return CheckResult.skip("profile.profiler in the plan is otlp: the target brings its profiler along");
        } else if (agent == null || !Files.isRegularFile(agent)) {
            return CheckResult.fail(
                    "the Pyroscope agent is missing from this installation" + (agent == null ? "" : ": " + agent),
                    "Reinstall flamegate, or build it again.");
        }
        try (ProfileReceiver receiver = ProfileReceiver.open(ReceiverOptions.loopback(Token.random()))) {
            Map<String, String> variables = new HashMap<>(
                    receiver.environment(AgentSettings.of("doctor", Set.copyOf(profile.events()), profile.interval())));
            variables.put("PYROSCOPE_LOG_LEVEL", "info");
            Program.Result ended = Program.of(command(agent))
                    .in(situation.folder())
                    .withOnly(situation.childEnvironment())
                    .with(variables)
                    .joiningErrors()
                    .within(PROFILER_LIMIT)
                    .run();
            String event = variables.getOrDefault("PYROSCOPE_PROFILER_EVENT", "");
            return started(
                    ended, event + ", a sample every " + DoctorNumbers.seconds(profile.interval()) + " of CPU time");
        } catch (CollectionFailed e) {
            return CheckResult.fail(
                    String.valueOf(e.getMessage()), "The gate must be able to listen on the loopback address.");
        }
    }

    private List<String> command(Path agent) {
        Path java = home.resolve("bin").resolve("java");
        List<String> command = new ArrayList<>();
        command.add(Files.isExecutable(java) ? java.toString() : "java");
        situation
                .target()
                .ifPresent(target -> command.addAll(target.atPort(target.port()).javaOptions()));
        command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));
        command.addAll(List.of("-javaagent:" + agent, "-version"));
        return command;
    }

    private static CheckResult started(Program.Result ended, String engine) {
        String text = ended.output();
        if (ended.isOk() && text.contains("Profiling started")) {
            return CheckResult.ok("starts in the target's JVM: " + engine);
        }
        String cause = cause(ended);
        if (text.contains("failed to map segment") || text.contains("UnsatisfiedLinkError")) {
            return CheckResult.fail(
                    "its native library does not load: " + cause,
                    text.contains("failed to map segment")
                            ? "Files in the temporary folder may not be executed: give the target another folder with"
                                    + " target: java-options: [-Djava.io.tmpdir=FOLDER]."
                            : "It is built for Linux (glibc and musl, x64 and arm64) and macOS; elsewhere measure with"
                                    + " profile: {events: []}.");
        }
        boolean options = text.contains("Unrecognized") || text.contains("Could not create the Java Virtual Machine");
        return CheckResult.fail(
                "it does not start in the target's JVM: " + cause,
                options
                        ? "Correct target: java-options in the plan."
                        : "Measure without it with profile: {events: []}, or point JAVA_HOME to another JDK.");
    }

    /** The most informative line of a failed program's output. */
    private static String cause(Program.Result ended) {
        if (ended.isTimedOut()) {
            return "it was still running after " + DoctorNumbers.seconds(PROFILER_LIMIT);
        }
        List<String> lines = ended.output().lines().map(String::strip).toList();
        for (String mark : List.of("Caused by: ", "Unrecognized", "Error", "[ERROR]", "Exception")) {
            for (String line : lines) {
                if (line.contains(mark)) {
                    return line.replace("Caused by: ", "").replaceFirst("^(java\\.lang\\.\\w+: )(\\S+: )\\2", "$1$2");
                }
            }
        }
        return "exit code " + ended.code() + ", " + ended.firstLine();
    }

    /** The temporary folder: the profiler's native library is unpacked there and must be executable. */
    CheckResult temporaryFolder() throws InterruptedException {
        Path folder = situation
                .target()
                .flatMap(target -> target.javaOptions().stream()
                        .filter(option -> option.startsWith(TEMPORARY))
                        .findFirst())
                .map(option -> situation.folder().resolve(option.substring(TEMPORARY.length())))
                .orElse(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
        try {
            FileStore store = Files.getFileStore(folder);
            double free = store.getUsableSpace();
            if (free < LEAST_BYTES) {
                return CheckResult.fail(
                                folder + " has only " + DoctorNumbers.bytes(free) + " left",
                                "Pushed profiles are buffered there; free some space, or give Java another folder with"
                                        + " JAVA_TOOL_OPTIONS=" + TEMPORARY + "FOLDER.")
                        .with("freeBytes", free);
            }
            if (store.supportsFileAttributeView("posix") && !executes(folder)) {
                return CheckResult.fail(
                        folder + " does not allow files to be executed (mounted noexec): the profiler's library cannot"
                                + " load",
                        "Give the target another folder: target: java-options: [" + TEMPORARY + "FOLDER].");
            }
            return CheckResult.ok(folder + " allows the profiler's library to be executed; " + DoctorNumbers.bytes(free)
                            + " free")
                    .with("freeBytes", free);
        } catch (IOException e) {
            return CheckResult.fail(
                    folder + " cannot be written to: " + e.getMessage(),
                    "Fix the folder, or give Java another one with JAVA_TOOL_OPTIONS=" + TEMPORARY + "FOLDER.");
        }
    }

    private boolean executes(Path folder) throws IOException, InterruptedException {
        Path script = Files.createTempFile(folder, "flamegate-", ".sh");
        try {
            Files.writeString(script, "#!/bin/sh\nexit 0\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
            return Program.of(script.toString())
                    .within(situation.patience())
                    .run()
                    .isOk();
        } catch (IOException e) {
            return false;
        } finally {
            Files.deleteIfExists(script);
        }
    }

    /** Checks the kernel's rights to perf events, where people look first; the profiler works without them. */
    static CheckResult perfEvents(Path proc) {
        Path file = proc.resolve("sys/kernel/perf_event_paranoid");
        try {
            int level = Integer.parseInt(Files.readString(file).strip());
            return CheckResult.ok("kernel.perf_event_paranoid is " + level
                            + ", which does not matter: the profiler samples by a timer per thread (ctimer) and needs"
                            + " neither perf events nor ptrace")
                    .with("paranoid", level);
        } catch (IOException | NumberFormatException e) {
            return CheckResult.skip("this system has none; they are not needed");
        }
    }
}
