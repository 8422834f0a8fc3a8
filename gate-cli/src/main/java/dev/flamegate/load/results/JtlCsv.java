package dev.flamegate.load.results;

import java.util.List;
import java.util.function.Consumer;

/**
 * JMeter's results as CSV ({@code jmeter -n -l FILE}, tried with 5.6.3), with column names and times in milliseconds,
 * as it writes by default. The sums of a transaction controller are left out, as its samples have separate rows.
 */
final class JtlCsv implements ResultFormat {
    private static final List<String> NEEDED = List.of("timeStamp", "elapsed", "label", "success");
    private static final String TRANSACTION = "Number of samples in transaction";
    private static final long MILLI = 1000;

    private final CsvRows rows = new CsvRows();

    @Override
    public void line(String line, Consumer<ResultRecord> sink) {
        if (!rows.named()) {
            begin(line);
            return;
        }
        CsvRows.CsvRow row = rows.row(line);
        if (row == null || row.text("responseMessage").startsWith(TRANSACTION)) {
            return;
        }
        boolean ok = row.text("success").equals("true");
        long start = millis(row, "timeStamp");
        sink.accept(new ResultRecord.Request(
                row.text("label"),
                start * MILLI,
                (start + Math.max(0, millis(row, "elapsed"))) * MILLI,
                ok,
                ok ? "" : message(row)));
    }

    private void begin(String line) {
        rows.name(line);
        for (String column : NEEDED) {
            if (!rows.has(column)) {
                throw new IllegalArgumentException(
                        "there is no column \"" + column
                                + "\"; let JMeter write CSV with column names"
                                + " (-Jjmeter.save.saveservice.output_format=csv -Jjmeter.save.saveservice.print_field_names=true)");
            }
        }
    }

    private static long millis(CsvRows.CsvRow row, String column) {
        String text = row.text(column);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"" + column + "\" is not in milliseconds: \"" + text
                            + "\"; set -Jjmeter.save.saveservice.timestamp_format=ms",
                    e);
        }
    }

    private static String message(CsvRows.CsvRow row) {
        String assertion = row.text("failureMessage").strip();
        String response = (row.text("responseCode") + " " + row.text("responseMessage")).strip();
        return assertion.isEmpty() ? response : response.isEmpty() ? assertion : response + ": " + assertion;
    }
}
