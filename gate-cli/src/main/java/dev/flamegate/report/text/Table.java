package dev.flamegate.report.text;

import dev.flamegate.model.Outcome;
import dev.flamegate.report.format.Names;
import java.util.ArrayList;
import java.util.List;

/** Rows in aligned columns that fit a width: the columns of names, the first and the third, give way. */
final class Table {
    private static final String GAP = "  ";
    private static final int NARROWEST = 16;

    private final List<String> titles;
    private final boolean firstIsFrame;
    private final List<List<String>> rows = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();

    /** With these titles; a first column of frames is cut at its start, where the package is. */
    Table(List<String> titles, boolean firstIsFrame) {
        this.titles = titles;
        this.firstIsFrame = firstIsFrame;
    }

    /** A row whose last cell has the colour of the outcome. */
    void add(List<String> cells, Outcome outcome) {
        rows.add(cells);
        outcomes.add(outcome);
    }

    List<String> lines(Terminal terminal) {
        int[] widths = fit(widths(), terminal.width());
        List<String> lines = new ArrayList<>();
        lines.add(terminal.bold(line(titles, widths)));
        for (int row = 0; row < rows.size(); row++) {
            List<String> cells = new ArrayList<>(rows.get(row));
            int last = cells.size() - 1;
            cells.set(last, terminal.coloured(cells.get(last), outcomes.get(row)));
            lines.add(line(cells, widths));
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

    /** Narrows the columns of names until all fit, or none can give more. */
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

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            boolean last = column == widths.length - 1;
            String shown = last ? cell : shorten(cell, widths[column], column == 0 && firstIsFrame);
            line.append(GAP).append(shown);
            if (!last) {
                line.append(" ".repeat(widths[column] - Terminal.columns(shown)));
            }
        }
        return line.toString().stripTrailing();
    }

    private static String shorten(String cell, int width, boolean keepsEnd) {
        if (Terminal.columns(cell) <= width) {
            return cell;
        }
        return keepsEnd ? Names.cutStart(cell, width) : Names.cut(cell, width);
    }
}
