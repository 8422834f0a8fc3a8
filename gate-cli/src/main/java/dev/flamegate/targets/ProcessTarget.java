package dev.flamegate.targets;

import dev.flamegate.format.Numbers;
import dev.flamegate.os.Children;
import dev.flamegate.plan.TargetSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The target as a plain process of this host: a jar or a command. */
public final class ProcessTarget implements Target {
    private final TargetSpec spec;
    private final Children children;
    private final Process process;
    private final Path log;
    private final long startedNanos;

    private ProcessTarget(TargetSpec spec, Children children, Process process, Path log, long startedNanos) {
        this.spec = spec;
        this.children = children;
        this.process = process;
        this.log = log;
        this.startedNanos = startedNanos;
    }

    /**
     * Starts the process; it need not be ready when this returns.
     *
     * @param folder that the plan's paths are relative to, and the process's own
     * @param prefix put before the command, such as one that pins it to CPUs
     * @param log file for its output, replaced
     * @throws TargetFailed when its port is taken or it cannot be started
     */
    public static ProcessTarget start(
            TargetSpec spec, Path folder, Agents agents, List<String> prefix, Path log, Children children) {
        checkPortIsFree(spec.port());
        List<String> command = new ArrayList<>(prefix);
        command.addAll(command(spec, folder, agents));
        ProcessBuilder builder = children.program(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        Map<String, String> environment = builder.environment();
        environment.putAll(agents.environment());
        environment.putAll(spec.environment());
        if (spec.jar() == null && !agents.options().isEmpty()) {
            environment.put("JAVA_TOOL_OPTIONS", toolOptions(environment, spec, agents));
        }
        try {
            long started = System.nanoTime();
            Process process = children.start(builder);
            return new ProcessTarget(spec, children, process, log, started);
        } catch (IOException e) {
            throw new TargetFailed(
                    "the target cannot be started: " + e.getMessage() + "\nTried: " + command.get(0), e);
        }
    }

    /** Where a target of this kind will answer. */
    public static URI baseUrl(TargetSpec spec) {
        return URI.create("http://127.0.0.1:" + spec.port());
    }

    @Override
    public URI baseUrl() {
        return baseUrl(spec);
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public double awaitReady() throws InterruptedException {
        TargetSpec.Ready ready = spec.ready();
        HttpReady.started(
                        "the target",
                        baseUrl().resolve(ready.path()),
                        advice(),
                        log)
                .await(startedNanos, ready.within(), this::checkAlive);
        return (System.nanoTime() - startedNanos) / 1e9;
    }

    @Override
    public void checkAlive() {
        if (!process.isAlive()) {
            throw new TargetFailed("the target ended with exit code " + process.exitValue() + " after "
                    + Numbers.duration((System.nanoTime() - startedNanos) / 1e9) + "." + System.lineSeparator()
                    + LogTail.of(log)
                    + hint());
        }
    }

    private String advice() {
        return "Check target: ready: path, port and within." + hint();
    }

    /** What it may lack, on a line of its own. */
    private String hint() {
        String hint = children.environment().hint();
        return hint.isEmpty() ? "" : System.lineSeparator() + hint;
    }

    @Override
    public Path log() {
        return log;
    }

    @Override
    public void close() {
        children.end(process);
    }

    private static List<String> command(TargetSpec spec, Path folder, Agents agents) {
        if (spec.jar() == null) {
            return spec.command();
        }
        Path jar = folder.resolve(spec.jar());
        if (!Files.isRegularFile(jar)) {
            throw new TargetFailed(
                    "the target's jar does not exist: " + jar + "\nBuild it first, or correct target: jar.");
        }
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(spec.javaOptions());
        command.addAll(agents.options());
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(spec.arguments());
        return command;
    }

    private static String toolOptions(Map<String, String> environment, TargetSpec spec, Agents agents) {
        List<String> options = new ArrayList<>();
        String present = environment.get("JAVA_TOOL_OPTIONS");
        if (present != null) {
            options.add(present);
        }
        options.addAll(spec.javaOptions());
        options.addAll(agents.options());
        return String.join(" ", options);
    }

    /** The home of the virtual machine that runs a jar: JAVA_HOME, else the gate's own. */
    public static Path javaHome() {
        String home = System.getenv("JAVA_HOME");
        return Path.of(home == null || home.isBlank() ? System.getProperty("java.home") : home);
    }

    private static String java() {
        Path ofHome = javaHome().resolve("bin").resolve("java");
        return Files.isExecutable(ofHome) ? ofHome.toString() : "java";
    }

    private static void checkPortIsFree(int port) {
        for (String host : List.of("127.0.0.1", "0.0.0.0")) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            } catch (IOException e) {
                throw new TargetFailed("port " + port + " is in use: another process listens on it (" + e.getMessage()
                        + ").\nEnd it, or give the target another port with target: port.");
            }
        }
    }
}
