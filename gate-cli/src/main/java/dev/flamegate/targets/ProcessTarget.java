package dev.flamegate.targets;

import dev.flamegate.format.Numbers;
import dev.flamegate.os.Children;
import dev.flamegate.plan.TargetSpec;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The target as a plain process of this host: a jar or a command. */
public final class ProcessTarget implements Target {
    private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";
    private static final int PORT_ATTEMPTS = 20;
    private static final Duration PORT_PAUSE = Duration.ofMillis(100);

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
     * Starts the process, which need not be ready when this returns.
     *
     * @param folder that the plan's paths are relative to, and the process's own
     * @param prefix put before the command, such as one that pins it to CPUs
     * @param log file for its output, replaced
     * @throws TargetFailed when its port is taken, a file that its options name is missing, or it cannot be started
     */
    public static ProcessTarget start(
            TargetSpec spec, Path folder, Agents agents, List<String> prefix, Path log, Children children) {
        checkPortIsFree(spec.port());
        List<String> options = new ArrayList<>(OptionPaths.resolved(spec.javaOptions(), folder));
        options.addAll(agents.options());
        List<String> command = new ArrayList<>(prefix);
        command.addAll(command(spec, folder, options));
        ProcessBuilder builder = children.program(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        Map<String, String> environment = builder.environment();
        environment.putAll(agents.environment());
        if (spec.jar() == null && spec.jdk() != null) {
            useJdk(environment, javaHome(spec, folder));
        }
        environment.putAll(spec.environment());
        if (spec.jar() == null && !options.isEmpty()) {
            environment.put(TOOL_OPTIONS, Agents.toolOptions(environment.getOrDefault(TOOL_OPTIONS, ""), options));
        }
        try {
            long started = System.nanoTime();
            Process process = children.start(builder);
            return new ProcessTarget(spec, children, process, log, started);
        } catch (IOException e) {
            throw new TargetFailed("the target cannot be started: " + e.getMessage() + "\nTried: " + command.get(0), e);
        }
    }

    /** The address at which a target of this kind will answer. */
    public static URI baseUrl(TargetSpec spec) {
        return at(spec, null);
    }

    /**
     * The address at which one of the target's ports will answer.
     *
     * @param port its number; {@code null} for the target's own
     */
    public static URI at(TargetSpec spec, @Nullable String port) {
        return URI.create("http://127.0.0.1:" + (port == null ? spec.port() : port));
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
        HttpReady.started("the target", at(spec, ready.port()).resolve(ready.path()), advice(), log)
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

    /** The hint about variables that the process may lack, on a separate line. */
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
        Set<Path> ofAgent = AgentFiles.of(process.toHandle());
        children.end(process);
        AgentFiles.delete(ofAgent);
    }

    private static List<String> command(TargetSpec spec, Path folder, List<String> options) {
        List<String> command = new ArrayList<>(spec.command());
        if (spec.jar() == null) {
            if (spec.jdk() != null) {
                // The name of a program is looked up on the gate's own PATH, not on the one that the program gets.
                Path program = javaHome(spec, folder).resolve("bin").resolve(command.get(0));
                command.set(0, Files.isExecutable(program) ? program.toString() : command.get(0));
            }
            command.addAll(spec.arguments());
            return command;
        }
        Path jar = folder.resolve(spec.jar());
        if (!Files.isRegularFile(jar)) {
            throw new TargetFailed(
                    "the target's jar does not exist: " + jar + "\nBuild it first, or correct target: jar.");
        }
        command.add(java(javaHome(spec, folder)));
        command.addAll(options);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(spec.arguments());
        return command;
    }

    /**
     * The home of the virtual machine that runs a target: its own, else JAVA_HOME, else the gate's.
     *
     * @throws TargetFailed if the target's own home has no virtual machine
     */
    public static Path javaHome(TargetSpec spec, Path folder) {
        if (spec.jdk() == null) {
            return javaHome();
        }
        Path home = folder.resolve(spec.jdk()).toAbsolutePath().normalize();
        if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
            throw new TargetFailed("jdk: " + home + " is not the home of a JDK: it has no bin/java");
        }
        return home;
    }

    /** Sets JAVA_HOME and the PATH so that any program that starts a virtual machine finds this one. */
    private static void useJdk(Map<String, String> environment, Path home) {
        environment.put("JAVA_HOME", home.toString());
        environment.merge("PATH", home.resolve("bin").toString(), (path, bin) -> bin + File.pathSeparator + path);
    }

    /** The home of the virtual machine that runs a jar unless the plan gives one: JAVA_HOME, else the gate's own. */
    public static Path javaHome() {
        String home = System.getenv("JAVA_HOME");
        return Path.of(home == null || home.isBlank() ? System.getProperty("java.home") : home);
    }

    /** The program of a virtual machine's home; the one on the PATH if the home lacks it. */
    public static String java(Path home) {
        Path ofHome = home.resolve("bin").resolve("java");
        return Files.isExecutable(ofHome) ? ofHome.toString() : "java";
    }

    /**
     * Fails if somebody listens on a port, and goes on doing so: a process that another thread starts has our own socket,
     * too, for some milliseconds, until it closes what it inherited.
     */
    private static void checkPortIsFree(int port) {
        for (int attempt = 1; ; attempt++) {
            try {
                for (String host : List.of("127.0.0.1", "0.0.0.0")) {
                    try (ServerSocket socket = new ServerSocket()) {
                        socket.setReuseAddress(true);
                        socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
                    }
                }
                return;
            } catch (IOException e) {
                if (attempt == PORT_ATTEMPTS) {
                    throw new TargetFailed("port " + port + " is in use: another process listens on it ("
                            + e.getMessage() + ").\nEnd it, or give the target another port with target: port.");
                }
                LockSupport.parkNanos(PORT_PAUSE.toNanos());
            }
        }
    }
}
