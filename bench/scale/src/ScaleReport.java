import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a size took, as Markdown. */
final class ScaleReport {
    private final Size size;
    private final Path data;
    private final List<Row> rows;

    /**
     * A report.
     *
     * @param data folder of the store's objects
     */
    ScaleReport(Size size, Path data, List<Row> rows) {
        this.size = size;
        this.data = data;
        this.rows = rows;
    }

    private String title() {
        return String.format(
                Locale.ROOT,
                "## %,d services, %,d runs each: %,d runs",
                size.services(),
                size.runs(),
                (long) size.services() * size.runs());
    }

    /** A section of the results. */
    String text() throws IOException {
        long bytes = 0;
        long records = 0;
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                bytes += Files.size(file);
                records += String.valueOf(file.getFileName()).endsWith(".zip") ? 1 : 0;
            }
        }
        StringBuilder text = new StringBuilder(title() + "\n\n");
        text.append(String.format(
                Locale.ROOT,
                "On %d CPUs, %s, Java %s, %s; written by `bench/scale/measure %d %d %d`.%n",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.version"),
                LocalDate.now(),
                size.services(),
                size.runs(),
                size.whole()));
        text.append(String.format(
                Locale.ROOT,
                "A run takes %,d bytes in the store, with its verdict.%s%n%n",
                bytes / Math.max(1, records),
                size.whole() == size.services()
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                " All runs of %,d services were pushed; of the others the latest, and its objects have the names"
                                        + " of the earlier ones too.",
                                size.whole())));
        text.append(Row.HEAD);
        rows.stream().filter(row -> !row.seconds().isEmpty()).map(Row::line).forEach(text::append);
        return text.toString();
    }

    /** Writes it into a file, in which the sections of other sizes stay. */
    void addTo(Path file) throws IOException {
        List<String> parts = new ArrayList<>();
        if (Files.exists(file)) {
            for (String part : Files.readString(file).split("(?m)^(?=## )")) {
                if (part.startsWith("## ") && !part.startsWith(title())) {
                    parts.add(part.strip() + "\n");
                }
            }
        }
        parts.add(text());
        Files.writeString(
                file,
                "# A shared history of many services\n\nSeconds; requests are those of the median operation.\n\n"
                        + String.join("\n", parts));
    }
}
