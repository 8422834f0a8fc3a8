package dev.flamegate.report.chart;

/**
 * One line of a chart.
 *
 * @param cssClass its look
 * @param x rising
 * @param y as many as {@code x}; NaN leaves a gap
 */
public record Line(String cssClass, double[] x, double[] y) {
    public Line {
        if (x.length != y.length) {
            throw new IllegalArgumentException(x.length + " and " + y.length + ": a line has as many x as y");
        }
        x = x.clone();
        y = y.clone();
    }

    double largest() {
        double largest = 0;
        for (double value : y) {
            if (Double.isFinite(value)) {
                largest = Math.max(largest, value);
            }
        }
        return largest;
    }

    /** Whether no point has a value. */
    public boolean isEmpty() {
        for (double value : y) {
            if (Double.isFinite(value)) {
                return false;
            }
        }
        return true;
    }
}
