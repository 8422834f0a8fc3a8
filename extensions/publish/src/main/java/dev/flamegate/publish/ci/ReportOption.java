package dev.flamegate.publish.ci;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The reports of a finished run or comparison. */
public final class ReportOption {
    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Folder of the reports (default: build/flamegate).",
            defaultValue = "build/flamegate")
    private Path folder = Path.of("build", "flamegate");

    public Path folder() {
        return folder;
    }
}
