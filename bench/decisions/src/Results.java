import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A table, kept as CSV and shown as Markdown. Rows that are there already with the same number of
 * comparisons and seed are not simulated again, so a large table can be filled in small portions.
 */
final class Results {
    private final String name;
    private final int keys;
    private final List<String> columns;
    private final Path folder;
    private final Options options;
    private final Map<List<String>, List<String>> rows = new LinkedHashMap<>();

    /**
     * A table.
     *
     * @param keys how many of the first columns say what was simulated
     */
    Results(String name, Options options, int keys, String... columns) throws IOException {
        this.keys = keys;
        this.columns = java.util.stream.Stream.concat(Arrays.stream(columns), java.util.stream.Stream.of("n", "seed")).toList();
        this.options = options;
        this.folder = Files.createDirectories(Path.of(options.into()));
        this.name = name
                + (options.history() == 10 ? "" : "-history-" + options.history())
                + (options.looks().name().equals("default") ? "" : "-" + options.looks().name());
        Path csv = folder.resolve("decisions-" + this.name + ".csv");
        if (Files.exists(csv)) {
            List<String> lines = Files.readAllLines(csv);
            if (lines.get(0).equals(String.join(",", this.columns))) {
                lines.stream().skip(1).map(line -> List.of(line.split(","))).forEach(this::put);
            }
        }
    }

    /** Whether a row was simulated already with as many comparisons and the same seed. */
    boolean has(Object... key) {
        List<String> row = rows.get(Arrays.stream(key).map(String::valueOf).toList());
        return row != null
                && row.subList(row.size() - 2, row.size())
                        .equals(List.of(String.valueOf(options.n()), String.valueOf(options.seed())));
    }

    void add(Object... cells) throws IOException {
        List<String> row = java.util.stream.Stream.concat(
                        Arrays.stream(cells), java.util.stream.Stream.of(options.n(), options.seed()))
                .map(String::valueOf)
                .toList();
        put(row);
        System.err.println(String.join(" | ", row));
        write();
    }

    List<List<String>> rows() {
        return List.copyOf(rows.values());
    }

    private void put(List<String> row) {
        rows.put(row.subList(0, keys), row);
    }

    private void write() throws IOException {
        Files.writeString(
                folder.resolve("decisions-" + name + ".csv"),
                String.join(",", columns) + "\n"
                        + rows.values().stream().map(row -> String.join(",", row) + "\n").collect(Collectors.joining()));
        Files.writeString(
                folder.resolve("decisions-" + name + ".md"),
                "# decisions: " + name + "\n\n`bench/decisions/simulate " + options.table() + "`: " + World.CRITERIA
                        + " gating criteria, " + options.history() + " past comparisons, looks after "
                        + options.looks().pairs() + " pairs, errors " + options.looks().failError() + " and "
                        + options.looks().passError() + "; on " + Machine.fingerprint() + "\n\n"
                        + line(columns)
                        + line(columns.stream().map(column -> "---").toList())
                        + rows.values().stream().map(Results::line).collect(Collectors.joining()));
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
