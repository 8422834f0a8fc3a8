import dev.flamegate.profile.jfr.JfrChunk;
import dev.flamegate.profile.jfr.JfrReader;
import dev.flamegate.profile.jfr.JfrSample;
import dev.flamegate.profile.jfr.SampleKind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs our program and async-profiler's converter on the same recordings in turns and writes a table of both: time of the
 * whole process, CPU time and largest resident memory, as GNU time tells them.
 */
public final class Measure {
    private static final double MIB = 1 << 20;

    private final Path root;
    private final Path work;
    private final String converter;
    private final int repeats;

    /** One job, done by both. */
    private record Task(String name, List<String> ours, List<String> theirs) {}

    /** What one process took: seconds, CPU seconds, bytes. */
    private record Cost(double wall, double cpu, double memory) {}

    private Measure(Path root, Path work, String converter, int repeats) {
        this.root = root;
        this.work = work;
        this.converter = converter;
        this.repeats = repeats;
    }

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]);
        Path work = Path.of(arguments[1]);
        new Measure(root, work, arguments[2], Integer.parseInt(arguments[3])).run(Path.of(arguments[4]));
    }

    private void run(Path into) throws Exception {
        List<String> rows = new ArrayList<>();
        for (Task task : tasks()) {
            rows.add(row(task));
        }
        Files.createDirectories(into.toAbsolutePath().getParent());
        Files.writeString(into, head() + String.join("", rows));
        System.err.println("written to " + into);
    }

    private List<Task> tasks() {
        String a = work.resolve("a.jfr").toString();
        String b = work.resolve("b.jfr").toString();
        String out = work.resolve("out").toString();
        List<Task> tasks = new ArrayList<>();
        for (String event : List.of("cpu", "wall")) {
            tasks.add(new Task(
                    "difference, " + event + ", collapsed",
                    ours(a, b, "--event", event, "--format", "collapsed", "--normalize", "none", "-o", out + ".folded"),
                    theirs("--" + event, "--total", "--diff", "-o", "collapsed", a, b, out + ".collapsed")));
            tasks.add(new Task(
                    "difference, " + event + ", html",
                    ours(a, b, "--event", event, "--format", "html", "--normalize", "none", "-o", out + ".html"),
                    theirs("--" + event, "--total", "--diff", "-o", "html", a, b, out + ".their.html")));
        }
        tasks.add(new Task(
                "one, cpu, collapsed",
                ours(a, "--event", "cpu", "--format", "collapsed", "-o", out + ".folded"),
                theirs("--cpu", "--total", "-o", "collapsed", a, out + ".collapsed")));
        tasks.add(new Task(
                "one, cpu, pprof",
                ours(a, "--event", "cpu", "--format", "pprof", "-o", out + ".pb.gz"),
                theirs("--cpu", "--total", "-o", "pb.gz", a, out + ".their.pb.gz")));
        return tasks;
    }

    private List<String> ours(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(root.resolve("release/distribution/target/flamegate/bin/flamegate").toString());
        command.add("flame");
        command.addAll(List.of(arguments));
        return command;
    }

    private List<String> theirs(String... arguments) {
        List<String> command = new ArrayList<>(List.of(java(), "-jar", converter));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Both in turns, which of them first as well; one turn before that does not count. */
    private String row(Task task) throws Exception {
        List<Cost> ours = new ArrayList<>();
        List<Cost> theirs = new ArrayList<>();
        for (int turn = -1; turn < repeats; turn++) {
            boolean first = turn % 2 == 0;
            Cost one = cost(first ? task.ours : task.theirs);
            Cost other = cost(first ? task.theirs : task.ours);
            if (turn >= 0) {
                ours.add(first ? one : other);
                theirs.add(first ? other : one);
            }
        }
        double[] ratios = new double[repeats];
        for (int i = 0; i < repeats; i++) {
            ratios[i] = ours.get(i).wall / theirs.get(i).wall;
        }
        Arrays.sort(ratios);
        String row = String.format(
                Locale.ROOT,
                "| %s | %s | %s | %.2f (%.2f to %.2f) | %.2f / %.2f s | %.0f / %.0f MiB |%n",
                task.name,
                seconds(ours),
                seconds(theirs),
                median(ratios),
                ratios[0],
                ratios[repeats - 1],
                median(ours.stream().mapToDouble(Cost::cpu).sorted().toArray()),
                median(theirs.stream().mapToDouble(Cost::cpu).sorted().toArray()),
                median(ours.stream().mapToDouble(Cost::memory).sorted().toArray()) / MIB,
                median(theirs.stream().mapToDouble(Cost::memory).sorted().toArray()) / MIB);
        System.err.print(row);
        return row;
    }

    private static String seconds(List<Cost> costs) {
        double[] walls = costs.stream().mapToDouble(Cost::wall).sorted().toArray();
        return String.format(Locale.ROOT, "%.2f s (%.2f to %.2f)", median(walls), walls[0], walls[walls.length - 1]);
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private Cost cost(List<String> command) throws Exception {
        Path times = work.resolve("times");
        List<String> timed = new ArrayList<>(List.of("/usr/bin/time", "-q", "-o", times.toString(), "-f", "%e %U %S %M"));
        timed.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(timed)
                .redirectErrorStream(true)
                .redirectOutput(work.resolve("output").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        int code = builder.start().waitFor();
        if (code != 0) {
            throw new IOException(command + " ended with " + code + ": " + Files.readString(work.resolve("output")));
        }
        String[] values = Files.readString(times).strip().split(" ");
        return new Cost(
                Double.parseDouble(values[0]),
                Double.parseDouble(values[1]) + Double.parseDouble(values[2]),
                Double.parseDouble(values[3]) * 1024);
    }

    private String head() throws IOException {
        StringBuilder head = new StringBuilder("# Profiles: ours beside async-profiler's converter\n\n");
        for (String name : List.of("a.jfr", "b.jfr")) {
            Path file = work.resolve(name);
            head.append(String.format(
                    Locale.ROOT, "- `%s`: %.1f MB, %s%n", name, Files.size(file) / 1e6, counts(file)));
        }
        head.append(String.format(
                Locale.ROOT,
                "- %d runs of each in turns after one that does not count; medians, least and most; JDK %s, %d CPUs%n",
                repeats,
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors()));
        head.append("- converter: `").append(Path.of(converter).getFileName()).append("`\n\n");
        return head.append("| job | flamegate | converter | ratio of times | CPU, ours / theirs | memory, ours / theirs |\n")
                .append("|---|---|---|---|---|---|\n")
                .toString();
    }

    /** How many events of each kind a recording has. */
    private static Map<SampleKind, Long> counts(Path file) throws IOException {
        Map<SampleKind, Long> counts = new TreeMap<>();
        try (FileChannel in = FileChannel.open(file)) {
            JfrReader.read(in, new JfrReader.Visitor() {
                @Override
                public boolean wants(SampleKind kind) {
                    return true;
                }

                @Override
                public void begin(JfrChunk chunk) {}

                @Override
                public void sample(JfrSample sample) {
                    counts.merge(sample.kind(), 1L, Long::sum);
                }

                @Override
                public void end(JfrChunk chunk) {}
            });
        }
        return counts;
    }
}
