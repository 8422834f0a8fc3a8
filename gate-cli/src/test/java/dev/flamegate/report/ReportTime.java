package dev.flamegate.report;

import dev.flamegate.gate.ReportFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Times the writing of all formats of a large report, for {@code bench/report}: {@code ReportTime FOLDER REQUESTS RULES}. Prints
 * milliseconds of the first time, which is the one a run of the gate has, and bytes of {@code index.html}.
 */
public final class ReportTime {
    private ReportTime() {}

    public static void main(String[] arguments) throws IOException {
        ReportFolder folder = new ReportFolder(Path.of(arguments[0]));
        GateReport report = Examples.large(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        folder.prepare();
        long start = System.nanoTime();
        Path page = folder.write(report, 1, false);
        double milliseconds = (System.nanoTime() - start) / 1e6;
        System.out.printf(Locale.ROOT, "%.0f %d%n", milliseconds, Files.size(page));
    }
}
