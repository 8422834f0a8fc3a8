package dev.flamegate.report.chart;

public final class Line {
    private final String cssClass;
    private final double[] x;
    private final double[] y;

    /**
     * A line through points.
     *
     * @param cssClass its look
     * @param x rising
     * @param y one for each {@code x}; NaN leaves a gap
     */
    public Line(String cssClass, double[] x, double[] y) {
        if (x.length != y.length) {
            throw new IllegalArgumentException(x.length + " and " + y.length + ": a line has one y for each x");
        }
        this.cssClass = cssClass;
        this.x = x.clone();
        this.y = y.clone();
    }

    String cssClass() {
        return cssClass;
    }

    int size() {
        return x.length;
    }

    double x(int point) {
        return x[point];
    }

    double y(int point) {
        return y[point];
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

    /** True if no point has a value. */
    public boolean isEmpty() {
        for (double value : y) {
            if (Double.isFinite(value)) {
                return false;
            }
        }
        return true;
    }
}
