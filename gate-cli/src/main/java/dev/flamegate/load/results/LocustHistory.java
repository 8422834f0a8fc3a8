package dev.flamegate.load.results;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Locust's history of its statistics ({@code locust --csv {results} --csv-full-history}, tried with 2.47): once a
 * second how many requests of each name there were since the start. Its percentiles are of the last ten seconds, so
 * there are no latencies. Without names, as of a history without {@code --csv-full-history}, all requests count as one
 * name.
 */
final class LocustHistory implements ResultFormat {
    private static final List<String> NEEDED =
            List.of("Timestamp", "Type", "Name", "Total Request Count", "Total Failure Count");
    private static final String ALL = "Aggregated";
    private static final long MICROS = 1_000_000;

    private final CsvRows rows = new CsvRows();
    private final Map<String, Counts> last = new HashMap<>();
    private boolean named;

    private record Counts(long second, long requests, long failures) {}

    @Override
    public Path file(Path results) {
        return results.resolveSibling(results.getFileName() + "_stats_history.csv");
    }

    @Override
    public void line(String line, Consumer<ResultRecord> sink) {
        if (!rows.named()) {
            begin(line);
            return;
        }
        CsvRows.CsvRow row = rows.row(line);
        if (row == null) {
            return;
        }
        boolean all = row.text("Name").equals(ALL) && row.text("Type").isEmpty();
        named |= !all;
        if (!all || !named) {
            String name = all ? ALL : (row.text("Type") + " " + row.text("Name")).strip();
            count(name, row, sink);
        }
    }

    private void count(String name, CsvRows.CsvRow row, Consumer<ResultRecord> sink) {
        long second = (long) row.number("Timestamp");
        Counts now =
                new Counts(second, (long) row.number("Total Request Count"), (long) row.number("Total Failure Count"));
        Counts before = last.put(name, now);
        if (before == null) {
            before = new Counts(second - 1, 0, 0);
        }
        long requests = now.requests() - before.requests();
        long failures = now.failures() - before.failures();
        if (requests > 0) {
            sink.accept(new ResultRecord.Interval(
                    name, before.second() * MICROS, second * MICROS, requests - failures, failures, null));
        }
    }

    private void begin(String line) {
        rows.name(line);
        for (String column : NEEDED) {
            if (!rows.has(column)) {
                throw new IllegalArgumentException(
                        "there is no column \"" + column + "\"; is it the file PREFIX_stats_history.csv of Locust?");
            }
        }
    }
}
