package dev.flamegate.doctor;

import dev.flamegate.check.Check;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Consumer;

/** The line that shows what the doctor is doing, on a terminal only: everywhere else the results follow soon. */
final class DoctorProgress implements Doctor.Listener {
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean animate;
    private Consumer<Check.Report> printer = report -> {};
    private long shown = -1;

    DoctorProgress(PrintWriter err, boolean animate) {
        this.err = err;
        this.animate = animate;
        show("checking");
    }

    /** Prints results as well from now on. */
    DoctorProgress printing(Consumer<Check.Report> results) {
        printer = results;
        return this;
    }

    @Override
    public void found(Check.Report report) {
        clear();
        printer.accept(report);
        show("checking");
    }

    @Override
    public void measuringNoise(Duration left) {
        long seconds = (left.toMillis() + 999) / 1000;
        if (seconds != shown) {
            shown = seconds;
            show("measuring the noise of this machine: " + seconds + " s left; please leave it alone");
        }
    }

    void clear() {
        if (animate) {
            err.print(CLEAR);
            err.flush();
        }
    }

    private void show(String text) {
        if (animate) {
            err.print(CLEAR + "  " + text);
            err.flush();
        }
    }
}
