import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs and comparisons in a row, some of them killed, with what must hold after each of them. */
final class Soak {
    /** Ends a hang. */
    private static final long LIMIT_SECONDS = 600;
    /** A gate that is not killed takes about this long; signals come within it, evenly. */
    private static final int USUAL_MILLIS = 16_000;
    /** Time that a signalled gate's processes get to end. */
    private static final int AFTERWARDS_SECONDS = 20;

    private final Path root;
    private final Random random;
    private final Path folder = Files.createTempDirectory("soak");
    private final Path temporary = Files.createDirectories(folder.resolve("tmp"));
    private final List<String> trouble = new ArrayList<>();
    private final Map<String, Integer> ends = new TreeMap<>();
    private final List<Peak> peaks = new ArrayList<>();
    private Set<String> stored = new TreeSet<>();
    private boolean killedBefore;

    /** What a gate used at most. */
    private record Peak(long megabytes, int files) {}

    /** How a gate ended: its exit code and its peaks. */
    private record Ended(int code, Peak peak) {}

    private Soak(Path root, long seed) throws IOException {
        this.root = root;
        this.random = new Random(seed);
    }

    public static void main(String[] arguments) throws Exception {
        int times = Integer.parseInt(arguments[1]);
        Soak soak = new Soak(Path.of(arguments[0]), Long.parseLong(arguments[2]));
        soak.writePlan();
        for (int i = 1; i <= times; i++) {
            soak.once(i);
        }
        soak.finish(times, arguments[2]);
    }

    private void writePlan() throws IOException {
        Files.writeString(folder.resolve("flamegate.yaml"), """
                version: 1
                service: soak
                target:
                  jar: %1$s/sample-service/target/sample-service.jar
                  java-options: [-Xms64m, -Xmx64m]
                  environment: {PORT: "{port}"}
                  port: %2$d
                  ready: {path: /health, within: 120 s}
                load:
                  simulation: dev.flamegate.gatling.SampleSimulation
                  classpath: [%1$s/gatling/target/flamegate-gatling.jar]
                  properties: {rate: "25", mix: "matrix=1"}
                  warm-up: {at-least: 1 s, at-most: 2 s}
                  measure: 2 s
                rules: [rules.yaml]
                """.formatted(root, freePort()));
        Files.writeString(folder.resolve("rules.yaml"), """
                version: 1
                rules:
                  - id: allocation
                    indicator: alloc.per-request
                    must: "< 20% growth vs previous run"
                    applies: run
                  - id: allocation-of-pairs
                    indicator: alloc.per-request
                    must: "< 20% growth vs baseline"
                    applies: compare
                """);
    }

