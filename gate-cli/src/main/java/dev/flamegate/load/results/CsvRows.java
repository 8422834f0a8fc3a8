package dev.flamegate.load.results;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a table with a line of column names (RFC 4180): separated by commas, semicolons or tabs; text in quotes may
 * hold separators, doubled quotes and ends of lines.
 */
final class CsvRows {
    private static final String SEPARATORS = ",;\t";
    private static final int LONGEST_ROW = 1 << 20;

    private final Map<String, Integer> columns = new HashMap<>();
    private char separator = ',';
    private @Nullable StringBuilder open;

    /** A row, by the names of its columns. */
    static final class CsvRow {
        private final Map<String, Integer> columns;
        private final List<String> values;

        private CsvRow(Map<String, Integer> columns, List<String> values) {
            this.columns = columns;
            this.values = values;
        }

        /** The value of a column; empty if the row or the table lacks it. */
        String text(String column) {
            Integer index = columns.get(column);
            return index == null || index >= values.size() ? "" : values.get(index);
        }

        double number(String column) {
            String text = text(column);
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("\"" + column + "\" is not a number: \"" + text + "\"", e);
            }
        }
    }

    /** True if the first line was read. */
    boolean named() {
        return !columns.isEmpty();
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    /** Takes the first line. */
    void name(String line) {
        String text = line.startsWith("\ufeff") ? line.substring(1) : line;
        separator = SEPARATORS
                .chars()
                .mapToObj(one -> (char) one)
                .filter(one -> text.indexOf(one) >= 0)
                .findFirst()
                .orElse(',');
        List<String> names = split(text);
        for (int i = 0; i < names.size(); i++) {
            columns.putIfAbsent(names.get(i).strip(), i);
        }
    }

    /** Takes another line; {@code null} for an empty one, and while text in quotes goes on in the next. */
    @Nullable
    CsvRow row(String line) {
        StringBuilder whole = open == null ? new StringBuilder() : open.append('\n');
        whole.append(line);
        if (whole.length() > LONGEST_ROW) {
            throw new IllegalArgumentException("a text in quotes does not end");
        }
        String row = whole.toString();
        boolean ends = row.chars().filter(one -> one == '"').count() % 2 == 0;
        open = ends ? null : whole;
        return !ends || row.isBlank() ? null : new CsvRow(columns, split(row));
    }

    private List<String> split(String row) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < row.length(); i++) {
            char one = row.charAt(i);
            if (one == '"' && quoted && i + 1 < row.length() && row.charAt(i + 1) == '"') {
                value.append(one);
                i++;
            } else if (one == '"') {
                quoted = !quoted;
            } else if (one == separator && !quoted) {
                values.add(value.toString());
                value.setLength(0);
            } else {
                value.append(one);
            }
        }
        values.add(value.toString());
        return values;
    }
}
