package dev.flamegate.os;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A helper program that is run to its end, within a limit of time. Its output goes through temporary files: a child
 * that it leaves behind with its output open cannot hold the gate up.
 */
public final class Program {
    /** Exit code of a program that was killed for taking too long. */
    public static final int TIMED_OUT = -1;

    /** Maximum output that is read, unless it goes to a file of the caller's. */
    private static final int MOST_BYTES = 64 << 20;

    private static final Duration USUAL_LIMIT = Duration.ofMinutes(5);

    private final ProcessBuilder builder;
    private CloseableRegistry registry = new CloseableRegistry();
    private Duration limit = USUAL_LIMIT;
    private byte[] input = {};
    private @Nullable Path inputFile;
    private @Nullable Path outputFile;

    private Program(List<String> command) {
        builder = new ProcessBuilder(located(command));
    }

    /** A program and its arguments; runs in this process's folder with its environment, and gets no input. */
    public static Program of(List<String> command) {
        return new Program(command);
    }

    /** A program and its arguments; see {@link #of(List)}. */
    public static Program of(String... command) {
        return new Program(List.of(command));
    }

    public Program in(Path folder) {
        builder.directory(folder.toFile());
        return this;
    }

    /** Adds variables to the program's environment. */
    public Program with(Map<String, String> environment) {
        builder.environment().putAll(environment);
        return this;
    }

    /** Sets the program's variables to these and no others. */
    public Program withOnly(Map<String, String> environment) {
        builder.environment().clear();
        return with(environment);
    }

    public Program input(byte[] bytes) {
        input = bytes.clone();
        return this;
    }

    /** Reads the program's input from a file, such as a terminal. */
    public Program inputFrom(Path file) {
        inputFile = file;
        return this;
    }

    /** Writes the program's output to a file, of any length; {@link Result#output} is empty then. */
    public Program outputTo(Path file) {
        outputFile = file;
        return this;
    }

    /** Joins the program's error output to its output. */
    public Program joiningErrors() {
        builder.redirectErrorStream(true);
        return this;
    }

    /** Kills the program after this time; five minutes unless set. */
    public Program within(Duration time) {
        limit = time;
        return this;
    }

    /** Starts the program through a registry, which kills it when it is closed meanwhile. */
    public Program registeredIn(CloseableRegistry closing) {
        registry = closing;
        return this;
    }

    /**
     * The result of a program.
     *
     * @param code its exit code; {@link #TIMED_OUT} when it was killed for taking too long
     * @param output what it printed
     * @param error what it printed to its error output; empty when that was joined to its output
     */
    public record Result(int code, String output, String error) {
        /** True if the program succeeded, by its exit code. */
        public boolean isOk() {
            return code == 0;
        }

        /** True if the program was killed for taking too long. */
        public boolean isTimedOut() {
            return code == TIMED_OUT;
        }

        /** The first non-blank line of the output, without the space around it; empty without such a line. */
        public String firstLine() {
            return output.lines()
                    .filter(line -> !line.isBlank())
                    .findFirst()
                    .orElse("")
                    .strip();
        }
    }

    /**
     * Runs the program to its end. An interrupt kills it.
     *
     * @throws IOException when it cannot be started
     * @throws CloseableRegistry.Closed when its registry is closed
     */
    public Result run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(OwnFolders.temporary(), "run-");
        try {
            Path out = outputFile == null ? folder.resolve("out") : outputFile;
            Path error = folder.resolve("error");
            builder.redirectOutput(out.toFile());
            if (!builder.redirectErrorStream()) {
                builder.redirectError(error.toFile());
            }
            builder.redirectInput(inputFile(folder).toFile());
            int code = ended();
            return new Result(
                    code, outputFile == null ? text(out) : "", builder.redirectErrorStream() ? "" : text(error));
        } finally {
            FileTree.delete(folder);
        }
    }

    /** The program's output, without the space around it; empty when the program fails or cannot be started. */
    public Optional<String> ask() throws InterruptedException {
        try {
            Result result = run();
            return result.isOk() ? Optional.of(result.output().strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * The command with the path of its program where that is found on the search path of this process. Windows would
     * look into the current folder first, which may be a stranger's checkout.
     */
    private static List<String> located(List<String> command) {
        String name = command.get(0);
        List<String> words = new ArrayList<>(command);
        if (name.indexOf('/') < 0 && name.indexOf('\\') < 0) {
            find(name, System.getenv()).filter(Path::isAbsolute).ifPresent(program -> words.set(0, program.toString()));
        }
        return words;
    }

    /** A program by its name on the search path {@code PATH} of an environment. */
    public static Optional<Path> find(String name, Map<String, String> environment) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            for (String ending : List.of("", ".exe", ".cmd", ".bat")) {
                Path file = folder.isEmpty() ? null : Path.of(folder, name + ending);
                if (file != null && Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    private int ended() throws IOException, InterruptedException {
        Process process = registry.start(builder::start, started -> ProcessTree.end(started.toHandle()));
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) ? process.exitValue() : TIMED_OUT;
        } finally {
            ProcessTree.end(process.toHandle());
            registry.release(process);
        }
    }

    private Path inputFile(Path folder) throws IOException {
        return inputFile == null ? Files.write(folder.resolve("in"), input) : inputFile;
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
    }
}
