package dev.flamegate.fuzz;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.flamegate.os.FileTree;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Fuzzes: each target in a JVM of its own, as Jazzer wants it, with 256 MiB of memory and 5 s for an input. Run by {@code
 * ./mvnw verify -Pfuzz}; not a part of the usual build. Logs, the inputs that reached something new and those that
 * failed are in {@code target/fuzz/TARGET}, a line for each target in {@code target/fuzz/results.txt}.
 */
public class FuzzRun {
    private static final String MEMORY = "-Xmx256m";
    /** A busy machine needs more: the first input takes as long as its classes need to be loaded. */
    private static final int TIMEOUT_SECONDS = Integer.getInteger("fuzz.timeout", 5);
    /** Larger inputs only make the fuzzer slow. */
    private static final int LONGEST = 64 << 10;

    private static final Pattern DONE = Pattern.compile("(?m)^Done (\\d+) runs in (\\d+) second");
    private static final Pattern LAST = Pattern.compile("(?m)^#(\\d+)\\s");

    private static final Path FOLDER = Path.of("target", "fuzz").toAbsolutePath();

    @TestFactory
    Stream<DynamicTest> fuzz() throws Exception {
        int seconds = Integer.getInteger("fuzz.seconds", 600);
        String only = System.getProperty("fuzz.only", ".*");
        return FuzzTarget.all().stream()
                .filter(target -> target.name().matches(only))
                .map(target -> dynamicTest(target.name(), () -> fuzz(target, seconds)));
    }

    private static void fuzz(FuzzTarget target, int seconds) throws Exception {
        Path folder = Files.createDirectories(FOLDER.resolve(target.name()));
        Path corpus = Files.createDirectories(folder.resolve("corpus"));
        Path seeds = folder.resolve("seeds");
        FileTree.delete(seeds);
        Files.createDirectories(seeds);
        int number = 0;
        for (Map.Entry<String, byte[]> seed : target.corpus().entrySet()) {
            if (seed.getValue().length <= LONGEST) {
                Files.write(seeds.resolve("seed-" + ++number), seed.getValue());
            }
        }
        Path log = folder.resolve("log.txt");
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command(target, seconds, corpus, seeds))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(log, StandardCharsets.ISO_8859_1);
        note(target, text, (System.nanoTime() - start) / 1_000_000_000, process.exitValue());
        if (process.exitValue() != 0) {
            throw new AssertionError(target.name() + " found an input. It is among the files of " + folder + ", the"
                    + " reason is at the end of log.txt there. Fix the program, then keep the input in gate-cli/"
                    + target.findings() + " so that every build tries it.\n" + end(text));
        }
    }

    private static List<String> command(FuzzTarget target, int seconds, Path corpus, Path seeds) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                MEMORY,
                "-XX:+UseSerialGC",
                "-XX:-OmitStackTraceInFastThrow",
                "-XX:+EnableDynamicAgentLoading",
                "-Dfuzz.scratch=" + corpus.getParent(),
                "-cp",
                classPath(),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.method().getDeclaringClass().getName(),
                "--target_method=" + target.method().getName(),
                "--instrumentation_includes=dev.flamegate.**",
                // Tests talk to servers of their own on loopback.
                "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery",
                "-max_total_time=" + seconds,
                "-timeout=" + TIMEOUT_SECONDS,
                "-max_len=" + LONGEST,
                "-artifact_prefix=" + corpus.getParent() + "/"));
        command.add(corpus.toString());
        command.add(seeds.toString());
        return command;
    }

    /** The child works in another folder, so relative entries would not be found. */
    private static String classPath() {
        return String.join(
                File.pathSeparator,
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }

    private static void note(FuzzTarget target, String log, long seconds, int code) throws IOException {
        String executions = "0";
        for (Pattern pattern : List.of(LAST, DONE)) {
            for (Matcher matcher = pattern.matcher(log); matcher.find(); ) {
                executions = matcher.group(1);
            }
        }
        Files.writeString(
                FOLDER.resolve("results.txt"),
                String.format(
                        "%-40s %12s executions %6d s  %s%n",
                        target.name(), executions, seconds, code == 0 ? "nothing found" : "found, exit code " + code),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static String end(String log) {
        List<String> lines = log.lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    }
}
