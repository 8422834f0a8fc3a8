package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.flamegate.program.Program.Ended;
import dev.flamegate.targets.FreePort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Where one fault happens: a folder with a plan, a temporary folder of its own, and a mark in the environment of
 * everything that is started, by which it is found again.
 */
final class FaultGround implements AutoCloseable {
    private static final String MARK = "FLAMEGATE_FAULT_CASE";
    private static final long LIMIT_SECONDS = 600;

    private final Path folder;
    private final Path template;
    private final int port = FreePort.find();
    private final Path temporary;
    private Path program = Program.script();
    private String printed;
    private final String mark = UUID.randomUUID().toString();
    private final Map<String, String> environment = new LinkedHashMap<>();

    /**
     * A copy of a folder with a plan and perhaps stored runs.
     *
     * @param folder does not exist yet
     */
    FaultGround(Path folder, Path template) throws IOException {
        this.folder = folder;
        copy(template, folder);
        temporary = Files.createDirectories(folder.resolveSibling(folder.getFileName() + "-tmp"));
        this.template = template;
        printed = folder.getFileName().toString();
        withoutTheFault();
    }

    Path folder() {
        return folder;
    }

    /** Sets a variable of the gate's environment; one of the JVM's options comes after those that are there. */
    FaultGround with(String name, String value) {
        environment.merge(
                name, value, (old, added) -> name.equals("FLAMEGATE_JAVA_OPTIONS") ? old + " " + added : added);
        return this;
    }

