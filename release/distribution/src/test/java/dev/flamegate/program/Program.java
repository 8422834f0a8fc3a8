package dev.flamegate.program;

import dev.flamegate.targets.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The built distribution as a user starts it: a process, its exit code and what it printed. */
final class Program {
    static final Path CHECKOUT = Path.of(System.getProperty("flamegate.test.checkout"))
            .toAbsolutePath()
            .normalize();
    private static final Path SCRIPT = Path.of(System.getProperty("flamegate.test.home"), "bin", "flamegate");
    /** Ends a hang; no test is judged by it. */
    private static final long LIMIT_SECONDS = 900;

    private Program() {}

    /** The program itself. */
    static Path script() {
        return SCRIPT;
    }

    /** What the gate says when the machine, and not what it measures, made the measurement useless. */
    private static final Pattern DISTURBED = Pattern.compile("(unsound|does not count): (the (candidate|baseline): )?"
            + "(the hypervisor gave|the generator (started|used)|the clock|no request ended in the window)"
            + "|/metrics has not answered within");

    /** How often something is measured where the machine is too busy. */
    static final int MOST_ATTEMPTS = 4;

    /** What a command did. */
    record Ended(int code, String out, String err) {
        /** Whether the gate says that the machine did not let it measure. */
        boolean isDisturbed() {
            return code == 3
                    && DISTURBED.matcher((out + err).replaceAll("\\s+", " ")).find();
        }
    }

    /**
     * Runs flamegate where a verdict other than INVALID is expected. Where the gate says that the machine took the CPU
     * away meanwhile, this does what it advises: measures again, as if the disturbed run had not been. Where the system
     * says the same after all attempts, the test ends without a result.
     */
    static Ended measured(Path folder, String... arguments) throws IOException, InterruptedException {
        return measured(folder, command(arguments));
    }

    /** Something that runs flamegate. */
    interface Runner {
        Ended run(String... arguments) throws IOException, InterruptedException;
    }

    /** Runs it again while the gate says that the machine did not let it measure. */
    static Ended measured(Runner runner, String... arguments) throws IOException, InterruptedException {
        Ended ended = runner.run(arguments);
        for (int attempt = 1; ended.isDisturbed() && attempt < MOST_ATTEMPTS; attempt++) {
            ended = runner.run(arguments);
        }
        return ended;
    }

    /** As the other one, with a command that is given whole. */
    static Ended measured(Path folder, List<String> command) throws IOException, InterruptedException {
        HostTime began = HostTime.now();
        for (int attempt = 1; ; attempt++) {
            Set<Path> before = storedRuns(folder);
            Ended ended = run(folder, command);
            if (!ended.isDisturbed()) {
                return ended;
            }
            if (attempt == MOST_ATTEMPTS) {
                began.abortIfRobbedSince();
                return ended;
            }
            for (Path run : storedRuns(folder)) {
                if (!before.contains(run)) {
                    delete(run);
                }
            }
        }
    }

    private static Set<Path> storedRuns(Path folder) throws IOException {
        Path runs = folder.resolve(".flamegate/history/runs");
        if (!Files.isDirectory(runs)) {
            return Set.of();
        }
        try (Stream<Path> entries = Files.list(runs)) {
            return entries.collect(Collectors.toSet());
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> entries = Files.walk(tree)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }

    /** Runs flamegate to its end. */
    static Ended run(Path folder, String... arguments) throws IOException, InterruptedException {
        return run(folder, command(arguments));
    }

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs any command to its end. */
    static Ended run(Path folder, List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        process.getOutputStream().close();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " did not end: " + Files.readString(out) + Files.readString(err));
        }
        Ended ended = new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        Files.delete(out);
        Files.delete(err);
        return ended;
    }

    /** Starts flamegate without waiting. */
    static Process start(Path folder, String... arguments) throws IOException {
        return new ProcessBuilder(command(arguments))
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
    }

    /** What a program that was started has written to its error stream so far. */
    static String notes(Path folder) throws IOException {
        return Files.readString(folder.resolve("err.txt"));
    }

    /** Waits until a program that was started notes these words; fails when it ends without. */
    static void awaitNote(Path folder, Process gate, String words) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!notes(folder).contains(words)) {
            if (!gate.isAlive() || System.nanoTime() > end) {
                throw new AssertionError("never noted: " + words + "\n" + notes(folder));
            }
            Thread.sleep(50);
        }
    }

    /** Waits until a program that was started has ended, and returns its exit code. */
    static int awaitEnd(Process gate) throws InterruptedException {
        if (!gate.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("it did not end");
        }
        return gate.exitValue();
    }

    /** Shortens warm-up and measurement of a plan that {@link #plan} wrote, where no figure matters. */
    static void brief(Path folder) throws IOException {
        Path plan = folder.resolve("flamegate.yaml");
        String text = Files.readString(plan);
        String brief = text.replace("{at-least: 3 s, at-most: 6 s}", "{at-least: 1 s, at-most: 2 s}")
                .replace("measure: 4 s", "measure: 2 s");
        Files.writeString(plan, brief);
    }

    /**
     * Writes a plan for the sample service with short trials, on a free port, for {@code run} and {@code compare}. Its rate
     * leaves room on a machine that is several times slower than usual: a service that cannot keep up proves nothing.
     *
     * @param environment of the service
     * @return the port
     */
    static int plan(Path folder, Map<String, String> environment) throws IOException {
        int port = FreePort.find();
        StringBuilder variables = new StringBuilder("PORT: \"{port}\"");
        environment.forEach((name, value) ->
                variables.append(", ").append(name).append(": \"").append(value).append('"'));
        Files.writeString(folder.resolve("flamegate.yaml"), """
                version: 1
                service: sample
                target:
                  jar: %1$s/sample-service/target/sample-service.jar
                  java-options: [-Xms128m, -Xmx128m]
                  environment: {%2$s}
                  port: %3$d
                  ready: {path: /health, within: 120 s}
                  limits: {cpus: 1}
                load:
                  simulation: dev.flamegate.gatling.SampleSimulation
                  classpath: [%1$s/gatling/target/flamegate-gatling.jar]
                  properties: {rate: "25", mix: "matrix=1"}
                  warm-up: {at-least: 3 s, at-most: 6 s}
                  measure: 4 s
                rules: [rules.yaml]
                """.formatted(CHECKOUT, variables, port));
        Files.writeString(folder.resolve("rules.yaml"), """
                version: 1
                rules:
                  - id: cpu-cost
                    indicator: cpu.per-request
                    must: "< 25% growth vs previous run"
                  - id: errors
                    indicator: errors.ratio
                    must: "< 1%"
                """);
        return port;
    }

    /** Live processes whose command line has the text. */
    static List<Long> processesWith(String text) {
        return ProcessHandle.allProcesses()
                .filter(ProcessHandle::isAlive)
                .filter(process -> process.info()
                        .arguments()
                        .map(arguments -> String.join(" ", arguments).contains(text))
                        .orElse(false))
                .map(ProcessHandle::pid)
                .toList();
    }
}
