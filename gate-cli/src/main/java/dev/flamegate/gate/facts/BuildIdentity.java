package dev.flamegate.gate.facts;

import dev.flamegate.os.Program;
import dev.flamegate.os.Sha256;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.CompareSpec;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.targets.AppFiles;
import dev.flamegate.targets.Host;
import dev.flamegate.targets.ProcessTarget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The identity of a build: the content of its jar or image, or its command, and what it is started with. */
public final class BuildIdentity {
    /** Length of a key: 128 bits make equal keys of different builds practically impossible. */
    private static final int KEY_DIGITS = 32;

    private BuildIdentity() {}

    /** The identity of one build, without its port, which is not part of it. */
    public static String of(TargetRuntime runtime, TargetSpec spec) throws InterruptedException {
        String content = runtime.identity(spec);
        return (content.isEmpty() ? spec.subject().text() : content) + " " + spec.javaOptions() + " " + spec.arguments()
                + " " + new TreeMap<>(spec.environment());
    }

    /** The name under which pairs of two builds are stored: the builds, and the conditions of their measurement. */
    public static String key(
            Plan plan, Path planFolder, TargetRuntime runtime, TargetSpec baseline, TargetSpec candidate)
            throws InterruptedException {
        String text = String.join(
                "\n",
                plan.service(),
                of(runtime, baseline),
                of(runtime, candidate),
                plan.load().toString(),
                simulation(plan, planFolder),
                String.valueOf(CompareSpec.BLOCKS),
                plan.profile().toString(),
                plan.target().limits().toString()
                        + data(plan, planFolder)
                        + beside(plan, planFolder, runtime)
                        + hooks(plan),
                runtime.name() + runtime.fingerprint() + places(baseline),
                Sha256.of(ProcessTarget.javaHome().resolve("release")),
                Host.facts().toString()
                        + (plan.compare().workInJdk() ? " work in the JDK" : "")); // counts, which are stored once
        return Sha256.of(text.getBytes(StandardCharsets.UTF_8)).substring(0, KEY_DIGITS);
    }

    /** Marks equally long jar paths, so that older pairs, measured with unequal paths, no longer count. */
    private static String places(TargetSpec target) {
        return target.runtime() == TargetSpec.Runtime.PROCESS && target.jar() != null
                ? " jars in paths of one length"
                : "";
    }

    private static String beside(Plan plan, Path planFolder, TargetRuntime runtime) throws InterruptedException {
        StringBuilder beside = new StringBuilder();
        for (BesideSpec one : plan.beside()) {
            beside.append(" beside ").append(one.name()).append(' ').append(of(one, planFolder, runtime));
        }
        return beside.toString();
    }

    private static String hooks(Plan plan) {
        return plan.hooks().stream()
                .map(hook -> " " + hook.name() + " " + hook.command())
                .collect(Collectors.joining());
    }

    /**
     * The identity of a program next to the target: its command, and a checksum of its content, its variables, its data
     * and how it is run. Contains no secrets.
     */
    static String of(BesideSpec beside, Path planFolder, TargetRuntime runtime) throws InterruptedException {
        String program = beside.words().isEmpty() ? "" : beside.words().get(0);
        String content = beside.image() != null
                ? runtime.content(beside) + " " + beside.container()
                : AppFiles.of(beside.subject(), planFolder)
                        .map(AppFiles::content)
                        .or(() -> Program.find(program, System.getenv()).map(Sha256::of))
                        .orElse("unknown");
        String data = beside.data() == null ? "" : contents(List.of(beside.data()), planFolder);
        String all = String.join(
                "\n",
                content,
                data,
                beside.words().toString(),
                new TreeMap<>(beside.environment()).toString(),
                String.valueOf(beside.cpus()),
                beside.restart().name());
        String named = beside.subject() instanceof TargetSpec.Subject.Command
                ? program
                : beside.subject().text();
        return named + " " + Sha256.of(all).substring(0, KEY_DIGITS);
    }

    /** The content of the data that every start gets a copy of; empty without any. */
    static String data(Plan plan, Path planFolder) {
        String data = plan.target().data();
        return data == null ? "" : " data " + contents(List.of(data), planFolder);
    }

    /** The content of the simulation's jars and folders: pairs under another load are no evidence for this one. */
    private static String simulation(Plan plan, Path planFolder) {
        LoadSpec.Command command = plan.load().command();
        if (command != null) {
            return SimulationContent.of(command, planFolder).orElse("");
        }
        return contents(plan.load().classpath(), planFolder);
    }

    private static String contents(List<String> paths, Path planFolder) {
        StringBuilder sums = new StringBuilder();
        for (String entry : paths) {
            Path place = planFolder.resolve(entry);
            try (Stream<Path> files = Files.walk(place)) {
                List<Path> sorted = files.filter(Files::isRegularFile).sorted().toList();
                sums.append(sorted.parallelStream()
                        .map(file -> place.relativize(file) + " " + Sha256.of(file) + " ")
                        .collect(Collectors.joining()));
            } catch (IOException e) {
                sums.append("unreadable ");
            }
        }
        return sums.toString();
    }
}