    /** Replaces a file of the folder. */
    FaultGround write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        return this;
    }

    String read(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    /** The run that was stored before; the latest where there are several. */
    Path stored() throws IOException {
        try (Stream<Path> runs = Files.list(folder.resolve(".flamegate/history/runs"))) {
            return runs.sorted().reduce((one, other) -> other).orElseThrow();
        }
    }

    /** Has another installation run from now on, until the fault is gone. */
    FaultGround installed(Path home) {
        program = home.resolve("bin/flamegate");
        return this;
    }

    /** Runs flamegate to its end. */
    Ended run(String... arguments) throws IOException, InterruptedException {
        return under(List.of(), arguments);
    }

    /** Runs flamegate under limits of a shell, such as {@code ulimit -n 60}. */
    Ended limited(String limits, String... arguments) throws IOException, InterruptedException {
        return under(List.of("bash", "-c", limits + " && exec \"$@\"", "limited"), arguments);
    }

    /** Runs flamegate where a folder of the plan's cannot be written, though it can be read. */
    Ended readOnly(String path, String... arguments) throws IOException, InterruptedException {
        Path made = Files.createDirectories(folder.resolve(path));
        return mounted("mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\"", made, arguments);
    }

    /** Runs flamegate where the disk of a folder is full: what is there stays, and nothing more fits. */
    Ended full(String path, String... arguments) throws IOException, InterruptedException {
        Path made = Files.createDirectories(folder.resolve(path));
        String size = "$(( $(du -sk \"$0\" | cut -f1) + 64 ))k";
        return mounted(
                "disk=$(mktemp -d) && mount -t tmpfs -o size=" + size
                        + " tmpfs \"$disk\" && cp -a \"$0/.\" \"$disk/\" &&"
                        + " { cat /dev/zero >\"$disk/filled\" 2>/dev/null; mount --move \"$disk\" \"$0\"; } &&"
                        + " rmdir \"$disk\"",
                made,
                arguments);
    }

    private Ended mounted(String mount, Path path, String... arguments) throws IOException, InterruptedException {
        return under(List.of("unshare", "-m", "sh", "-c", mount + " && exec \"$@\"", path.toString()), arguments);
    }

    private Ended under(List<String> wrapper, String... arguments) throws IOException, InterruptedException {
        return ended(start(wrapper, arguments));
    }

    /** Starts flamegate. */
    Process start(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    private Process start(List<String> wrapper, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(wrapper);
        command.add(program.toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(printed(".out").toFile())
                .redirectError(printed(".err").toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    /** The same ground with files of its own for what is printed: for a second gate. */
    FaultGround besides() {
        printed = folder.getFileName() + "-other";
        return this;
    }

    /** What flamegate has said so far. */
    String said() throws IOException {
        return Files.readString(printed(".err"), StandardCharsets.UTF_8);
    }

    /** Waits for the end of what was started last. */
    Ended ended(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("it did not end: " + said());
        }
        return new Ended(process.exitValue(), Files.readString(printed(".out"), StandardCharsets.UTF_8), said());
    }

    /** Starts flamegate, and sends it a signal when it has said something. */
    Ended signalled(String signal, String words, String... arguments) throws IOException, InterruptedException {
        assumeFalse(signal.equals("INT") && ignoresInterrupts(), "SIGINT is ignored here, as in a background shell");
        Process process = start(arguments);
        until(process, words);
        signal(signal, process.pid());
        return ended(process);
    }

    /** What this JVM ignores, its children do too. */
    private static boolean ignoresInterrupts() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.split("\\s+", -1)[1], 16) & 2) != 0);
    }

    void signal(String signal, long process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, String.valueOf(process))
                .start()
                .waitFor();
    }

    void until(Process process, String words) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!said().contains(words)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new AssertionError("never said: " + words + "\n" + said());
            }
            Thread.sleep(20);
        }
    }

    /** The plan, the rules and the environment as they were. */
    void withoutTheFault() throws IOException {
        for (String file : List.of("flamegate.yaml", "rules.yaml")) {
            Files.copy(template.resolve(file), folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        write("flamegate.yaml", read("flamegate.yaml").replaceFirst("(?m)^  port: .*", "  port: " + port));
        program = Program.script();
        environment.clear();
        environment();
    }

    private void environment() {
        environment.put(MARK, mark);
        environment.put("TMPDIR", temporary.toString());
        environment.put("FLAMEGATE_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary);
    }

    /** What must hold after every fault, once the next command has run. */
    void holdsWhatMustHold() throws Exception {
        Path runs = folder.resolve(".flamegate/history/runs");
        if (Files.isDirectory(runs)) {
            Ended listed = run("history", "list");
            assertThat(listed.code()).as(listed.err()).isZero();
            assertThat(listed.err()).isEmpty();
        }
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!left().isEmpty() && System.nanoTime() < end) {
            Thread.sleep(100); // a process that was killed is still seen for a moment
        }
        assertThat(left()).as("processes left").isEmpty();
        assertThat(files(temporary)).as("left in the temporary folder").isEmpty();
        assertThat(files(folder.resolve(".flamegate")))
                .as("left in .flamegate")
                .noneMatch(
                        file -> file.startsWith("flamegate-") || file.startsWith("running/") || file.contains(".part"));
    }

    /** The command lines of this case's processes that still run. */
    private List<String> left() throws IOException {
        return processes().stream()
                .map(process ->
                        process.pid() + ": " + process.info().commandLine().orElse(""))
                .toList();
    }

    private List<ProcessHandle> processes() throws IOException {
        List<ProcessHandle> left = new ArrayList<>();
        for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
            Path variables = Path.of("/proc", String.valueOf(process.pid()), "environ");
            try {
                if (process.isAlive()
                        && Files.readString(variables, StandardCharsets.ISO_8859_1)
                                .contains(mark)) {
                    left.add(process);
                }
            } catch (IOException e) {
                continue; // has ended meanwhile
            }
        }
        return left;
    }

    /** This case's processes whose command line has the text. */
    List<ProcessHandle> running(String text) throws IOException {
        return processes().stream()
                .filter(process -> process.info().commandLine().orElse("").contains(text))
                .toList();
    }

    /** Ends what a case that failed has left. */
    @Override
    public void close() throws IOException {
        processes().forEach(ProcessHandle::destroyForcibly);
    }

    private Path printed(String kind) {
        return folder.resolveSibling(printed + kind);
    }

    private static List<String> files(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(file -> !file.equals(root))
                    .map(file -> root.relativize(file).toString())
                    .toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }
}
