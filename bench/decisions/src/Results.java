import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table, kept as CSV and shown as Markdown. Rows that are there already with the same number of
 * comparisons and seed are not simulated again, so a large table can be filled in small portions.
 */
final class Results {
    private final Path csv;
    private final String about;
    private final int keys;
    private final List<String> columns;
    private final String n;
    private final String seed;
    private final Map<List<String>, List<String>> rows = new LinkedHashMap<>();
    private final Set<List<String>> seen = new HashSet<>();

    /**
     * A table of simulated comparisons.
     *
     * @param keys how many of the first columns say what was simulated
     */
    Results(String name, Options options, int keys, String... columns) throws IOException {
        this(name, options, "", keys, columns);
    }

    /**
     * A table of simulated comparisons that needs to be explained.
     *
     * @param text what stands above it in Markdown
     * @param keys how many of the first columns say what was simulated
     */
    Results(String name, Options options, String text, int keys, String... columns) throws IOException {
        this(
                Path.of(options.into())
                        .resolve("decisions-" + name
                                + (options.history() == 10 ? "" : "-history-" + options.history())
                                + (options.looks().name().equals("default") ? "" : "-" + options.looks().name())
                                + ".csv"),
                "# decisions: " + name
                        + (options.history() == 10 ? "" : "-history-" + options.history())
                        + (options.looks().name().equals("default") ? "" : "-" + options.looks().name())
                        + "\n\n`bench/decisions/simulate " + options.table() + "`: " + World.CRITERIA
                        + " gating criteria, " + options.history() + " past comparisons, looks after "
                        + options.looks().pairs() + " pairs, errors " + options.looks().failError() + " and "
                        + options.looks().passError() + "; on " + Machine.fingerprint() + "\n\n" + text,
                options.n(),
                options.seed(),
                keys,
                columns);
    }

    /**
     * A table.
     *
     * @param csv its file; the Markdown goes beside it
     * @param about what stands above it in Markdown
     * @param n comparisons a row; 0 where nothing is simulated, or where the rows say how many
     * @param keys how many of the first columns say what a row is about
     */
    Results(Path csv, String about, int n, long seed, int keys, String... columns) throws IOException {
        this.csv = csv;
        this.about = about;
        this.keys = keys;
        this.n = String.valueOf(n);
        this.seed = String.valueOf(seed);
        this.columns = with(Arrays.stream(columns), "n", "seed");
        Files.createDirectories(csv.getParent());
        if (Files.exists(csv)) {
            List<String> lines = Files.readAllLines(csv);
            if (lines.get(0).equals(String.join(",", this.columns))) {
                lines.stream().skip(1).map(line -> List.of(line.split(",", -1))).forEach(this::put);
            }
        }
    }

    /** Whether a row was simulated already with as many comparisons and the same seed. */
    boolean has(Object... key) {
        List<String> row = rows.get(Arrays.stream(key).map(String::valueOf).toList());
        boolean has = row != null && (n.equals("0") || row.subList(row.size() - 2, row.size()).equals(List.of(n, seed)));
        if (has) {
            seen.add(row.subList(0, keys));
        }
        return has;
    }

    void add(Object... cells) throws IOException {
        List<String> row = with(Arrays.stream(cells).map(String::valueOf), n, seed);
        put(row);
        seen.add(row.subList(0, keys));
        System.err.println(String.join(" | ", row));
        write();
    }

    /** Drops what was there and is no longer asked for. */
    void close() throws IOException {
        rows.keySet().retainAll(seen);
        write();
    }

    List<List<String>> rows() {
        return List.copyOf(rows.values());
    }

    private List<String> with(Stream<String> cells, String... simulated) {
        return Stream.concat(cells, n.equals("0") ? Stream.of() : Arrays.stream(simulated)).toList();
    }

    private void put(List<String> row) {
        rows.put(row.subList(0, keys), row);
    }

    private void write() throws IOException {
        Files.writeString(
                csv,
                String.join(",", columns) + "\n"
                        + rows.values().stream().map(row -> String.join(",", row) + "\n").collect(Collectors.joining()));
        Files.writeString(
                csv.resolveSibling(csv.getFileName().toString().replace(".csv", ".md")),
                about
                        + line(columns)
                        + line(columns.stream().map(column -> "---").toList())
                        + rows.values().stream().map(Results::line).collect(Collectors.joining()));
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
