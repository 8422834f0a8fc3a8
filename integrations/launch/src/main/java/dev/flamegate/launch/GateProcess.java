package dev.flamegate.launch;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The gate of an installation, as a process. It never outlives the JVM that starts it. */
public final class GateProcess {
    static final String WARNING = "warning: ";

    /** The gate ends what it has started, such as a service and containers. */
    private static final long SECONDS_TO_END = 60;

    private final InstalledGate installation;
    private final Listener listener;

    public GateProcess(InstalledGate installation, Listener listener) {
        this.installation = installation;
        this.listener = listener;
    }

    /**
     * Runs a command line of the gate, and returns when it has ended.
     *
     * @param folder it is run in
     * @throws IOException when it cannot be started
     * @throws InterruptedException when the thread was interrupted; the gate has ended then
     */
    public Ended run(List<String> arguments, Path folder) throws IOException, InterruptedException {
        List<String> command = command();
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).directory(folder.toFile()).start();
        Thread end = new Thread(() -> end(process), "flamegate-end");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            process.getOutputStream().close();
            List<String> out = Collections.synchronizedList(new ArrayList<>());
            List<String> err = Collections.synchronizedList(new ArrayList<>());
            Thread results = reader(process.getInputStream(), out, listener::result);
            Thread progress = reader(process.getErrorStream(), err, this::progress);
            int code = process.waitFor();
            results.join();
            progress.join();
            return Ended.of(code, out, err);
        } finally {
            end(process);
            removeHook(end);
        }
    }

    /** As bin/flamegate starts it, without the archive of classes. */
    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m", "-XX:TieredStopAtLevel=1"));
        command.add("-Xbootclasspath/a:" + installation.lib().resolve("picocli.jar"));
        String options =
                System.getenv().getOrDefault("FLAMEGATE_JAVA_OPTIONS", "").strip();
        if (!options.isEmpty()) {
            command.addAll(List.of(options.split("\\s+")));
        }
        command.addAll(List.of("-Dflamegate.home=" + installation.home(), "-cp", classPath(installation)));
        command.add("dev.flamegate.cli.Main");
        return command;
    }

    private void progress(String line) {
        if (line.startsWith(WARNING)) {
            listener.warning(line.substring(WARNING.length()));
        } else {
            listener.progress(line);
        }
    }

    private static Thread reader(InputStream stream, List<String> lines, Consumer<String> shown) {
        Thread thread = new Thread(
                () -> {
                    try (BufferedReader reader =
                            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                            lines.add(line);
                            shown.accept(line);
                        }
                    } catch (IOException e) { // the gate was killed: nothing more will come
                        return;
                    }
                },
                "flamegate-output");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Asks the gate to end, as ctrl-C does, and waits; what does not hear is killed. */
    private static void end(Process process) {
        if (!process.isAlive()) {
            return;
        }
        process.toHandle().destroy(); // Process.destroy would close its output, and its last words would be lost
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static void removeHook(Thread end) {
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException e) { // the JVM itself is ending, and the hook does its work
            return;
        }
    }

    private static String classPath(InstalledGate installation) {
        String all = File.separator + "*";
        return installation.lib()
                + all
                + File.pathSeparator
                + installation.lib().resolve("extensions")
                + all;
    }
}
