import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A table, written as Markdown for people and as CSV. */
final class Results {
    private final String name;
    private final List<String> columns;
    private final List<List<String>> rows = new ArrayList<>();
    private final long started = System.nanoTime();

    Results(String name, List<String> columns) {
        this.name = name;
        this.columns = columns;
    }

    void add(Object... cells) {
        rows.add(Arrays.stream(cells).map(String::valueOf).toList());
        System.err.println(String.join(" | ", rows.get(rows.size() - 1)));
    }

    void write(Options options) throws IOException {
        String suffix = (options.heavy() ? "-heavy" : "")
                + (options.history() == 10 ? "" : "-history" + options.history())
                + (options.looks().name().equals("default") ? "" : "-" + options.looks().name());
        Path folder = Files.createDirectories(Path.of(options.into()));
        String markdown = "# decisions: " + name + suffix + "\n\n"
                + "`bench/decisions/simulate " + name + "`, " + options.n() + " comparisons per cell, seed " + options.seed()
                + ", " + World.CRITERIA + " gating criteria, " + options.history() + " past comparisons, looks "
                + options.looks().pairs() + ", " + Math.round((System.nanoTime() - started) / 1e9) + " s on "
                + Machine.fingerprint() + "\n\n"
                + line(columns) + line(columns.stream().map(c -> "---").toList())
                + rows.stream().map(Results::line).collect(Collectors.joining());
        Files.writeString(folder.resolve("decisions-" + name + suffix + ".md"), markdown);
        String csv = String.join(",", columns) + "\n"
                + rows.stream().map(row -> row.stream().map(cell -> cell.replace(",", "")).collect(Collectors.joining(","))+ "\n").collect(Collectors.joining());
        Files.writeString(folder.resolve("decisions-" + name + suffix + ".csv"), csv);
        System.out.print(markdown);
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
