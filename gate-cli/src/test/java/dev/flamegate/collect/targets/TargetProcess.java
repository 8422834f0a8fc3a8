package dev.flamegate.collect.targets;

import dev.flamegate.ci.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Java program of the tests in a process of its own, ended when closed. */
public final class TargetProcess implements AutoCloseable {
    /** Where the build puts the agents. */
    public static final Path AGENTS = Shell.CHECKOUT.resolve("gate-cli/target/agents");

    private final Process process;
    private final Path log;

    private TargetProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    public static TargetProcess start(
            Class<?> main, List<String> options, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx128m");
        command.addAll(options);
        command.add("-cp");
        command.add(Shell.CHECKOUT.resolve("gate-cli/target/test-classes").toString());
        command.add(main.getName());
        command.addAll(List.of(arguments));
        Path log = Files.createTempFile("target-", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return new TargetProcess(builder.start(), log);
    }

    public long pid() {
        return process.pid();
    }

    /** Writes a line to its standard input. */
    public void say(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Waits until it has printed a line; bounded, and at an end with the target. */
    public void awaitLog(String line) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + 300_000_000_000L;
        while (log().lines().noneMatch(line::equals)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IllegalStateException("the target never printed " + line + ": " + log());
            }
            Thread.sleep(10);
        }
    }

    /** What it has printed so far: for the message of a failed assertion. */
    public String log() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(log);
    }
}