    /** Below the ports that systems assign to connections. */
    private static int freePort() {
        for (int port = 21_000; ; port++) {
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // the next one
            }
        }
    }

    private void once(int number) throws Exception {
        boolean compare = random.nextInt(3) == 0;
        String signal = random.nextInt(3) == 0 ? "" : List.of("KILL", "TERM", "INT").get(random.nextInt(3));
        long after = signal.isEmpty() ? 0 : random.nextInt(USUAL_MILLIS);
        Ended ended = gate(compare ? List.of("compare", "--budget", "1s") : List.of("run"), signal, after);
        boolean killed = signal.equals("KILL") && ended.code() == 137;
        String what = "gate " + number + " (" + (compare ? "compare" : "run")
                + (signal.isEmpty() ? "" : ", SIG" + signal + " after " + after + " ms") + ", exit code " + ended.code() + ")";
        ends.merge((signal.isEmpty() ? "left alone" : "SIG" + signal) + " | " + ended.code(), 1, Integer::sum);
        peaks.add(ended.peak());
        if (!expected(signal, ended.code())) {
            trouble(what + ": unexpected exit code; it printed: " + printed());
        }
        checkHistory(what, !compare && (ended.code() == 0 || ended.code() == 1), !signal.isEmpty());
        // What a killed gate left goes when the next one begins to measure, which one that is signalled may not come to.
        killedBefore &= !signal.isEmpty();
        if (!killed && !killedBefore) {
            checkLeftovers(what);
        }
        killedBefore |= killed;
        System.out.println(what + ", " + stored.size() + " runs stored, " + trouble.size() + " troubles");
    }

    private static boolean expected(String signal, int code) {
        boolean measured = code == 0 || code == 1 || code == 3;
        return switch (signal) {
            case "KILL" -> measured || code == 137;
            case "TERM" -> measured || code == 143;
            case "INT" -> measured || code == 130;
            default -> measured;
        };
    }

    private Ended gate(List<String> arguments, String signal, long afterMillis) throws Exception {
        List<String> command = new ArrayList<>(List.of(root.resolve("release/distribution/target/flamegate/bin/flamegate").toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.txt").toFile());
        builder.environment().put("FLAMEGATE_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        builder.environment().put("TMPDIR", temporary.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        long start = System.nanoTime();
        long megabytes = 0;
        int files = 0;
        boolean sent = signal.isEmpty();
        while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
            megabytes = Math.max(megabytes, memory(process.pid()));
            files = Math.max(files, files(process.pid()));
            long millis = (System.nanoTime() - start) / 1_000_000;
            if (!sent && millis >= afterMillis) {
                new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
                sent = true;
            }
            if (millis > LIMIT_SECONDS * 1000) {
                trouble(command + " did not end: " + printed());
                process.destroyForcibly().waitFor();
            }
        }
        return new Ended(process.exitValue(), new Peak(megabytes, files));
    }

    private static long memory(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException ended) {
            return 0;
        }
    }

    private static int files(long pid) {
        String[] names = Path.of("/proc/" + pid + "/fd").toFile().list();
        return names == null ? 0 : names.length;
    }

    private void checkHistory(String what, boolean oneMore, boolean signalled) throws Exception {
        Process list = new ProcessBuilder(
                        root.resolve("release/distribution/target/flamegate/bin/flamegate").toString(), "history", "list")
                .directory(folder.toFile())
                .redirectError(folder.resolve("list-errors.txt").toFile())
                .start();
        String text = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = list.waitFor();
        String errors = Files.readString(folder.resolve("list-errors.txt"));
        if (code != 0 || !errors.isBlank()) {
            trouble(what + ": history list ended with " + code + ": " + errors);
        }
        Set<String> now = text.lines()
                .filter(line -> line.matches("\\d{8}-\\d{6}-\\w+ .*") && !line.matches(".*\\b\\d+ pairs?\\b.*"))
                .map(line -> line.split("\\s+", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> lost = new TreeSet<>(stored);
        lost.removeAll(now);
        if (!lost.isEmpty()) {
            trouble(what + ": lost " + lost);
        }
        int more = now.size() - stored.size();
        if (oneMore ? more != 1 : more > (signalled || what.contains("exit code 3") ? 1 : 0)) {
            trouble(what + ": " + more + " runs more in the history");
        }
        stored = now;
    }

    private void checkLeftovers(String what) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(AFTERWARDS_SECONDS);
        List<String> left = left();
        while (!left.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(100);
            left = left();
        }
        if (!left.isEmpty()) {
            trouble(what + ": left over: " + left + "; it printed: " + printed());
        }
    }

    /** Processes that were started from this folder, and files in the temporary and work folders. */
    private List<String> left() throws IOException {
        List<String> left = new ArrayList<>();
        ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process -> isOfThis(process.pid()))
                .forEach(process -> left.add("process " + process.pid() + " " + process.info().commandLine().orElse("")));
        for (Path place : List.of(temporary, folder.resolve(".flamegate/work"), folder.resolve(".flamegate/running"))) {
            if (Files.isDirectory(place)) {
                try (Stream<Path> files = Files.list(place)) {
                    files.filter(file -> !file.getFileName().toString().startsWith("hsperfdata")).forEach(file -> left.add(file.toString()));
                }
            }
        }
        return left;
    }

    private boolean isOfThis(long pid) {
        try {
            return Path.of("/proc/" + pid + "/cwd").toRealPath().startsWith(folder)
                    || Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1).contains(folder.toString());
        } catch (IOException ended) {
            return false;
        }
    }

    private void trouble(String what) {
        System.out.println(what);
        trouble.add(what);
    }

    private String printed() throws IOException {
        String text = Files.readString(folder.resolve("out.txt"));
        return text.substring(Math.max(0, text.length() - 500)).replaceAll("\\s+", " ");
    }

    private void finish(int times, String seed) throws IOException {
        StringBuilder page = new StringBuilder("# Many short runs in a row, some of them killed\n\n"
                + times + " gates with seed " + seed + " on " + Runtime.getRuntime().availableProcessors() + " CPUs, "
                + LocalDate.now() + "; written by `bench/soak/run`.\n\n| ended by | exit code | times |\n|---|---:|---:|\n");
        ends.forEach((how, count) -> page.append("| ").append(how).append(" | ").append(count).append(" |\n"));
        page.append("\nRuns in the history at the end: ").append(stored.size()).append(".\n\n")
                .append("| gates | memory at most, median (MB) | worst | open files at most, median | worst |\n|---|---:|---:|---:|---:|\n");
        int half = peaks.size() / 2;
        row(page, "first half", peaks.subList(0, half));
        row(page, "second half", peaks.subList(half, peaks.size()));
        page.append("\nTrouble: ").append(trouble.isEmpty() ? "none: no record lost, no process and no file left.\n" : trouble.size() + "\n");
        trouble.forEach(line -> page.append("- ").append(line).append('\n'));
        Files.writeString(root.resolve("bench/results/soak.md"), page.toString());
        System.out.print(page);
        if (!trouble.isEmpty()) {
            System.out.println("The folder is " + folder);
            System.exit(1);
        }
    }

    private static void row(StringBuilder page, String name, List<Peak> peaks) {
        long[] memory = peaks.stream().mapToLong(Peak::megabytes).sorted().toArray();
        long[] files = peaks.stream().mapToLong(Peak::files).sorted().toArray();
        if (memory.length > 0) {
            page.append(String.format(Locale.ROOT, "| %s | %d | %d | %d | %d |%n", name, memory[memory.length / 2],
                    memory[memory.length - 1], files[files.length / 2], files[files.length - 1]));
        }
    }
}
