package dev.flamegate.publish.ci;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of what tells others of a finished run or comparison. */
public final class ReportOption {
    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Folder of the reports (default: build/flamegate).",
            defaultValue = "build/flamegate")
    private Path folder = Path.of("build", "flamegate");

    @Option(
            names = "--key",
            paramLabel = "NAME",
            description = "Distinguishes several plans for one service.",
            defaultValue = "")
    private String key = "";

    @Option(names = "--dry-run", description = "Print it instead of sending it.")
    private boolean dryRun;

    public String key() {
        return key;
    }

    public boolean isDryRun() {
        return dryRun;
    }

    public Path folder() {
        return folder;
    }
}
