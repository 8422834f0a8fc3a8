package dev.flamegate.doctor;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.Token;
import dev.flamegate.collect.receiver.AgentSettings;
import dev.flamegate.collect.receiver.ProfileReceiver;
import dev.flamegate.collect.receiver.ReceiverOptions;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.plan.ProfileSpec;
import dev.flamegate.targets.ProcessTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether the profiler starts in the target's virtual machine: starts one with the agent and the plan's options, to
 * say its version. Nothing tells more: not the rights to perf events, nor the C library, nor those of the temporary folder.
 */
final class ProfilerCheck implements Check {
    private static final Duration WITHIN = Duration.ofSeconds(5);
    private static final ProfileSpec USUAL = new ProfileSpec(List.of("cpu", "wall"), Duration.ofMillis(10));

    private final Situation situation;

    ProfilerCheck(Situation situation) {
        this.situation = situation;
    }

    @Override
    public String id() {
        return "profiler";
    }

    @Override
    public Group group() {
        return Group.JAVA;
    }

    @Override
    public Duration limit() {
        return WITHIN.plusSeconds(1);
    }

    @Override
    public CheckResult look() throws IOException, InterruptedException {
        Path agent = situation.profiler();
        ProfileSpec profile =
                situation.plan() == null ? USUAL : situation.plan().profile();
        if (!situation.startsProcess()) {
            return CheckResult.skip("runs where the target runs, not in this machine's JDK");
        } else if (profile.events().isEmpty()) {
            return CheckResult.skip("profile.events of the plan is empty: nothing is profiled");
        } else if (agent == null || !Files.isRegularFile(agent)) {
            return CheckResult.fail(
                    "the Pyroscope agent is not in this installation" + (agent == null ? "" : ": " + agent),
                    "Unpack or build flamegate again.");
        }
        try (ProfileReceiver receiver = ProfileReceiver.open(ReceiverOptions.loopback(Token.random()))) {
            Map<String, String> variables = new HashMap<>(
                    receiver.environment(AgentSettings.of("doctor", events(profile), profile.interval())));
            variables.put("PYROSCOPE_LOG_LEVEL", "info");
            Commands.Ended ended = Commands.run(command(agent), situation.folder(), variables, WITHIN);
            String event = variables.getOrDefault("PYROSCOPE_PROFILER_EVENT", "");
            return result(ended, event + ", a sample every " + Words.seconds(profile.interval()) + " of CPU time");
        } catch (CollectionFailed e) {
            return CheckResult.fail(
                    String.valueOf(e.getMessage()), "The gate must be able to listen on the loopback address.");
        }
    }

    private List<String> command(Path agent) {
        Path java = ProcessTarget.javaHome().resolve("bin").resolve("java");
        List<String> command = new ArrayList<>();
        command.add(Files.isExecutable(java) ? java.toString() : "java");
        situation
                .target()
                .ifPresent(target -> command.addAll(target.atPort(target.port()).javaOptions()));
        command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));
        command.addAll(List.of("-javaagent:" + agent, "-version"));
        return command;
    }

    private CheckResult result(Commands.Ended ended, String engine) {
        String text = ended.text();
        if (ended.isOk() && text.contains("Profiling started")) {
            return CheckResult.ok("starts in the target's JVM: " + engine);
        }
        String cause = cause(ended);
        if (text.contains("failed to map segment") || text.contains("UnsatisfiedLinkError")) {
            return CheckResult.fail(
                    "its native library does not load: " + cause,
                    text.contains("failed to map segment")
                            ? "The temporary folder forbids to execute: give the target another with"
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

    /** The line that says most. */
    private static String cause(Commands.Ended ended) {
        if (ended.code() == -1) {
            return "it had not ended after " + Words.seconds(WITHIN);
        }
        List<String> lines = ended.text().lines().map(String::strip).toList();
        for (String mark : List.of("Caused by: ", "Unrecognized", "Error", "[ERROR]", "Exception")) {
            for (String line : lines) {
                if (line.contains(mark)) {
                    return line.replace("Caused by: ", "").replaceFirst("^(java\\.lang\\.\\w+: )(\\S+: )\\2", "$1$2");
                }
            }
        }
        return "exit code " + ended.code() + ", " + ended.firstLine();
    }

    private static Set<ProfileEvent> events(ProfileSpec profile) {
        return profile.events().stream()
                .flatMap(event -> ProfileEvent.find(event).stream())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ProfileEvent.class)));
    }
}
