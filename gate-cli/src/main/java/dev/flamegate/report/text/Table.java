package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.model.finding.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows in aligned columns that fit a width. The columns of words, the first and the third, shrink: their cells wrap
 * onto further lines of the row. Frames have no place to wrap and are cut at their start instead.
 */
public final class Table {
    private static final String GAP = "  ";
    private static final int NARROWEST = 16;
    private static final int MOST_LINES = 3;

    private final List<String> titles;
    private final boolean firstIsFrame;
    private final List<List<String>> rows = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();

    /** Starts a table with these titles; a first column of frames is cut at its start, where the package is. */
    public Table(List<String> titles, boolean firstIsFrame) {
        this.titles = titles;
        this.firstIsFrame = firstIsFrame;
    }

    /** A row whose last cell has the colour of the outcome. */
    public void add(List<String> cells, Outcome outcome) {
        rows.add(cells);
        outcomes.add(outcome);
    }

    /** The titles and rows, each line without its end. */
    public List<String> lines(Terminal terminal) {
        int[] widths = fit(widths(), terminal.width());
        List<String> lines = new ArrayList<>();
        lines.add(terminal.bold(line(titles, widths)));
        for (int row = 0; row < rows.size(); row++) {
            List<String> cells = new ArrayList<>(rows.get(row));
            int last = cells.size() - 1;
            cells.set(last, terminal.coloured(cells.get(last), outcomes.get(row)));
            lines.addAll(lines(cells, widths));
        }
        return lines;
    }

    private int[] widths() {
        int[] widths = new int[titles.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = Terminal.columns(titles.get(column));
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], Terminal.columns(row.get(column)));
            }
        }
        return widths;
    }

    /** Narrows the columns of words, the wider first, until all fit or none can shrink further. */
    private static int[] fit(int[] widths, int width) {
        int excess = -width;
        for (int column : widths) {
            excess += GAP.length() + column;
        }
        int second = widths.length > 4 ? 2 : 0;
        while (excess > 0 && Math.max(widths[0], widths[second]) > NARROWEST) {
            widths[widths[0] >= widths[second] ? 0 : second]--;
            excess--;
        }
        return widths;
    }

    /** One row, in as many lines as its longest cell takes. */
    private List<String> lines(List<String> cells, int[] widths) {
        List<List<String>> broken = new ArrayList<>();
        int height = 1;
        for (int column = 0; column < widths.length; column++) {
            boolean last = column == widths.length - 1;
            List<String> parts = last ? List.of(cells.get(column)) : broken(cells.get(column), widths[column], column);
            broken.add(parts);
            height = Math.max(height, parts.size());
        }
        List<String> lines = new ArrayList<>();
        for (int at = 0; at < height; at++) {
            int row = at;
            lines.add(line(
                    broken.stream()
                            .map(parts -> row < parts.size() ? parts.get(row) : "")
                            .toList(),
                    widths));
        }
        return lines;
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            line.append(GAP).append(cell);
            line.append(" ".repeat(Math.max(0, widths[column] - Terminal.columns(cell))));
        }
        return line.toString().stripTrailing();
    }

    private List<String> broken(String cell, int width, int column) {
        if (Terminal.columns(cell) <= width) {
            return List.of(cell);
        } else if (column == 0 && firstIsFrame) {
            return List.of(Names.cutStart(cell, width));
        }
        List<String> parts = new ArrayList<>(Terminal.wrap("", cell, width));
        if (parts.size() > MOST_LINES) {
            String rest = String.join(" ", parts.subList(MOST_LINES - 1, parts.size()));
            parts = new ArrayList<>(parts.subList(0, MOST_LINES - 1));
            parts.add(rest);
        }
        parts.replaceAll(part -> Names.cut(part, width));
        return parts;
    }
}
