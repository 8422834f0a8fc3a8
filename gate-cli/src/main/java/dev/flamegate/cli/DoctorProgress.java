package dev.flamegate.cli;

import dev.flamegate.doctor.Checked;
import dev.flamegate.doctor.Doctor;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Consumer;

/** The line that says what is waited for, on a terminal only: everywhere else the results are soon there. */
final class DoctorProgress implements Doctor.Listener {
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean animate;
    private Consumer<Checked> printer = checked -> {};
    private long shown = -1;

    DoctorProgress(PrintWriter err, boolean animate) {
        this.err = err;
        this.animate = animate;
        show("looking around");
    }

    /** The same, which also prints what is found. */
    DoctorProgress printing(Consumer<Checked> results) {
        printer = results;
        return this;
    }

    @Override
    public void found(Checked checked) {
        clear();
        printer.accept(checked);
        show("looking around");
    }

    @Override
    public void calibrating(Duration left) {
        long seconds = (left.toMillis() + 999) / 1000;
        if (seconds != shown) {
            shown = seconds;
            show("measuring the noise of this machine: " + seconds + " s left; leave it alone meanwhile");
        }
    }

    /** Takes the line away. */
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
