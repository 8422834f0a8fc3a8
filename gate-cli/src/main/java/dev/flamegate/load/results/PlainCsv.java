package dev.flamegate.load.results;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Consumer;

/**
 * A table of requests: {@code start}, {@code end} or {@code millis} (how long it took), {@code name}, {@code ok}
 * ({@code true} or {@code false}) and, where wanted, {@code message}. A time is in milliseconds since the epoch, with
 * decimals, or as in ISO 8601 with its offset.
 */
final class PlainCsv implements ResultFormat {
    private static final List<String> NEEDED = List.of("start", "name", "ok");
    private static final double MICROS = 1e3;

    private final CsvRows rows = new CsvRows();

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
        long start = time(row, "start");
        long end = rows.has("end") ? time(row, "end") : start + Math.round(row.number("millis") * MICROS);
        boolean ok = switch (row.text("ok").strip()) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException("\"ok\" is neither true nor false: \"" + row.text("ok") + "\"");
        };
        sink.accept(new ResultRecord.Request(row.text("name"), start, end, ok, ok ? "" : row.text("message")));
    }

    private void begin(String line) {
        rows.name(line);
        for (String column : NEEDED) {
            if (!rows.has(column)) {
                throw missing(column);
            }
        }
        if (!rows.has("end") && !rows.has("millis")) {
            throw missing("end");
        }
    }

    private static IllegalArgumentException missing(String column) {
        return new IllegalArgumentException("there is no column \"" + column
                + "\"; the first line names start, end or millis, name, ok and perhaps message");
    }

    private static long time(CsvRows.CsvRow row, String column) {
        String text = row.text(column).strip();
        if (text.indexOf('T') < 0) {
            return Math.round(row.number(column) * MICROS);
        }
        Instant time = OffsetDateTime.parse(text).toInstant();
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1000);
    }
}
