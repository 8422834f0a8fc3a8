package dev.flamegate.maven;

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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.maven.plugin.logging.Log;

/** The gate as a process, whose output goes to Maven's log. It never outlives Maven. */
final class GateProcess {
    /** Exit codes of the gate; all others say that there is no verdict. */
    static final int OK = 0;

    static final int FAIL = 1;
    static final int INCONCLUSIVE = 4;

    /** The gate ends what it has started, such as a service and containers. */
    private static final long SECONDS_TO_END = 60;

    private static final String NAME = "flamegate: ";
    private static final String WARNING = "warning: ";

    private final Path home;
    private final Log log;

    /**
     * One of an installation.
     *
     * @param home folder with {@code lib}
     */
    GateProcess(Path home, Log log) {
        this.home = home;
        this.log = log;
    }

    /**
     * What the gate did.
     *
     * @param sentence that it ended with: the verdict, or why there is none
     */
    record Ended(int code, String sentence) {}

    /**
     * Runs a command line of the gate.
     *
     * @param folder it is run in
     * @throws InterruptedException when the thread was interrupted; the gate has ended then
     */
    Ended run(List<String> arguments, File folder) throws IOException, InterruptedException {
        List<String> command = command();
        command.addAll(arguments);
        log.debug(String.join(" ", command));
        Process process = new ProcessBuilder(command).directory(folder).start();
        Thread end = new Thread(() -> end(process), "flamegate-end");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            process.getOutputStream().close();
            List<String> out = Collections.synchronizedList(new ArrayList<>());
            List<String> err = Collections.synchronizedList(new ArrayList<>());
            Thread results = reader(process.getInputStream(), out, log::info);
            Thread progress = reader(process.getErrorStream(), err, this::progress);
            int code = process.waitFor();
            results.join();
            progress.join();
            return new Ended(code, sentence(out, err));
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
        command.add("-Xbootclasspath/a:" + home.resolve("lib").resolve("picocli.jar"));
        String options =
                System.getenv().getOrDefault("FLAMEGATE_JAVA_OPTIONS", "").strip();
        if (!options.isEmpty()) {
            command.addAll(List.of(options.split("\\s+")));
        }
        command.addAll(List.of("-Dflamegate.home=" + home, "-cp", home.resolve("lib") + File.separator + "*"));
        command.add("dev.flamegate.cli.Main");
        return command;
    }

    private void progress(String line) {
        if (line.startsWith(WARNING)) {
            log.warn(line.substring(WARNING.length()));
        } else {
            log.info(line);
        }
    }

    /** The verdict is the first paragraph of the results; where there are none, the reason stands in the messages. */
    private static String sentence(List<String> out, List<String> err) {
        List<String> verdict = out.stream()
                .dropWhile(String::isBlank)
                .takeWhile(line -> !line.isBlank())
                .map(String::strip)
                .toList();
        return verdict.stream()
                .findFirst()
                .map(first -> verdict.size() == 1
                        ? first
                        : first + ": " + String.join(" ", verdict.subList(1, verdict.size())))
                .or(() -> last(err, NAME))
                .or(() -> err.stream()
                        .filter(line -> !line.isBlank() && !line.startsWith(WARNING))
                        .reduce((first, second) -> second))
                .map(String::strip)
                .orElse("flamegate said nothing");
    }

    private static Optional<String> last(List<String> lines, String start) {
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .reduce((first, second) -> second)
                .map(line -> line.substring(start.length()));
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
        } catch (IllegalStateException e) { // Maven itself is ending, and the hook does its work
            return;
        }
    }
}
